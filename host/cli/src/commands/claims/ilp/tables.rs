// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_group;
use super::super::by_workload::{source, table};
use super::super::report::{percent, share, tenths, Part, Scale};
use super::super::runs::Policy;
use super::distances::Distance;
use super::figures::Figures;
use super::plan::Variant;
use super::runs::Runs;
use super::workloads::{name, row, Mix};
use crate::manifest::Program;
use crate::means::{geomean, mean};
use crate::table::Table;

/// Text before the points: what is judged by less than the paper has.
pub const BEFORE: &str = "\
Not measured, as the set-up does not exist: energy of parts of an SM (point 8 is by the specification's own model, as the paper gives none).\n\n";

/// All tables of the report.
pub fn parts(runs: &Runs, workloads: &[Program]) -> Vec<Part> {
    let mut out = Vec::new();
    let gains: [(&str, Variant, &[Variant]); 3] = [
        (
            "IPC over TLP",
            Variant::TLP,
            &[Variant::BP, Variant::SC, Variant::BP_SC, Variant::STATIC, Variant::GSHARE, Variant::PERFECT],
        ),
        (
            "IPC over BP+SC, branch prediction",
            Variant::BP_SC,
            &[Variant::STATIC, Variant::GSHARE, Variant::HISTORIES, Variant::PERFECT],
        ),
        ("IPC of a workload alone over GPU-T", Variant::GPU_T, &[Variant::GPU_I, Variant::GPU_H]),
    ];
    for (title, base, variants) in gains {
        let gain = |base: &Figures, run: &Figures| Some(run.ipc / base.ipc);
        out.extend(table(&runs.alone, base, title, variants, gain, Scale::RATIO, geomean));
    }
    out.extend(table(
        &runs.alone,
        Variant::STATIC,
        "Accuracy of branch prediction",
        &[Variant::STATIC, Variant::GSHARE, Variant::HISTORIES],
        |_, run| run.accuracy(),
        Scale::SHARE,
        mean,
    ));
    let entries = [Variant::E2, Variant::E4, Variant::E16].map(|variant| (Variant::BP_SC, variant));
    out.extend(sparse(runs, "IPC over BP+SC with 8 entries", &entries));
    out.extend(registers(runs));
    out.extend(clocks(runs));
    let two = Scale { text: |figure| format!("{figure:.2}"), from: 0.0 };
    out.extend(of_mixes(runs, "Weighted speedup of mixes", |mix, gpu| runs.weighted(mix, gpu), two));
    let energy = |mix: &Mix, gpu| Some(runs.energy(mix, gpu)? / runs.energy(mix, Variant::GPU_T)?);
    out.extend(of_mixes(runs, "Energy of mixes against GPU-T", energy, Scale::RATIO));
    out.extend(elsewhere(runs));
    out.extend(workloads_table(runs, workloads));
    out
}

/// A figure of every mix that has run on all GPUs.
fn of_mixes(
    runs: &Runs,
    title: &str,
    figure: impl Fn(&Mix, Variant) -> Option<f64>,
    scale: Scale,
) -> Option<Part> {
    let row = |mix: &Mix| Variant::FOR_MIXES.iter().map(|gpu| figure(mix, *gpu)).collect::<Option<Vec<_>>>();
    let rows = runs.mixes.iter().filter_map(|mix| Some((vec![name(mix)], row(mix)?)));
    by_group::table(title, &["mix"], &Variant::FOR_MIXES, rows.collect(), scale)
}

/// A row a workload, a column for each of some pairs of base and variant of which any ran; `-` where a workload did not.
fn sparse(runs: &Runs, title: &str, pairs: &[(Variant, Variant)]) -> Option<Part> {
    let ran: Vec<_> =
        pairs.iter().filter(|(base, variant)| !runs.gains(*variant, *base).is_empty()).collect();
    let heads = ran.iter().map(|(_, variant)| variant.name());
    let mut table = Table::new(["workload"].into_iter().chain(heads));
    for row in runs.rows() {
        let cell = |(base, variant): &&(Variant, Variant)| {
            runs.gain(row, *variant, *base).map_or("-".to_string(), percent)
        };
        table.row([row.name.clone()].into_iter().chain(ran.iter().map(cell)));
    }
    (!ran.is_empty()).then(|| format!("\n{title}:\n\n{}", table.markdown()).into())
}

