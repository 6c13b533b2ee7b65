//! A report as a page: parts with figures, tables and plots, and what can be replayed; one HTML text that needs nothing else.
//!
//! Style sheet and replayer are in the page, and its policy forbids to load anything. All words are escaped by the templates.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::style::RGBColor;

use super::reel::Reel;
use crate::output::{Align, counted};
use crate::study::section::{self, Section};

const STYLE: &str = include_str!("page.css");
const REPLAYER: &str = include_str!("replayer.js");

/// Nothing comes from elsewhere, and nothing but the page's own script runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A report.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// What was played or asked, in words and figures.
    pub(crate) facts: Vec<(String, String)>,
    /// What a reader must know before all else, such as that something is missing.
    pub(crate) warnings: Vec<String>,
    pub(crate) parts: Vec<Part>,
    /// What can be replayed.
    pub(crate) reel: Option<Reel>,
}

/// A part with a heading.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

impl Part {
    pub(crate) fn new(title: impl Into<String>, blocks: Vec<Block>) -> Self {
        Self { title: title.into(), blocks }
    }
}

/// Something in a part.
#[derive(Debug)]
pub(crate) enum Block {
    /// Names with values.
    Figures(Vec<(String, String)>),
    Table(Table),
    Plot(Plot),
    /// A paragraph.
    Words(String),
}

/// A table.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) caption: String,
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of a study.
    pub(crate) fn of(section: &Section) -> Self {
        let cell = |cell: &section::Cell| match cell.align() {
            Align::Left => Cell::Words(cell.text()),
            Align::Right => Cell::Number(cell.text()),
        };
        let rows = section.rows().iter().map(|row| row.iter().map(cell).collect()).collect();
        Self { caption: section.title.replace('\n', " "), head: section.head(), rows }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Words(String),
    Number(String),
    /// Words that open a line of the reel, by its number.
    Line(String, usize),
}

impl Cell {
    /// Words, or nothing.
    pub(crate) fn words(text: impl Into<String>) -> Self {
        Self::Words(text.into())
    }

    /// Digits, which stand on the right.
    pub(crate) fn number(digits: impl Into<String>) -> Self {
        Self::Number(digits.into())
    }
}

/// A plot with what is said of it.
#[derive(Debug)]
pub(crate) struct Plot {
    pub(crate) title: String,
    /// What the colours mean, where there are several.
    pub(crate) legend: Vec<(RGBColor, String)>,
    pub(crate) svg: String,
    /// How it is to be read.
    pub(crate) note: String,
}

impl Plot {
    /// A plot without a legend as a block; nothing without a drawing.
    pub(crate) fn block(title: &str, svg: Option<String>, note: &str) -> Option<Block> {
        Self::with_legend(title, svg, Vec::new(), note)
    }

    /// The same with a legend.
    pub(crate) fn with_legend(
        title: &str,
        svg: Option<String>,
        legend: Vec<(RGBColor, String)>,
        note: &str,
    ) -> Option<Block> {
        let plot = |svg| Self { title: title.to_owned(), legend, svg, note: note.to_owned() };
        svg.map(|svg| Block::Plot(plot(svg)))
    }
}

impl Page {
    /// The number of plots.
    pub(crate) fn plots(&self) -> usize {
        let blocks = self.parts.iter().flat_map(|part| &part.blocks);
        blocks.filter(|block| matches!(block, Block::Plot(_))).count()
    }

    /// The whole text.
    pub(crate) fn html(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content=(concat!("fort ", env!("CARGO_PKG_VERSION")));
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (self.title) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    main {
                        header {
                            h1 { (self.title) }
                            (figures(&self.facts, ""))
                            @for warning in &self.warnings { p.warning { (warning) } }
                        }
                        @for part in &self.parts {
                            section {
                                h2 { (part.title) }
                                @for block in &part.blocks { (shown(block)) }
                            }
                        }
                        @if let Some(reel) = &self.reel { (replayer(reel)) }
                        footer { "Made by " code { "fort report" } ", fort " (env!("CARGO_PKG_VERSION")) "." }
                    }
                }
            }
        };
        page.into_string()
    }
}

fn shown(block: &Block) -> Markup {
    match block {
        Block::Figures(all) => figures(all, "wide"),
        Block::Table(it) => table(it),
        Block::Plot(it) => plot(it),
        Block::Words(words) => html! { p { (words) } },
    }
}

/// Names with values, side by side or, if they are `wide`, one below the other.
fn figures(figures: &[(String, String)], class: &str) -> Markup {
    html! {
        dl class=(class) { @for (name, value) in figures { div { dt { (name) } dd { (value) } } } }
    }
}

fn table(Table { caption, head, rows }: &Table) -> Markup {
    // A column stands as its first cell does.
    let numbers: Vec<bool> = rows.first().into_iter().flatten().map(|cell| matches!(cell, Cell::Number(_))).collect();
    html! {
        div.table {
            table {
                @if !caption.is_empty() { caption { (caption) } }
                thead {
                    tr {
                        @for (column, name) in head.iter().enumerate() {
                            th.number[numbers.get(column) == Some(&true)] { (name) }
                        }
                    }
                }
                tbody { @for row in rows { tr { @for cell in row { (cell_of(cell)) } } } }
            }
        }
    }
}

fn cell_of(cell: &Cell) -> Markup {
    match cell {
        Cell::Words(words) => html! { td { (words) } },
        Cell::Number(digits) => html! { td.number { (digits) } },
        Cell::Line(words, line) => html! { td { a href={ "#line=" (line) } { (words) } } },
    }
}

fn plot(Plot { title, legend, svg, note }: &Plot) -> Markup {
    html! {
        figure {
            figcaption {
                strong { (title) }
                @for (RGBColor(red, green, blue), name) in legend {
                    span.legend { i style={ "background:rgb(" (red) "," (green) "," (blue) ")" } {} (name) }
                }
            }
            div.plot role="img" aria-label=(title) { (PreEscaped(svg)) }
            @if !note.is_empty() { p.note { (note) } }
        }
    }
}

/// The board, what moves it, and the lines to choose from.
fn replayer(reel: &Reel) -> Markup {
    html! {
        section id="replayer" {
            h2 { (reel.title()) }
            @if !reel.note.is_empty() { p { (reel.note) } }
            div.reel {
                div.stage {
                    p id="heading" {}
                    svg id="board" role="img" xmlns="http://www.w3.org/2000/svg" {
                        defs { (PreEscaped(&reel.board.shapes)) }
                        g { (PreEscaped(&reel.board.ground)) }
                        g id="pieces" {}
                        g id="traces" {}
                    }
                    p id="status" aria-live="polite" {}
                    div.controls {
                        button type="button" id="first" title="To the start (Home)" { "|◀" }
                        button type="button" id="back" title="A move back (left arrow)" { "◀" }
                        button type="button" id="play" title="Play on, or stop (blank)" { "Play" }
                        button type="button" id="on" title="A move on (right arrow)" { "▶" }
                        button type="button" id="last" title="To the end (End)" { "▶|" }
                        input type="range" id="slider" min="0" value="0" aria-label="Ply";
                    }
                    ol id="moves" {}
                }
                div.lines {
                    label for="filter" { (counted(reel.len() as u64, "line")) " to choose from" }
                    input type="search" id="filter" placeholder="Words to look for";
                    select id="lines" size="20" aria-label="Lines" {}
                }
            }
            script type="application/json" id="reel" { (PreEscaped(reel.json())) }
            script { (PreEscaped(REPLAYER)) }
        }
    }
}
