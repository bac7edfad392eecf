// SPDX-License-Identifier: Apache-2.0
//! What a cache is asked, and what it answers.

use serde::{Deserialize, Serialize};

use crate::types::{Line, MemKind, Origin, PrefetchTag, Requester, WarpTag};

/// One access. `T` is what the owner wants to know again when the access has been served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access<T> {
    /// As the cache's owner numbers lines: in an L2 bank by the number in the bank.
    pub line: Line,
    /// What the access does to the line; a write waits for nothing.
    pub kind: MemKind,
    /// Payload that travels, 1..=128 bytes: whole sectors.
    pub bytes: u16,
    /// Of a store: it writes every byte of the line, which then need not be fetched.
    pub covers_line: bool,
    /// The line is to be the first of its set to be replaced.
    pub evict_first: bool,
    /// On whose behalf; the owner of the line if that comes in.
    pub requester: Requester,
    /// Why the line is wanted: by an instruction, a prefetcher or a page walk.
    pub origin: Origin,
    /// That of the request that the access is part of.
    pub warp_tag: WarpTag,
    /// Handed back by [`super::Cache::fill`], and carried into the miss queue; the cache does not look at it.
    pub token: T,
}

/// What became of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The line is present; the access is served.
    Hit,
    /// The line is on its way. A read or atomic waits for [`super::Cache::fill`]; a store is served.
    HitReserved {
        /// The prefetch that has asked for the line, if this is the first demand for it.
        upgrades: Option<PrefetchTag>,
    },
    /// The line has been allocated, at the cost of `victim`. A read or atomic waits for [`super::Cache::fill`]; a store
    /// is served.
    Miss {
        /// What the line replaces; `None`: the way was free, or a store of a write-through cache took none.
        victim: Option<Victim>,
    },
    /// A store or atomic of a write-evict cache, or a load past the cache: it stands in the miss queue.
    Forwarded {
        /// The copy that a store or atomic has evicted; `None`: there was none.
        victim: Option<Victim>,
    },
    /// Nothing happened; try again later.
    Fail(FailReason),
}

/// What became of a prefetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefetched {
    /// The line has been asked for, at the cost of `victim`.
    Sent {
        /// What the line replaces; `None`: the way was free.
        victim: Option<Victim>,
    },
    /// The line is present or on its way: there is nothing to do.
    Dropped,
    /// No MSHR, no way, or no room in the miss queue: try again later.
    Refused,
}

/// A valid line that was replaced or evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    /// Numbered as that of [`Access`].
    pub line: Line,
    /// On whose behalf it was brought in.
    pub owner: Requester,
}

/// Whom a line that has come serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill<'a, T> {
    /// The tokens of the reads and atomics that waited, oldest first.
    pub waited: &'a [T],
    /// The first of them is the access that missed; the others, or else all, merged.
    pub missed: bool,
    /// Why the line was asked for; of a prefetch that a demand has met: the demand.
    pub origin: Origin,
}

/// Why an access could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailReason {
    /// No free MSHR.
    Mshr,
    /// The line's MSHR takes no further access.
    Merge,
    /// Every way of the set is on its way.
    Set,
    /// The miss queue is full.
    MissQueue,
}

impl<T> Access<T> {
    /// Stores do not wait for the line.
    pub(super) fn waits(&self) -> bool {
        self.kind != MemKind::Write
    }
}
