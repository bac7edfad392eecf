// SPDX-License-Identifier: Apache-2.0
//! The claims' answer as Markdown and as JSON.

use super::plan::{Variant, CLASSES};
use super::points::{percent, Check};
use super::runs::Runs;
use crate::table::Table;
use serde::Serialize;
use serde_json::{json, Value};

/// One point of the specification's section 9, evaluated.
#[derive(Serialize)]
pub struct Verdict {
    pub number: u32,
    pub statement: String,
    pub outcome: Outcome,
    pub checks: Vec<Check>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Pass,
    Fail,
}

impl Verdict {
    /// Passes when every check does.
    pub fn new(number: u32, statement: &str, checks: Vec<Check>) -> Verdict {
        let outcome = if checks.iter().all(|c| c.pass) { Outcome::Pass } else { Outcome::Fail };
        Verdict { number, statement: statement.to_string(), outcome, checks }
    }
}

/// Whether every point holds.
pub fn all_hold(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|v| v.outcome == Outcome::Pass)
}

/// The points as a Markdown list.
pub fn verdicts(verdicts: &[Verdict]) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let outcome = match verdict.outcome {
            Outcome::Pass => "PASS",
            Outcome::Fail => "FAIL",
        };
        out += &format!("{}. **{outcome}** {}\n", verdict.number, verdict.statement);
        for check in &verdict.checks {
            out += &format!("   - {} {}\n", if check.pass { "ok" } else { "FAIL" }, check.what);
        }
    }
    out
}

/// The whole report as Markdown.
pub fn markdown(runs: &Runs, points: &[Verdict]) -> String {
    let mut out = verdicts(points);
    out += &table(
        runs,
        "Performance against the baseline (time ratio)",
        |base, run| base.time / run.time,
        Runs::geomean_speedup,
    );
    out += &table(
        runs,
        "Energy against the baseline",
        |base, run| run.energy / base.energy,
        Runs::geomean_energy,
    );
    out
}

type Ratio = fn(&crate::summary::Summary, &crate::summary::Summary) -> f64;
type Mean = fn(&Runs, &[crate::manifest::Class], Variant) -> f64;

/// One row a program and one a class, one column a policy that was run.
fn table(runs: &Runs, title: &str, ratio: Ratio, mean: Mean) -> String {
    let has = |v: Variant, name: &str| runs.find(name, v).is_some();
    let variants: Vec<Variant> = Variant::ALL
        .into_iter()
        .filter(|v| *v != Variant::Baseline && runs.programs(&CLASSES).any(|p| has(*v, p)))
        .collect();
    if variants.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["class", "program"].into_iter().chain(variants.iter().map(|v| v.name())));
    for class in CLASSES {
        for name in runs.programs(&[class]) {
            let cell = |v: &Variant| match (runs.find(name, Variant::Baseline), runs.find(name, *v)) {
                (Some(base), Some(run)) => percent(ratio(base, run)),
                _ => "-".to_string(),
            };
            table.row([class.to_string(), name.to_string()].into_iter().chain(variants.iter().map(cell)));
        }
        table.row(mean_row(runs, &class.to_string(), &[class], &variants, mean));
    }
    table.row(mean_row(runs, "all", &CLASSES, &variants, mean));
    format!("\n{title}:\n\n{}", table.markdown())
}

/// Geometric means, where every program of the classes has the run.
fn mean_row(
    runs: &Runs,
    label: &str,
    classes: &[crate::manifest::Class],
    variants: &[Variant],
    mean: Mean,
) -> Vec<String> {
    let complete = |v: Variant| {
        runs.programs(classes).next().is_some() && runs.programs(classes).all(|p| runs.find(p, v).is_some())
    };
    let cells = variants.iter().map(|v| match complete(*v) && complete(Variant::Baseline) {
        true => format!("**{}**", percent(mean(runs, classes, *v))),
        false => "-".to_string(),
    });
    [format!("**{label}**"), "geomean".to_string()].into_iter().chain(cells).collect()
}

/// The verdicts, and the summary of every run.
pub fn json(runs: &Runs, verdicts: &[Verdict]) -> Value {
    let runs: Vec<Value> = runs
        .all()
        .map(|(program, class, variant, summary)| {
            json!({ "program": program, "class": class, "policy": variant, "summary": summary })
        })
        .collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "points": verdicts, "runs": runs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_failed_check_fails_the_point() {
        let check = |pass| Check { what: String::new(), pass };
        assert_eq!(Verdict::new(1, "", vec![check(true), check(true)]).outcome, Outcome::Pass);
        assert_eq!(Verdict::new(1, "", vec![check(true), check(false)]).outcome, Outcome::Fail);
    }
}
