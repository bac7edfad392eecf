// SPDX-License-Identifier: Apache-2.0
//! Timing of Mascar.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, Sat};

use super::Diagram;
use crate::mascar::rexq::Harness as Rexq;
use crate::mascar::sched::{heads, idle};
use crate::{BenchError, Harness};

/// MSHRs fill up and become free again.
#[test]
fn saturation() -> Result<(), BenchError> {
    let mut h = Harness::<Sat>::start(&Params::SMALL, sat::In::default())?;
    h.trace.start(h.now());
    for used in [4, 5, 6, 7, 8, 7, 6, 5, 4, 4] {
        h.input.mshr_used = used;
        h.step()?;
    }
    let diagram = Diagram {
        name: "mascar_sat-mode",
        title: "mascar_sat, configuration small: 8 MSHRs, almost full from 6 on",
        trace: &h.trace,
        scale: 1,
        parts: &[(0, h.now() - 1)],
        label: &|cycle| cycle.to_string(),
        inputs: &["mshr_used", "mq_used", "sat_tex", "sat_const"],
        outputs: &["mp"],
    };
    diagram.check();
    Ok(())
}

/// From EP to MP: an owner, a warp that was ready before, release, and the next owner.
#[test]
fn ownership() -> Result<(), BenchError> {
    let mut h = idle(&Params::SMALL)?;
    h.trace.start(h.now());
    heads(&mut h, 0b0001, 0b1010);
    h.step()?;
    h.input.mp = true;
    heads(&mut h, 0b1001, 0);
    h.step()?;
    heads(&mut h, 0b10_1001, 0);
    h.step()?;
    // The owner, warp 0, computes. It keeps warp 5 from memory, but not warp 3, which was ready when MP began.
    heads(&mut h, 0b10_1000, 0b0001);
    h.step()?;
    heads(&mut h, 0b10_0000, 0b0001);
    h.step()?;
    // Its next instruction needs what it has loaded.
    h.input.dep_ll = 1;
    h.input.ops_ready &= !1;
    h.steps(3)?;
    heads(&mut h, 0, 0);
    h.step()?;
    h.input.mp = false;
    h.steps(2)?;
    let diagram = Diagram {
        name: "mascar_sched-owner",
        title: "mascar_sched, configuration small: EP, then MP with the owners 0 and 5, then EP",
        trace: &h.trace,
        scale: 1,
        parts: &[(0, h.now() - 1)],
        label: &|cycle| cycle.to_string(),
        inputs: &["mp", "ib_valid", "head_is_mem", "ops_ready", "dep_ll"],
        outputs: &["grant_v", "grant_warp", "grant_mem", "wst_stall", "owner_v", "owner"],
    };
    diagram.check();
    Ok(())
}

/// A miss is refused and parked, a hit passes it, and the parked request is tried until the L1 takes it.
#[test]
fn reexecution() -> Result<(), BenchError> {
    let mut h = Rexq::start(&Params::SMALL, rexq::In::default())?;
    h.trace.start(h.now());
    let load = |warp: u8| rexq::In {
        lsu_v: true,
        lsu_warp: warp,
        lsu_base: 0x20 * u64::from(warp),
        lsu_first: true,
        ..rexq::In::default()
    };
    let nothing = rexq::In::default();
    h.step()?;
    for (input, ack) in [
        (load(1), false),
        (load(2), true),
        (load(3), false),
        (nothing, false),
        (nothing, false),
        (nothing, true),
        (nothing, true),
        (nothing, false),
    ] {
        h.input = rexq::In { l1_ack: ack, ..input };
        h.step()?;
    }
    let diagram = Diagram {
        name: "mascar_rexq-requests",
        title: "mascar_rexq, configuration small: misses of warps 1 and 3 wait, a hit of warp 2 passes",
        trace: &h.trace,
        scale: 1,
        parts: &[(0, h.now() - 1)],
        label: &|cycle| cycle.to_string(),
        inputs: &["lsu_v", "lsu_warp", "lsu_first", "l1_ack"],
        outputs: &[
            "lsu_rdy",
            "l1_v",
            "l1_src",
            "l1_warp",
            "rexq_has",
            "head_v",
            "head_warp",
            "count",
            "full",
        ],
    };
    diagram.check();
    Ok(())
}
