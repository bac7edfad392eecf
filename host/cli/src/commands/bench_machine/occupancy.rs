// SPDX-License-Identifier: Apache-2.0
//! How many CTAs run side by side on an SM, seen from outside: the first CTA that must wait doubles the time.

use super::bench::Bench;
use super::figure::Figure;
use anyhow::Result;

const LANES: u32 = 32;

pub fn measure(bench: &Bench) -> Result<Vec<Figure>> {
    let sm = &bench.machine.sm;
    // Two and a half CTAs' worth of shared memory.
    let shared = sm.shared_bytes * 2 / 5;
    let kinds = [
        ("CTA slots", "few", LANES, 0),
        ("warp slots", "few", sm.max_threads_per_cta / 2, 0),
        ("shared memory", "few", LANES, shared),
        ("registers", "many", 8 * LANES, 0),
    ];
    let mut figures = Vec::new();
    for (what, kind, threads, bytes) in kinds {
        let args = [sm.count, sm.ctas + 1, threads, bytes].map(|n| n.to_string());
        let launches = bench.run("occupancy", &[&[kind.to_string()][..], &args].concat())?;
        let alone = launches[0].cycles as f64;
        let together = launches.iter().take_while(|k| (k.cycles as f64) < 1.5 * alone).count();
        // What the kernel's registers are is the compiler's choice; how they are given out is the machine's.
        let registers = launches[0].occupancy.registers_per_cta;
        let warps = threads.div_ceil(LANES);
        let room = bytes.next_multiple_of(sm.shared_granularity);
        let limits = [
            sm.ctas,
            sm.warps / warps,
            sm.threads / threads,
            sm.registers / registers,
            sm.shared_bytes.checked_div(room).unwrap_or(u32::MAX),
        ];
        figures.push(Figure {
            what: format!("CTAs of an SM, limited by {what}"),
            unit: "CTAs",
            configured: f64::from(limits.into_iter().fold(u32::MAX, u32::min)),
            measured: together as f64,
            tolerance: 0.0,
            why:
                "the least of ctas, warps, threads, registers and shared_bytes over what a CTA takes of each",
        });
    }
    Ok(figures)
}
