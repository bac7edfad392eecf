// SPDX-License-Identifier: Apache-2.0
//! Prefetches that wait for the port of the L1.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::socket::{Prefetch, Reply};
use crate::types::{Addr, Line, LineSize, PrefetchTag, Requester};

/// First in, first out; with the queue full a new prefetch is dropped (APOGEE, section 2.6).
#[derive(Serialize, Deserialize)]
pub struct PrefetchQueue {
    depth: usize,
    size: LineSize,
    lines: VecDeque<(Line, Requester)>,
}

impl PrefetchQueue {
    /// An empty queue for `depth` lines of a size.
    pub fn new(depth: u32, size: LineSize) -> PrefetchQueue {
        PrefetchQueue { depth: depth as usize, size, lines: VecDeque::with_capacity(depth as usize) }
    }

    /// Appends the line of an address, as [`PrefetchQueue::push`] does.
    pub fn push_address(&mut self, at: Addr, requester: Requester) {
        self.push(self.size.line(at), requester);
    }

    /// Appends a line, if it is not there yet and there is room.
    pub fn push(&mut self, line: Line, requester: Requester) {
        if self.lines.len() < self.depth && !self.lines.iter().any(|(known, _)| *known == line) {
            self.lines.push_back((line, requester));
        }
    }

    /// The oldest one.
    pub fn front(&self) -> Option<Prefetch> {
        let (line, requester) = *self.lines.front()?;
        Some(Prefetch { line, requester, tag: PrefetchTag::default() })
    }

    /// What the L1 says to it.
    pub fn answered(&mut self, reply: Reply) {
        if reply != Reply::Later {
            self.lines.pop_front();
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.lines.clear();
    }
}
