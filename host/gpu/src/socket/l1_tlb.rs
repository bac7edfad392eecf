// SPDX-License-Identifier: Apache-2.0
//! L1 TLB: the translations that an SM has at hand, with its MSHRs, where they are those of a unit. It answers a lookup in the cycle
//! after it; the machine's own answers in the same cycle (Mosaic, sections 2.6 and 2.10).

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use super::shared_tlb::{TlbFlush, Translation};

/// A page that a warp looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Lookup {
    /// The virtual page.
    pub vpn: u64,
    /// The warp slot that waits if it misses.
    pub warp: u8,
}

/// An answer of the shared TLB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Fill {
    /// The virtual page that was asked for.
    pub vpn: u64,
    /// None: the page has no frame, or its data is not there yet.
    pub page: Option<Translation>,
}

/// What an L1 TLB gets in a cycle. An answer is before a lookup, a lookup before a flush.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1TlbIn {
    /// An answer to what was asked for, at most one a cycle.
    pub fill: Option<L1Fill>,
    /// What is looked up, at most one page a cycle.
    pub lookup: Option<L1Lookup>,
    /// What is to be forgotten; [`L1TlbOut::flushed`] says when that is done.
    pub flush: Option<TlbFlush>,
    /// [`L1TlbOut::asks`] is on its way to the shared TLB.
    pub taken: bool,
}

/// What the lookup of the last cycle has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum L1Found {
    /// It has hit.
    Page(Translation),
    /// An MSHR has the page, and the warp.
    Waits,
    /// It has missed, and no MSHR is free: it must be made again.
    Refused,
}

/// What the answer of the last cycle has been for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct L1Woken {
    /// A bit for each warp that has waited.
    pub warps: u64,
    /// Where the page is; `None` as in [`L1Fill::page`].
    pub page: Option<Translation>,
}

/// What an L1 TLB says in a cycle, before it sees anything of that cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct L1TlbOut {
    /// If there was a lookup.
    pub found: Option<L1Found>,
    /// A page that the shared TLB is asked for; stays until it is taken.
    pub asks: Option<u64>,
    /// If there was an answer that a warp has waited for.
    pub woken: Option<L1Woken>,
    /// The flush of the last cycle is done.
    pub flushed: bool,
}

/// One in each SM, stepped in every cycle of the SM clock.
pub trait L1TlbArray: Attachment {
    /// The outputs of the coming cycle.
    fn out(&self) -> L1TlbOut;

    /// Ends a cycle in which the inputs are these.
    fn step(&mut self, input: &L1TlbIn);
}
