// SPDX-License-Identifier: Apache-2.0
//! Walk route: decides which reads of page tables go past L2, and how urgent they are to DRAM (MASK, section 2.7).

use super::attachment::Attachment;
use super::shared_tlb::WalkRead;
use crate::mem::packet::Served;
use crate::types::Priority;

/// The way of a walk read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkWay {
    /// It takes neither a look at the tags of L2 nor a place there.
    pub past: bool,
    /// The class of what it asks of DRAM.
    pub priority: Priority,
}

/// One beside the shared TLB.
pub trait WalkRoute: Attachment {
    /// The way of `read`. Asked in every cycle in which it waits for the crossbar.
    fn way(&mut self, read: &WalkRead) -> WalkWay;

    /// L2 did `served` with a read of that depth.
    fn served(&mut self, _depth: u8, _served: Served) {}
}
