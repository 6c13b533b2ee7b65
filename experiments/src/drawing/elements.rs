//! Elements of SVG as text, and the colours that all boards share.
//!
//! What an element is painted with is a text of attributes, made by [`filled`], [`outlined`] or [`line()`]. Coordinates are in the
//! units of the drawing; in a symbol they are counted from the centre of the piece.

/// Words, outlines and what is nearly black.
pub(super) const INK: &str = "#26282c";
/// The dark side's pieces.
pub(super) const DARK: &str = "#3d4047";
/// The light side's pieces, and cards.
pub(super) const LIGHT: &str = "#fffdf8";
/// Lines on dark pieces.
pub(super) const CHALK: &str = "#e4ddcf";
/// Light squares.
pub(super) const CREAM: &str = "#f2ecdf";
/// Dark squares.
pub(super) const SAND: &str = "#c2b092";
/// The wood around a board.
pub(super) const WOOD: &str = "#8d7a5f";
/// Hollows in the wood.
pub(super) const SHADE: &str = "#74634b";
/// What is only hinted at.
pub(super) const MIST: &str = "#cfc8ba";
/// What is hinted at even less.
pub(super) const PALE: &str = "#f4f1ea";
/// Small words of no weight.
pub(super) const STONE: &str = "#7c776d";
/// The one colour.
pub(super) const RED: &str = "#b23a2c";

/// Painted with one colour.
pub(super) fn filled(fill: &str) -> String {
    format!(r#"fill="{fill}""#)
}

/// Painted with one colour, and outlined with another.
pub(super) fn outlined(fill: &str, line: &str, width: u32) -> String {
    format!(r#"fill="{fill}" stroke="{line}" stroke-width="{width}" stroke-linejoin="round""#)
}

/// A line with round ends.
pub(super) fn line(line: &str, width: u32) -> String {
    format!(r#"fill="none" stroke="{line}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#)
}

/// A rectangle by its left upper corner and its size.
pub(super) fn rect([x, y]: [i32; 2], [width, height]: [i32; 2], radius: u32, paint: &str) -> String {
    format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {paint}/>"#)
}

/// A rectangle by its centre.
pub(super) fn centred([x, y]: [i32; 2], [width, height]: [i32; 2], radius: u32, paint: &str) -> String {
    rect([x - width / 2, y - height / 2], [width, height], radius, paint)
}

pub(super) fn circle([x, y]: [i32; 2], radius: u32, paint: &str) -> String {
    format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {paint}/>"#)
}

pub(super) fn path(steps: &str, paint: &str) -> String {
    format!(r#"<path d="{steps}" {paint}/>"#)
}

/// Words around a point. `dy` is understood by every renderer, a baseline through the middle of letters is not.
pub(super) fn words<N: std::fmt::Display>([x, y]: [N; 2], size: u32, fill: &str, text: &str) -> String {
    let text = escaped(text);
    format!(
        r#"<text x="{x}" y="{y}" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-size="{size}" fill="{fill}">{text}</text>"#
    )
}

/// Words in bold letters around a point.
pub(super) fn bold([x, y]: [i32; 2], size: u32, fill: &str, text: &str) -> String {
    let text = escaped(text);
    format!(
        r#"<text x="{x}" y="{y}" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="{size}" fill="{fill}">{text}</text>"#
    )
}

/// A symbol that a piece can name; it is drawn around the origin.
pub(super) fn symbol(id: &str, elements: &[String]) -> String {
    format!(r#"<symbol id="{id}" overflow="visible">{}</symbol>"#, elements.concat())
}

/// The text with what XML takes for markup written otherwise.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
