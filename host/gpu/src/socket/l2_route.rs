// SPDX-License-Identifier: Apache-2.0
//! L2 route: decides at the port of an L2 sub-partition which requests go past the tags, straight to DRAM, and how urgent
//! they are there (MeDiC, section 2.4).

use super::attachment::Attachment;
use crate::mem::packet::{MemRequest, Served};
use crate::types::{L2Cycle, Line, Priority};

/// The way that a request takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// To the tags.
    #[default]
    Tags,
    /// To the tags; a line that is not there comes without taking a place. A store that finds none goes on to DRAM.
    NoAllocate,
    /// To DRAM; the line that comes back is not kept, and a store takes a copy that L2 has away.
    Past,
}

/// What a route decides for a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Through L2 or past it.
    pub way: Way,
    /// The class of what the request asks of DRAM: of its miss, or of itself if it goes past the tags. A line that it
    /// makes leave L2 is not urgent.
    pub priority: Priority,
}

impl From<Way> for Route {
    /// That way, without urgency.
    fn from(way: Way) -> Route {
        Route { way, ..Route::default() }
    }
}

/// One per L2 sub-partition.
pub trait L2Route: Attachment {
    /// What `request` at a port is to do, whose line has the number `local` in the sub-partition. Asked in every L2 cycle in which
    /// the request is at the port, until its way has room. To the tags go, whatever the answer, an atomic operation, a request
    /// for a line that is dirty in L2, and a store to a line that is on its way there.
    fn route(&mut self, now: L2Cycle, port: usize, request: &MemRequest, local: Line) -> Route;

    /// `request` has left its port on that route.
    fn routed(&mut self, _request: &MemRequest, _local: Line, _route: Route) {}

    /// `request` has looked for its line in the tags, after it had waited for its turn for so many cycles, and is served so.
    fn looked(&mut self, _request: &MemRequest, _waited: u64, _served: Served) {}
}
