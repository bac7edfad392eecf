// SPDX-License-Identifier: Apache-2.0
//! The machines, and every parameter of what is attached.

use super::compared::Compared;
use crate::page::{Cell, Column, Grid, Part, Section};
use crate::result::values::leaves;
use serde_json::Value;
use std::collections::BTreeMap;

/// Keys and values of a configuration.
type Values = BTreeMap<String, String>;

pub fn section(results: &[Compared]) -> Section {
    let machines = results.iter().map(|result| flat(&result.file.spec.configuration.machine)).collect();
    let attached = results.iter().map(attached).collect();
    Section {
        title: "Machine and parameters".to_string(),
        about: "As they were used. What differs from the first result is marked.".to_string(),
        parts: vec![
            Part::table(table("Attached units and policies, and the run", results, attached)),
            Part::table(table("Machine", results, machines)),
        ],
    }
}

/// Everything in a value, by the path to it.
fn flat(value: &impl serde::Serialize) -> Values {
    let mut values = Values::new();
    walk("", &serde_json::to_value(value).unwrap_or_default(), &mut values);
    values
}

fn walk(path: &str, value: &Value, values: &mut Values) {
    leaves(path, value, &mut |path, leaf| {
        let text = leaf.as_str().map_or_else(|| leaf.to_string(), String::from);
        values.insert(path.to_string(), text);
    });
}

/// What is attached, and what else of the configuration is no part of the machine.
fn attached(result: &Compared) -> Values {
    let configuration = &result.file.spec.configuration;
    let mut values = Values::new();
    for one in &configuration.attachments {
        values.insert(one.name.clone(), "attached".to_string());
        let parameters = one.parameters.iter();
        values.extend(parameters.map(|(key, value)| (format!("{}.{key}", one.name), value.clone())));
    }
    let others = serde_json::to_value(configuration).unwrap_or_default();
    for (key, value) in others.as_object().into_iter().flatten() {
        if !["machine", "attachments"].contains(&key.as_str()) && !value.is_null() {
            walk(&format!("run.{key}"), value, &mut values);
        }
    }
    values.insert(
        "run.backend".to_string(),
        format!("{:?}", result.file.spec.provenance.backend).to_lowercase(),
    );
    values
}

/// A row a key, a column for each result, or one for all if they have the same values.
fn table(title: &str, results: &[Compared], values: Vec<Values>) -> Grid {
    let same = values.iter().all(|one| *one == values[0]);
    let shown = if same { 1 } else { values.len() };
    let mut keys: Vec<&String> = values.iter().flat_map(BTreeMap::keys).collect();
    keys.sort();
    keys.dedup();
    let rows = keys.iter().map(|key| {
        let first = values[0].get(*key);
        let cells = values[..shown].iter().map(|one| {
            let value = one.get(*key);
            Cell { text: value.cloned().unwrap_or("-".to_string()), note: None, mark: value != first }
        });
        std::iter::once(Cell::plain(*key)).chain(cells).collect()
    });
    let names = results[..shown].iter().map(Compared::full_name);
    let name = |name| if same && results.len() > 1 { "all results".to_string() } else { name };
    let columns = names.map(|one| Column::text(name(one)));
    let headings = std::iter::once(Column::text("parameter")).chain(columns).collect();
    Grid { title: title.to_string(), headings, rows: rows.collect(), search: true }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn what_differs_from_the_first_result_is_marked_and_equal_machines_are_one_column() {
        let mut results =
            all(vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[("equalizer", "energy")])]);
        let machine = |results: &[Compared]| {
            let values = results.iter().map(|r| flat(&r.file.spec.configuration.machine)).collect();
            table("Machine", results, values)
        };
        assert_eq!(machine(&results).headings.len(), 2);
        results[1].file.spec.configuration.machine.sm.count = 7;
        let grid = machine(&results);
        assert_eq!(grid.headings.len(), 3);
        let marked: Vec<_> = grid.rows.iter().filter(|row| row.iter().any(|cell| cell.mark)).collect();
        let texts: Vec<_> = marked.iter().map(|row| [&row[0].text, &row[1].text, &row[2].text]).collect();
        assert_eq!(texts, [["sm.count", "15", "7"]]);
        let both = attached(&results[1]);
        assert_eq!((&both["equalizer.mode"][..], &both["run.backend"][..]), ("energy", "model"));
    }
}
