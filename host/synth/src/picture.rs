// SPDX-License-Identifier: Apache-2.0
//! A picture of the area by block: one stack of rows a design, a row for each level of the hierarchy, widths to scale.

use std::fmt::Write;

use crate::figures::Report;
use crate::netlist::Block;

const WIDTH: f64 = 960.0;
const ROW: f64 = 26.0;
const MARGIN: f64 = 12.0;
const TITLE: f64 = 24.0;
/// Width of a character of a label, about.
const CHARACTER: f64 = 6.6;

/// Fills by level, and for what a block holds besides its blocks.
const FILLS: [&str; 4] = ["#4c78a8", "#72b7b2", "#eeca3b", "#f58518"];
const OWN: &str = "#d8d8d8";

/// The picture as SVG. All designs have the same scale: the widest is the largest.
pub fn picture(report: &Report) -> String {
    let largest = report.designs.iter().map(|d| d.blocks.area_um2).fold(f64::MIN_POSITIVE, f64::max);
    let mut body = String::new();
    let mut y = MARGIN;
    for design in &report.designs {
        let blocks = &design.blocks;
        let title = format!("{}: {:.0} um2 in {}", design.name(), blocks.area_um2, report.library.name);
        let _ = writeln!(
            body,
            r#"<text x="{MARGIN}" y="{:.1}" font-weight="bold">{}</text>"#,
            y + 15.0,
            escaped(&title)
        );
        y += TITLE;
        draw(&mut body, blocks, blocks, 0, MARGIN, y, WIDTH / largest);
        y += ROW * levels(blocks) as f64 + MARGIN;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{y:.0}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n",
        WIDTH + 2.0 * MARGIN
    )
}

/// Rows that a block takes.
fn levels(block: &Block) -> usize {
    1 + block.blocks.iter().map(levels).max().unwrap_or(0)
}

/// Draws a block at `x`, `y`, and the blocks inside in the rows below. `scale`: width per um2.
fn draw(body: &mut String, whole: &Block, block: &Block, level: usize, x: f64, y: f64, scale: f64) {
    rectangle(body, whole, &block.name, block.area_um2, FILLS[level % FILLS.len()], x, y, scale);
    let mut inside = x;
    for part in &block.blocks {
        draw(body, whole, part, level + 1, inside, y + ROW, scale);
        inside += part.area_um2 * scale;
    }
    let own = block.area_um2 - block.blocks.iter().map(|b| b.area_um2).sum::<f64>();
    if !block.blocks.is_empty() && own > 0.0 {
        rectangle(body, whole, "own logic", own, OWN, inside, y + ROW, scale);
    }
}

#[allow(clippy::too_many_arguments)]
fn rectangle(
    body: &mut String,
    whole: &Block,
    name: &str,
    area: f64,
    fill: &str,
    x: f64,
    y: f64,
    scale: f64,
) {
    let width = area * scale;
    let share = 100.0 * area / whole.area_um2.max(f64::MIN_POSITIVE);
    let name = escaped(name);
    let _ = writeln!(
        body,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{fill}\" stroke=\"white\">\
         <title>{name}: {area:.0} um2, {share:.1} %</title></rect>",
        ROW - 2.0
    );
    let label = format!("{name} {share:.0} %");
    if let Some(label) = fitting(&label, &name, width) {
        let _ = writeln!(body, "<text x=\"{:.1}\" y=\"{:.1}\">{label}</text>", x + 4.0, y + 16.0);
    }
}

/// The longer of two labels that fits.
fn fitting<'a>(long: &'a str, short: &'a str, width: f64) -> Option<&'a str> {
    [long, short].into_iter().find(|l| l.chars().count() as f64 * CHARACTER + 8.0 <= width)
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::report;

    #[test]
    fn widths_are_to_scale_and_own_logic_fills_the_rest() {
        let text = picture(&report());
        let widths: Vec<f64> = text
            .split("<rect x=")
            .skip(1)
            .map(|rect| {
                rect.split("width=\"").nth(1).and_then(|w| w.split('"').next()).unwrap().parse().unwrap()
            })
            .collect();
        assert_eq!(widths, [960.0, 720.0, 240.0], "a block of three quarters, and the rest");
        assert!(text.contains("own logic: 25 um2, 25.0 %"), "{text}");
    }

    #[test]
    fn names_are_escaped() {
        let mut report = report();
        report.designs[0].blocks.blocks[0].name = "a<b>&c".to_string();
        assert!(picture(&report).contains("a&lt;b&gt;&amp;c"));
    }
}
