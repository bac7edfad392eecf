// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_workload::{source, table};
use super::super::report::{percent, share, tenths};
use super::super::runs::{harmonic, mean};
use super::figures::Figures;
use super::plan::{row_of, Variant};
use super::runs::{efficiency, speedup, Runs};
use crate::manifest::Program;
use crate::table::Table;

/// A title, a figure of a run, if it has it, and how the figure is written.
type Shown = (&'static str, fn(&Figures) -> Option<f64>, fn(f64) -> String);

/// All tables of the report.
pub fn markdown(runs: &Runs, workloads: &[Program]) -> String {
    let compared = [Variant::EAF, Variant::PC_BYP, Variant::REUSE];
    let with_medic = |variants: &[Variant]| [&[Variant::MEDIC], variants].concat();
    let parts = [
        ("Speedup over Baseline, the components alone", with_medic(&Variant::PARTS)),
        ("Speedup over Baseline, what the dissertation leaves open", with_medic(&Variant::READINGS)),
        ("Speedup, compared policies", with_medic(&compared)),
        ("Speedup, tokens of PCAL", with_medic(&Variant::PCAL)),
        ("Speedup, share of the warps that Rand lets bypass", with_medic(&Variant::RAND)),
        ("Speedup, banks and ways of L2", with_medic(&[&Variant::BANKS[..], &[Variant::LARGER]].concat())),
        ("Speedup over Baseline at 4 cycles, occupancy of a bank", with_medic(&Variant::OCCUPANCY)),
    ];
    let mut out = types_table(runs, workloads);
    for (title, variants) in parts {
        let cell = |base: &Figures, run: &Figures| Some(speedup(base, run));
        out += &table(runs, Variant::BASE, title, &variants, cell, percent, harmonic);
    }
    let all = [&[Variant::BASE, Variant::MEDIC], &Variant::PARTS[..], &compared].concat();
    let cell = |base: &Figures, run: &Figures| Some(efficiency(base, run));
    out += &table(runs, Variant::BASE, "Energy efficiency, IPC / energy", &all[1..], cell, percent, harmonic);
    let figures: [Shown; 5] = [
        ("L2 miss rate, a request past L2 being a miss", |f| Some(f.miss_rate), tenths),
        ("L2 cycles in front of the tags", |f| Some(f.queue_latency), one),
        ("Row-buffer hit rate", |f| Some(f.row_hits), tenths),
        ("Inter-bank divergence penalty of all-hit warps, SM cycles", |f| f.divergence, one),
        ("Requests answered in a thousand L2 cycles", |f| Some(f.retired), one),
    ];
    for (title, figure, text) in figures {
        out += &table(runs, Variant::BASE, title, &all, |_, run| figure(run), text, mean);
    }
    out
}

fn one(figure: f64) -> String {
    format!("{figure:.1}")
}

/// What the workloads are, and the types of their warps here and in the dissertation.
fn types_table(runs: &Runs, workloads: &[Program]) -> String {
    let classes = ["AH", "MH", "BL", "MM", "AM"];
    let head =
        ["workload", "program", "arguments", "SM cycles, Baseline", "issues", "DRAM bus", "warps typed"];
    let columns = classes.iter().flat_map(|class| [class.to_string(), format!("{class}, paper")]);
    let mut table = Table::new(head.into_iter().map(str::to_string).chain(columns));
    for program in workloads {
        let Some(base) = runs.find(&program.name, Variant::BASE) else { return String::new() };
        let paper = row_of(&program.name).and_then(|row| row.types);
        let shares = (0..classes.len()).flat_map(|class| {
            [share(base.types[class]), paper.map_or("-".into(), |types| format!("{} %", types[class]))]
        });
        let cells = [
            program.name.clone(),
            source(program),
            program.args_default.join(" "),
            format!("{:.0}", base.cycles),
            share(base.issued),
            share(base.dram_bus),
            base.classified.to_string(),
        ];
        table.row(cells.into_iter().chain(shares));
    }
    format!("\nThe workloads and the types of their warps:\n\n{}", table.markdown())
}
