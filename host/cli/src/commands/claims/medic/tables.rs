// SPDX-License-Identifier: Apache-2.0
//! The runs as tables.

use super::super::by_workload::{source, table};
use super::super::report::{share, Part, Scale};
use super::figures::Figures;
use super::plan::{row_of, Variant};
use super::runs::{efficiency, speedup, Runs};
use crate::bars::{Bars, Kind};
use crate::manifest::Program;
use crate::means::{harmonic, mean};
use crate::table::Table;

/// A title, a figure of a run, if it has it, and how it is written and drawn.
type Shown = (&'static str, fn(&Figures) -> Option<f64>, Scale);

/// All hit, mostly hit, balanced, mostly miss, all miss.
const TYPES: [&str; 5] = ["AH", "MH", "BL", "MM", "AM"];

/// All tables of the report.
pub fn parts(runs: &Runs, workloads: &[Program]) -> Vec<Part> {
    let compared = [Variant::EAF, Variant::PC_BYP, Variant::REUSE];
    let with_medic = |variants: &[Variant]| [&[Variant::MEDIC], variants].concat();
    let parts = [
        ("Speedup over Baseline, the components alone", with_medic(&Variant::PARTS)),
        ("Speedup over Baseline, what the dissertation leaves open", with_medic(&Variant::READINGS)),
        ("Speedup over Baseline, types in each L2 partition", with_medic(&Variant::PARTITIONS)),
        ("Speedup, compared policies", with_medic(&compared)),
        ("Speedup, tokens of PCAL", with_medic(&Variant::PCAL)),
        ("Speedup, share of the warps that Rand lets bypass", with_medic(&Variant::RAND)),
        ("Speedup, banks and ways of L2", with_medic(&[&Variant::BANKS[..], &[Variant::LARGER]].concat())),
        ("Speedup over Baseline at 4 cycles, occupancy of a bank", with_medic(&Variant::OCCUPANCY)),
    ];
    let mut out: Vec<Part> = types(runs, workloads).into_iter().collect();
    out.extend(types_in_the_dissertation(workloads));
    for (title, variants) in parts {
        let cell = |base: &Figures, run: &Figures| Some(speedup(base, run));
        out.extend(table(runs, Variant::BASE, title, &variants, cell, Scale::RATIO, harmonic));
    }
    let all = [&[Variant::BASE, Variant::MEDIC], &Variant::PARTS[..], &compared].concat();
    let cell = |base: &Figures, run: &Figures| Some(efficiency(base, run));
    let title = "Energy efficiency, IPC / energy";
    out.extend(table(runs, Variant::BASE, title, &all[1..], cell, Scale::RATIO, harmonic));
    let figures: [Shown; 5] = [
        ("L2 miss rate, a request past L2 being a miss", |f| Some(f.miss_rate), Scale::SHARE),
        ("L2 cycles in front of the tags", |f| Some(f.queue_latency), Scale::TENTHS),
        ("Row-buffer hit rate", |f| Some(f.row_hits), Scale::SHARE),
        ("Inter-bank divergence penalty of all-hit warps, SM cycles", |f| f.divergence, Scale::TENTHS),
        ("Requests answered in a thousand L2 cycles", |f| Some(f.retired), Scale::TENTHS),
    ];
    for (title, figure, scale) in figures {
        out.extend(table(runs, Variant::BASE, title, &all, |_, run| figure(run), scale, mean));
    }
    out
}

/// What the workloads are, and the types of their warps here and in the dissertation; the picture is of those here.
fn types(runs: &Runs, workloads: &[Program]) -> Option<Part> {
    let head =
        ["workload", "program", "arguments", "SM cycles, Baseline", "issues", "DRAM bus", "warps typed"];
    let columns = TYPES.iter().flat_map(|class| [class.to_string(), format!("{class}, paper")]);
    let mut table = Table::new(head.into_iter().map(str::to_string).chain(columns));
    let mut here = Vec::new();
    for program in workloads {
        let base = runs.find(&program.name, Variant::BASE)?;
        let paper = row_of(&program.name).and_then(|row| row.types);
        let shares = (0..TYPES.len()).flat_map(|class| {
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
        here.push((program.name.clone(), base.types));
    }
    let markdown = format!("\nThe workloads and the types of their warps:\n\n{}", table.markdown());
    Some(Part { markdown, bars: Some(types_as_bars("Types of the warps", here)) })
}

/// Their shares in the dissertation as a picture alone, since the table has them.
fn types_in_the_dissertation(workloads: &[Program]) -> Option<Part> {
    let of = |program: &Program| Some((program.name.clone(), row_of(&program.name)?.types?));
    let paper: Vec<(String, [f64; 5])> = workloads.iter().filter_map(of).collect();
    let shares = paper.into_iter().map(|(name, types)| (name, types.map(|percent| percent / 100.0)));
    let bars = types_as_bars("Types of the warps in the dissertation, Table 4.2", shares.collect());
    (!bars.groups.is_empty()).then(|| Part { markdown: String::new(), bars: Some(bars) })
}

fn types_as_bars(title: &str, shares: Vec<(String, [f64; 5])>) -> Bars {
    let (groups, figures) = shares.into_iter().map(|(name, types)| (name, types.map(Some).to_vec())).unzip();
    let series = TYPES.map(str::to_string).to_vec();
    Bars { title: title.to_string(), kind: Kind::Stacked, groups, series, figures, text: share }
}

/// Mean energy efficiency of the unit, IPC / energy, over the baseline's.
pub fn efficiencies(runs: &Runs) -> Vec<(String, f64)> {
    let of = |name| Some(efficiency(runs.find(name, Variant::BASE)?, runs.find(name, Variant::MEDIC)?));
    let all = runs.names().map(of).collect::<Option<Vec<f64>>>().filter(|all| !all.is_empty());
    all.into_iter().map(|all| (format!("{}, IPC / energy", Variant::MEDIC.name), harmonic(&all))).collect()
}
