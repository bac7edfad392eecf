// SPDX-License-Identifier: Apache-2.0
//! Timing of Equalizer.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::Sums;

use super::Diagram;
use crate::equalizer::{fm, sm};
use crate::BenchError;

/// The third epoch in a row in which memory is saturated: the target falls, and the youngest CTA is paused.
#[test]
fn decision() -> Result<(), BenchError> {
    let params = Params::SMALL;
    let mut h = sm::Harness::running(&params, 4, 4)?;
    h.trace.start(h.now());
    h.launch(&[0, 1, 2, 3])?;
    let saturated = |warps: u32| Sums {
        active: warps * params.samples(),
        wait: 0,
        xalu: 0,
        xmem: warps * params.samples(),
    };
    h.epochs(2, saturated(5))?;
    h.epoch(saturated(6))?;
    // The vote is visible in the next cycle, which is s+3.
    let s = h.now() - 3;
    h.steps(3)?;
    let diagram = Diagram {
        name: "eq_sm-decision",
        title: "eq_sm, configuration small: the third equal decision (s = last cycle of an epoch)",
        trace: &h.trace,
        scale: 2,
        parts: &[(s - 1, s + 5)],
        label: &|cycle| match cycle as i64 - s as i64 {
            0 => "s".to_string(),
            distance => format!("s{distance:+}"),
        },
        inputs: &["ib_valid", "is_mem", "lsu_blocked"],
        outputs: &[
            "dbg_acc_active",
            "dbg_acc_xmem",
            "vote_valid",
            "vote",
            "num_blocks",
            "pause_cta",
            "pause_warp",
        ],
    };
    diagram.check();
    Ok(())
}

/// A kernel starts and fills the SM, a CTA at a time, with the distributor taking its time.
#[test]
fn launch() -> Result<(), BenchError> {
    let params = Params::SMALL;
    let mut h = sm::Harness::new(&params)?;
    h.trace.start(h.now());
    h.input.gwde_empty = false;
    h.step()?;
    h.start_kernel(8, 2)?;
    for cta in 0..2 {
        h.steps(1 + cta)?;
        h.input.gwde_gnt = true;
        h.step()?;
        h.input.gwde_gnt = false;
        h.steps(cta)?;
        h.launch(&[cta as u32])?;
    }
    h.steps(2)?;
    h.input.cta_done = 1;
    h.step()?;
    h.steps(2)?;
    let diagram = Diagram {
        name: "eq_sm-launch",
        title: "eq_sm, configuration small: two CTAs are asked for and launched; one ends",
        trace: &h.trace,
        scale: 1,
        parts: &[(0, h.now() - 1)],
        label: &|cycle| cycle.to_string(),
        inputs: &["kernel_start", "nb_max_in", "gwde_empty", "gwde_gnt", "cta_launch", "cta_done"],
        outputs: &["gwde_req", "num_blocks"],
    };
    diagram.check();
    Ok(())
}

/// All SMs vote COMP in performance mode.
#[test]
fn levels() -> Result<(), BenchError> {
    let params = Params::TINY;
    let mut h = fm::Harness::new(&params, true)?;
    h.trace.start(h.now());
    h.steps(2)?;
    h.cast(params.n_sm, 0);
    h.steps(12)?;
    let diagram = Diagram {
        name: "eq_fm-level",
        title: "eq_fm, configuration tiny (vr_cycles = 3): two votes for COMP, performance mode",
        trace: &h.trace,
        scale: 1,
        parts: &[(1, 13)],
        label: &|cycle| cycle.to_string(),
        inputs: &["mode", "vote_valid", "vote"],
        outputs: &["vr_busy", "sm_level", "sm_change", "mem_level", "mem_change"],
    };
    diagram.check();
    Ok(())
}
