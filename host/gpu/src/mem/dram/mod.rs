// SPDX-License-Identifier: Apache-2.0
//! DRAM channels, each with what decides the order of its commands: a scheduler that picks requests for idle banks
//! ([`Scheduled`]), or a whole memory controller ([`Controlled`]).

mod checker;
mod controlled;
mod scheduled;
mod timing;

pub(crate) use checker::Checker;
pub use controlled::{Controlled, CpuRequest};
pub use scheduled::Scheduled;
pub use timing::Timing;

use serde::{Deserialize, Serialize};

use crate::stats::DramStats;
use crate::types::{DramCycle, L2Cycle, Line, Place};

/// A line to be read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DramRequest {
    pub place: Place,
    /// The line's number in its sub-partition.
    pub local: Line,
    /// The L2 sub-partition that gets the line.
    pub partition: u16,
    pub write: bool,
}

/// One channel, as L2 sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Channel {
    Scheduled(Box<Scheduled>),
    Controlled(Box<Controlled>),
}

impl Channel {
    /// The channel, if it has a controller.
    pub(crate) fn controlled(&mut self) -> Option<&mut Controlled> {
        match self {
            Channel::Scheduled(_) => None,
            Channel::Controlled(c) => Some(c),
        }
    }

    /// Whether L2 can send another request.
    #[inline]
    pub fn can_accept(&self) -> bool {
        match self {
            Channel::Scheduled(c) => c.can_accept(),
            Channel::Controlled(c) => c.can_accept(),
        }
    }

    /// Takes a request from L2; [`Channel::can_accept`] must hold.
    pub fn push(&mut self, now: L2Cycle, request: DramRequest) {
        match self {
            Channel::Scheduled(c) => c.push(now, request),
            Channel::Controlled(c) => c.push(now, request),
        }
    }

    /// Takes the next line that has been read for `partition`.
    #[inline]
    pub fn pop_return(&mut self, partition: usize, now: DramCycle) -> Option<Line> {
        match self {
            Channel::Scheduled(c) => c.pop_return(partition, now),
            Channel::Controlled(c) => c.pop_return(partition, now),
        }
    }

    /// Whether a line for `partition` has been read or is on the data bus.
    #[inline]
    pub fn has_returns(&self, partition: usize) -> bool {
        match self {
            Channel::Scheduled(c) => c.has_returns(partition),
            Channel::Controlled(c) => c.has_returns(partition),
        }
    }

    /// One L2 cycle: a request that has come all the way from L2 arrives at the scheduler or controller; returns it.
    #[inline]
    pub fn tick_l2(&mut self, l2: L2Cycle, now: DramCycle) -> Option<DramRequest> {
        match self {
            Channel::Scheduled(c) => c.tick_l2(l2, now),
            Channel::Controlled(c) => c.tick_l2(l2, now),
        }
    }

    /// Whether no request of L2 is under way.
    pub fn idle(&self) -> bool {
        match self {
            Channel::Scheduled(c) => c.idle(),
            Channel::Controlled(c) => c.idle(),
        }
    }

    /// What was counted so far.
    pub fn stats(&self) -> &DramStats {
        match self {
            Channel::Scheduled(c) => c.stats(),
            Channel::Controlled(c) => c.stats(),
        }
    }
}
