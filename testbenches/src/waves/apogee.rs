// SPDX-License-Identifier: Apache-2.0
//! Timing of APOGEE.

use warpsmith_units::apogee::params::Params;

use super::Diagram;
use crate::apogee::{lanes, Found, Sm};
use crate::BenchError;

/// Where the loads read.
const STREAM: u64 = 0x1000;
const STATE: u64 = 0x8000;

/// The diagram of all since cycle `first`, with these outputs.
fn draw(sm: &Sm, first: u64, name: &'static str, title: &'static str, outputs: &[&'static str]) {
    let diagram = Diagram {
        name,
        title,
        trace: &sm.h.trace,
        scale: 1,
        parts: &[(first, sm.h.now() - 1)],
        label: &|cycle| (cycle - first).to_string(),
        inputs: &["ld_v", "ld_first", "ld_last", "ld_pc", "res_v", "res_miss", "pf_rdy", "pf_sent"],
        outputs,
    };
    diagram.check();
}

/// The first load of an array: it misses, teaches the offset, and has the lines of the next iteration fetched. The L1 has no port for one of
/// them for two cycles.
#[test]
fn streaming() -> Result<(), BenchError> {
    let mut sm = Sm::paper()?;
    let first = sm.h.now();
    sm.h.trace.start(first);
    sm.beats(0x40, 0, &lanes(&Params::PAPER, STREAM, 4))?;
    sm.steps(4)?;
    sm.set_found(Found::Miss(STREAM));
    sm.steps(4)?;
    sm.h.input.pf_rdy = false;
    sm.steps(2)?;
    sm.h.input.pf_rdy = true;
    sm.steps(4)?;
    draw(
        &sm,
        first,
        "apogee-stream",
        "apogee, configuration paper: the first load of an array",
        &["ld_rdy", "stat_alloc", "stat_trained", "stat_trusted", "pf_v", "pf_line", "pf_track"],
    );
    Ok(())
}

/// A load before one of which all threads read one address: the line is fetched when the earlier load comes again.
#[test]
fn triggering() -> Result<(), BenchError> {
    let mut sm = Sm::paper()?;
    sm.load(0x40, 0, &lanes(&Params::PAPER, STREAM, 4), Found::Hit)?;
    sm.load(0x44, 0, &lanes(&Params::PAPER, STATE, 0), Found::Miss(STATE))?;
    sm.steps(40)?;
    let first = sm.h.now();
    sm.h.trace.start(first);
    sm.beats(0x40, 0, &lanes(&Params::PAPER, STREAM + 0x200, 4))?;
    sm.steps(4)?;
    sm.set_found(Found::Hit);
    sm.steps(8)?;
    draw(
        &sm,
        first,
        "apogee-trigger",
        "apogee, configuration paper: a trigger fires",
        &["stat_trig_fire", "pf_v", "pf_line", "pf_trig", "pf_track"],
    );
    Ok(())
}
