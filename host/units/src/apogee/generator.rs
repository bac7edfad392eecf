// SPDX-License-Identifier: Apache-2.0
//! The line generator and the prefetch queue (specification section 2.3, decisions P21-P24).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::apogee::params::Params;
use crate::word::low;

/// What a load prefetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    pub entry: u8,
    pub warp: u8,
    /// Where lane 0 of the load is.
    pub lane0: u64,
    /// Bytes from thread to thread.
    pub offset: i64,
    /// Iterations ahead.
    pub distance: u32,
    /// Threads that advance together.
    pub iter_threads: u32,
}

impl Job {
    /// The line of a lane, that many iterations ahead.
    pub fn line(&self, distance: u32, lane: u32, params: &Params) -> u64 {
        let thread = i64::from(distance) * i64::from(self.iter_threads) + i64::from(lane);
        let address = self.lane0.wrapping_add_signed(self.offset.wrapping_mul(thread));
        address & low::<u64>(params.addr_bits) & !low::<u64>(params.line_log2())
    }

    /// The group that is first: that of the iteration before the one at the distance, if there is one and it is wanted.
    pub fn first_distance(&self, params: &Params) -> u32 {
        if params.gap_fill && self.distance > 1 {
            self.distance - 1
        } else {
            self.distance
        }
    }
}

/// Why a line is prefetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The first line of a job.
    First,
    /// Another line of a job.
    Further,
    Trigger,
}

/// A line that waits for the L1D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub line: u64,
    pub entry: u8,
    pub warp: u8,
    pub origin: Origin,
}

/// The lines that wait, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    requests: VecDeque<Request>,
    /// A line of the job of the last line has been sent.
    sent: bool,
}

impl Queue {
    /// The oldest, and whether it is tracked.
    pub fn head(&self) -> Option<(Request, bool)> {
        let head = *self.requests.front()?;
        let tracked = match head.origin {
            Origin::First => true,
            Origin::Further => !self.sent,
            Origin::Trigger => false,
        };
        Some((head, tracked))
    }

    /// The L1D takes the oldest; `sent`: the request goes to memory. What was tracked and sent.
    pub fn take(&mut self, sent: bool) -> Option<Request> {
        let (head, tracked) = self.head()?;
        self.requests.pop_front();
        if head.origin == Origin::First {
            self.sent = false;
        }
        let counts = tracked && sent;
        self.sent |= counts;
        counts.then_some(head)
    }

    pub fn push(&mut self, request: Request) {
        self.requests.push_back(request);
    }

    pub fn full(&self, params: &Params) -> bool {
        self.requests.len() >= params.pfq_depth as usize
    }

    pub fn len(&self) -> usize {
        self.requests.len()
    }
}

/// A job at hand: its next line is that of this lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    job: Job,
    distance: u32,
    lane: u32,
    first: bool,
}

impl Running {
    pub fn new(job: Job, params: &Params) -> Running {
        Running { job, distance: job.first_distance(params), lane: 0, first: true }
    }

    /// The line at hand.
    pub fn request(&self, params: &Params) -> Request {
        let origin = if self.first { Origin::First } else { Origin::Further };
        let line = self.job.line(self.distance, self.lane, params);
        Request { line, entry: self.job.entry, warp: self.job.warp, origin }
    }

    /// The job with its next line; `None` after the last.
    pub fn next(self, params: &Params) -> Option<Running> {
        let line = |lane| self.job.line(self.distance, lane, params);
        let here = line(self.lane);
        let next = (self.lane + 1..params.warp_size).find(|lane| line(*lane) != here);
        let (distance, lane) = match next {
            Some(lane) => (self.distance, lane),
            None if self.distance < self.job.distance => (self.job.distance, 0),
            None => return None,
        };
        Some(Running { distance, lane, first: false, ..self })
    }
}
