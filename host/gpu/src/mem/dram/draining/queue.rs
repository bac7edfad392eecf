// SPDX-License-Identifier: Apache-2.0
//! The requests of one direction, reads or writes: those that wait for a bank and those that a bank works on.

use serde::{Deserialize, Serialize};

use crate::types::{bits, DramCycle};

/// A request that has waited this many DRAM cycles goes first, hit or not (specification of SMS, section 8.3.1: the urgent
/// bit).
const URGENT_CYCLES: u64 = 1 << 14;

/// A request in a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Waiting {
    /// Its number on the channel.
    pub id: u16,
    pub bank: u8,
    pub row: u32,
    pub write: bool,
    /// Column commands that it needs.
    pub bursts: u8,
    /// Requests that came before this one; smaller is older.
    pub order: u64,
    pub arrival: DramCycle,
}

/// One direction. Sets of slots and of banks are bit masks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queue {
    /// Requests that may wait.
    depth: u32,
    slots: Vec<Waiting>,
    occupied: u64,
    /// Occupied slots that no bank has taken up, all together and by bank, and their number.
    queued: u64,
    len: u32,
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
            occupied: 0,
            queued: 0,
            len: 0,
            waiting: vec![0; banks as usize],
            wanted: 0,
        }
    }

    /// Requests that wait for a bank.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.len
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
    pub(super) fn enter(&mut self, request: Waiting) {
        let slot = (!self.occupied).trailing_zeros() as usize;
        self.slots[slot] = request;
        self.occupied |= 1 << slot;
        self.queued |= 1 << slot;
        self.len += 1;
        self.waiting[usize::from(request.bank)] |= 1 << slot;
        self.wanted |= 1 << request.bank;
    }

    /// Banks for which a request waits.
    #[inline]
    pub(super) fn wanted(&self) -> u64 {
        self.wanted
    }

    /// First ready, first come first served: of the requests that wait for `bank` the oldest one in the open row, else the
    /// oldest; this one in any case if it is urgent.
    pub(super) fn first_ready(&self, bank: usize, open_row: Option<u32>, now: DramCycle) -> Option<usize> {
        let oldest = self.oldest(bits(self.waiting[bank]))?;
        if now - self.slots[oldest].arrival > URGENT_CYCLES {
            return Some(oldest);
        }
        let hits = bits(self.waiting[bank]).filter(|&slot| open_row == Some(self.slots[slot as usize].row));
        self.oldest(hits).or(Some(oldest))
    }

    /// First come, first served, over all banks: nothing for `bank` while an older request waits for another.
    pub(super) fn first_come(&self, bank: usize) -> Option<usize> {
        self.oldest(bits(self.queued)).filter(|&slot| self.waiting[bank] >> slot & 1 == 1)
    }

    fn oldest(&self, slots: impl Iterator<Item = u32>) -> Option<usize> {
        slots.map(|slot| slot as usize).min_by_key(|&slot| self.slots[slot].order)
    }

    /// Its bank takes up the request in `slot`.
    #[inline]
    pub(super) fn take_up(&mut self, slot: usize) -> Waiting {
        let request = self.slots[slot];
        let waiting = &mut self.waiting[usize::from(request.bank)];
        *waiting &= !(1 << slot);
        self.wanted &= !(u64::from(*waiting == 0) << request.bank);
        self.queued &= !(1 << slot);
        self.len -= 1;
        request
    }

    /// A burst of the request in `slot` moves, perhaps its last one; returns the request's number.
    #[inline]
    pub(super) fn moved(&mut self, slot: usize, last: bool) -> u16 {
        self.occupied &= !(u64::from(last) << slot);
        self.slots[slot].id
    }
}
