// SPDX-License-Identifier: Apache-2.0
//! Our own Markdown as parts of a page: tables, with bars where all their figures are of one kind, and paragraphs.

use super::{Bars, Cell, Chart, Column, Grid, Part, Series};

/// The parts of a text, in its order. A paragraph with a colon at its end in front of a table is the title of that.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut title: Option<String> = None;
    for block in blocks(text) {
        match block {
            Block::Paragraph(text) if text.ends_with(':') => {
                parts.extend(title.replace(text.trim_end_matches(':').to_string()).map(Part::note));
            }
            Block::Paragraph(text) => {
                parts.extend(title.take().map(Part::note));
                parts.push(Part::note(text));
            }
            Block::Table(rows) => {
                let title = title.take().unwrap_or_default();
                parts.extend(bars(&title, &rows).map(|bars| figure(&title, bars)));
                parts.push(Part::table(grid(&title, &rows)));
            }
        }
    }
    parts.extend(title.map(Part::note));
    parts
}

/// Bars with what the title says.
pub fn figure(title: &str, bars: Bars) -> Part {
    Part::figure("figure", title, "", Chart::Bars(bars))
}

enum Block {
    Paragraph(String),
    /// Rows of cells, the headings first.
    Table(Vec<Vec<String>>),
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph_goes_on = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            paragraph_goes_on = false;
        } else if line.starts_with('|') {
            paragraph_goes_on = false;
            let rule = line.chars().all(|c| "|-: ".contains(c));
            match blocks.last_mut() {
                // The line under the headings.
                Some(Block::Table(_)) if rule => {}
                Some(Block::Table(rows)) => rows.push(cells(line)),
                _ => blocks.push(Block::Table(vec![cells(line)])),
            }
        } else {
            let line = plain(line.trim_start_matches(['#', ' ']));
            match blocks.last_mut() {
                Some(Block::Paragraph(text)) if paragraph_goes_on => *text += &format!(" {line}"),
                _ => blocks.push(Block::Paragraph(line)),
            }
            paragraph_goes_on = true;
        }
    }
    blocks
}

/// The cells between the bars of a line.
fn cells(line: &str) -> Vec<String> {
    const ESCAPED: &str = "\u{0}";
    let line = line.replace("\\|", ESCAPED);
    let inner = line.strip_prefix('|').unwrap_or(&line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(|cell| plain(&cell.trim().replace(ESCAPED, "|"))).collect()
}

/// Without the marks of bold and code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// A figure with what stands behind it, `+12.3 %` as 12.3 and `%`; `None` inside for a cell that has none.
fn number(cell: &str) -> Option<(Option<f64>, &str)> {
    if cell == "-" || cell.is_empty() {
        return Some((None, ""));
    }
    let (figure, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    let figure = figure.trim_start_matches('+').parse().ok()?;
    (unit.split(' ').count() == 1).then_some((Some(figure), unit))
}

/// Whether there are only figures in a column.
fn is_number(rows: &[Vec<String>], column: usize) -> bool {
    let mut cells = rows[1..].iter().filter_map(|row| row.get(column));
    rows.len() > 1 && cells.all(|cell| number(cell).is_some())
}

fn grid(title: &str, rows: &[Vec<String>]) -> Grid {
    let heading = |(i, name): (usize, &String)| match is_number(rows, i) {
        true => Column::number(name.as_str()),
        false => Column::text(name.as_str()),
    };
    let headings = rows[0].iter().enumerate().map(heading).collect();
    let cells = |row: &Vec<String>| row.iter().map(Cell::plain).collect();
    Grid { title: title.to_string(), headings, rows: rows[1..].iter().map(cells).collect(), search: false }
}

/// Bars of a table with names in its first columns and figures of one unit in all others.
fn bars(title: &str, rows: &[Vec<String>]) -> Option<Bars> {
    let (headings, rows_below) = rows.split_first()?;
    if rows_below.iter().any(|row| row.len() != headings.len()) {
        return None;
    }
    let first = (0..headings.len()).find(|column| is_number(rows, *column))?;
    let figures =
        rows_below.iter().map(|row| row[first..].iter().map(|cell| number(cell)).collect::<Option<Vec<_>>>());
    let figures: Vec<Vec<(Option<f64>, &str)>> = figures.collect::<Option<_>>()?;
    let mut units = figures.iter().flatten().filter(|one| one.0.is_some()).map(|one| one.1);
    let unit = units.next()?;
    // Figures without a unit may be of anything.
    if first == 0 || title.is_empty() || unit.is_empty() || units.any(|other| other != unit) {
        return None;
    }
    let series = headings[first..]
        .iter()
        .enumerate()
        .map(|(i, name)| Series { name: name.clone(), values: figures.iter().map(|row| row[i].0).collect() });
    Some(Bars {
        groups: rows_below.iter().map(|row| row[..first].join(" ")).collect(),
        series: series.collect(),
        unit: unit.to_string(),
        stacked: false,
        line: None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::content::{Content, Figure};
    use super::*;

    #[test]
    fn a_table_of_figures_of_one_unit_is_drawn_and_one_of_several_is_not() {
        let text = "Before.\nStill before.\n\nSpeedup:\n\n| program | a | b |\n|---|---|---|\n| bfs | +1.5 % | -2.0 % |\n\
                    | **mean** | **+3.0 %** | - |\n\nOthers:\n\n| x | y | z |\n|---|---|---|\n| s\\|t | 3 % | 4 ms |\n\n\
                    With a row cut short:\n\n| x | y | z |\n|---|---|---|\n| s | 3 % | 4 % |\n| t | 3 % |\n";
        let parts = parts(text);
        let kinds: Vec<String> = parts
            .iter()
            .map(|part| match &part.content {
                Content::Note(note) => note.clone(),
                Content::Figure(figure) => format!("figure {}", figure.title),
                Content::Table(grid) => format!("table {}", grid.title),
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "Before. Still before.",
                "figure Speedup",
                "table Speedup",
                "table Others",
                "table With a row cut short"
            ]
        );
        let Content::Figure(Figure { chart: Chart::Bars(bars), .. }) = &parts[1].content else { panic!() };
        assert_eq!((&bars.groups[..], &bars.unit[..]), (&["bfs".to_string(), "mean".to_string()][..], "%"));
        assert_eq!(bars.series[0].values, [Some(1.5), Some(3.0)]);
        assert_eq!(bars.series[1].values, [Some(-2.0), None]);
        let Content::Table(others) = &parts[3].content else { panic!() };
        assert_eq!(others.rows[0][0].text, "s|t");
    }
}
