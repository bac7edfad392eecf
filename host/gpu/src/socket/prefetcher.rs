// SPDX-License-Identifier: Apache-2.0
//! Prefetcher: asks the L1 for lines before a load wants them (APOGEE, sections 2 and 5; CTA-aware prefetching,
//! section 5).
//!
//! In a cycle the prefetcher is first told what happened - lines that came, a load that issued, a line that a load looked
//! for - and then asked what it wants. A demand always has the L1's port before it.

use super::attachment::Attachment;
use super::issue::{CtaLaunch, WarpLaunch};
use warpsmith_ptx::Access;

use crate::machine::CacheSpec;
use crate::stats::PrefetchStats;
use crate::types::{Line, PrefetchTag, Requester, SmCycle};

/// A kernel that starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelLaunch {
    /// Threads of the grid.
    pub threads: u64,
    /// Warps that an SM runs at a time, at most.
    pub warps: u32,
}

/// A warp's load of global memory through the L1, as it issues: in the cycle in which the LD/ST unit has the list of its
/// lines, before it looks for the first of them. At most one a cycle.
pub struct IssuedLoad<'a> {
    /// The number of the instruction in its kernel.
    pub pc: u32,
    /// SM, warp slot, CTA slot and application of the load.
    pub requester: Requester,
    /// Active lanes and their addresses.
    pub access: &'a Access,
    /// The lines that it will look for, in the order of the lowest lane that each serves.
    pub lines: &'a [Line],
    /// The CTA slot that the issue logic calls the leading one.
    pub leading_cta: Option<u8>,
    /// Its address, or its guard, follows from something that the warp has loaded ([`Prefetcher::sees_indirect`]).
    pub indirect: bool,
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
    /// The number of the load in its kernel.
    pub pc: u32,
    /// SM, warp slot, CTA slot and application of the load.
    pub requester: Requester,
    /// The line that it looked for.
    pub line: Line,
    /// What was there.
    pub found: Found,
    /// It is the last line of its load.
    pub last: bool,
}

/// A line that is to come into the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefetch {
    /// The line that is wanted.
    pub line: Line,
    /// On whose behalf.
    pub requester: Requester,
    /// Given back when the line comes ([`Prefetcher::filled`]) or a demand meets it ([`Found::Prefetched`]).
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
    /// A cache beside the L1 for the lines that it asks for; none: they go to the L1. Always the same answer.
    fn cache(&self) -> Option<CacheSpec> {
        None
    }

    /// Whether it wants to know which loads are indirect: then the SM follows what is loaded through the registers. Always
    /// the same answer.
    fn sees_indirect(&self) -> bool {
        false
    }

    /// A kernel starts: what was learned from the last one is of no use.
    fn started(&mut self, kernel: &KernelLaunch);

    /// A new warp starts in a slot.
    fn launched(&mut self, _launch: &WarpLaunch) {}

    /// A CTA starts; its warps are launched after this.
    fn cta_started(&mut self, _launch: &CtaLaunch) {}

    /// The CTA in slot `cta` has ended.
    fn cta_ended(&mut self, _cta: u32) {}

    /// A load issues.
    fn issued(&mut self, _load: &IssuedLoad) {}

    /// A load has looked for one of its lines, and the L1 has taken the access.
    fn looked(&mut self, _lookup: &Lookup) {}

    /// The line of a prefetch has come, and no demand has wanted it so far.
    fn filled(&mut self, _line: Line, _tag: PrefetchTag) {}

    /// What it wants. Asked once in every SM cycle with a resident CTA, after the LD/ST unit's turn; `counts` is what has been
    /// counted of its prefetches.
    fn wants(&mut self, now: SmCycle, counts: &PrefetchStats) -> Option<Prefetch>;

    /// What became of that, in the same cycle.
    fn answered(&mut self, reply: Reply);
}
