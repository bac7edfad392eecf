// SPDX-License-Identifier: Apache-2.0
//! For each bank its requests, and of those that need the same command the oldest: no other can win. So a choice looks
//! at three requests a bank, not at all of them.

use super::buffer::{Buffer, Entry};
use crate::dram_timing::{Command, Request};

/// A request that can win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub index: u16,
    pub arrival: u64,
}

/// Row and direction of a request, in one comparison.
type Access = u32;

fn access(row: u32, wr: bool) -> Access {
    row << 1 | u32::from(wr)
}

/// The requests of a bank in order of arrival, and its candidates. While one is urgent, only urgent ones are candidates:
/// the others wait (S21).
#[derive(Clone, Debug, Default)]
pub(super) struct Bank {
    accesses: Vec<Access>,
    /// Where each is in the buffer.
    entries: Vec<u16>,
    urgent: u32,
    /// The first hit that reads, the first that writes, and the first request of another row; ACT for this one if the
    /// bank is closed, else PRE.
    read: Option<Candidate>,
    write: Option<Candidate>,
    other: Option<Candidate>,
}

impl Bank {
    /// A bank without requests, with room for `n`.
    pub(super) fn new(n: u32) -> Bank {
        let n = n as usize;
        Bank { accesses: Vec::with_capacity(n), entries: Vec::with_capacity(n), ..Bank::default() }
    }

    /// A request has arrived in entry `index`; whether it is a candidate. If not, nothing else has changed.
    pub(super) fn arrive(&mut self, index: usize, entry: &Entry, open_row: Option<u32>) -> bool {
        let Request { row, wr, .. } = entry.request;
        self.accesses.push(access(row, wr));
        self.entries.push(index as u16);
        let waits = self.urgent > 0;
        let first = self.place(open_row, row, wr);
        let wins = !waits && first.is_none();
        if wins {
            *first = Some(Candidate { index: index as u16, arrival: entry.arrival });
        }
        wins
    }

    /// The request of entry `index` has become urgent.
    pub(super) fn make_urgent(&mut self, buffer: &Buffer, open_row: Option<u32>) {
        self.urgent += 1;
        self.refresh(buffer, open_row);
    }

    /// The request in entry `index`, a hit, is served.
    pub(super) fn leave(&mut self, buffer: &Buffer, index: usize, served: &Entry) {
        let Request { row, wr, .. } = served.request;
        let Some(place) = self.entries.iter().position(|i| usize::from(*i) == index) else { return };
        self.accesses.remove(place);
        self.entries.remove(place);
        self.urgent -= u32::from(served.urgent);
        if served.urgent {
            return self.refresh(buffer, Some(row));
        }
        let next = self.first(buffer, place, |a| a == access(row, wr));
        *self.place(Some(row), row, wr) = next;
    }

    /// Finds the candidates anew: another row is open, or which requests are urgent has changed.
    pub(super) fn refresh(&mut self, buffer: &Buffer, open_row: Option<u32>) {
        let hit = |wr| open_row.and_then(|row| self.first(buffer, 0, |a| a == access(row, wr)));
        let (read, write) = (hit(false), hit(true));
        let other = self.first(buffer, 0, |a| open_row != Some(a >> 1));
        (self.read, self.write, self.other) = (read, write, other);
    }

    /// The first request from place `from` on that does what is `wanted`; among the urgent ones, if there are any.
    fn first(&self, buffer: &Buffer, from: usize, wanted: impl Fn(Access) -> bool) -> Option<Candidate> {
        let mut from = from;
        loop {
            let place = from + self.accesses[from..].iter().position(|a| wanted(*a))?;
            let index = self.entries[place];
            let entry = buffer.get(index.into())?;
            if entry.urgent || self.urgent == 0 {
                return Some(Candidate { index, arrival: entry.arrival });
            }
            from = place + 1;
        }
    }

    /// Where the candidate of such a request is kept.
    fn place(&mut self, open_row: Option<u32>, row: u32, wr: bool) -> &mut Option<Candidate> {
        match (open_row == Some(row), wr) {
            (true, false) => &mut self.read,
            (true, true) => &mut self.write,
            (false, _) => &mut self.other,
        }
    }

    /// Shows `see` each candidate with its command. A request of another row does not close a row that has hits, unless
    /// it is urgent; while any request of the controller is urgent (`urgent`), the others wait.
    pub(super) fn candidates(&self, urgent: bool, closed: bool, mut see: impl FnMut(Candidate, Command)) {
        if self.entries.is_empty() || (urgent && self.urgent == 0) {
            return;
        }
        if let Some(read) = self.read {
            see(read, Command::Rd);
        }
        if let Some(write) = self.write {
            see(write, Command::Wr);
        }
        let hits = self.read.is_some() || self.write.is_some();
        if let Some(other) = self.other.filter(|_| urgent || !hits) {
            see(other, if closed { Command::Act } else { Command::Pre });
        }
    }
}
