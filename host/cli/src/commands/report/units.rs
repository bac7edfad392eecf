// SPDX-License-Identifier: Apache-2.0
//! Translation and prefetching, where results have them.

use super::bars::{by_program, shares, PartOf};
use super::compared::Compared;
use crate::page::{Chart, Part, Section};
use crate::summary::ratio;
use warpsmith_gpu::stats::{L1TlbStats, L2TlbStats, PrefetchStats};

fn prefetches(result: &Compared) -> Option<PrefetchStats> {
    result.stats().units.of()
}

fn l1_tlb(result: &Compared) -> Option<L1TlbStats> {
    result.stats().units.of()
}

fn l2_tlb(result: &Compared) -> Option<L2TlbStats> {
    result.stats().units.of()
}

/// What became of the lines that prefetchers asked for.
const PREFETCHES: [PartOf; 4] = [
    ("useful", |r| prefetches(r).map_or(0.0, |p| p.useful as f64)),
    ("late", |r| prefetches(r).map_or(0.0, |p| p.late as f64)),
    ("evicted before a demand", |r| prefetches(r).map_or(0.0, |p| p.early_evicted as f64)),
    ("still there at the end", |r| {
        prefetches(r).map_or(0.0, |p| p.issued.saturating_sub(p.useful + p.late + p.early_evicted) as f64)
    }),
];

pub fn section(results: &[Compared]) -> Section {
    let mut parts = Vec::new();
    let mut figure = |id, title: &str, about: &str, chart| {
        parts.push(Part::figure(id, title, about, chart));
    };
    let rate = |part: f64, whole: u64| ratio(part * 100.0, whole as f64);
    if results.iter().any(|result| prefetches(result).is_some()) {
        figure(
            "prefetches",
            "Prefetched lines",
            "What became of the lines that were prefetched: units.prefetcher.*.",
            Chart::Bars(shares(results, &PREFETCHES)),
        );
        let coverage = |r: &Compared| {
            prefetches(r)
                .map_or(f64::NAN, |p| rate(p.useful as f64, p.useful + p.demands_pending + p.demands_missed))
        };
        figure(
            "prefetch-coverage",
            "Prefetch coverage",
            "Useful prefetches among the lines that were demanded and would not have been there.",
            Chart::Bars(by_program(results, "%", coverage)),
        );
    }
    if results.iter().any(|result| l1_tlb(result).is_some()) {
        let hits = |r: &Compared| l1_tlb(r).map_or(f64::NAN, |t| rate(t.hits as f64, t.accesses));
        figure(
            "l1-tlb",
            "L1 TLB hits",
            "Pages that were found in the TLB of the SM: units.l1_tlb.hits / accesses.",
            Chart::Bars(by_program(results, "%", hits)),
        );
    }
    if results.iter().any(|result| l2_tlb(result).is_some()) {
        let hits = |r: &Compared| l2_tlb(r).map_or(f64::NAN, |t| rate(t.hits as f64, t.lookups));
        figure(
            "l2-tlb",
            "Shared TLB hits",
            "Lookups that hit in the shared TLB: units.l2_tlb.hits / lookups.",
            Chart::Bars(by_program(results, "%", hits)),
        );
        let cycles =
            |r: &Compared| l2_tlb(r).map_or(f64::NAN, |t| ratio(t.walk_cycles as f64, t.walks as f64));
        figure(
            "walks",
            "Page walks",
            "From the lookup that waited longest to the end of its walk, mean: units.l2_tlb.walk_cycles / walks.",
            Chart::Bars(by_program(results, "SM cycles", cycles)),
        );
    }
    Section {
        title: "Translation and prefetching".to_string(),
        about: "Of the results that translate addresses or prefetch.".to_string(),
        parts,
    }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn what_no_result_has_is_not_drawn_and_what_one_has_is() {
        let mut results = all(vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[("mta", "x")])]);
        assert!(section(&results).parts.is_empty());
        let group = PrefetchStats { issued: 10, useful: 4, late: 3, early_evicted: 1, ..Default::default() };
        results[1].file.statistics.total.units.add(&group);
        assert_eq!(section(&results).parts.len(), 2);
        let bars = shares(&results, &PREFETCHES);
        let of: Vec<_> = bars.series.iter().map(|s| s.values[1].unwrap()).collect();
        assert_eq!(of, [40.0, 30.0, 10.0, 20.0]);
    }
}
