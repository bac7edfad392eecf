// SPDX-License-Identifier: Apache-2.0
//! Stage: the way from a port to the tags of a bank, which takes time.

use serde::{Deserialize, Serialize};

use crate::mem::packet::HomeRequest;
use crate::mem::queue::DelayQueue;
use crate::types::L2Cycle;

/// The queue in front of the tags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankQueue {
    latency: u64,
    queue: DelayQueue<HomeRequest, L2Cycle>,
}

impl BankQueue {
    /// `depth` requests, each of which reaches the tags `latency` cycles after it has entered, at the earliest.
    pub fn new(latency: u32, depth: u32) -> BankQueue {
        BankQueue { latency: latency.into(), queue: DelayQueue::new(depth) }
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
        self.queue.front(now)
    }

    /// That request has been served.
    #[inline]
    pub fn pop(&mut self, now: L2Cycle) {
        self.queue.pop(now);
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}
