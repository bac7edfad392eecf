// SPDX-License-Identifier: Apache-2.0
//! Speedup, energy, IPC.

use super::bars::{by_part, by_program, PartOf};
use super::compared::Compared;
use crate::page::{Bars, Cell, Chart, Column, Grid, Part, Section};
use crate::summary::ratio;

/// Time of the base over that of the result.
fn speedup(results: &[Compared], result: &Compared) -> f64 {
    ratio(results[result.base].summary.time, result.summary.time)
}

fn relative_energy(results: &[Compared], result: &Compared) -> f64 {
    ratio(result.summary.energy, results[result.base].summary.energy)
}

pub fn section(results: &[Compared]) -> Section {
    let several = results.iter().enumerate().any(|(i, result)| result.base != i);
    let mut parts = vec![Part::table(table(results))];
    let mut against_base = |id, title: &str, about: &str, bars: Bars| {
        if several {
            let chart = Chart::Bars(Bars { line: Some(1.0), ..bars });
            parts.push(Part::figure(id, title, about, chart));
        }
    };
    against_base(
        "speedup",
        "Speedup",
        "Time of the first result of the program over time of this one; more is faster.",
        by_program(results, "", |result| speedup(results, result)),
    );
    against_base(
        "energy",
        "Energy, relative",
        "Energy over that of the first result of the program; less is better.",
        by_program(results, "", |result| relative_energy(results, result)),
    );
    parts.push(Part::figure(
        "ipc",
        "IPC",
        "Warp instructions per SM cycle, all SMs together.",
        Chart::Bars(by_program(results, "instructions", |result| result.summary.ipc)),
    ));
    if results.iter().any(|result| result.summary.energy > 0.0) {
        parts.push(Part::figure(
            "energy-parts",
            "Energy by component",
            "Where the energy of each result went.",
            Chart::Bars(by_part(results, "mJ", &ENERGY)),
        ));
    }
    Section {
        title: "Overview".to_string(),
        about: "Differences to the first result of the same program stand beside the figures.".to_string(),
        parts,
    }
}

/// Every component of the energy, in mJ.
const ENERGY: [PartOf; 9] = [
    ("leakage", |r| r.stats().energy.leakage * 1e3),
    ("SMs: clock and issue", |r| (r.stats().energy.sm_clock + r.stats().energy.issue) * 1e3),
    ("register file", |r| r.stats().energy.register_file * 1e3),
    ("arithmetic", |r| (r.stats().energy.alu + r.stats().energy.sfu) * 1e3),
    ("L1 and shared memory", |r| r.stats().energy.l1_shared * 1e3),
    ("crossbar", |r| r.stats().energy.noc * 1e3),
    ("L2", |r| r.stats().energy.l2 * 1e3),
    ("DRAM", |r| {
        let energy = &r.stats().energy;
        (energy.dram_activate + energy.dram_read + energy.dram_write) * 1e3
    }),
    ("standby of the memory", |r| r.stats().energy.standby * 1e3),
];

/// Writes a figure.
type Text = fn(f64) -> String;

/// A title, the value, and how it is written.
type Titled = (&'static str, fn(&Compared) -> f64, Text);

/// The columns of figures.
const FIGURES: [Titled; 6] = [
    ("time, ms", |r| r.summary.time * 1e3, |v| format!("{v:.4}")),
    ("energy, mJ", |r| r.summary.energy * 1e3, |v| format!("{v:.3}")),
    ("IPC", |r| r.summary.ipc, |v| format!("{v:.2}")),
    ("L1 misses, %", |r| r.summary.l1_miss_rate * 100.0, |v| format!("{v:.1}")),
    ("DRAM, GB/s", |r| r.summary.dram_bandwidth / 1e9, |v| format!("{v:.1}")),
    ("CTAs per SM", |r| r.summary.mean_ctas, |v| format!("{v:.2}")),
];

fn table(results: &[Compared]) -> Grid {
    let mut headings: Vec<Column> = ["program", "attached", "machine", "file"].map(Column::text).into();
    headings.push(Column::number("speedup"));
    headings.extend(FIGURES.map(|(name, ..)| Column::number(name)));
    let rows = results.iter().enumerate().map(|(i, result)| {
        let base = &results[result.base];
        let names = [&result.program, &result.units, &result.machine().name, &result.name];
        let mut row: Vec<Cell> = names.into_iter().map(Cell::plain).collect();
        row.push(Cell::plain(format!("{:.3}", speedup(results, result))));
        row.extend(FIGURES.iter().map(|(_, of, text)| {
            let (value, before) = (of(result), of(base));
            Cell {
                text: text(value),
                note: (i != result.base).then(|| change(before, value)).flatten(),
                mark: false,
            }
        }));
        row
    });
    Grid { title: "Results".to_string(), rows: rows.collect(), headings, search: false }
}

/// The change from `before` to `now` in per cent, or that something came of nothing; `None` if there is none.
pub fn change(before: f64, now: f64) -> Option<String> {
    if before == now {
        return None;
    }
    Some(match before {
        0.0 => "from 0".to_string(),
        _ => format!("{:+.1} %", (now / before - 1.0) * 100.0),
    })
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn a_change_is_told_in_per_cent_of_what_was_before() {
        assert_eq!(change(4.0, 5.0).as_deref(), Some("+25.0 %"));
        assert_eq!(change(4.0, 3.0).as_deref(), Some("-25.0 %"));
        assert_eq!(change(0.0, 3.0).as_deref(), Some("from 0"));
        assert_eq!(change(3.0, 3.0), None);
    }

    #[test]
    fn the_parts_of_the_energy_are_all_of_it() {
        let mut results = all(vec![made_up("a", "bfs", &[])]);
        let json = serde_json::to_value(results[0].stats().energy).unwrap();
        let ones: serde_json::Map<_, _> =
            json.as_object().unwrap().keys().map(|key| (key.clone(), 1.0.into())).collect();
        results[0].file.statistics.total.energy = serde_json::from_value(ones.into()).unwrap();
        let sum: f64 = ENERGY.iter().map(|(_, of)| of(&results[0])).sum();
        assert!((sum - results[0].stats().energy.total() * 1e3).abs() < 1e-9);
    }
}
