// SPDX-License-Identifier: Apache-2.0
//! A picture of points along lines: area of units over their size, or of what is best over what it costs.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::picture::escaped;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Room for the numbers at the axes.
const LEFT: f64 = 70.0;
const BELOW: f64 = 46.0;
const MARGIN: f64 = 24.0;
/// Room for the labels of the points at the right.
const RIGHT: f64 = 90.0;
const COLOURS: [&str; 4] = ["#4c78a8", "#f58518", "#54a24b", "#b279a2"];

/// Width of a letter of a label, about.
const LETTER: f64 = 6.5;
const GREY: &str = "#888";

/// One measured configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// What it belongs to; the points of a line have the same.
    pub line: String,
    /// Whether the line leads through it; else it stands beside, in grey.
    pub on_line: bool,
    /// What stands beside the point; may be empty.
    pub label: String,
    /// In the unit of the axis along.
    pub x: f64,
    /// In the unit of the axis up.
    pub y: f64,
}

/// An axis, what it says, and the value at its beginning.
pub struct Axis<'a> {
    /// What stands at the axis, with the unit.
    pub title: &'a str,
    /// The value where the axis begins.
    pub from: f64,
}

/// The points as SVG, joined along each line by growing `x`.
pub fn chart(title: &str, x_axis: &Axis, y_axis: &Axis, points: &[Point]) -> String {
    let span = |axis: &Axis, of: fn(&Point) -> f64| {
        round_up(points.iter().map(of).fold(axis.from, f64::max) - axis.from)
    };
    let (span_x, span_y) = (span(x_axis, |p| p.x), span(y_axis, |p| p.y));
    let at_x = |x: f64| LEFT + (x - x_axis.from) / span_x * (WIDTH - LEFT - RIGHT);
    let at_y = |y: f64| HEIGHT - BELOW - (y - y_axis.from) / span_y * (HEIGHT - BELOW - 2.0 * MARGIN);
    let mut body = String::new();
    for tick in (0..=4).map(|n| f64::from(n) / 4.0) {
        let (at, up) = (x_axis.from + tick * span_x, y_axis.from + tick * span_y);
        let (x, y) = (at_x(at), at_y(up));
        let _ = writeln!(
            body,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            short(up),
            HEIGHT - BELOW + 16.0,
            short(at)
        );
    }
    let mut lines: BTreeMap<&str, Vec<&Point>> = BTreeMap::new();
    for point in points {
        lines.entry(&point.line).or_default().push(point);
    }
    for ((_, mut line), colour) in lines.into_iter().zip(COLOURS.iter().cycle()) {
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        let joined = line.iter().filter(|point| point.on_line);
        let path: Vec<String> = joined.map(|p| format!("{:.1} {:.1}", at_x(p.x), at_y(p.y))).collect();
        if !path.is_empty() {
            let _ = writeln!(body, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\"/>", path.join("L"));
        }
        for point in line {
            let (x, y) = (at_x(point.x), at_y(point.y));
            // Their labels are on different sides, so that near points leave each other room.
            let (colour, text_y) = if point.on_line { (*colour, y + 12.0) } else { (GREY, y - 8.0) };
            let label = escaped(&point.label);
            // A label that would leave the picture stands before its point.
            let leaves = x + 7.0 + LETTER * point.label.len() as f64 > WIDTH;
            let (text_x, anchor) = if leaves { (x - 7.0, " text-anchor=\"end\"") } else { (x + 7.0, "") };
            let _ = writeln!(
                body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"><title>{label}: {}, {}</title></circle>\
                 <text x=\"{text_x:.1}\" y=\"{text_y:.1}\" fill=\"{colour}\"{anchor}>{label}</text>",
                short(point.x),
                short(point.y),
            );
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"{MARGIN}\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"{:.1}\">{}</text>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n{body}</svg>\n",
        escaped(title),
        MARGIN + 15.0,
        escaped(y_axis.title),
        WIDTH - RIGHT,
        HEIGHT - 10.0,
        escaped(x_axis.title)
    )
}

/// A number to three digits behind the point.
fn short(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// The least of 1, 2, 4, 6 and 8 times a power of ten that is not below `value`.
fn round_up(value: f64) -> f64 {
    let power = 10f64.powf(value.max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 4.0, 6.0, 8.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= value).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(line: &str, x: f64, y: f64) -> Point {
        Point { line: line.to_string(), on_line: true, label: format!("n{x}"), x, y }
    }

    fn from(title: &str, from: f64) -> Axis<'_> {
        Axis { title, from }
    }

    #[test]
    fn points_are_to_scale_and_joined_by_growing_x() {
        let points = [point("u", 200.0, 80.0), point("u", 100.0, 20.0)];
        let text = chart("a<b", &from("entries", 0.0), &from("area", 0.0), &points);
        assert!(text.contains("a&lt;b"), "{text}");
        let (left, right) = (LEFT + 0.5 * (WIDTH - LEFT - RIGHT), WIDTH - RIGHT);
        let height = HEIGHT - BELOW - 2.0 * MARGIN;
        let (low, high) = (HEIGHT - BELOW - 0.25 * height, HEIGHT - BELOW - height);
        let path = format!("M{left:.1} {low:.1}L{right:.1} {high:.1}");
        assert!(text.contains(&path), "{path}: {text}");
    }

    #[test]
    fn a_point_beside_the_line_is_grey_and_an_axis_may_begin_above_0() {
        let beside = Point { on_line: false, ..point("u", 100.0, 1.5) };
        let points = [point("u", 0.0, 1.0), beside, point("u", 200.0, 2.0)];
        let text = chart("t", &from("area", 0.0), &from("speedup", 1.0), &points);
        let (bottom, top) = (HEIGHT - BELOW, 2.0 * MARGIN);
        assert!(text.contains(&format!("M{LEFT:.1} {bottom:.1}L{:.1} {top:.1}", WIDTH - RIGHT)), "{text}");
        assert_eq!(text.matches(GREY).count(), 2, "{text}");
        assert!(text.contains(">1.25</text>"), "{text}");
    }

    #[test]
    fn axes_end_at_a_round_number() {
        assert_eq!([0.7, 20.0, 21.0, 512.0, 999.0].map(round_up), [0.8, 20.0, 40.0, 600.0, 1000.0]);
    }
}
