// SPDX-License-Identifier: Apache-2.0
//! The line generator and the prefetch queue (specification section 2.3, decisions P21-P24).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::apogee::params::Params;
use crate::clog2;
use crate::word::{low, product_of, sign_extended, signals, Bit, Word};

/// What a load prefetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Entry of the load in the prefetch table, below `n_entries`.
    pub entry: u8,
    /// Warp of the load.
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
    /// The line of a trigger.
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

signals! {
    /// A job at hand: its next line is that of a lane.
    pub struct Running<W>, p: Params;
    /// Entry of the load in the prefetch table.
    pub entry: W = clog2(p.n_entries) as u32;
    /// Warp of the load.
    pub warp: W = p.warp_width() as u32;
    /// Where lane 0 is in the group at hand.
    pub lane0: W = p.addr_bits;
    /// Bytes from lane to lane, two's complement.
    pub offset: W = p.offset_bits;
    /// Bytes from an iteration to the next.
    pub iteration: W = p.addr_bits;
    /// The group of the next iteration follows.
    pub another: W::Bit = 1;
    /// The lane whose line is the next one.
    pub lane: W = p.warp_size.ilog2();
    /// It is the job's first line.
    pub first: W::Bit = 1;
}

impl Running {
    /// A job at its first line, that of lane 0 in the group at [`Job::first_distance`].
    pub fn new(job: &Job, params: &Params) -> Running {
        let bytes = |threads: u64| (job.offset as u64).wrapping_mul(threads);
        let ahead = u64::from(job.first_distance(params)) * u64::from(job.iter_threads);
        Running {
            entry: job.entry.into(),
            warp: job.warp.into(),
            lane0: job.lane0.wrapping_add(bytes(ahead)) & low::<u64>(params.addr_bits),
            offset: job.offset as u64 & low::<u64>(params.offset_bits),
            iteration: bytes(job.iter_threads.into()) & low::<u64>(params.addr_bits),
            another: job.first_distance(params) < job.distance,
            lane: 0,
            first: true,
        }
    }

    /// The line at hand.
    pub fn request(&self, params: &Params) -> Request {
        let origin = if self.first { Origin::First } else { Origin::Further };
        Request { line: self.line(params), entry: self.entry as u8, warp: self.warp as u8, origin }
    }
}

impl<W: Word> Running<W> {
    /// The line at hand.
    pub fn line(&self, p: &Params) -> W {
        self.line_of(p, self.lane)
    }

    /// The line of a lane of the group at hand.
    pub fn line_of(&self, p: &Params, lane: W) -> W {
        let away = product_of(sign_extended(self.offset, p.offset_bits, 64), lane, p.warp_size.ilog2());
        self.lane0.wrapping_add(away) & low(p.addr_bits) & !low::<W>(p.line_log2())
    }

    /// The job with its next line, that of the next lane that has another one; whether there is none.
    pub fn next(self, p: &Params) -> (Running<W>, W::Bit) {
        let (none, no) = (W::from(0), W::Bit::from(false));
        let here = self.line(p);
        let mut next = (none, no);
        for lane in (1..p.warp_size).map(W::from).rev() {
            let other = lane.above(self.lane) & !self.line_of(p, lane).is(here);
            other.when(&mut next, |next| *next = (lane, true.into()));
        }
        let (lane, within) = next;
        let lane0 = self.lane0.wrapping_add(self.iteration) & low(p.addr_bits);
        let lane0 = within.select(self.lane0, lane0);
        let another = self.another & within;
        (Running { lane, lane0, another, first: no, ..self }, !within & !self.another)
    }
}
