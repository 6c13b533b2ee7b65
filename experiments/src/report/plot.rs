//! The plots of a report, each an SVG text that is right wherever it is put.
//!
//! There are three kinds: a [`Course`] of estimates as a match goes on, [`Estimates`] with their errors one below the other, and
//! [`Bars`] of what was counted. Colours are told apart in greyscale too.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::output::thousands;

/// Why drawing does not fail.
const MEMORY: &str = "drawing into memory does not fail";

/// The width of all plots in pixels, which the page makes less where it must, and the usual height.
const WIDTH: u32 = 760;
const HEIGHT: u32 = 300;

const FONT: &str = "sans-serif";
const SIZE: u32 = 12;
/// A letter of that size is about so wide, and a row of names so high.
const LETTER: u32 = 7;
const ROW: u32 = 24;
/// Longer names are cut in their middle.
const LONGEST_NAME: usize = 48;
/// The space of the axes' labels and titles.
const BELOW: u32 = 42;
const LEFT: u32 = 64;

/// What stands for the first player or what was asked for, for the second, and for neither.
pub(crate) const FIRST: RGBColor = RGBColor(38, 84, 143);
pub(crate) const NEITHER: RGBColor = RGBColor(196, 200, 206);
pub(crate) const SECOND: RGBColor = RGBColor(222, 142, 59);
const INK: RGBColor = RGBColor(60, 64, 70);
const FAINT: RGBColor = RGBColor(232, 234, 237);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// An estimate and the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) low: f64,
    pub(crate) value: f64,
    pub(crate) high: f64,
}

/// How an estimate went as more was known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Course<'a> {
    /// What the axes are, x first.
    pub(crate) axes: [&'a str; 2],
    /// In the order of x, which is not negative.
    pub(crate) points: Vec<(f64, Estimate)>,
    /// Values that mean something, with their names.
    pub(crate) levels: Vec<(f64, String)>,
}

impl Course<'_> {
    /// A line through all finite points, a band between the ends of their intervals, a line at each level; `None` of fewer than two
    /// points.
    pub(crate) fn svg(&self) -> Option<String> {
        let is_finite = |Estimate { low, value, high }: Estimate| [low, value, high].into_iter().all(f64::is_finite);
        let points: Vec<_> = self.points.iter().copied().filter(|&(_, estimate)| is_finite(estimate)).collect();
        let (first, last) = (points.first()?.0, points.last()?.0);
        if first >= last {
            return None;
        }
        // The intervals of the first estimates are so wide that the others could not be told apart beside them.
        let settled = points.iter().skip(points.len() / 10).flat_map(|(_, estimate)| [estimate.low, estimate.high]);
        let y = around(settled.chain(self.levels.iter().map(|&(level, _)| level)));
        let inside = |value: f64| value.clamp(y.start, y.end);
        Some(drawn(HEIGHT, |root| {
            let mut chart = framed(root, 0.0..last, y.clone(), LEFT);
            axes(&mut chart, self.axes);
            let upper = points.iter().map(|&(x, Estimate { high, .. })| (x, inside(high)));
            let lower = points.iter().rev().map(|&(x, Estimate { low, .. })| (x, inside(low)));
            let band = Polygon::new(upper.chain(lower).collect::<Vec<_>>(), FIRST.mix(0.16).filled());
            chart.draw_series([band]).expect(MEMORY);
            for (level, name) in &self.levels {
                dashed(&mut chart, [(0.0, *level), (last, *level)]);
                let style = text(HPos::Right, VPos::Bottom);
                chart.draw_series([Text::new(name.clone(), (last, *level), style)]).expect(MEMORY);
            }
            let line = points.iter().map(|&(x, Estimate { value, .. })| (x, inside(value)));
            chart.draw_series(LineSeries::new(line, FIRST.stroke_width(2))).expect(MEMORY);
        }))
    }
}

/// Estimates of several things.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Estimates<'a> {
    /// What is estimated.
    pub(crate) axis: &'a str,
    /// Of what, from the top to the bottom.
    pub(crate) rows: Vec<(String, Estimate)>,
    /// A value that means something.
    pub(crate) level: Option<f64>,
}

impl Estimates<'_> {
    /// A point and a bar for each; `None` if none is finite.
    pub(crate) fn svg(&self) -> Option<String> {
        let rows: Vec<_> = self.rows.iter().filter(|(_, Estimate { value, .. })| value.is_finite()).collect();
        if rows.is_empty() {
            return None;
        }
        let ends = rows.iter().flat_map(|(_, Estimate { low, value, high })| [*low, *value, *high]);
        let x = around(ends.chain(self.level));
        let names: Vec<String> = rows.iter().map(|(name, _)| cut(name)).collect();
        let left = 16 + LETTER * names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as u32;
        let count = rows.len() as f64;
        Some(drawn(BELOW + 20 + ROW * rows.len() as u32, |root| {
            let mut chart = framed(root, x.clone(), 0.0..count, left);
            let mut mesh = chart.configure_mesh();
            mesh.disable_y_mesh().y_labels(0).x_desc(self.axis).x_label_formatter(&|x| short(*x));
            styled(&mut mesh);
            if let Some(level) = self.level {
                dashed(&mut chart, [(level, 0.0), (level, count)]);
            }
            for (row, (name, (_, Estimate { low, value, high }))) in names.iter().zip(&rows).enumerate() {
                let y = count - row as f64 - 0.5;
                let bar = [(low.max(x.start), y), (high.min(x.end), y)];
                chart.draw_series(LineSeries::new(bar, FIRST.mix(0.5).stroke_width(3))).expect(MEMORY);
                chart.draw_series([Circle::new((*value, y), 5, FIRST.filled())]).expect(MEMORY);
                let (_, height) = chart.backend_coord(&(*value, y));
                let label = Text::new(name.clone(), (left as i32, height), text(HPos::Right, VPos::Center));
                root.draw(&label).expect(MEMORY);
            }
        }))
    }
}

