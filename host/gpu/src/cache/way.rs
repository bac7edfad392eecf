// SPDX-License-Identifier: Apache-2.0
//! What is kept of the line in a way.

use serde::{Deserialize, Serialize};

use crate::types::Requester;

/// The state of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    Invalid,
    /// Allocated for a line that is on its way.
    Reserved,
    /// The same, with a store that will make the line dirty when it arrives.
    ReservedDirty,
    Valid,
    Dirty,
}

impl State {
    pub(super) fn pending(self) -> bool {
        matches!(self, State::Reserved | State::ReservedDirty)
    }

    pub(super) fn present(self) -> bool {
        matches!(self, State::Valid | State::Dirty)
    }
}

/// What is kept of a line beside its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// The access count at the last use, above `FIRST` if that use said to evict the line first, above `KEEP` if not;
    /// of a line that came in as the least recent, and was not used again, counted down from `FIRST`. The smallest
    /// is the next victim.
    pub(super) used: u64,
    /// The MSHR of a pending line.
    pub(super) mshr: u16,
    /// On whose behalf the line was brought in.
    pub(super) owner: Requester,
    pub(super) state: State,
    /// A prefetch asked for the line, and no demand has wanted it yet.
    pub(super) prefetched: bool,
}

/// No line.
pub(super) const EMPTY: Meta = Meta {
    used: 0,
    mshr: 0,
    owner: Requester { sm: 0, warp: 0, cta: 0, application: 0 },
    state: State::Invalid,
    prefetched: false,
};
