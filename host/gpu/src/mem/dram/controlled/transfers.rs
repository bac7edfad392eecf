// SPDX-License-Identifier: Apache-2.0
//! The data bus of a channel: when transfers end, and which of them were the first in their row.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::machine::DramSpec;
use crate::stats::DramStats;
use crate::types::DramCycle;

/// What a bank was before the row was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opening {
    /// Closed since reset.
    Closed,
    /// Open with another row.
    Other,
}

/// Column commands of one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfers {
    /// Cycles from a command to the end of its data: reads, writes.
    delay: [u64; 2],
    burst_cycles: u64,
    /// End of the data and the request, in the order of the ends.
    under_way: VecDeque<(DramCycle, u16)>,
    /// The last direction.
    writing: bool,
    /// By bank: the row was opened and not yet used.
    fresh: Vec<Option<Opening>>,
    /// By bank: whether a row was ever closed.
    used: u64,
}

impl Transfers {
    pub fn new(spec: &DramSpec) -> Transfers {
        let burst = spec.burst_cycles();
        Transfers {
            delay: [spec.timing.cl + burst, spec.timing.wl + burst].map(u64::from),
            burst_cycles: burst.into(),
            under_way: VecDeque::new(),
            writing: false,
            fresh: vec![None; spec.banks as usize],
            used: 0,
        }
    }

    /// A row of the bank was opened.
    pub fn opened(&mut self, bank: u8) {
        let before = if self.used >> bank & 1 == 1 { Opening::Other } else { Opening::Closed };
        self.fresh[usize::from(bank)] = Some(before);
    }

    /// The row of the bank was closed.
    pub fn closed(&mut self, bank: u8) {
        self.used |= 1 << bank;
    }

    /// A column command; what the bank was before, if it is the first one in its row.
    pub fn begin(
        &mut self,
        now: DramCycle,
        bank: u8,
        write: bool,
        id: u16,
        stats: &mut DramStats,
    ) -> Option<Opening> {
        let end = now + self.delay[usize::from(write)];
        debug_assert!(self.under_way.back().is_none_or(|(last, _)| *last < end), "two transfers at a time");
        self.under_way.push_back((end, id));
        if write != self.writing {
            self.writing = write;
            stats.turnarounds += 1;
        }
        stats.data_cycles += self.burst_cycles;
        self.fresh[usize::from(bank)].take()
    }

    /// The request whose data ends now.
    pub fn ended(&mut self, now: DramCycle) -> Option<u16> {
        let (_, id) = *self.under_way.front().filter(|(end, _)| *end <= now)?;
        self.under_way.pop_front();
        Some(id)
    }
}