/// What was counted, class by class.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bars<'a> {
    /// What the axes are, x first.
    pub(crate) axes: [&'a str; 2],
    /// A class's name and its counts, in the order of the colours.
    pub(crate) classes: Vec<(String, Vec<f64>)>,
    /// The colours of counts that stand on each other.
    pub(crate) colours: &'a [RGBColor],
}

impl Bars<'_> {
    /// A bar a class; `None` without anything in them.
    pub(crate) fn svg(&self) -> Option<String> {
        let most = self.classes.iter().map(|(_, counts)| counts.iter().sum()).fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let count = self.classes.len() as f64;
        Some(drawn(HEIGHT, |root| {
            let mut chart = framed(root, 0.0..count, 0.0..most * 1.06, LEFT);
            let mut mesh = chart.configure_mesh();
            let y_label = |y: &f64| short(*y);
            mesh.disable_x_mesh().x_labels(0).x_desc(self.axes[0]).y_desc(self.axes[1]).y_label_formatter(&y_label);
            styled(&mut mesh);
            for (place, (_, counts)) in self.classes.iter().enumerate() {
                let mut from = 0.0;
                for (counted, colour) in counts.iter().zip(self.colours) {
                    let corners = [(place as f64 + 0.08, from), (place as f64 + 0.92, from + counted)];
                    chart.draw_series([Rectangle::new(corners, colour.filled())]).expect(MEMORY);
                    from += counted;
                }
            }
            self.names(root, &chart);
        }))
    }

    /// Writes the names of the classes under the axis: of numbers as many as there is room for, of words all, a word a line.
    fn names(&self, root: &Area<'_>, chart: &Chart<'_, '_>) {
        let are_words = self.axes[0].is_empty();
        let longest = self.classes.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as u32;
        let room = (WIDTH - LEFT - 30) / self.classes.len() as u32;
        let step = if are_words { 1 } else { (LETTER * (longest + 1)).div_ceil(room.max(1)).max(1) as usize };
        for (place, (name, _)) in self.classes.iter().enumerate().step_by(step) {
            let (x, y) = chart.backend_coord(&(place as f64 + 0.5, 0.0));
            let lines: Vec<&str> = if are_words { name.split(' ').collect() } else { vec![name] };
            for (words, line) in lines.into_iter().zip(0..) {
                let place = (x, y + 6 + (SIZE as i32 + 2) * line);
                root.draw(&Text::new(words.to_owned(), place, text(HPos::Center, VPos::Top))).expect(MEMORY);
            }
        }
    }
}

/// A plot of this height.
fn drawn(height: u32, draw: impl FnOnce(&Area<'_>)) -> String {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&root);
        root.present().expect(MEMORY);
    }
    svg
}

/// Space for axes and what they span.
fn framed<'a, 'b>(root: &Area<'b>, x: Range<f64>, y: Range<f64>, left: u32) -> Chart<'a, 'b> {
    let mut builder = ChartBuilder::on(root);
    builder.margin(8).margin_right(22).x_label_area_size(BELOW).y_label_area_size(left);
    builder.build_cartesian_2d(x, y).expect(MEMORY)
}

fn axes(chart: &mut Chart<'_, '_>, [x, y]: [&str; 2]) {
    let mut mesh = chart.configure_mesh();
    let (x_label, y_label) = (|x: &f64| short(*x), |y: &f64| short(*y));
    mesh.x_desc(x).y_desc(y).x_label_formatter(&x_label).y_label_formatter(&y_label).x_labels(8);
    styled(&mut mesh);
}

/// Draws a mesh as all plots have it.
fn styled(mesh: &mut plotters::chart::MeshStyle<'_, '_, RangedCoordf64, RangedCoordf64, SVGBackend<'_>>) {
    let letters = (FONT, SIZE).into_font().color(&INK);
    mesh.label_style(letters.clone()).axis_desc_style(letters).axis_style(INK.mix(0.5));
    mesh.bold_line_style(FAINT).light_line_style(TRANSPARENT).draw().expect(MEMORY);
}

fn dashed(chart: &mut Chart<'_, '_>, ends: [(f64, f64); 2]) {
    chart.draw_series(DashedLineSeries::new(ends, 5, 4, INK.mix(0.6).into())).expect(MEMORY);
}

fn text(horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    (FONT, SIZE).into_font().color(&INK).pos(Pos::new(horizontal, vertical))
}

/// What all finite values span, and a little more.
fn around(values: impl Iterator<Item = f64>) -> Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) =
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
    let margin = if high > low { 0.06 * (high - low) } else { 1.0 };
    low - margin..high + margin
}

/// A number at an axis: no more digits than axes need.
fn short(value: f64) -> String {
    if value.abs() >= 1000.0 {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", thousands(value.abs().round() as u64));
    }
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A name without its middle, if it is long.
fn cut(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let half = LONGEST_NAME / 2;
    letters[..half].iter().chain(&['…']).chain(&letters[letters.len() - half + 1..]).collect()
}
