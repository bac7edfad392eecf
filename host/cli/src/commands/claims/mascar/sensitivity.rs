// SPDX-License-Identifier: Apache-2.0
//! Tables of what no point speaks of: how much a threshold decides, and how much any scheduler could win.

use super::super::report::{percent, share};
use super::super::runs::Policy;
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::table::Table;

/// Both, if there are runs of all programs for them.
pub fn markdown(runs: &Runs) -> String {
    if runs.names().next().is_none() {
        return String::new();
    }
    margins(runs) + &bound(runs)
}

/// How much the distance at which the MSHRs count as almost full decides.
fn margins(runs: &Runs) -> String {
    if !Variant::MARGINS.iter().all(|(v, _)| runs.ran(*v)) {
        return String::new();
    }
    let of = |what| Variant::MARGINS.iter().map(move |(_, margin)| format!("{what}, {margin}"));
    let mut table = Table::new(
        ["kind", "program"]
            .into_iter()
            .map(String::from)
            .chain(of("time"))
            .chain(of("stalls"))
            .chain(of("in MP")),
    );
    for kind in Kind::MEMORY {
        let kinds = [kind];
        for name in runs.programs(&kinds) {
            let run = |(v, _): &(Variant, u32)| runs.get(name, *v);
            let times = Variant::MARGINS.iter().map(|(v, _)| percent(runs.speedup(name, *v)));
            let stalls = Variant::MARGINS.iter().map(|v| share(run(v).lsu_stall));
            let priority = Variant::MARGINS.iter().map(|v| share(run(v).memory_priority));
            let cells = [kind.name().to_string(), name.to_string()];
            table.row(cells.into_iter().chain(times).chain(stalls).chain(priority));
        }
        if runs.programs(&kinds).next().is_some() {
            let means = Variant::MARGINS
                .iter()
                .map(|(v, _)| format!("**{}**", percent(runs.mean_speedup(&kinds, *v))));
            let cells = [format!("**{}**", kind.name()), "mean".to_string()];
            let rest = std::iter::repeat_n(String::new(), 2 * Variant::MARGINS.len());
            table.row(cells.into_iter().chain(means).chain(rest));
        }
    }
    let title = "Mascar by `mshr_margin`: performance against LRR, LSU stall fraction, time in MP";
    format!("\n{title}:\n\n{}", table.markdown())
}

/// What there is to win: the memory-intensive programs without what makes a scheduler wait.
fn bound(runs: &Runs) -> String {
    if !runs.ran(Variant::NoLimits) || !Variant::compared().all(|v| runs.ran(v)) {
        return String::new();
    }
    let best = |name: &str| {
        let faster = |a: &Variant, b: &Variant| runs.speedup(name, *a).total_cmp(&runs.speedup(name, *b));
        Variant::compared()
            .max_by(faster)
            .map_or_else(String::new, |v| format!("{}, {}", percent(runs.speedup(name, v)), v.name()))
    };
    let mut table = Table::new([
        "kind",
        "program",
        "LRR without limits",
        "best policy",
        "LSU stalls, LRR",
        "without limits",
        "DRAM busy, LRR",
        "without limits",
    ]);
    for kind in Kind::MEMORY {
        for name in runs.programs(&[kind]) {
            let (lrr, free) = (runs.get(name, Variant::Lrr), runs.get(name, Variant::NoLimits));
            table.row([
                kind.name().to_string(),
                name.to_string(),
                percent(runs.speedup(name, Variant::NoLimits)),
                best(name),
                share(lrr.lsu_stall),
                share(free.lsu_stall),
                share(lrr.dram_busy),
                share(free.dram_busy),
            ]);
        }
    }
    let mut mean = |name: &str, kinds: &[Kind]| {
        let bound = format!("**{}**", percent(runs.mean_speedup(kinds, Variant::NoLimits)));
        let cells = [format!("**{name}**"), "mean".to_string(), bound];
        table.row(cells.into_iter().chain(std::iter::repeat_n(String::new(), 5)));
    };
    for kind in Kind::MEMORY.into_iter().filter(|kind| runs.programs(&[*kind]).next().is_some()) {
        mean(kind.name(), &[kind]);
    }
    mean("both", &Kind::MEMORY);
    let title = "The bound: LRR with every queue and all MSHRs at their most and DRAM a fifth faster (Figure 4.3: +39 %)";
    format!("\n{title}:\n\n{}", table.markdown())
}