/// What fewer and more registers do (figures 7 and 10).
fn registers(runs: &Runs) -> Option<Part> {
    let sizes = [Variant::R4K, Variant::R8K, Variant::R12K, [Variant::TLP, Variant::GSHARE], Variant::R32K];
    let pairs: Vec<_> = sizes.concat().into_iter().filter(|v| *v != Variant::TLP).collect();
    let pairs: Vec<_> = pairs.into_iter().map(|variant| (Variant::TLP, variant)).collect();
    sparse(runs, "IPC over TLP with 16k registers, by registers of an SM (gshare: ILP with 16k)", &pairs)
}

/// What BP+SC gains with other clocks.
fn clocks(runs: &Runs) -> Option<Part> {
    let pairs = Variant::CLOCKS.map(|[tlp, both]| (tlp, both));
    sparse(runs, "IPC of BP+SC over TLP, by clock of the SMs and bandwidth of DRAM", &pairs)
}

/// How far kernels of a mix keep to SMs of their class, and how often the dispatcher stands still for an SM of the other.
fn elsewhere(runs: &Runs) -> Option<Part> {
    let both = [Variant::GPU_H, Variant::GPU_H_OWN];
    let heads = both.iter().flat_map(|gpu| {
        ["CTAs on SMs of the other kind", "cycles with a refused offer"]
            .map(|head| format!("{head}, {}", gpu.name()))
    });
    let mut table = Table::new(["mix".to_string()].into_iter().chain(heads));
    for mix in &runs.mixes {
        let cells = |gpu: &Variant| {
            Some([tenths(runs.mix(mix, *gpu)?.elsewhere), tenths(runs.mix(mix, *gpu)?.refused)])
        };
        let cells = both.iter().map(cells).collect::<Option<Vec<_>>>()?;
        table.row([name(mix)].into_iter().chain(cells.concat()));
    }
    (!runs.mixes.is_empty()).then(|| format!("\nMixes on GPU-H:\n\n{}", table.markdown()).into())
}

/// What the workloads are, and how busy they keep the machine.
fn workloads_table(runs: &Runs, workloads: &[Program]) -> Option<Part> {
    let mut table = Table::new([
        "workload",
        "program",
        "arguments",
        "class",
        "warps",
        "SM cycles, TLP",
        "million thread instructions",
        "IPC of threads, core cycle",
        "lanes in use",
        "BP+SC",
        "DRAM bus",
        "without an entry, BP+SC",
        "predicted branches",
        "divergent",
        "wrong, gshare",
    ]);
    for program in workloads {
        let (row, run) = (row(&program.name)?, |v| runs.alone.find(&program.name, v));
        let [tlp, both, gshare] = [run(Variant::TLP)?, run(Variant::BP_SC)?, run(Variant::GSHARE)?];
        table.row([
            program.name.clone(),
            source(program),
            program.args_default.join(" "),
            row.class().name().to_string(),
            row.warps().to_string(),
            format!("{:.0}", tlp.cycles),
            format!("{:.1}", tlp.millions),
            format!("{:.0}", tlp.thread_ipc),
            share(tlp.used),
            share(both.used),
            share(tlp.dram_bus),
            share(both.solo),
            gshare.predicted.to_string(),
            gshare.divergent.to_string(),
            gshare.wrong.to_string(),
        ]);
    }
    Some(format!("\nThe workloads:\n\n{}", table.markdown()).into())
}

/// Issue distances as they are.
pub fn distances(all: &[Distance]) -> String {
    let mut table = Table::new(["core", "EX stages", "table of section 2.0", "SM cycles"]);
    for Distance { core, stages, table: expected, found } in all {
        let figures = [core.to_string(), stages.to_string(), expected.to_string(), found.to_string()];
        table.row(figures);
    }
    format!("\nDependent additions of a warp alone, from issue to issue:\n\n{}", table.markdown())
}

/// Mean energy of the mixes on the GPUs of ILP SMs and of both kinds, against GPU-T.
pub fn energies(runs: &Runs) -> Vec<(String, f64)> {
    let of = |gpu: Variant| {
        let against = |mix: &Mix| Some(runs.energy(mix, gpu)? / runs.energy(mix, Variant::GPU_T)?);
        Some((gpu.name().to_string(), runs.mean_of_mixes(against)?))
    };
    [Variant::GPU_I, Variant::GPU_H].into_iter().filter_map(of).collect()
}
