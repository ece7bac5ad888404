//! Basic SVG shapes.

use crate::board::Point;
use std::fmt::Write;

/// Draws a disc with an edge.
pub fn circle(svg: &mut String, (x, y): Point, radius: f64, fill: &str, edge: &str, line: f64) {
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line}\"/>"
    );
}

/// Draws a ring. `more` holds additional attributes.
pub fn ring(svg: &mut String, (x, y): Point, radius: f64, edge: &str, line: f64, more: &str) {
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"{line:.1}\"{more}/>"
    );
}

/// Draws a translucent disc.
pub fn veil(svg: &mut String, (x, y): Point, radius: f64, fill: &str, opacity: f64) {
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" opacity=\"{opacity}\"/>"
    );
}

/// Draws a path around a point. `radius` is the unit of the path and of its line widths; `paint` holds the
/// attributes.
pub fn path(svg: &mut String, (x, y): Point, radius: f64, data: &str, paint: &str) {
    let _ = writeln!(
        svg,
        "<path transform=\"translate({x:.1} {y:.1}) scale({radius:.2})\" d=\"{data}\" {paint}/>"
    );
}

/// Draws the figure of a piece around a point. `radius` is the unit of the figure.
pub fn figure(svg: &mut String, at: Point, radius: f64, ink: &str, data: &str) {
    path(svg, at, radius, data, &format!("fill=\"{ink}\" fill-rule=\"evenodd\""));
}

/// Draws a box with rounded corners.
pub fn card(svg: &mut String, (left, top): Point, (width, height): Point, round: f64, paint: &str) {
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{round:.1}\" {paint}/>"
    );
}

/// Draws centered text.
pub fn text(svg: &mut String, at: Point, size: f64, ink: &str, text: &str) {
    text_with(svg, at, size, ink, text, "");
}

/// Draws text that begins at a point.
pub fn text_from(svg: &mut String, at: Point, size: f64, ink: &str, text: &str) {
    text_with(svg, at, size, ink, text, " text-anchor=\"start\"");
}

/// Draws text that ends at a point.
pub fn text_to(svg: &mut String, at: Point, size: f64, ink: &str, text: &str) {
    text_with(svg, at, size, ink, text, " text-anchor=\"end\"");
}

/// Draws centered text with additional attributes, which can change the anchor.
pub fn text_with(svg: &mut String, (x, y): Point, size: f64, ink: &str, text: &str, more: &str) {
    // Letters and digits are about 0.7 of the font size high.
    let _ = write!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\"{more}>",
        y + size * 0.36
    );
    escape(svg, text);
    svg.push_str("</text>\n");
}

/// Writes a text with escaped markup.
pub fn escape(svg: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            '&' => svg.push_str("&amp;"),
            '"' => svg.push_str("&quot;"),
            _ => svg.push(letter),
        }
    }
}
