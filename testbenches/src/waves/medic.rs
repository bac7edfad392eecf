// SPDX-License-Identifier: Apache-2.0
//! Timing of MeDiC.

use warpsmith_units::dram_timing::Request;
use warpsmith_units::medic::memsched::In;
use warpsmith_units::medic::params::Params;

use super::Diagram;
use crate::medic::{memsched, profiler};
use crate::BenchError;

/// The warp that is looked at.
const WARP: u8 = 5;

/// The profile of a warp ends with 21 hits of 30, while its requests go on leaving the SM.
#[test]
fn classification() -> Result<(), BenchError> {
    let mut h = profiler::Harness::start(&Params::PAPER, Default::default())?;
    let profile = h.params.profile_len;
    for n in 0..profile + 3 {
        if n + 3 == profile {
            h.trace.start(h.now());
        }
        let i = &mut h.input;
        (i.q_valid, i.q_wid) = (true, WARP);
        (i.r_valid, i.r_wid, i.r_hit, i.r_prof) = (n < profile, WARP, n + 21 >= profile, true);
        h.step()?;
    }
    let (first, last) = (u64::from(profile) - 3, h.now() - 1);
    let diagram = Diagram {
        name: "medic-classification",
        title: "medic_profiler, configuration paper: a warp with 21 hits of 30",
        trace: &h.trace,
        scale: 1,
        parts: &[(first, last)],
        label: &|cycle| cycle.to_string(),
        inputs: &["r_valid", "r_wid", "r_hit", "q_valid", "q_wid"],
        outputs: &["q_type", "q_prof", "ev_classify", "ev_wid", "ev_type5"],
    };
    diagram.check();
    Ok(())
}

/// A request of the high queue closes the row that one of the low queue hits.
#[test]
fn priority() -> Result<(), BenchError> {
    const LO: u8 = 0;
    const HI: u8 = 1;
    let mut d = memsched::Driver::new(&Params::PAPER, In::default())?;
    d.read(LO, 0, 1)?;
    d.idle(100)?;
    let first = d.h.now();
    d.commands.clear();
    d.h.trace.start(first);
    d.arrive(Request { src: LO, bank: 0, row: 1, wr: true, ..Request::default() })?;
    d.read(LO, 0, 1)?;
    d.read(HI, 0, 2)?;
    d.idle(90)?;
    // WR; PRE, ACT, RD of the high request; PRE of the low one.
    let at = |n: usize| d.commands[n].0;
    let diagram = Diagram {
        name: "medic-priority",
        title: "medic_memsched, configuration paper: a low hit waits for a high conflict",
        trace: &d.h.trace,
        scale: 1,
        parts: &[
            (first, first + 4),
            (at(1) - 1, at(1) + 1),
            (at(2) - 1, at(2) + 1),
            (at(3) - 1, at(3) + 1),
            (at(4) - 1, at(4) + 1),
        ],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["enq_valid", "enq_hi", "enq_id", "enq_wr", "enq_bank", "enq_row"],
        outputs: &["cmd_valid", "cmd", "cmd_bank", "cmd_row", "cmd_id"],
    };
    diagram.check();
    Ok(())
}
