// SPDX-License-Identifier: Apache-2.0
//! L2 route: decides at the port of an L2 sub-partition which requests go past the tags, straight to DRAM (MeDiC,
//! section 2.4).

use super::attachment::Attachment;
use crate::mem::packet::MemRequest;
use crate::types::{L2Cycle, Line};

/// The way that a request takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the tags.
    Tags,
    /// To DRAM; the line that comes back is not kept.
    Past,
}

/// One per L2 sub-partition.
pub trait L2Route: Attachment {
    /// The way of `request`, whose line has the number `local` in the sub-partition. Asked in every L2 cycle in which
    /// the request is at the port, until its way has room; a store, an atomic operation and a line that is dirty in L2 go to the
    /// tags whatever the answer.
    fn way(&mut self, now: L2Cycle, request: &MemRequest, local: Line) -> Way;
}
