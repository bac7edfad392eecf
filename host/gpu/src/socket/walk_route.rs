// SPDX-License-Identifier: Apache-2.0
//! Walk route: decides which reads of page tables go past L2, and how urgent they are to DRAM (MASK, section 2.7).

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use super::shared_tlb::WalkRead;
use crate::mem::packet::Served;
use crate::types::{Origin, Priority};

/// Places of [`Looks`]: data, and the depths of walks.
const DEPTHS: usize = 6;

/// Requests that looked for their line in L2, and those of them that found it there: at 0 those that are no walk reads, at d the walk
/// reads of depth d. One that joins an earlier miss has not found it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looks {
    /// Requests that looked.
    pub accesses: [u64; DEPTHS],
    /// Those that found their line.
    pub hits: [u64; DEPTHS],
}

impl Looks {
    /// One more.
    #[inline]
    pub(crate) fn count(&mut self, origin: Origin, served: Served) {
        let depth = if let Origin::Walk { level } = origin { usize::from(level).min(DEPTHS - 1) } else { 0 };
        self.accesses[depth] += 1;
        self.hits[depth] += u64::from(served == Served::Hit);
    }

    /// Both together.
    pub(crate) fn plus(self, other: Looks) -> Looks {
        let sum = |a: [u64; DEPTHS], b: [u64; DEPTHS]| std::array::from_fn(|depth| a[depth] + b[depth]);
        Looks { accesses: sum(self.accesses, other.accesses), hits: sum(self.hits, other.hits) }
    }

    /// What was counted after `earlier`.
    pub(crate) fn since(self, earlier: Looks) -> Looks {
        let rest = |a: [u64; DEPTHS], b: [u64; DEPTHS]| std::array::from_fn(|depth| a[depth] - b[depth]);
        Looks { accesses: rest(self.accesses, earlier.accesses), hits: rest(self.hits, earlier.hits) }
    }
}

/// The way of a walk read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkWay {
    /// It takes neither a look at the tags of L2 nor a place there.
    pub past: bool,
    /// The class of what it asks of DRAM.
    pub priority: Priority,
}

/// One beside the shared TLB.
pub trait WalkRoute: Attachment {
    /// The way of `read`. Asked in every cycle in which it waits for the crossbar. `better_past` is what the shared TLB says
    /// ([`super::SharedTlb::better_past`]).
    fn way(&mut self, read: &WalkRead, better_past: u8) -> WalkWay;

    /// It is on its way.
    fn sent(&mut self, _read: &WalkRead, _better_past: u8, _way: WalkWay) {}

    /// L2 did `served` with a read of that depth.
    fn served(&mut self, _depth: u8, _served: Served) {}
}
