// SPDX-License-Identifier: Apache-2.0
//! All statistics, with their names, units and meanings.

use super::compared::Compared;
use super::overview::change;
use crate::page::{Cell, Column, Grid, Part, Section};
use crate::result::values::{values, Values};

pub fn section(results: &[Compared]) -> Section {
    Section {
        title: "Statistics".to_string(),
        about: "Everything that was counted, over the whole run. What differs from the first result of the program is marked."
            .to_string(),
        parts: vec![Part::table(table(results))],
    }
}

fn table(results: &[Compared]) -> Grid {
    let counted: Vec<Values> = results.iter().map(|result| values(result.stats())).collect();
    let mut headings: Vec<Column> = vec![Column::text("statistic"), Column::text("unit")];
    headings.extend(results.iter().map(|result| Column::number(result.full_name())));
    headings.push(Column::text("meaning"));
    let rows = warpsmith_gpu::catalogue().filter_map(|statistic| {
        let name = format!("{}.{}", statistic.group, statistic.key);
        // Of units that no result has.
        counted.iter().find(|values| values.contains_key(&name))?;
        let cells = results.iter().zip(&counted).map(|(result, values)| {
            let (value, before) = (values.get(&name), counted[result.base].get(&name));
            let note = before.zip(value).and_then(|(before, value)| change(before.number(), value.number()));
            let text = value.map_or("-".to_string(), |value| value.text());
            Cell { text, mark: value != before, note }
        });
        let mut row = vec![Cell::plain(name.as_str()), Cell::plain(statistic.unit)];
        row.extend(cells);
        row.push(Cell::plain(statistic.meaning));
        Some(row)
    });
    Grid { title: "Statistics".to_string(), headings, rows: rows.collect(), search: true }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn a_statistic_that_changed_is_marked_with_its_change_and_what_nobody_counts_has_no_row() {
        let mut results =
            all(vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[("equalizer", "energy")])]);
        results[0].file.statistics.total.counters.l1.hits = 1000;
        results[1].file.statistics.total.counters.l1.hits = 1500;
        let grid = table(&results);
        let row = |name: &str| grid.rows.iter().find(|row| row[0].text == name);
        let hits = row("l1.hits").unwrap();
        assert_eq!((&hits[2].text[..], hits[2].mark), ("1,000", false));
        assert_eq!(
            (&hits[3].text[..], hits[3].note.as_deref(), hits[3].mark),
            ("1,500", Some("+50.0 %"), true)
        );
        assert!(!row("l1.misses").unwrap()[3].mark);
        assert!(row("units.mascar.owner_cycles").is_none());
    }
}
