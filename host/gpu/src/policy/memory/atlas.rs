// SPDX-License-Identifier: Apache-2.0
//! ATLAS: the source that attained the least service first (Kim et al., HPCA 2010; specification of SMS,
//! section 8.3.2). Each controller ranks by itself.

use serde::{Deserialize, Serialize};

use super::buffer::{Bank, Entry, Order, RequestBuffer};
use super::params::{ENTRIES, QUANTUM, SOCKET};
use super::service::Service;
use crate::policy::info::PolicyInfo;
use crate::policy::params::ParamInfo;

pub const INFO: PolicyInfo = PolicyInfo {
    name: "atlas",
    socket: SOCKET,
    meaning: "the source that attained the least service over long quanta first",
    source: "Kim et al., HPCA 2010",
    params: &[
        ENTRIES,
        QUANTUM,
        ParamInfo::number(
            "starvation",
            "DRAM cycles after which a request goes first; 100,000 CPU cycles",
            25_000,
            1,
            100_000_000,
        ),
    ],
    install: |settings, machine, attachments| {
        let sources = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) as usize + 1;
        attachments.controller(machine, |_| {
            let banks = machine.dram.banks as usize;
            let order = LeastAttained::new(sources, banks, settings.get(1).into(), settings.get(2).into());
            Box::new(RequestBuffer::new(machine, settings.get(0), order))
        });
    },
};

/// Older than the limit, rank, row hit, age.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LeastAttained {
    quantum: u64,
    starvation: u64,
    service: Service,
    /// By source: attained service, old quanta weighing less.
    attained: Vec<f64>,
    /// By source: larger is served first.
    ranks: Vec<u8>,
}

impl LeastAttained {
    pub fn new(sources: usize, banks: usize, quantum: u64, starvation: u64) -> LeastAttained {
        LeastAttained {
            quantum,
            starvation,
            service: Service::new(sources, banks),
            attained: vec![0.0; sources],
            ranks: vec![0; sources],
        }
    }

    fn rank(&mut self, service: &[u64]) {
        for (attained, service) in self.attained.iter_mut().zip(service) {
            *attained = 0.875 * *attained + 0.125 * *service as f64;
        }
        let sources = self.ranks.len();
        let mut sorted: Vec<usize> = (0..sources).collect();
        sorted.sort_by(|&a, &b| self.attained[a].total_cmp(&self.attained[b]));
        for (place, source) in sorted.into_iter().enumerate() {
            self.ranks[source] = (sources - place) as u8;
        }
    }
}

impl Order for LeastAttained {
    fn age_limit(&self) -> u64 {
        self.starvation
    }

    fn key(&self, entry: &Entry, hit: bool) -> u32 {
        u32::from(self.ranks[usize::from(entry.request.source)]) << 1 | u32::from(hit)
    }

    fn commanded(&mut self, now: u64, bank: u8, source: u8, cycles: u64) {
        self.service.command(now, bank, source, cycles);
    }

    fn step(&mut self, now: u64, _banks: &mut [Bank], _retired: &[u64]) -> bool {
        let due = now % self.quantum == 0;
        if due {
            let service = self.service.take(now);
            self.rank(&service);
        }
        due
    }
}
