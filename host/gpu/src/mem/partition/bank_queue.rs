// SPDX-License-Identifier: Apache-2.0
//! Stage: the way from a port to the tags of a bank, which takes time, and on which requests wait for their turn.

use serde::{Deserialize, Serialize};

use crate::machine::BankSpec;
use crate::mem::lookahead::Lookahead;
use crate::mem::packet::HomeRequest;
use crate::mem::queue::DelayQueue;
use crate::types::L2Cycle;

/// The queue in front of the tags of a bank, and the look-ups under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankQueue {
    latency: u64,
    occupancy: u64,
    /// When the bank can serve another request.
    free: L2Cycle,
    queue: DelayQueue<HomeRequest, L2Cycle>,
}

impl BankQueue {
    /// A request reaches the tags, at the earliest, when its way and a look-up have passed; the look-ups under way need no
    /// place in the queue.
    pub fn new(lookahead: &Lookahead, bank: &BankSpec) -> BankQueue {
        BankQueue {
            latency: (lookahead.rop_latency + bank.latency).into(),
            occupancy: bank.occupancy.into(),
            free: L2Cycle(0),
            queue: DelayQueue::new(lookahead.rop_queue + bank.latency.div_ceil(bank.occupancy)),
        }
    }

    /// Whether another request finds room.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.queue.has_room()
    }

    /// Takes a request, for which there must be room.
    #[inline]
    pub fn push(&mut self, now: L2Cycle, request: HomeRequest) {
        self.queue.push(now + self.latency, request);
    }

    /// The request at the tags.
    #[inline]
    pub fn front(&self, now: L2Cycle) -> Option<&HomeRequest> {
        self.queue.front(now).filter(|_| self.free <= now)
    }

    /// The cycles that it has waited for its turn.
    #[inline]
    pub fn waited(&self, now: L2Cycle) -> u64 {
        self.queue.ready().map_or(0, |ready| now - ready)
    }

    /// It has been served.
    #[inline]
    pub fn pop(&mut self, now: L2Cycle) {
        self.queue.pop(now);
        self.free = now + self.occupancy;
    }

    /// Whether a request has been served in the cycle `now`.
    #[inline]
    pub fn has_served(&self, now: L2Cycle) -> bool {
        self.free == now + self.occupancy
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}
