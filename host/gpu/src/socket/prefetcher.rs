// SPDX-License-Identifier: Apache-2.0
//! Prefetcher: asks the L1 for lines before a load wants them (APOGEE, sections 2 and 5; CTA-aware prefetching,
//! section 5).
//!
//! In a cycle the prefetcher is first told what happened - lines that came, a load that issued, a line that a load looked
//! for - and then asked what it wants. A demand always has the L1's port before it.

use super::attachment::Attachment;
use super::issue::WarpLaunch;
use warpsmith_ptx::Access;

use crate::types::{Line, PrefetchTag, Requester, SmCycle};

/// A warp's load of global memory through the L1, as it issues.
pub struct IssuedLoad<'a> {
    /// The number of the instruction in its kernel.
    pub pc: u32,
    pub requester: Requester,
    /// Active lanes and their addresses.
    pub access: &'a Access,
}

/// What such a load found when it looked for one of its lines in the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It is present.
    Hit,
    /// It is on its way for another demand.
    Pending,
    /// It is on its way for the prefetch with this tag, and the load is the first demand for it.
    Prefetched(PrefetchTag),
    /// It had to be asked for.
    Miss,
}

/// One line of a load at the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    pub pc: u32,
    pub requester: Requester,
    pub line: Line,
    pub found: Found,
    /// It is the last line of its load.
    pub last: bool,
}

/// A line that is to come into the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefetch {
    pub line: Line,
    /// On whose behalf.
    pub requester: Requester,
    pub tag: PrefetchTag,
}

/// What the L1 says to a prefetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It could not look at it: a demand had the port, or it has no MSHR, way or room in its miss queue to give.
    Later,
    /// The request is on its way.
    Sent,
    /// The line is present or on its way, or outside of device memory.
    Dropped,
}

/// One per SM.
pub trait Prefetcher: Attachment {
    /// A kernel starts: what was learned from the last one is of no use.
    fn started(&mut self);

    /// A new warp starts in a slot.
    fn launched(&mut self, _launch: &WarpLaunch) {}

    /// A load issues.
    fn issued(&mut self, _load: &IssuedLoad) {}

    /// A load has looked for one of its lines, and the L1 has taken the access.
    fn looked(&mut self, _lookup: &Lookup) {}

    /// The line of a prefetch has come, and no demand has wanted it so far.
    fn filled(&mut self, _line: Line, _tag: PrefetchTag) {}

    /// What it wants. Asked once in every SM cycle with a resident CTA, at its end.
    fn wants(&mut self, now: SmCycle) -> Option<Prefetch>;

    /// What became of that, in the same cycle.
    fn answered(&mut self, reply: Reply);
}
