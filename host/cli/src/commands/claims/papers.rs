// SPDX-License-Identifier: Apache-2.0
//! What the papers say to each point, and what decides where it does not hold: `papers.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is known of a point beside its runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The paper's figure, and where it stands.
    paper: String,
    /// What decides, by the unit's page of claims; nothing for a point that holds there.
    #[serde(default)]
    decides: String,
}

/// By unit and number of the point.
static TABLE: LazyLock<BTreeMap<String, BTreeMap<String, Entry>>> =
    LazyLock::new(|| toml::from_str(include_str!("papers.toml")).expect("a test reads the table"));

/// The paper's figure for a unit's point, and what decides if it does not hold; nothing for a point that there is not.
pub fn of(unit: &str, point: u32) -> (&'static str, &'static str) {
    let entry = TABLE.get(unit).and_then(|points| points.get(&point.to_string()));
    entry.map_or(("", ""), |entry| (&entry.paper, &entry.decides))
}

#[cfg(test)]
mod tests {
    use super::super::args::Args;
    use super::super::report::Claims;
    use super::super::UNITS;
    use super::*;
    use clap::Parser;
    use std::collections::BTreeSet;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    /// The last point of a unit, which it tells who asks for another, before it does anything.
    fn last(unit: &str, claims: Claims) -> u32 {
        let args = Line::parse_from(["claims", unit, "--only", &u32::MAX.to_string()]).args;
        let said = claims(&args).err().expect("there is no such point").to_string();
        let last = said.rsplit(" to ").next().and_then(|last| last.parse().ok());
        last.unwrap_or_else(|| panic!("{unit}: {said}"))
    }

    #[test]
    fn the_points_of_the_table_are_those_of_the_units() {
        let numbers = |last: u32| (1..=last).map(|point| point.to_string()).collect();
        let of_units: BTreeMap<&str, BTreeSet<String>> = UNITS
            .iter()
            .filter_map(|(unit, claims)| Some((*unit, numbers(last(unit, (*claims)?)))))
            .collect();
        let of_table: BTreeMap<&str, BTreeSet<String>> =
            TABLE.iter().map(|(unit, points)| (unit.as_str(), points.keys().cloned().collect())).collect();
        assert_eq!(of_table, of_units);
    }

    #[test]
    fn every_point_has_the_word_of_its_paper() {
        for (unit, points) in &*TABLE {
            for (point, Entry { paper, decides }) in points {
                let texts = [paper, decides];
                assert!(!paper.is_empty(), "{unit} {point}");
                assert!(
                    texts.iter().all(|text| !text.contains(['|', '\n'])),
                    "{unit} {point}: no cell of a table"
                );
            }
        }
        assert_eq!(of("mascar", 9), ("21, 26 and 23 cycles (Fig. 4.2)", ""));
        assert_eq!(of("mascar", 10), ("", ""));
    }
}
