// SPDX-License-Identifier: Apache-2.0
//! Timing of CTA-aware prefetching.

use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::sched;

use super::Diagram;
use crate::cta_prefetch::engine::Sm;
use crate::cta_prefetch::sched::Harness as Sched;
use crate::BenchError;

/// Two warps of the leading CTA give the stride, and the other CTA's second warp gets its line; then that CTA's leading warp comes to
/// the load again, and all its other warps get theirs.
#[test]
fn prefetching() -> Result<(), BenchError> {
    let mut sm = Sm::with_ctas(&Params::NB1, 2, 4)?;
    let first = sm.h.now();
    sm.h.trace.start(first);
    for (cta, widx, addr) in [(0, 0, 0x1000), (1, 0, 0x8000), (0, 1, 0x1200)] {
        sm.set_load(0x40, cta, widx, &[addr]);
        sm.step()?;
    }
    sm.steps(4)?;
    sm.set_load(0x40, 1, 0, &[0x9000]);
    sm.step()?;
    sm.steps(2)?;
    // The L1 has no room for two cycles.
    sm.h.input.pf_ready = false;
    sm.steps(2)?;
    sm.h.input.pf_ready = true;
    sm.steps(4)?;
    let diagram = Diagram {
        name: "cta_pf_engine-cases",
        title: "cta_pf_engine, configuration nb1: case 1, then case 2",
        trace: &sm.h.trace,
        scale: 2,
        parts: &[(first, sm.h.now() - 1)],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["ld_valid", "ld_cta", "ld_widx", "ld_addr", "pf_ready"],
        outputs: &["st_reg", "st_stride", "pf_valid", "pf_warp", "pf_addr"],
    };
    diagram.check();
    Ok(())
}

/// Leading warps first, then the leading CTA; a stalled warp leaves, a woken one takes the place of one that does not lead.
#[test]
fn scheduling() -> Result<(), BenchError> {
    let mut h = Sched::start(&Params::TINY, sched::In::default())?;
    h.trace.start(h.now());
    for slot in 0..2u8 {
        let i = &mut h.input;
        (i.cta_start_valid, i.cta_start_slot, i.cta_start_first, i.cta_start_nw) = (true, slot, 4 * slot, 4);
        i.hold_fill = slot == 0;
        h.step()?;
    }
    h.steps(3)?;
    h.input.w_can_issue = 0xff;
    h.steps(3)?;
    // Warp 4 waits for what it has loaded.
    h.input.w_stall = 1 << 4;
    h.steps(2)?;
    h.input.w_stall = 1 << 4;
    (h.input.wake_valid, h.input.wake_warp) = (true, 6);
    h.step()?;
    h.steps(4)?;
    let diagram = Diagram {
        name: "cta_sched-queue",
        title: "cta_sched, configuration tiny: two CTAs of 4 warps, a ready queue of 3",
        trace: &h.trace,
        scale: 1,
        parts: &[(0, h.now() - 1)],
        label: &|cycle| cycle.to_string(),
        inputs: &[
            "cta_start_valid",
            "cta_start_slot",
            "hold_fill",
            "w_can_issue",
            "w_stall",
            "wake_valid",
            "wake_warp",
        ],
        outputs: &[
            "issue_valid",
            "issue_warp",
            "ready_mask",
            "lead_valid",
            "st_promote",
            "st_demote",
            "st_swap",
        ],
    };
    diagram.check();
    Ok(())
}
