// SPDX-License-Identifier: Apache-2.0
//! PAR-BS: parallelism-aware batch scheduling (Mutlu and Moscibroda, ISCA 2008; specification of SMS, section 8.3.2).

use serde::{Deserialize, Serialize};

use super::buffer::{Bank, Entry, Order, RequestBuffer};
use super::params::{ENTRIES, SOCKET};
use crate::policy::info::PolicyInfo;
use crate::policy::params::ParamInfo;

pub const INFO: PolicyInfo = PolicyInfo {
    name: "parbs",
    socket: SOCKET,
    meaning: "parallelism-aware batch scheduling: the oldest requests of all, then the source with the least",
    source: "Mutlu and Moscibroda, ISCA 2008",
    params: &[
        ENTRIES,
        ParamInfo::number("marking_cap", "requests of a source and bank in a batch, at most", 5, 1, 1024),
    ],
    install: |settings, machine, attachments| {
        let sources = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) as usize + 1;
        attachments.controller(machine, |_| {
            let order = Batches::new(sources, settings.get(1));
            Box::new(RequestBuffer::new(machine, settings.get(0), order))
        });
    },
};

/// Marked, row hit, source rank, age.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Batches {
    cap: u32,
    /// By source: larger is served first.
    ranks: Vec<u8>,
}

impl Batches {
    pub fn new(sources: usize, cap: u32) -> Batches {
        Batches { cap, ranks: vec![0; sources] }
    }

    /// Marks up to `cap` of the oldest requests of each source and bank, and ranks the sources: the smaller largest
    /// number in a bank first, then the smaller total, then the lower number.
    fn form(&mut self, banks: &mut [Bank]) {
        let sources = self.ranks.len();
        let (mut most, mut total) = (vec![0; sources], vec![0; sources]);
        for bank in banks {
            let mut marked = vec![0; sources];
            for entry in &mut bank.entries {
                let count = &mut marked[usize::from(entry.request.source)];
                entry.marked = *count < self.cap;
                *count += u32::from(entry.marked);
            }
            for (source, count) in marked.into_iter().enumerate() {
                most[source] = count.max(most[source]);
                total[source] += count;
            }
        }
        let mut sorted: Vec<usize> = (0..sources).collect();
        sorted.sort_by_key(|&s| (most[s], total[s]));
        for (place, source) in sorted.into_iter().enumerate() {
            self.ranks[source] = (sources - place) as u8;
        }
    }
}

impl Order for Batches {
    fn key(&self, entry: &Entry, hit: bool) -> u32 {
        let rank = self.ranks[usize::from(entry.request.source)];
        u32::from(entry.marked) << 9 | u32::from(hit) << 8 | u32::from(rank)
    }

    fn step(&mut self, _now: u64, banks: &mut [Bank], _retired: &[u64]) -> bool {
        // Entries are oldest first, and the oldest of a source is marked if any is.
        let done = banks.iter().all(|bank| bank.entries.iter().all(|entry| !entry.marked));
        let some = banks.iter().any(|bank| !bank.entries.is_empty());
        if done && some {
            self.form(banks);
        }
        done && some
    }
}
