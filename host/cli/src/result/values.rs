// SPDX-License-Identifier: Apache-2.0
//! Statistics by their names, as the catalogue has them.

use serde_json::{Number, Value};
use std::collections::BTreeMap;
use warpsmith_gpu::stats::Stats;

/// The statistics of a run or a kernel, by `group.key`.
pub type Values = BTreeMap<String, Figure>;

/// The value of a statistic: a count, or a number of seconds or joules.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure(Number);

impl Figure {
    pub fn number(&self) -> f64 {
        self.0.as_f64().unwrap_or(f64::NAN)
    }

    /// For people: a count in groups of three digits, another number with six that count.
    pub fn text(&self) -> String {
        match self.0.as_u64() {
            Some(count) => indicatif::HumanCount(count).to_string(),
            None => six_digits(self.number()),
        }
    }

    /// As in a result file: nothing is rounded.
    pub fn exact(&self) -> String {
        self.0.to_string()
    }
}

fn six_digits(number: f64) -> String {
    match number {
        0.0 => "0".to_string(),
        n if (1e-3..1e6).contains(&n.abs()) => {
            let decimals = (5 - n.abs().log10().floor() as i32).max(0) as usize;
            format!("{n:.decimals$}")
        }
        n => format!("{n:.5e}"),
    }
}

/// All of them.
pub fn values(stats: &Stats) -> Values {
    let mut values = Values::new();
    leaves("", &serde_json::to_value(stats).unwrap_or_default(), &mut |path, value| {
        if let Value::Number(number) = value {
            values.insert(path.to_string(), Figure(number.clone()));
        }
    });
    values
}

/// Gives everything in a value that is no object, with the path to it, which begins with `path`.
pub fn leaves(path: &str, value: &Value, to: &mut impl FnMut(&str, &Value)) {
    let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| leaves(&below(name), value, to)),
        other => to(path, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_gpu::stats::PrefetchStats;

    #[test]
    fn every_statistic_of_a_run_has_the_name_of_the_catalogue() {
        let mut stats = Stats::default();
        stats.units.add(&PrefetchStats { useful: 7, ..Default::default() });
        let values = values(&stats);
        let known: Vec<String> =
            warpsmith_gpu::catalogue().map(|s| format!("{}.{}", s.group, s.key)).collect();
        assert!(values.keys().all(|name| known.contains(name)));
        assert_eq!(values["units.prefetcher.useful"].number(), 7.0);
        for name in known.iter().filter(|name| {
            !["units.", "sources.", "shared.", "cpus."].iter().any(|other| name.starts_with(other))
        }) {
            assert!(values.contains_key(name), "{name}");
        }
    }

    #[test]
    fn counts_are_exact_and_other_numbers_have_six_digits() {
        let text = |value: Value| match value {
            Value::Number(number) => Figure(number).text(),
            _ => unreachable!("it is a number"),
        };
        assert_eq!(text(12_345_678_u64.into()), "12,345,678");
        assert_eq!(text(0.001_234_567_89.into()), "0.00123457");
        assert_eq!(text(0.5.into()), "0.500000");
        assert_eq!(text(1.25e-9.into()), "1.25000e-9");
    }
}
