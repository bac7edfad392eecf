// SPDX-License-Identifier: Apache-2.0
//! Figures as bars, in a picture.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

/// Pixels of the picture, and of what the names of the series at its right leave.
const SIZE: (u32, u32) = (1080, 400);
const BESIDE_NAMES: u32 = 860;

/// Pixels from a name of a series to the next.
const LINE: i32 = 22;

/// The colours of Vega's scheme tableau10.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0x4c, 0x78, 0xa8),
    RGBColor(0xf5, 0x85, 0x18),
    RGBColor(0xe4, 0x57, 0x56),
    RGBColor(0x72, 0xb7, 0xb2),
    RGBColor(0x54, 0xa2, 0x4b),
    RGBColor(0xee, 0xca, 0x3b),
    RGBColor(0xb2, 0x79, 0xa2),
    RGBColor(0xff, 0x9d, 0xa6),
    RGBColor(0x9d, 0x75, 0x5d),
    RGBColor(0xba, 0xb0, 0xac),
];

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

/// Groups of bars, one bar a series in each.
pub struct Bars {
    pub title: String,
    pub kind: Kind,
    pub groups: Vec<String>,
    pub series: Vec<String>,
    /// By group, then by series; a bar without a figure is left out.
    pub figures: Vec<Vec<Option<f64>>>,
    /// How a figure is written at the axis.
    pub text: fn(f64) -> String,
}

#[derive(Clone, Copy)]
pub enum Kind {
    /// Next to one another, from this figure up or down.
    From(f64),
    /// On top of one another.
    Stacked,
}

/// A bar: series, extent to the sides with a group being 1 wide, extent in figures.
type Bar = (usize, Range<f64>, Range<f64>);

impl Bars {
    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.draw(&SVGBackend::with_string(&mut svg, SIZE).into_drawing_area())
            .expect("a picture in memory is always written");
        svg
    }

    fn draw<'a>(&self, area: &DrawingArea<SVGBackend<'a>, Shift>) -> Drawn<'a> {
        area.fill(&WHITE)?;
        let (plot, names) = area.split_horizontally(BESIDE_NAMES);
        let bars: Vec<Bar> = (0..self.groups.len()).flat_map(|group| self.bars(group)).collect();
        let ends = bars.iter().flat_map(|(_, _, figures)| [figures.start, figures.end]);
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
        let last = self.groups.len() as f64 - 0.5;
        let mut chart = ChartBuilder::on(&plot)
            .caption(&self.title, ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(60)
            .build_cartesian_2d(-0.5..last, low..high + (high - low) * 0.04)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(self.groups.len() + 1)
            .x_label_formatter(&|at| self.group_at(*at))
            .y_label_formatter(&|figure| (self.text)(*figure))
            .draw()?;
        chart.draw_series(bars.into_iter().map(|(series, sides, figures)| {
            Rectangle::new([(sides.start, figures.start), (sides.end, figures.end)], colour(series).filled())
        }))?;
        for (series, name) in self.series.iter().enumerate() {
            let y = (series as i32 + 2) * LINE;
            names.draw(&Rectangle::new([(0, y), (12, y + 12)], colour(series).filled()))?;
            names.draw(&Text::new(name.as_str(), (18, y), ("sans-serif", 13)))?;
        }
        area.present()
    }

    /// The bars of a group, around its number.
    fn bars(&self, group: usize) -> Vec<Bar> {
        let figures = self.figures[group].iter().enumerate();
        let there = figures.filter_map(|(series, figure)| Some((series, (*figure)?)));
        match self.kind {
            Kind::From(base) => {
                let width = 0.8 / self.series.len() as f64;
                let left = |series| group as f64 - 0.4 + width * series as f64;
                there.map(|(series, figure)| (series, left(series)..left(series + 1), base..figure)).collect()
            }
            Kind::Stacked => {
                let sides = group as f64 - 0.35..group as f64 + 0.35;
                let on_top = |below: &mut f64, (series, figure): (usize, f64)| {
                    let from = *below;
                    *below += figure;
                    Some((series, sides.clone(), from..*below))
                };
                there.scan(0.0, on_top).collect()
            }
        }
    }

    /// The name of the group at this place of the axis; nothing between two.
    fn group_at(&self, at: f64) -> String {
        let near = at.round();
        let there = (at - near).abs() < 1e-6 && near >= 0.0;
        self.groups.get(near as usize).filter(|_| there).cloned().unwrap_or_default()
    }
}

fn colour(series: usize) -> RGBColor {
    COLOURS[series % COLOURS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(kind: Kind) -> Bars {
        let figures = vec![vec![Some(2.0), Some(0.5)], vec![None, Some(1.5)]];
        let [groups, series] = [["a", "b"], ["s", "t"]].map(|names| names.map(String::from).to_vec());
        Bars { title: "a<b".to_string(), kind, groups, series, figures, text: |figure| format!("{figure}") }
    }

    #[test]
    fn bars_beside_one_another_go_up_or_down_and_leave_out_what_has_no_figure() {
        let of = |group| bars(Kind::From(1.0)).bars(group);
        assert_eq!(of(0), [(0, -0.4..0.0, 1.0..2.0), (1, 0.0..0.4, 1.0..0.5)]);
        assert_eq!(of(1), [(1, 1.0..1.4, 1.0..1.5)]);
    }

    #[test]
    fn stacked_bars_begin_where_the_one_below_ends() {
        assert_eq!(bars(Kind::Stacked).bars(0), [(0, -0.35..0.35, 0.0..2.0), (1, -0.35..0.35, 2.0..2.5)]);
    }

    #[test]
    fn a_picture_has_the_title_and_every_group_and_series() {
        let svg = bars(Kind::Stacked).svg();
        for text in ["a&lt;b", "\na\n", "\nb\n", "\ns\n", "\nt\n"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
