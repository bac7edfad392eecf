// SPDX-License-Identifier: Apache-2.0
//! The report of claims as a page to look at.

use super::report::{Outcome, Part, Report};
use crate::bars::{self, Kind};
use crate::page::{self, markdown, Bars, Cell, Column, Grid, Page, Section, Series};

/// The page of the claims of `unit`.
pub fn page(unit: &str, report: &Report) -> Page {
    let before = markdown::parts(report.before);
    let figures: Vec<page::Part> = report.after.iter().flat_map(parts).collect();
    let points = Section {
        title: "Points".to_string(),
        about: "Each point of section 9 of the specification, with what it was judged by.".to_string(),
        parts: before.into_iter().chain([page::Part::table(verdicts(report))]).collect(),
    };
    let figures =
        Section { title: "Figures".to_string(), about: "What the runs gave.".to_string(), parts: figures };
    Page {
        title: format!("Claims of {unit}"),
        about: format!("{} of {} points hold.", report.held(), report.verdicts.len()),
        choices: Vec::new(),
        choice: 0,
        sections: [points, figures].into_iter().filter(Section::has_parts).collect(),
    }
}

/// A row for each comparison; what fails is marked.
fn verdicts(report: &Report) -> Grid {
    let headings = ["point", "holds", "statement", "compared", "holds"].map(Column::text).into();
    let said = |outcome: Outcome| Cell { mark: outcome == Outcome::Fail, ..Cell::plain(outcome.word()) };
    let rows = report.verdicts.iter().flat_map(|verdict| {
        verdict.checks.iter().enumerate().map(move |(i, check)| {
            let head = match i {
                0 => [
                    Cell::plain(verdict.number.to_string()),
                    said(verdict.outcome),
                    Cell::plain(verdict.statement.as_str()),
                ],
                _ => [""; 3].map(Cell::plain),
            };
            head.into_iter()
                .chain([Cell::plain(check.what.as_str()), said(Outcome::of(check.pass))])
                .collect()
        })
    });
    Grid { title: "Points of section 9".to_string(), headings, rows: rows.collect(), search: false }
}

/// The figures of a part: its own, or those of its tables.
fn parts(part: &Part) -> Vec<page::Part> {
    let parts = markdown::parts(&part.markdown);
    let Some(bars) = &part.bars else { return parts };
    let tables = parts.into_iter().filter(|part| !part.is_figure());
    std::iter::once(markdown::figure(&bars.title, drawn(bars))).chain(tables).collect()
}

/// The bars of a picture as those of a page.
fn drawn(bars: &bars::Bars) -> Bars {
    let series = bars.series.iter().enumerate().map(|(i, name)| Series {
        name: name.clone(),
        values: bars.figures.iter().map(|row| row[i]).collect(),
    });
    let (stacked, line) = match bars.kind {
        Kind::From(from) => (false, Some(from).filter(|from| *from != 0.0)),
        Kind::Stacked => (true, None),
    };
    Bars { groups: bars.groups.clone(), series: series.collect(), unit: String::new(), stacked, line }
}

#[cfg(test)]
mod tests {
    use super::super::report::{check, Verdict};
    use super::*;
    use crate::page::Content;
    use serde_json::Value;

    #[test]
    fn each_comparison_has_a_row_and_what_fails_is_marked() {
        let checks = vec![check(true, "a 3 %".to_string()), check(false, "b 4 %".to_string())];
        let after = vec!["\nSpeedup:\n\n| program | a |\n|---|---|\n| bfs | 3.0 % |\n".to_string().into()];
        let verdicts = vec![Verdict::new(4, "It is faster.", checks)];
        let page = page("mascar", &Report { before: "", verdicts, after, runs: Value::Null, energy: None });
        assert_eq!(page.about, "0 of 1 points hold.");
        let Content::Table(grid) = &page.sections[0].parts[0].content else { panic!("a table comes first") };
        let marks: Vec<Vec<bool>> =
            grid.rows.iter().map(|row| row.iter().map(|cell| cell.mark).collect()).collect();
        assert_eq!(marks, [[false, true, false, false, false], [false, false, false, false, true]]);
        assert_eq!(page.sections[1].parts.len(), 2);
        assert!(page.sections[1].parts[0].is_figure());
    }
}
