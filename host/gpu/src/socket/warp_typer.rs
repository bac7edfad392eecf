// SPDX-License-Identifier: Apache-2.0
//! Warp typer: classifies the warps of an SM by what the memory system did with their requests, and tags each request that
//! leaves with what it says of its warp (MeDiC, sections 2.2 and 5). The tag comes back with the answer; in between it is for
//! what is attached to L2 and to the memory controllers.
//!
//! Requests and answers have physical lines here. In a cycle the typer is first told of an answer that has come and of what completed, then asked for the tag of the request
//! that leaves; warps start between two cycles.

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use crate::mem::packet::{MemRequest, MemResponse};
use crate::types::{SmCycle, WarpTag};

/// Warps by the share of their requests that L2 has (MeDiC, section 2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpTypes {
    /// L2 had every line.
    pub all_hit: u32,
    /// L2 had most of them: at least the upper boundary, nominally 70 %.
    pub mostly_hit: u32,
    /// Between the two boundaries.
    pub balanced: u32,
    /// L2 had few: at most the lower boundary, nominally 20 %.
    pub mostly_miss: u32,
    /// L2 had none.
    pub all_miss: u32,
    /// Not known yet.
    pub unknown: u32,
}

impl WarpTypes {
    /// Both together.
    pub fn plus(self, other: WarpTypes) -> WarpTypes {
        WarpTypes {
            all_hit: self.all_hit + other.all_hit,
            mostly_hit: self.mostly_hit + other.mostly_hit,
            balanced: self.balanced + other.balanced,
            mostly_miss: self.mostly_miss + other.mostly_miss,
            all_miss: self.all_miss + other.all_miss,
            unknown: self.unknown + other.unknown,
        }
    }
}

/// One per SM.
pub trait WarpTyper: Attachment {
    /// A new warp starts in slot `warp`.
    fn launched(&mut self, warp: u32);

    /// An answer of the memory system reaches the SM; at most one a cycle.
    fn answered(&mut self, now: SmCycle, response: &MemResponse);

    /// The instruction at `pc` of `warp`, of whatever kind, is complete.
    fn completed(&mut self, _warp: u32, _pc: u32) {}

    /// The tag of `request` if it leaves the SM in this cycle. Asked again in the next one if it could not.
    fn tag(&mut self, request: &MemRequest) -> WarpTag;

    /// That request has left, with its tag.
    fn sent(&mut self, _now: SmCycle, _request: &MemRequest) {}

    /// The end of the SM's cycle.
    fn step(&mut self);

    /// What the warps of the slots `live` are now. A typer that has several types of a warp counts it once for each.
    fn types(&self, live: u64) -> WarpTypes;
}
