// SPDX-License-Identifier: Apache-2.0
//! The runs as tables and as JSON.

use super::super::report::{percent, share};
use super::super::runs::Policy;
use super::figures::Figures;
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::table::Table;
use serde_json::{json, Value};

/// All tables of the report.
pub fn markdown(runs: &Runs) -> String {
    if runs.names().next().is_none() {
        return String::new();
    }
    let mut out = table(
        runs,
        "Performance against LRR",
        |base, run| percent(base.time / run.time),
        |kinds, v| percent(runs.mean_speedup(kinds, v)),
    );
    let means = |of: fn(&Figures) -> f64| {
        move |kinds: &[Kind], v| {
            let all: Vec<f64> = runs.programs(kinds).map(|p| of(runs.get(p, v))).collect();
            share(all.iter().sum::<f64>() / all.len() as f64)
        }
    };
    out += &table(runs, "LSU stall fraction", |_, run| share(run.lsu_stall), means(|f| f.lsu_stall));
    out += &table(runs, "L1 hit rate", |_, run| share(run.hit_rate), means(|f| f.hit_rate));
    out += &table(
        runs,
        "Energy against LRR",
        |base, run| percent(run.energy / base.energy),
        |kinds, v| percent(runs.mean(kinds, v, |f| f.energy)),
    );
    out + &programs_table(runs)
}

/// One row a program and one a kind, one column a variant that was run.
fn table(
    runs: &Runs,
    title: &str,
    cell: impl Fn(&Figures, &Figures) -> String,
    mean: impl Fn(&[Kind], Variant) -> String,
) -> String {
    let variants: Vec<Variant> = Variant::compared().filter(|v| runs.ran(*v)).collect();
    let headings = ["kind", "program"].into_iter().chain(variants.iter().map(|v| v.name()));
    let mut table = Table::new(headings);
    for kind in Kind::ALL {
        let kinds = [kind];
        let names: Vec<&str> = runs.programs(&kinds).collect();
        for name in &names {
            let base = runs.get(name, Variant::Lrr);
            let cells = variants.iter().map(|v| cell(base, runs.get(name, *v)));
            table.row([kind.name().to_string(), name.to_string()].into_iter().chain(cells));
        }
        if !names.is_empty() {
            let cells = variants.iter().map(|v| format!("**{}**", mean(&kinds, *v)));
            table.row([format!("**{}**", kind.name()), "mean".to_string()].into_iter().chain(cells));
        }
    }
    format!("\n{title}:\n\n{}", table.markdown())
}

/// What the programs are, under LRR, and how long Mascar gives priority to memory.
fn programs_table(runs: &Runs) -> String {
    let mut table = Table::new([
        "program",
        "kind",
        "instructions a miss",
        "lines an access",
        "reuse blocked",
        "time in MP",
        "row hits, LRR",
        "row hits, Mascar",
        "DRAM bus, LRR",
        "DRAM bus, Mascar",
        "DRAM busy, LRR",
    ]);
    for name in runs.programs(&Kind::ALL) {
        let lrr = runs.get(name, Variant::Lrr);
        let Some(mascar) = runs.find(name, Variant::Mascar) else { return String::new() };
        table.row([
            name.to_string(),
            runs.kind(name).name().to_string(),
            format!("{:.2}", lrr.instructions_per_miss),
            format!("{:.1}", lrr.lines_per_access),
            share(lrr.reuse_blocked),
            share(mascar.memory_priority),
            share(lrr.row_hits),
            share(mascar.row_hits),
            share(lrr.dram_bus),
            share(mascar.dram_bus),
            share(lrr.dram_busy),
        ]);
    }
    format!("\nThe programs:\n\n{}", table.markdown())
}

/// Every run with its figures.
pub fn json(runs: &Runs) -> Value {
    let all = runs.all().map(|(program, variant, figures)| {
        json!({ "program": program, "kind": runs.kind(program), "policy": variant, "figures": figures })
    });
    all.collect()
}

/// Mean energy of each kind of program with Mascar, against LRR.
pub fn energies(runs: &Runs) -> Vec<(String, f64)> {
    let ran = |kind: &Kind| {
        let mut names = runs.programs(std::slice::from_ref(kind)).peekable();
        names.peek().is_some() && names.all(|name| runs.find(name, Variant::Mascar).is_some())
    };
    let of = |kind: &Kind| {
        (format!("Mascar, {}", kind.name()), runs.mean(&[*kind], Variant::Mascar, |f| f.energy))
    };
    Kind::ALL.iter().filter(|kind| ran(kind)).map(of).collect()
}
