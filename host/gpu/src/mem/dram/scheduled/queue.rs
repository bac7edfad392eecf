// SPDX-License-Identifier: Apache-2.0
//! The requests of one direction, reads or writes: those that wait for a bank and those that a bank works on.

use serde::{Deserialize, Serialize};

use crate::socket::{BankView, Waiting};
use crate::types::{DramCycle, Line};

/// One direction. Sets of slots and of banks are bit masks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queue {
    /// Requests that may wait.
    depth: u32,
    /// What the scheduler sees of each request, and its line.
    slots: Vec<Waiting>,
    lines: Vec<Line>,
    occupied: u64,
    /// Occupied slots that no bank has taken up, all together and by bank.
    queued: u64,
    waiting: Vec<u64>,
    /// Banks with an entry in `waiting`.
    wanted: u64,
}

impl Queue {
    /// An empty queue in which `depth` requests may wait for `banks` banks; together they are 64 at most.
    pub(super) fn new(depth: u32, banks: u32) -> Queue {
        let slots = (depth + banks) as usize;
        Queue {
            depth,
            slots: vec![Waiting::default(); slots],
            lines: vec![Line(0); slots],
            occupied: 0,
            queued: 0,
            waiting: vec![0; banks as usize],
            wanted: 0,
        }
    }

    /// Requests that wait for a bank.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.queued.count_ones()
    }

    /// Whether another request may enter.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.len() < self.depth
    }

    /// Whether no request waits or is worked on.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// A request enters; [`Queue::has_room`] must hold.
    pub(super) fn enter(&mut self, request: Waiting, line: Line) {
        let slot = (!self.occupied).trailing_zeros() as usize;
        self.slots[slot] = request;
        self.lines[slot] = line;
        self.occupied |= 1 << slot;
        self.queued |= 1 << slot;
        self.waiting[usize::from(request.place.bank)] |= 1 << slot;
        self.wanted |= 1 << request.place.bank;
    }

    /// Banks for which a request waits.
    #[inline]
    pub(super) fn wanted(&self) -> u64 {
        self.wanted
    }

    /// What a scheduler sees that picks a request for `bank`.
    #[inline]
    pub(super) fn view(&self, bank: usize, open_row: Option<u32>, now: DramCycle) -> BankView<'_> {
        let (slots, waiting, queued) = (&self.slots, self.waiting[bank], self.queued);
        BankView { slots, waiting, queued, open_row, now: now.0 }
    }

    /// Its bank takes up the request in `slot`.
    #[inline]
    pub(super) fn take_up(&mut self, slot: usize) -> Waiting {
        let request = self.slots[slot];
        let waiting = &mut self.waiting[usize::from(request.place.bank)];
        *waiting &= !(1 << slot);
        self.wanted &= !(u64::from(*waiting == 0) << request.place.bank);
        self.queued &= !(1 << slot);
        request
    }

    /// The request in `slot` is done; returns its line.
    #[inline]
    pub(super) fn leave(&mut self, slot: usize) -> Line {
        self.occupied &= !(1 << slot);
        self.lines[slot]
    }
}
