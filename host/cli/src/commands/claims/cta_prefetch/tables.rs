// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_workload::{source, table};
use super::super::report::{share, Part, Scale};
use super::super::runs::Policy;
use super::figures::{Figures, Stalls};
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::manifest::Program;
use crate::means::{geomean, mean};
use crate::table::Table;

/// A title, a figure of a run, if it has it, and how it is written and drawn.
type Shown = (&'static str, fn(&Figures) -> Option<f64>, Scale);

/// All tables of the report.
pub fn parts(runs: &Runs, workloads: &[Program]) -> Vec<Part> {
    let parts = [
        ("Speedup over the two-level scheduler, compared policies", &Variant::COMPARED[..]),
        ("Speedup, parts of the unit off or changed", &Variant::ABLATIONS),
        ("Speedup, entries of both tables", &Variant::TABLES),
        ("Speedup, base addresses", &Variant::BASES),
        ("Speedup, size of the L1", &Variant::L1),
    ];
    let mut out = Vec::new();
    for (title, variants) in parts {
        let variants: Vec<Variant> = std::iter::once(Variant::CTAA).chain(variants.iter().copied()).collect();
        let cell = |base: &Figures, run: &Figures| Some(base.cycles / run.cycles);
        out.extend(table(runs, Variant::BASE, title, &variants, cell, Scale::RATIO, geomean));
    }
    let prefetching: Vec<Variant> = std::iter::once(Variant::CTAA)
        .chain(Variant::COMPARED)
        .filter(|v| *v != Variant::TWICE_L1)
        .chain([Variant::PREFETCH_ONLY])
        .collect();
    let of_run = |figure: fn(&Figures) -> Option<f64>| move |_: &Figures, run: &Figures| figure(run);
    let figures: [Shown; 5] = [
        ("Coverage", |f| Some(f.coverage), Scale::SHARE),
        ("Accuracy", |f| f.accuracy, Scale::SHARE),
        ("Prefetched lines that leave early", |f| f.accuracy.map(|_| f.early), Scale::SHARE),
        ("Used prefetched lines that the demand waited for", |f| f.accuracy.map(|_| f.late), Scale::SHARE),
        ("SM cycles from prefetch to demand", |f| f.distance, Scale::COUNT),
    ];
    for (title, figure, scale) in figures {
        out.extend(table(runs, Variant::BASE, title, &prefetching, of_run(figure), scale, mean));
    }
    let all: Vec<Variant> = [Variant::BASE, Variant::CTAA].into_iter().chain(Variant::COMPARED).collect();
    let misses = of_run(|f| Some(f.miss_ratio));
    out.extend(table(runs, Variant::BASE, "L1 miss ratio", &all, misses, Scale::SHARE, mean));
    let traffic = |base: &Figures, run: &Figures| Some(run.dram_bytes / base.dram_bytes);
    out.extend(table(runs, Variant::BASE, "DRAM traffic", &all[1..], traffic, Scale::RATIO, geomean));
    let tables = [stalls_table(runs), inter_table(runs), workloads_table(runs, workloads)];
    out.extend(tables.map(Part::from));
    out
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
