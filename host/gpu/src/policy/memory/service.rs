// SPDX-License-Identifier: Apache-2.0
//! Bank-cycles that each source got: what ATLAS and TCM call attained service.

use serde::{Deserialize, Serialize};

/// Whom a bank works for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Work {
    source: u8,
    /// Counted up to here.
    from: u64,
    /// Working until here.
    until: u64,
}

/// The service of one controller since it was last taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    banks: Vec<Work>,
    cycles: Vec<u64>,
}

impl Service {
    pub fn new(sources: usize, banks: usize) -> Service {
        Service { banks: vec![Work::default(); banks], cycles: vec![0; sources] }
    }

    /// A command for `source` issues at `now`: the bank works for it for `cycles`, and no longer for another.
    pub fn command(&mut self, now: u64, bank: u8, source: u8, cycles: u64) {
        self.count(usize::from(bank), now);
        self.banks[usize::from(bank)] = Work { source, from: now, until: now + cycles };
    }

    fn count(&mut self, bank: usize, now: u64) {
        let work = &mut self.banks[bank];
        let end = now.min(work.until);
        self.cycles[usize::from(work.source)] += end.saturating_sub(work.from);
        work.from = end;
    }

    /// The bank-cycles of each source up to `now`; the count starts again.
    pub fn take(&mut self, now: u64) -> Vec<u64> {
        (0..self.banks.len()).for_each(|bank| self.count(bank, now));
        let sources = self.cycles.len();
        std::mem::replace(&mut self.cycles, vec![0; sources])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cycle_counts_the_banks_that_work_for_a_source() {
        let mut service = Service::new(3, 2);
        service.command(10, 0, 1, 10);
        service.command(12, 1, 1, 10);
        // Bank 0 turns to source 2 before it is done with source 1.
        service.command(15, 0, 2, 4);
        assert_eq!(service.take(17), [0, 5 + 5, 2]);
        assert_eq!(service.take(100), [0, 5, 2]);
        assert_eq!(service.take(200), [0, 0, 0]);
    }
}
