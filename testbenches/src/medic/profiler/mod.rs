// SPDX-License-Identifier: Apache-2.0
//! Benches of `medic_profiler`.

pub mod epochs;
mod random;
pub mod types;

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::Profiler;

use crate::BenchError;

/// One `medic_profiler`.
pub type Harness = crate::Harness<Profiler>;

/// A reply, and what it says.
#[derive(Clone, Copy, Debug)]
struct Reply {
    wid: u8,
    hit: bool,
    bypassed: bool,
    /// Its request left while the warp was being profiled.
    tagged: bool,
}

/// A lookup of a warp's request that left while it was being profiled.
fn lookup(wid: u8, hit: bool) -> Reply {
    Reply { wid, hit, bypassed: false, tagged: true }
}

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, Default::default())
}

/// This cycle's inputs have a reply.
fn set_reply(h: &mut Harness, reply: Reply) {
    let i = &mut h.input;
    (i.r_valid, i.r_wid, i.r_hit) = (true, reply.wid, reply.hit);
    (i.r_byp, i.r_prof) = (reply.bypassed, reply.tagged);
}

/// A slot gets a new warp in this cycle.
fn set_alloc(h: &mut Harness, wid: u8) {
    (h.input.alloc_valid, h.input.alloc_wid) = (true, wid);
}

/// Replies, one a cycle; the first `hits` of them are hits.
fn replies(h: &mut Harness, wid: u8, hits: u32, all: u32, tagged: bool) -> Result<(), BenchError> {
    for n in 0..all {
        set_reply(h, Reply { tagged, ..lookup(wid, n < hits) });
        h.step()?;
    }
    Ok(())
}

/// Type and profiling of a warp, as a request that leaves in this cycle takes them along.
fn tags(h: &mut Harness, wid: u8) -> Result<(u8, bool), BenchError> {
    (h.input.q_valid, h.input.q_wid) = (true, wid);
    let out = h.eval()?;
    h.input.q_valid = false;
    Ok((out.q_type, out.q_prof))
}

fn expect_tags(h: &mut Harness, wid: u8, expected: (u8, bool)) -> Result<(), BenchError> {
    let tags = tags(h, wid)?;
    h.expect("type and profiling of the warp", tags, expected)
}

/// The warp and the type of five that the outputs tell of.
fn classified(h: &Harness) -> Option<(u8, u8)> {
    h.out.ev_classify.then_some((h.out.ev_wid, h.out.ev_type5))
}

/// Lookups and hits that a warp is known for.
fn counters(h: &Harness, wid: u8) -> (u64, u64) {
    let (s, wid) = (h.model().state(), usize::from(wid));
    (s.acc.as_flattened()[wid], s.hit.as_flattened()[wid])
}

/// Runs until the next cycle is that of the boundary of epoch `epoch`, counted from 0.
fn idle_to_boundary(h: &mut Harness, epoch: u64) -> Result<(), BenchError> {
    let cycles = u64::from(h.params.epoch_cycles);
    h.steps((epoch + 1) * cycles - 1 - h.now())
}
