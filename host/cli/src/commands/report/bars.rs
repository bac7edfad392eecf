// SPDX-License-Identifier: Apache-2.0
//! Figures of results as bars.

use super::compared::Compared;
use crate::page::{Bars, Series};
use crate::summary::ratio;

/// Values that occur, in the order of their first one.
fn in_order(results: &[Compared], name: fn(&Compared) -> &String) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for result in results {
        if !names.contains(&name(result).as_str()) {
            names.push(name(result));
        }
    }
    names
}

/// The programs.
pub fn programs(results: &[Compared]) -> Vec<&str> {
    in_order(results, |result| &result.program)
}

/// Bars of a figure of each result: a group a program, a bar a unit.
pub fn by_program(results: &[Compared], unit: &str, figure: impl Fn(&Compared) -> f64) -> Bars {
    let (groups, units) = (programs(results), in_order(results, |result| &result.units));
    let of = |program: &str, units: &str| {
        results.iter().find(|result| (&result.program[..], &result.units[..]) == (program, units))
    };
    let value = |program: &&str, units: &str| of(program, units).map(&figure).filter(|v| v.is_finite());
    let series = units.iter().map(|units| Series {
        name: units.to_string(),
        values: groups.iter().map(|program| value(program, units)).collect(),
    });
    Bars {
        series: series.collect(),
        groups: groups.iter().map(|name| name.to_string()).collect(),
        unit: unit.to_string(),
        stacked: false,
        line: None,
    }
}

/// A part of a result: its name, and how much it is.
pub type PartOf = (&'static str, fn(&Compared) -> f64);

/// Lying bars, one for each result, of `parts` on top of one another. What is 0 everywhere is left out.
pub fn by_part(results: &[Compared], unit: &str, parts: &[PartOf]) -> Bars {
    let series = parts.iter().map(|(name, of)| Series {
        name: name.to_string(),
        values: results.iter().map(|result| Some(of(result))).collect(),
    });
    Bars {
        groups: results.iter().map(Compared::full_name).collect(),
        series: series.filter(|series| series.values.iter().any(|value| *value != Some(0.0))).collect(),
        unit: unit.to_string(),
        stacked: true,
        line: None,
    }
}

/// The same in per cent of all parts of a result.
pub fn shares(results: &[Compared], parts: &[PartOf]) -> Bars {
    let mut bars = by_part(results, "%", parts);
    for (i, result) in results.iter().enumerate() {
        let all: f64 = parts.iter().map(|(_, of)| of(result)).sum();
        for value in bars.series.iter_mut().filter_map(|series| series.values[i].as_mut()) {
            *value = ratio(*value * 100.0, all);
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn a_result_stands_in_the_group_of_its_program_and_what_was_not_run_has_no_bar() {
        let mut results = all(vec![
            made_up("a", "bfs", &[]),
            made_up("b", "bfs", &[("equalizer", "energy")]),
            made_up("c", "kmeans", &[]),
        ]);
        for (result, time) in results.iter_mut().zip([4.0, 2.0, 5.0]) {
            result.summary.time = time;
        }
        let bars = by_program(&results, "", |result| 8.0 / result.summary.time);
        assert_eq!(bars.groups, ["bfs", "kmeans"]);
        let series: Vec<_> = bars.series.iter().map(|s| (&s.name[..], &s.values[..])).collect();
        assert_eq!(
            series,
            [("baseline", &[Some(2.0), Some(1.6)][..]), ("equalizer", &[Some(4.0), None][..])]
        );
    }

    #[test]
    fn shares_are_of_all_parts_of_a_result_and_what_is_nowhere_has_none() {
        let mut results = all(vec![made_up("a", "bfs", &[])]);
        let sm = &mut results[0].file.statistics.total.counters.sm;
        (sm.slots_used, sm.slots_waiting) = (1, 3);
        let bars = shares(
            &results,
            &[
                ("issued", |r| r.stats().counters.sm.slots_used as f64),
                ("waiting", |r| r.stats().counters.sm.slots_waiting as f64),
                ("empty", |r| r.stats().counters.sm.slots_empty as f64),
            ],
        );
        let parts: Vec<_> = bars.series.iter().map(|s| (&s.name[..], s.values[0])).collect();
        assert_eq!(parts, [("issued", Some(25.0)), ("waiting", Some(75.0))]);
    }
}
