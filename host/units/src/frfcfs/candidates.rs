// SPDX-License-Identifier: Apache-2.0
//! For each bank, the requests that can win: of those that need the same command, only the first in the order
//! (urgent, older). So a choice looks at three requests a bank, not at all of them.

use super::buffer::{Buffer, Entry};
use crate::dram_timing::{Command, DramTiming, Issue};

/// An entry that can win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub index: usize,
    pub entry: Entry,
}

/// A bank's candidates, and all its entries in order of arrival.
#[derive(Clone, Debug, Default)]
pub(super) struct Bank {
    entries: Vec<u16>,
    /// The first hit that reads, the first that writes, and the first request of another row; ACT for this one if the
    /// bank is closed, else PRE.
    read: Option<Candidate>,
    write: Option<Candidate>,
    other: Option<Candidate>,
}

impl Bank {
    /// A bank without requests, with room for `n`.
    pub(super) fn new(n: u32) -> Bank {
        Bank { entries: Vec::with_capacity(n as usize), ..Bank::default() }
    }

    /// A request has arrived in entry `index`; whether it is a candidate. If not, nothing else has changed.
    pub(super) fn arrive(&mut self, buffer: &Buffer, index: usize, open_row: Option<u32>) -> bool {
        self.entries.push(index as u16);
        self.offer(buffer, index, open_row)
    }

    /// The request of entry `index` is served.
    pub(super) fn leave(&mut self, index: usize) {
        self.entries.retain(|i| usize::from(*i) != index);
    }

    /// Finds the candidates anew: the open row has changed, an entry has left or has become urgent.
    pub(super) fn refresh(&mut self, buffer: &Buffer, open_row: Option<u32>) {
        (self.read, self.write, self.other) = (None, None, None);
        for n in 0..self.entries.len() {
            self.offer(buffer, self.entries[n].into(), open_row);
        }
    }

    /// Considers an entry that is younger than those considered before; whether it becomes a candidate.
    fn offer(&mut self, buffer: &Buffer, index: usize, open_row: Option<u32>) -> bool {
        let Some(entry) = buffer.get(index) else { return false };
        let slot = match (open_row == Some(entry.request.row), entry.request.wr) {
            (true, false) => &mut self.read,
            (true, true) => &mut self.write,
            (false, _) => &mut self.other,
        };
        let first = slot.is_none_or(|first| entry.urgent && !first.entry.urgent);
        if first {
            *slot = Some(Candidate { index, entry: *entry });
        }
        first
    }

    /// The candidates and their commands. A request of another row does not close a row that has hits, unless it is
    /// urgent; while any request is urgent (`urgent`), the others wait (S21).
    pub(super) fn candidates<'a>(
        &'a self,
        dram: &'a DramTiming,
        urgent: bool,
    ) -> impl Iterator<Item = (Candidate, Issue)> + use<'a> {
        let hits = self.read.is_some() || self.write.is_some();
        let other = self.other.filter(|c| c.entry.urgent || !hits);
        let all = [self.read, self.write, other].into_iter().flatten();
        all.filter(move |c| c.entry.urgent || !urgent).map(|c| {
            let request = c.entry.request;
            (c, Issue { command: dram.need(&request), request })
        })
    }
}

/// Place in the order (urgent, hit, older); the largest wins.
pub(super) fn rank(candidate: &Candidate, command: Command) -> (bool, bool, std::cmp::Reverse<u64>) {
    (candidate.entry.urgent, command.is_column(), std::cmp::Reverse(candidate.entry.arrival))
}
