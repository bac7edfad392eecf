// SPDX-License-Identifier: Apache-2.0
//! Timing of MASK.

use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::{dram_sched, epoch, l2_tlb};

use super::Diagram;
use crate::mask::{dram_sched as sched, epoch as engine, l2_tlb as tlb};
use crate::BenchError;

/// Two SMs of an address space ask for a page: the walk of the first answers both, and a third lookup finds what it has filled.
#[test]
fn walking() -> Result<(), BenchError> {
    const PAGE: u64 = 0x3;
    /// Cycles from a read to its data.
    const MEMORY: u64 = 3;
    let params = Params::TINY;
    let mut h = tlb::Harness::start(&params, l2_tlb::In { wm_ready: true, ..l2_tlb::In::default() })?;
    for core in 0..2 {
        let i = &mut h.input;
        (i.root_we, i.root_core, i.root_ppn) = (true, core, 1);
        h.step()?;
    }
    let first = h.now();
    h.trace.start(first);
    let mut due = None;
    for cycle in 0..26 {
        let asks = match cycle {
            0 => Some(0),
            3 => Some(1),
            20 => Some(0),
            _ => None,
        };
        if let Some(core) = asks {
            h.input.set_lookup(&params, 0, &l2_tlb::Lookup { core, warp: 2, vpn: PAGE });
        }
        if due == Some(cycle) {
            (h.input.wd_valid, h.input.wd_tag, h.input.wd_pte) = (true, 0, 0x3 << 12 | 0b1011);
        }
        if h.out.wm_valid {
            due = Some(cycle + MEMORY);
        }
        h.step()?;
    }
    let diagram = Diagram {
        name: "mask-walk",
        title: "mask_l2_tlb, configuration tiny: a walk of two levels for two SMs, then a hit",
        trace: &h.trace,
        scale: 1,
        parts: &[(first, h.now() - 1)],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["lk_valid", "lk_core", "lk_vpn", "wd_valid", "wd_pte"],
        outputs: &[
            "lk_ready",
            "res_valid",
            "res_hit",
            "wm_valid",
            "wm_depth",
            "wm_addr",
            "wrsp_valid",
            "wrsp_mask",
            "wrsp_ppn",
        ],
    };
    diagram.check();
    Ok(())
}

/// Turns of two requests; then all banks become ready: the walk read goes first, then the silver queue, then the normal one.
#[test]
fn turns() -> Result<(), BenchError> {
    let params = Params::PAPER;
    let mut i = dram_sched::In { app_active: 0b11, ..dram_sched::In::default() };
    for app in 0..params.num_apps as usize {
        i.set_quota(app, 2);
    }
    let mut h = sched::Harness::start(&params, i)?;
    let first = h.now();
    h.trace.start(first);
    for (id, app) in [(1, 1), (2, 0), (3, 0), (4, 0)] {
        let i = &mut h.input;
        (i.d_valid, i.d_app, i.d_bank, i.d_id) = (true, app, id as u8, id);
        h.step()?;
    }
    let i = &mut h.input;
    (i.x_valid, i.x_depth, i.x_bank, i.x_id) = (true, 4, 5, 5);
    h.step()?;
    for _ in 0..6 {
        (h.input.tick, h.input.bank_ready) = (true, 0xff);
        h.step()?;
    }
    let diagram = Diagram {
        name: "mask-turns",
        title: "mask_dram_sched, configuration paper: turns of two requests, and the order of the queues",
        trace: &h.trace,
        scale: 1,
        parts: &[(first, h.now() - 1)],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["d_valid", "d_app", "d_bank", "d_id", "x_valid", "x_id", "tick", "bank_ready"],
        outputs: &["silver_app", "occ_golden", "occ_silver", "occ_normal", "iss_valid", "iss_src", "iss_id"],
    };
    diagram.check();
    Ok(())
}

/// What follows from an epoch in which one application has had all walks shows a fixed time after its last cycle.
#[test]
fn epochs() -> Result<(), BenchError> {
    let params = Params::TINY;
    let mut i = epoch::In { core_on: 0b11, app_active: 0b11, ..epoch::In::default() };
    for core in 0..2 {
        i.set_warps(core, 8, 4);
        i.set_app(&params, core, core as u32);
    }
    let mut h = engine::Harness::start(&params, i)?;
    let first = h.now();
    h.trace.start(first);
    h.input.set_live(0, 3);
    for _ in 0..params.epoch_len + params.engine_cycles() + 2 {
        (h.input.res_valid, h.input.res_hit, h.input.res_core) = (0b01, 0, 0);
        h.step()?;
    }
    let tick = first + u64::from(params.epoch_len) - 1;
    let shows = tick + u64::from(params.engine_cycles());
    let diagram = Diagram {
        name: "mask-epoch",
        title: "mask_epoch, configuration tiny: one application has all walks and misses",
        trace: &h.trace,
        scale: 2,
        parts: &[(tick - 1, tick + 1), (shows - 2, shows + 1)],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["res_valid", "res_hit", "ptw_live"],
        outputs: &["epoch_tick", "quota_we", "quota", "share", "seen", "bypass_bits"],
    };
    diagram.check();
    Ok(())
}
