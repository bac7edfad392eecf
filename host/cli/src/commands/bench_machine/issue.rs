// SPDX-License-Identifier: Apache-2.0
//! Rates of an SM: warp instructions of each pipeline, passes over shared memory by conflict degree, barriers.

use super::bench::{difference, Bench};
use super::figure::Figure;
use anyhow::Result;
use warpsmith_gpu::machine::SmSpec;

const LANES: u32 = 32;
/// Instructions of a round in `issue.cu`.
const UNROLLED: f64 = 256.0;
/// Instructions beside them: counter, comparison, branch, and what the compiler adds at most.
const LOOP: f64 = 4.0;
const ROUNDS: [u32; 2] = [4, 12];

pub fn measure(bench: &Bench) -> Result<Vec<Figure>> {
    let sm = &bench.machine.sm;
    let warps = sm.max_threads_per_cta / LANES;
    let mut figures = Vec::new();
    let sp = sm.sp_units;
    let (dp_units, dp) = if sm.dp_units == 0 { (sm.sfu_units, sm.dp.mad) } else { (sm.dp_units, sm.dp.mad) };
    for (what, kind, units, initiation) in [
        ("integer additions", "int_add", sp, sm.int.add.initiation),
        ("integer products", "int_mul", sp, sm.int.mad.initiation),
        ("single-precision multiply-adds", "fp", sp, sm.fp.mad.initiation),
        ("special functions", "sfu", sm.sfu_units, sm.sfu.initiation),
        ("double-precision multiply-adds", "dp", dp_units, dp.initiation),
    ] {
        let rate = f64::from(sm.schedulers).min(f64::from(units) / f64::from(initiation));
        figures.push(Figure {
            what: format!("{what} of an SM"),
            unit: "warp instructions / SM cycle",
            configured: rate,
            measured: 1.0 / cycles_each(bench, kind, warps, 4)?,
            tolerance: rate * LOOP / UNROLLED,
            why: "the pipelines over their initiation interval, at most one a scheduler; the loop takes up to 4 \
                  slots of 260",
        });
    }
    for stride in [1, 2, 3, 4, 8, 16, 32] {
        let degree = conflict_degree(sm, stride);
        figures.push(Figure {
            what: format!("shared-memory load, stride {stride} words"),
            unit: "SM cycles",
            configured: degree,
            measured: cycles_each(bench, "shared", warps, 4 * stride)?,
            tolerance: degree * LOOP / UNROLLED,
            why: "the lanes that fall on one of shared_banks; the loop takes up to 4 slots of 260",
        });
    }
    for stride in [0, 4] {
        let words = if stride == 0 { 1.0 } else { f64::from(LANES) };
        figures.push(Figure {
            what: format!("constant load, {words} words a warp"),
            unit: "SM cycles",
            configured: words,
            measured: cycles_each(bench, "constant", warps, stride)?,
            tolerance: words * LOOP / UNROLLED,
            why: "a word a cycle, to all lanes that want it; the loop takes up to 4 slots of 260",
        });
    }
    for warps in [1, warps / 2, warps] {
        let slots = f64::from(warps.div_ceil(sm.schedulers));
        figures.push(Figure {
            what: format!("barrier of {warps} warps"),
            unit: "SM cycles",
            configured: slots,
            measured: cycles_each(bench, "barrier", warps, 4)? * f64::from(warps),
            tolerance: 1.0,
            why: "each warp takes a slot of its scheduler; up to one cycle to refill the last one's buffer",
        });
    }
    Ok(figures)
}

/// SM cycles for each of the instructions of one SM, of which all `warps` warps of a CTA execute as many.
fn cycles_each(bench: &Bench, kind: &str, warps: u32, stride: u32) -> Result<f64> {
    let sms = bench.machine.sm.count;
    let numbers = [sms, warps * LANES, stride, ROUNDS[0], ROUNDS[1]].map(|n| n.to_string());
    let launches = bench.run("issue", &[&[kind.to_string()][..], &numbers].concat())?;
    let instructions = f64::from((ROUNDS[1] - ROUNDS[0]) * warps) * UNROLLED;
    Ok(difference(&launches, |k| k.cycles) / instructions)
}

/// The most lanes whose words, `stride` apart, lie in one bank.
fn conflict_degree(sm: &SmSpec, stride: u32) -> f64 {
    let mut lanes = vec![0u32; sm.shared_banks as usize];
    (0..LANES).for_each(|lane| lanes[(lane * stride % sm.shared_banks) as usize] += 1);
    f64::from(lanes.into_iter().fold(0, u32::max))
}
