// SPDX-License-Identifier: Apache-2.0
//! The place of a DRAM scheduler: which waiting request an idle bank takes up.
//!
//! The channel then brings the bank's row in and moves the data, obeying the DRAM's timing; a scheduler cannot
//! violate it.

use super::Attachment;
use crate::types::Place;

/// A request in the scheduler's queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Waiting {
    pub place: Place,
    pub write: bool,
    /// The L2 sub-partition that it comes from.
    pub partition: u16,
    /// Requests that the channel took before this one; smaller is older.
    pub order: u64,
    /// DRAM cycle of its arrival.
    pub arrival: u64,
}

/// What a scheduler sees when a bank is idle.
#[derive(Clone, Copy, Debug)]
pub struct BankView<'a> {
    /// The queue; only the slots in `waiting` and `queued` hold requests.
    pub slots: &'a [Waiting],
    /// Slots whose request is for this bank and has not been taken up; not empty.
    pub waiting: u64,
    /// Slots whose request has not been taken up by any bank.
    pub queued: u64,
    /// The open row of the bank.
    pub open_row: Option<u32>,
    /// The DRAM cycle.
    pub now: u64,
}

impl BankView<'_> {
    /// The slot in `mask` that holds the oldest request.
    pub fn oldest(&self, mask: u64) -> Option<usize> {
        self.members(mask).min_by_key(|&slot| self.slots[slot].order)
    }

    /// The slots in `mask`.
    pub fn members(&self, mut mask: u64) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let slot = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
            mask &= mask - 1;
            Some(slot)
        })
    }
}

/// A DRAM scheduling policy or unit; one per channel.
pub trait DramScheduler: Attachment {
    /// The slot, one of `view.waiting`, that the bank takes up now; `None` leaves it idle for this cycle.
    fn pick(&mut self, view: &BankView) -> Option<usize>;
}
