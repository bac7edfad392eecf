// SPDX-License-Identifier: Apache-2.0
//! A picture of area over size: one line of points a unit.

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

/// One measured configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// What it belongs to; the points of a line have the same.
    pub line: String,
    pub label: String,
    pub x: f64,
    pub y: f64,
}

/// The points as SVG, joined along each line by growing `x`. Both axes begin at 0.
pub fn chart(title: &str, x_axis: &str, y_axis: &str, points: &[Point]) -> String {
    let most = |of: fn(&Point) -> f64| round_up(points.iter().map(of).fold(0.0, f64::max));
    let (most_x, most_y) = (most(|p| p.x), most(|p| p.y));
    let at_x = |x: f64| LEFT + x / most_x * (WIDTH - LEFT - RIGHT);
    let at_y = |y: f64| HEIGHT - BELOW - y / most_y * (HEIGHT - BELOW - 2.0 * MARGIN);
    let mut body = String::new();
    for tick in (0..=4).map(|n| f64::from(n) / 4.0) {
        let (x, y) = (at_x(tick * most_x), at_y(tick * most_y));
        let _ = writeln!(
            body,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            tick * most_y,
            HEIGHT - BELOW + 16.0,
            tick * most_x
        );
    }
    let mut lines: BTreeMap<&str, Vec<&Point>> = BTreeMap::new();
    for point in points {
        lines.entry(&point.line).or_default().push(point);
    }
    for ((name, mut line), colour) in lines.into_iter().zip(COLOURS.iter().cycle()) {
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        let path: Vec<String> = line.iter().map(|p| format!("{:.1} {:.1}", at_x(p.x), at_y(p.y))).collect();
        let _ = writeln!(body, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\"/>", path.join("L"));
        for point in line {
            let (x, y) = (at_x(point.x), at_y(point.y));
            let _ = writeln!(
                body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"><title>{} {}: {}, {:.1}</title></circle>\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{} {}</text>",
                escaped(name),
                escaped(&point.label),
                point.x,
                point.y,
                x + 7.0,
                y + 12.0,
                escaped(name),
                escaped(&point.label)
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
        escaped(y_axis),
        WIDTH - RIGHT,
        HEIGHT - 10.0,
        escaped(x_axis)
    )
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
        Point { line: line.to_string(), label: format!("n{x}"), x, y }
    }

    #[test]
    fn points_are_to_scale_and_joined_by_growing_x() {
        let text = chart("a<b", "entries", "area", &[point("u", 200.0, 80.0), point("u", 100.0, 20.0)]);
        assert!(text.contains("a&lt;b"), "{text}");
        let (left, right) = (LEFT + 0.5 * (WIDTH - LEFT - RIGHT), WIDTH - RIGHT);
        let height = HEIGHT - BELOW - 2.0 * MARGIN;
        let (low, high) = (HEIGHT - BELOW - 0.25 * height, HEIGHT - BELOW - height);
        let path = format!("M{left:.1} {low:.1}L{right:.1} {high:.1}");
        assert!(text.contains(&path), "{path}: {text}");
    }

    #[test]
    fn axes_end_at_a_round_number() {
        assert_eq!([0.7, 20.0, 21.0, 512.0, 999.0].map(round_up), [0.8, 20.0, 40.0, 600.0, 1000.0]);
    }
}
