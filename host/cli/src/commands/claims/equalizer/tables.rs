// SPDX-License-Identifier: Apache-2.0
//! The runs as tables and as JSON.

use super::super::report::{percent, Verdict};
use super::super::runs::Policy;
use super::plan::{Variant, CLASSES};
use super::runs::Runs;
use crate::manifest::Class;
use crate::summary::Summary;
use crate::table::Table;
use serde_json::{json, Value};
use warpsmith_units::equalizer::params::Params;

/// Performance and energy against the baseline.
pub fn markdown(runs: &Runs) -> String {
    let performance = table(
        runs,
        "Performance against the baseline (time ratio)",
        |base, run| base.time / run.time,
        Runs::geomean_speedup,
    );
    let energy = table(
        runs,
        "Energy against the baseline",
        |base, run| run.energy / base.energy,
        Runs::geomean_energy,
    );
    performance + &energy + &lengths(runs)
}

/// In how many epochs Equalizer can decide: the longest interval of the policies, as DynCTA and CCWS look more often.
fn lengths(runs: &Runs) -> String {
    let epoch = Params::FERMI.epoch_len;
    let mut table = Table::new(["class", "program", "SM cycles", "epochs"]);
    for class in CLASSES {
        for name in runs.programs(&[class]) {
            if let Some(base) = runs.find(name, Variant::Baseline) {
                let epochs = base.sm_cycles / u64::from(epoch);
                table.row([
                    class.to_string(),
                    name.to_string(),
                    base.sm_cycles.to_string(),
                    epochs.to_string(),
                ]);
            }
        }
    }
    format!(
        "\nLength of the baseline's runs, and how many epochs of {epoch} cycles that is:\n\n{}",
        table.markdown()
    )
}

/// What the points come to under the second scheduler.
pub fn second(schedulers: [&str; 2], first: &[Verdict], second: &[Verdict]) -> String {
    let [one, other] = schedulers;
    let mut table = Table::left(["point", one, other, &format!("what fails under {other}")]);
    for verdict in second {
        let of_first = first.iter().find(|v| v.number == verdict.number).map_or("-", |v| v.outcome.word());
        table.row([&verdict.number.to_string(), of_first, verdict.outcome.word(), &verdict.failed()]);
    }
    format!("\n## Under {other}\n\nThe verdicts above are under {one}.\n\n{}", table.markdown())
}

type Ratio = fn(&Summary, &Summary) -> f64;
type Mean = fn(&Runs, &[Class], Variant) -> f64;

/// One row a program and one a class, one column a policy that was run.
fn table(runs: &Runs, title: &str, ratio: Ratio, mean: Mean) -> String {
    let has = |v: Variant, name: &str| runs.find(name, v).is_some();
    let variants: Vec<Variant> = Variant::ALL
        .iter()
        .copied()
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
fn mean_row(runs: &Runs, label: &str, classes: &[Class], variants: &[Variant], mean: Mean) -> Vec<String> {
    let complete = |v: Variant| {
        runs.programs(classes).next().is_some() && runs.programs(classes).all(|p| runs.find(p, v).is_some())
    };
    let cells = variants.iter().map(|v| match complete(*v) && complete(Variant::Baseline) {
        true => format!("**{}**", percent(mean(runs, classes, *v))),
        false => "-".to_string(),
    });
    [format!("**{label}**"), "geomean".to_string()].into_iter().chain(cells).collect()
}

/// Every run with its summary.
pub fn json(runs: &Runs) -> Value {
    let all = runs.all().map(|(program, variant, summary)| {
        json!({ "program": program, "class": runs.class(program), "policy": variant, "summary": summary })
    });
    all.collect()
}

/// Mean energy over all classes against the baseline, of the policies with which all programs ran.
pub fn energies(runs: &Runs) -> Vec<(String, f64)> {
    let ran = |v: &Variant| runs.programs(&CLASSES).all(|name| runs.find(name, *v).is_some());
    if runs.programs(&CLASSES).next().is_none() || !ran(&Variant::Baseline) {
        return Vec::new();
    }
    let policies =
        [Variant::Performance, Variant::Energy, Variant::SmHigh, Variant::MemHigh].into_iter().filter(ran);
    policies.map(|v| (v.name().to_string(), runs.geomean_energy(&CLASSES, v))).collect()
}
