// SPDX-License-Identifier: Apache-2.0
//! What is on a page, as its script reads it.

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Page {
    pub title: String,
    /// A sentence under the title.
    pub about: String,
    /// What parts may be of one of; empty if all parts are always shown.
    pub choices: Vec<String>,
    /// Which of them is shown first.
    pub choice: usize,
    pub sections: Vec<Section>,
}

#[derive(Debug, Serialize)]
pub struct Section {
    pub title: String,
    pub about: String,
    pub parts: Vec<Part>,
}

impl Section {
    /// Whether there is anything in it.
    pub fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }
}

/// Something in a section.
#[derive(Debug, Serialize)]
pub struct Part {
    /// Shown only while this choice is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    #[serde(flatten)]
    pub content: Content,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    Figure(Figure),
    Table(Grid),
    /// A word of why something is not there.
    Note(String),
}

impl Part {
    pub fn figure(
        id: &'static str,
        title: impl Into<String>,
        about: impl Into<String>,
        chart: Chart,
    ) -> Part {
        let (title, about) = (title.into(), about.into());
        Part { of: None, content: Content::Figure(Figure { id, title, about, chart }) }
    }

    pub fn table(grid: Grid) -> Part {
        Part { of: None, content: Content::Table(grid) }
    }

    pub fn note(text: impl Into<String>) -> Part {
        Part { of: None, content: Content::Note(text.into()) }
    }

    pub fn is_figure(&self) -> bool {
        matches!(self.content, Content::Figure(_))
    }

    /// The same, shown only while the choice `of` is made.
    pub fn of(self, of: usize) -> Part {
        Part { of: Some(of), ..self }
    }
}

#[derive(Debug, Serialize)]
pub struct Figure {
    /// Tells which figure it is, for tests and scripts.
    pub id: &'static str,
    pub title: String,
    /// What is shown, and how it follows from statistics.
    pub about: String,
    #[serde(flatten)]
    pub chart: Chart,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chart {
    Bars(Bars),
    Lines(Lines),
    Flow(Flow),
    Roofline(Roofline),
}

/// Groups of bars, one bar a series in each.
#[derive(Debug, Serialize)]
pub struct Bars {
    pub groups: Vec<String>,
    pub series: Vec<Series>,
    pub unit: String,
    /// On top of one another, lying; else next to one another, standing.
    pub stacked: bool,
    /// A line to measure the bars against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<f64>,
}

#[derive(Debug, Serialize)]
pub struct Series {
    pub name: String,
    /// By group; a bar without a figure is left out.
    pub values: Vec<Option<f64>>,
}

/// Figures over time.
#[derive(Debug, Serialize)]
pub struct Lines {
    /// Name of the axis of time.
    pub x: String,
    pub unit: String,
    pub traces: Vec<Trace>,
    /// Areas on top of one another.
    pub stacked: bool,
    /// Names of the figures 0, 1, ..., if they are not numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    pub bands: Vec<Band>,
}

#[derive(Debug, Serialize)]
pub struct Trace {
    pub name: String,
    pub points: Vec<[f64; 2]>,
    /// A figure holds for the time up to its point.
    pub step: bool,
}

/// What went on in a stretch of time.
#[derive(Clone, Debug, Serialize)]
pub struct Band {
    pub name: String,
    pub from: f64,
    pub to: f64,
}

/// Amounts that go from place to place, from left to right.
#[derive(Debug, Serialize)]
pub struct Flow {
    pub unit: String,
    pub links: Vec<Link>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct Link {
    pub from: &'static str,
    pub to: &'static str,
    pub value: f64,
}

/// Performance against operational intensity, both axes logarithmic.
#[derive(Debug, Serialize)]
pub struct Roofline {
    pub x: String,
    pub y: String,
    pub points: Vec<Point>,
    pub roofs: Vec<Roof>,
}

#[derive(Debug, Serialize)]
pub struct Point {
    pub name: String,
    /// Points of one series have one colour.
    pub series: String,
    pub x: f64,
    pub y: f64,
}

/// What a machine can do at most: `slope * x`, up to `top`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roof {
    pub name: String,
    /// Figures of y for one of x.
    pub slope: f64,
    pub top: f64,
}

#[derive(Debug, Serialize)]
pub struct Grid {
    pub title: String,
    pub headings: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// Whether rows can be searched, and those without a mark hidden.
    pub search: bool,
}

#[derive(Debug, Serialize)]
pub struct Column {
    pub name: String,
    /// Set right.
    pub number: bool,
}

#[derive(Debug, Serialize)]
pub struct Cell {
    pub text: String,
    /// Beside the text, smaller: a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// It differs from what it is compared with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mark: bool,
}

impl Cell {
    pub fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), note: None, mark: false }
    }
}

impl Column {
    pub fn text(name: impl Into<String>) -> Column {
        Column { name: name.into(), number: false }
    }

    pub fn number(name: impl Into<String>) -> Column {
        Column { name: name.into(), number: true }
    }
}
