// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_workload::{source, table};
use super::super::report::{percent, share, tenths};
use super::super::runs::{geomean, mean, Policy};
use super::figures::{Figures, Stalls};
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::manifest::Program;
use crate::table::Table;

/// All tables of the report.
pub fn markdown(runs: &Runs, workloads: &[Program]) -> String {
    let parts = [
        ("Speedup over the two-level scheduler, compared policies", &Variant::COMPARED[..]),
        ("Speedup, parts of the unit off or changed", &Variant::ABLATIONS),
        ("Speedup, entries of both tables", &Variant::TABLES),
        ("Speedup, base addresses", &Variant::BASES),
        ("Speedup, size of the L1", &Variant::L1),
    ];
    let mut out = String::new();
    for (title, variants) in parts {
        let variants: Vec<Variant> = std::iter::once(Variant::CTAA).chain(variants.iter().copied()).collect();
        let cell = |base: &Figures, run: &Figures| Some(base.cycles / run.cycles);
        out += &table(runs, Variant::BASE, title, &variants, cell, percent, geomean);
    }
    let prefetching: Vec<Variant> = std::iter::once(Variant::CTAA)
        .chain(Variant::COMPARED)
        .filter(|v| *v != Variant::TWICE_L1)
        .chain([Variant::PREFETCH_ONLY])
        .collect();
    let of_run = |figure: fn(&Figures) -> Option<f64>| move |_: &Figures, run: &Figures| figure(run);
    out += &table(runs, Variant::BASE, "Coverage", &prefetching, of_run(|f| Some(f.coverage)), tenths, mean);
    out += &table(runs, Variant::BASE, "Accuracy", &prefetching, of_run(|f| f.accuracy), tenths, mean);
    out += &table(
        runs,
        Variant::BASE,
        "Prefetched lines that leave early",
        &prefetching,
        of_run(|f| f.accuracy.map(|_| f.early)),
        tenths,
        mean,
    );
    let waited = of_run(|f| f.accuracy.map(|_| f.late));
    out += &table(
        runs,
        Variant::BASE,
        "Used prefetched lines that the demand waited for",
        &prefetching,
        waited,
        tenths,
        mean,
    );
    let cycles = |distance: f64| format!("{distance:.0}");
    out += &table(
        runs,
        Variant::BASE,
        "SM cycles from prefetch to demand",
        &prefetching,
        of_run(|f| f.distance),
        cycles,
        mean,
    );
    let all: Vec<Variant> = [Variant::BASE, Variant::CTAA].into_iter().chain(Variant::COMPARED).collect();
    out += &table(runs, Variant::BASE, "L1 miss ratio", &all, of_run(|f| Some(f.miss_ratio)), tenths, mean);
    out += &table(
        runs,
        Variant::BASE,
        "DRAM traffic",
        &all[1..],
        |base, run| Some(run.dram_bytes / base.dram_bytes),
        percent,
        geomean,
    );
    out + &stalls_table(runs) + &inter_table(runs) + &workloads_table(runs, workloads)
}

/// Cycles without issue by cause, as shares of those of the baseline.
fn stalls_table(runs: &Runs) -> String {
    let mut table =
        Table::new(["workload", "RAW", "CTAA", "control", "CTAA", "structural", "CTAA", "all", "CTAA"]);
    for name in runs.workloads(&Kind::ALL) {
        let [Some(base), Some(ctaa)] = [Variant::BASE, Variant::CTAA].map(|v| runs.find(name, v)) else {
            return String::new();
        };
        let causes: [fn(&Stalls) -> f64; 4] = [|s| s.raw, |s| s.control, |s| s.structural, |s| s.total()];
        let cells = causes.into_iter().flat_map(|cause| {
            [base, ctaa].map(|run| share(crate::summary::ratio(cause(&run.stalls), base.stalls.total())))
        });
        table.row(std::iter::once(name.to_string()).chain(cells));
    }
    format!("\nCycles without issue, shares of those of the two-level scheduler:\n\n{}", table.markdown())
}

/// INTER(d) by its distance, on the workload that it is swept on.
fn inter_table(runs: &Runs) -> String {
    let swept: Option<Vec<(Variant, &Figures)>> =
        Variant::INTER.iter().map(|v| Some((*v, runs.find("MM", *v)?))).collect();
    let Some(swept) = swept else { return String::new() };
    let mut table = Table::new([
        "MM",
        "accuracy",
        "with those dropped",
        "coverage",
        "SM cycles to the demand",
        "waited for",
    ]);
    for (variant, run) in swept {
        table.row([
            variant.name().to_string(),
            run.accuracy.map_or("-".into(), share),
            run.right.map_or("-".into(), share),
            share(run.coverage),
            run.distance.map_or("-".into(), |distance| format!("{distance:.0}")),
            share(run.late),
        ]);
    }
    format!("\nINTER(d) on MM:\n\n{}", table.markdown())
}

/// What the workloads are, in the paper and here.
fn workloads_table(runs: &Runs, workloads: &[Program]) -> String {
    let mut table = Table::new([
        "workload",
        "program",
        "arguments",
        "kind",
        "CTAs, paper",
        "CTAs",
        "warps a CTA, paper",
        "warps",
        "CTAs an SM, paper",
        "CTAs an SM",
        "SM cycles, two-level",
        "issues",
        "DRAM bus",
        "striding loads",
        "mispredicted",
    ]);
    for program in workloads {
        let Some(row) = &program.cta_prefetch else { continue };
        let run = |v| runs.find(&program.name, v);
        let [Some(base), Some(ctaa)] = [Variant::BASE, Variant::CTAA].map(run) else { return String::new() };
        let loads = run(Variant::TABLES[Variant::TABLES.len() - 1]);
        table.row([
            row.name.clone(),
            source(program),
            program.args_default.join(" "),
            Kind::of(&row.name).name().to_string(),
            row.ctas.to_string(),
            base.ctas.to_string(),
            row.warps.to_string(),
            base.warps.to_string(),
            row.concurrent.to_string(),
            base.concurrent.to_string(),
            format!("{:.0}", base.cycles),
            share(base.issued),
            share(base.dram_bus),
            loads.map_or("-".into(), |run| format!("{:.1}", run.striding_loads)),
            share(ctaa.mispredicted),
        ]);
    }
    format!("\nThe workloads:\n\n{}", table.markdown())
}
