// SPDX-License-Identifier: Apache-2.0
//! Traffic through the caches, and what DRAM did.

use super::bars::{by_program, shares, PartOf};
use super::compared::Compared;
use crate::page::{Bars, Chart, Flow, Link, Part, Section};
use crate::summary::{dram_bus, l1_miss_rate, ratio};
use warpsmith_gpu::stats::{Counters, DramStats};

fn dram(result: &Compared) -> &DramStats {
    &result.stats().counters.dram
}

/// Lines that DRAM read or wrote, by what its row buffers did for them.
const ROWS: [PartOf; 3] = [
    ("row hits", |r| dram(r).row_hits as f64),
    ("row misses", |r| dram(r).row_misses as f64),
    ("row conflicts", |r| dram(r).row_conflicts as f64),
];

pub fn section(results: &[Compared]) -> Section {
    let flows = results.iter().enumerate().map(|(i, result)| {
        let figure = Part::figure(
            "traffic",
            format!("Traffic of {}", result.full_name()),
            "Line accesses, from the SMs to what answers them. What a texture or constant cache sends on are its misses; what L1 \
             sends on, its stores included, are all other packets to L2. At the right end lines of DRAM by what its row buffers did.",
            Chart::Flow(Flow { unit: "lines".to_string(), links: flow(&result.stats().counters) }),
        );
        figure.of(i)
    });
    let mut parts: Vec<Part> = flows.collect();
    let mut bars = |id, title: &str, about: &str, bars: Bars| {
        parts.push(Part::figure(id, title, about, Chart::Bars(bars)));
    };
    bars(
        "dram-rows",
        "DRAM rows",
        "Lines read or written, by whether their row was open, none was, or another: dram.row_*.",
        shares(results, &ROWS),
    );
    bars(
        "dram-bus",
        "DRAM bus use",
        "Share of the DRAM cycles, over all channels, in which the data bus carried data: dram.data_cycles.",
        by_program(results, "%", |r| dram_bus(r.stats(), r.machine()) * 100.0),
    );
    bars(
        "dram-bandwidth",
        "DRAM bandwidth",
        "Bytes read and written per simulated second.",
        by_program(results, "GB/s", |r| r.summary.dram_bandwidth / 1e9),
    );
    bars(
        "l1-misses",
        "L1 miss rate",
        "l1.misses / l1.accesses; an access to a line on its way is no miss.",
        by_program(results, "%", |r| l1_miss_rate(r.stats()) * 100.0),
    );
    bars(
        "l2-misses",
        "L2 miss rate",
        "l2.misses / l2.accesses; an access to a line on its way is no miss.",
        by_program(results, "%", |r| l2_miss_rate(r) * 100.0),
    );
    Section {
        title: "Memory".to_string(),
        about: "Where the lines came from, and how well DRAM was used.".to_string(),
        parts,
    }
}

fn l2_miss_rate(result: &Compared) -> f64 {
    let l2 = &result.stats().counters.l2;
    ratio(l2.misses as f64, l2.accesses as f64)
}

/// From the SMs to DRAM, without what is 0.
fn flow(counters: &Counters) -> Vec<Link> {
    let Counters { sm, l1, texture, constant, icnt, l2, dram, .. } = counters;
    let others = texture.misses + constant.misses + sm.l1_passes;
    // Stores go on also where they hit.
    let from_l1 = icnt.request_packets.saturating_sub(others);
    let links = [
        ("L1", "answered in the SM", l1.accesses.saturating_sub(from_l1)),
        ("L1", "L2", from_l1),
        ("loads past L1", "L2", sm.l1_passes),
        ("texture cache", "answered in the SM", texture.accesses - texture.misses),
        ("texture cache", "L2", texture.misses),
        ("constant cache", "answered in the SM", constant.accesses - constant.misses),
        ("constant cache", "L2", constant.misses),
        ("L2", "answered in L2", l2.hits + l2.hits_reserved),
        ("L2", "DRAM reads", dram.read_lines),
        ("L2", "DRAM writes", dram.write_lines),
        ("DRAM reads", "DRAM", dram.read_lines),
        ("DRAM writes", "DRAM", dram.write_lines),
        ("DRAM", "row hit", dram.row_hits),
        ("DRAM", "row miss", dram.row_misses),
        ("DRAM", "row conflict", dram.row_conflicts),
    ];
    let links = links.into_iter().filter(|(.., lines)| *lines > 0);
    links.map(|(from, to, lines)| Link { from, to, value: lines as f64 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_l1_sends_on_is_what_comes_to_l2_from_nobody_else_and_nothing_flows_where_nothing_is() {
        let mut counters = Counters::default();
        assert!(flow(&counters).is_empty());
        (counters.l1.accesses, counters.icnt.request_packets) = (100, 60);
        (counters.texture.accesses, counters.texture.misses) = (30, 10);
        counters.sm.l1_passes = 5;
        (counters.l2.hits, counters.l2.hits_reserved, counters.dram.read_lines) = (20, 3, 37);
        (counters.dram.row_hits, counters.dram.row_conflicts) = (30, 7);
        let found: Vec<_> = flow(&counters).into_iter().map(|l| (l.from, l.to, l.value)).collect();
        assert_eq!(
            found,
            [
                ("L1", "answered in the SM", 55.0),
                ("L1", "L2", 45.0),
                ("loads past L1", "L2", 5.0),
                ("texture cache", "answered in the SM", 20.0),
                ("texture cache", "L2", 10.0),
                ("L2", "answered in L2", 23.0),
                ("L2", "DRAM reads", 37.0),
                ("DRAM reads", "DRAM", 37.0),
                ("DRAM", "row hit", 30.0),
                ("DRAM", "row conflict", 7.0),
            ]
        );
    }
}
