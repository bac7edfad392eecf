// SPDX-License-Identifier: Apache-2.0
//! The runs as tables, and the distances of the model.

use super::super::by_workload::{source, table};
use super::super::report::{share, Part, Scale};
use super::beside_memory::{range, DISTANCES};
use super::figures::Figures;
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::manifest::Program;
use crate::means::{geomean, mean};
use crate::table::Table;

/// A figure of a run, if it has it.
type Figure = fn(&Figures) -> Option<f64>;

/// All tables of the report.
pub fn parts(runs: &Runs, workloads: &[Program]) -> Vec<Part> {
    let faster = |base: &Figures, run: &Figures| Some(base.cycles / run.cycles);
    let of_run = |figure: Figure| move |_: &Figures, run: &Figures| figure(run);
    let mut out = Vec::new();
    let title = "Speedup over 32 warps without prefetching";
    out.extend(table(runs, Variant::SIMT_32, title, &Variant::COMPARED, faster, Scale::RATIO, geomean));
    let title = "Performance a watt of the SMs over 32 warps without prefetching";
    let frugal = |base: &Figures, run: &Figures| Some(base.sm_energy / run.sm_energy);
    out.extend(table(runs, Variant::SIMT_32, title, &Variant::COMPARED, frugal, Scale::RATIO, geomean));
    let title = "Speedup over the whole unit with four warps, parts of it off or changed";
    out.extend(table(runs, Variant::APOGEE_4, title, &Variant::ABLATIONS, faster, Scale::RATIO, geomean));
    let misses = [&[Variant::SIMT_32, Variant::SIMT_4], &Variant::PREFETCHING[..]].concat();
    let title = "Share of the lines that loads demanded that were neither in the L1 nor on their way";
    out.extend(table(
        runs,
        Variant::SIMT_4,
        title,
        &misses,
        of_run(|f| Some(f.miss_ratio)),
        Scale::SHARE,
        mean,
    ));
    let of_prefetches: [(&str, Figure); 3] = [
        ("Accuracy", |f| f.accuracy),
        ("Prefetched lines that leave early", |f| f.early),
        ("Used prefetched lines that the demand waited for", |f| f.late),
    ];
    for (title, figure) in of_prefetches {
        out.extend(table(
            runs,
            Variant::SIMT_4,
            title,
            &Variant::PREFETCHING,
            of_run(figure),
            Scale::SHARE,
            mean,
        ));
    }
    let of_traffic: [(&str, Figure); 2] = [
        ("Lines that the L1s asked for, against four warps without prefetching", |f| Some(f.requests)),
        ("DRAM traffic, against four warps without prefetching", |f| Some(f.dram_bytes)),
    ];
    for (title, figure) in of_traffic {
        let more = |base: &Figures, run: &Figures| Some(figure(run)? / figure(base)?);
        out.extend(table(runs, Variant::SIMT_4, title, &Variant::PREFETCHING, more, Scale::RATIO, geomean));
    }
    out.push(workloads_table(runs, workloads).into());
    out
}

/// What the workloads are, and what the unit did.
fn workloads_table(runs: &Runs, workloads: &[Program]) -> String {
    let mut table = Table::new([
        "workload",
        "program",
        "arguments",
        "kind",
        "SM cycles, SIMT_32",
        "SIMT_4",
        "Apogee_4",
        "issues, SIMT_4",
        "Apogee_4",
        "DRAM bus, SIMT_4",
        "Apogee_4",
        "loads not looked at",
        "triggers",
        "moved",
        "entries lost",
    ]);
    for program in workloads {
        let run = |v| runs.find(&program.name, v);
        let [Some(full), Some(base), Some(unit)] =
            [Variant::SIMT_32, Variant::SIMT_4, Variant::APOGEE_4].map(run)
        else {
            return String::new();
        };
        table.row([
            program.name.clone(),
            source(program),
            program.args_default.join(" "),
            Kind::of(&program.name).name().to_string(),
            format!("{:.0}", full.cycles),
            format!("{:.0}", base.cycles),
            format!("{:.0}", unit.cycles),
            share(base.issued),
            share(unit.issued),
            share(base.dram_bus),
            share(unit.dram_bus),
            share(unit.missed_loads),
            unit.triggers.to_string(),
            unit.trigger_moves.to_string(),
            unit.evictions.to_string(),
        ]);
    }
    format!("\nThe workloads:\n\n{}", table.markdown())
}

/// Where the distance settles, by the latency of memory and the time of an iteration of all warps.
pub fn distances() -> String {
    let mut table =
        Table::new(["latency L", "iteration I", "ceil((L + issue_latency) / I)", "paper", "literal"]);
    for of in &*DISTANCES {
        let figures = [of.latency, of.interval, of.expected].map(|figure| figure.to_string());
        table.row(figures.into_iter().chain([range(&of.paper), range(&of.literal)]));
    }
    let title =
        "Distance in iterations after 200 of them, lowest to highest of the next 200; L and I in cycles";
    format!("\n{title}:\n\n{}", table.markdown())
}

/// Mean performance a watt of the SMs over 32 warps without prefetching, of what all workloads ran with.
pub fn efficiencies(runs: &Runs) -> Vec<(String, f64)> {
    let of = |variant: &Variant| {
        let of =
            |name| Some(runs.find(name, Variant::SIMT_32)?.sm_energy / runs.find(name, *variant)?.sm_energy);
        let all = runs.names().map(of).collect::<Option<Vec<f64>>>().filter(|all| !all.is_empty())?;
        Some((format!("{}, performance a watt", variant.name), geomean(&all)))
    };
    Variant::COMPARED.iter().filter_map(of).collect()
}
