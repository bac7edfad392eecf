// SPDX-License-Identifier: Apache-2.0
//! What a cache keeps of its prefetches: their counts, and when each of them was sent.

use serde::{Deserialize, Serialize};

use super::tags::Way;
use crate::stats::PrefetchStats;
use crate::types::SmCycle;

/// The counts, and the times of the lines that no demand has wanted yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Prefetches {
    pub(super) counts: PrefetchStats,
    /// The cycle, as the cache's owner last said.
    pub(super) now: SmCycle,
    /// By way, the cycle of its last prefetch; none before the first one.
    sent: Vec<SmCycle>,
}

impl Prefetches {
    /// A prefetch of the line of `way` has been sent.
    pub(super) fn sent(&mut self, way: Way) {
        self.counts.issued += 1;
        if self.sent.len() <= way {
            self.sent.resize(way + 1, SmCycle::default());
        }
        self.sent[way] = self.now;
    }

    /// The first demand for the line of `way` has found it present.
    pub(super) fn useful(&mut self, way: Way) {
        self.counts.useful += 1;
        self.counts.useful_distance += self.sent.get(way).map_or(0, |sent| self.now - *sent);
    }
}
