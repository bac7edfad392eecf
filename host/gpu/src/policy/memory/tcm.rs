// SPDX-License-Identifier: Apache-2.0
//! TCM: thread cluster memory scheduling (Kim et al., MICRO 2010; specification of SMS, section 8.3.2), and the same
//! with CPUs first. Each controller clusters by itself. The controller knows no instructions of the GPU, which
//! counts as one that executes an instruction a DRAM cycle.

use serde::{Deserialize, Serialize};

use super::buffer::{Bank, Entry, Order, RequestBuffer};
use super::params::{ENTRIES, QUANTUM, SOCKET};
use super::service::Service;
use super::shuffle::Cluster;
use crate::machine::MachineSpec;
use crate::policy::info::PolicyInfo;
use crate::policy::params::{ParamInfo, Settings};
use crate::socket::{BurstRequest, MemoryController};

const PARAMS: &[ParamInfo] = &[
    ENTRIES,
    QUANTUM,
    ParamInfo::number("shuffle", "DRAM cycles between two shuffles; 800 CPU cycles", 200, 1, 1_000_000),
    ParamInfo::number(
        "sample",
        "DRAM cycles between two samples of bank parallelism; 1,000 CPU cycles",
        250,
        1,
        1_000_000,
    ),
    ParamInfo::number("cluster", "service of the latency cluster in per cent of all, at most", 10, 0, 100),
];

pub const INFO: PolicyInfo = PolicyInfo {
    name: "tcm",
    socket: SOCKET,
    meaning: "thread cluster memory scheduling: light sources first, heavy ones shuffled",
    source: "Kim et al., MICRO 2010",
    params: PARAMS,
    install: |settings, machine, attachments| {
        attachments.controller(machine, |_| controller(settings, machine, false));
    },
};

pub const CPU_FIRST: PolicyInfo = PolicyInfo {
    name: "ctcm",
    socket: SOCKET,
    meaning: "TCM, but every CPU request before any of the GPU",
    source: "Ausavarungnirun 2017, chapter 5, Figure 5.12",
    params: PARAMS,
    install: |settings, machine, attachments| {
        attachments.controller(machine, |_| controller(settings, machine, true));
    },
};

fn controller(settings: &Settings, machine: &MachineSpec, cpu_first: bool) -> Box<dyn MemoryController> {
    let spec = Spec {
        cpus: machine.cpu.as_ref().map_or(0, |cpu| cpu.cores) as usize,
        banks: machine.dram.banks as usize,
        quantum: settings.get(1).into(),
        shuffle: settings.get(2).into(),
        sample: settings.get(3).into(),
        cluster_share: f64::from(settings.get(4)) / 100.0,
        cpu_first,
    };
    Box::new(RequestBuffer::new(machine, settings.get(0), Clusters::new(spec)))
}

/// Parameters; times in DRAM cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    pub cpus: usize,
    pub banks: usize,
    pub quantum: u64,
    pub shuffle: u64,
    pub sample: u64,
    /// Service of the latency cluster, at most, of the total.
    pub cluster_share: f64,
    pub cpu_first: bool,
}

/// What a source did in a quantum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Behaviour {
    /// Requests per thousand instructions.
    pub mpki: f64,
    /// Requests in the row that the source used last in the bank, of all.
    pub row_locality: f64,
    /// Banks with requests, in samples with any.
    pub bank_parallelism: f64,
    /// Bank-cycles.
    pub service: u64,
}

/// What is counted of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Counts {
    requests: u64,
    row_hits: u64,
    /// Banks with requests, summed over samples, and the samples.
    banks: u64,
    samples: u64,
    /// Instructions executed when the quantum began.
    retired: u64,
}

/// Rank, row hit, age.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clusters {
    spec: Spec,
    counts: Vec<Counts>,
    /// The last row of each source in each bank.
    last_rows: Vec<Option<u32>>,
    service: Service,
    bandwidth: Cluster,
    /// Whether the sources of the bandwidth cluster differ enough for the insertion shuffle.
    differ: bool,
    /// By source: larger is served first.
    ranks: Vec<u8>,
}

impl Clusters {
    pub fn new(spec: Spec) -> Clusters {
        let sources = spec.cpus + 1;
        Clusters {
            counts: vec![Counts::default(); sources],
            last_rows: vec![None; sources * spec.banks],
            service: Service::new(sources, spec.banks),
            bandwidth: Cluster::default(),
            differ: false,
            ranks: vec![0; sources],
            spec,
        }
    }

    /// By source: larger is served first.
    #[cfg(test)]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    /// What each source did since the quantum began; begins the next.
    fn behaviour(&mut self, now: u64, retired: &[u64]) -> Vec<Behaviour> {
        let service = self.service.take(now);
        let ratio = |a: u64, b: u64| if b == 0 { 0.0 } else { a as f64 / b as f64 };
        let sources = self.counts.iter_mut().zip(service).enumerate();
        sources
            .map(|(source, (counts, service))| {
                let position = retired.get(source).copied().unwrap_or(now);
                let Counts { requests, row_hits, banks, samples, retired } = *counts;
                *counts = Counts { retired: position, ..Counts::default() };
                Behaviour {
                    mpki: 1000.0 * ratio(requests, (position - retired).max(1)),
                    row_locality: ratio(row_hits, requests),
                    bank_parallelism: ratio(banks, samples),
                    service,
                }
            })
            .collect()
    }

    /// Splits the sources into the two clusters and ranks them.
    pub fn cluster(&mut self, behaviour: &[Behaviour]) {
        let total: u64 = behaviour.iter().map(|b| b.service).sum();
        let mut sorted: Vec<usize> = (0..behaviour.len()).collect();
        sorted.sort_by(|&a, &b| behaviour[a].mpki.total_cmp(&behaviour[b].mpki));
        let mut service = 0;
        let light = sorted.iter().take_while(|&&source| {
            service += behaviour[source].service;
            service as f64 <= self.spec.cluster_share * total as f64
        });
        let split = light.count();
        let (latency, bandwidth) = sorted.split_at(split);
        for (place, &source) in latency.iter().enumerate() {
            self.ranks[source] = (behaviour.len() - place) as u8;
        }
        self.bandwidth = Cluster::new(by_niceness(bandwidth, behaviour));
        let spread = |of: fn(&Behaviour) -> f64| {
            let values = bandwidth.iter().map(|&s| of(&behaviour[s]));
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            high - low
        };
        self.differ =
            spread(|b| b.bank_parallelism) > 0.1 * self.spec.banks as f64 && spread(|b| b.row_locality) > 0.1;
        self.rank_bandwidth();
    }

    fn rank_bandwidth(&mut self) {
        for (rank, &source) in self.bandwidth.by_rank.iter().enumerate() {
            self.ranks[source] = rank as u8;
        }
    }

    fn sample(&mut self, banks: &[Bank]) {
        let mut pending = vec![0; self.counts.len()];
        for bank in banks {
            let sources = bank.entries.iter().fold(0u64, |mask, e| mask | 1 << e.request.source);
            pending.iter_mut().enumerate().for_each(|(source, banks)| *banks += sources >> source & 1);
        }
        for (counts, banks) in self.counts.iter_mut().zip(pending) {
            counts.banks += banks;
            counts.samples += u64::from(banks != 0);
        }
    }
}

/// The sources of the bandwidth cluster by rising niceness: high bank parallelism is nice, high row locality is not.
fn by_niceness(sources: &[usize], behaviour: &[Behaviour]) -> Vec<usize> {
    let rank_of = |of: fn(&Behaviour) -> f64| {
        let mut sorted = sources.to_vec();
        sorted.sort_by(|&a, &b| of(&behaviour[a]).total_cmp(&of(&behaviour[b])).then(a.cmp(&b)));
        move |source: usize| sorted.iter().position(|&s| s == source).unwrap_or_default() as i64
    };
    let parallelism = rank_of(|b| b.bank_parallelism);
    let locality = rank_of(|b| b.row_locality);
    let mut sorted = sources.to_vec();
    sorted.sort_by_key(|&source| (parallelism(source) - locality(source), source));
    sorted
}

impl Order for Clusters {
    fn key(&self, entry: &Entry, hit: bool) -> u32 {
        let source = usize::from(entry.request.source);
        let first = self.spec.cpu_first && source < self.spec.cpus;
        u32::from(first) << 9 | u32::from(self.ranks[source]) << 1 | u32::from(hit)
    }

    fn arrived(&mut self, request: &BurstRequest) {
        let source = usize::from(request.source);
        let last = &mut self.last_rows[source * self.spec.banks + usize::from(request.bank)];
        let counts = &mut self.counts[source];
        counts.requests += 1;
        counts.row_hits += u64::from(*last == Some(request.row));
        *last = Some(request.row);
    }

    fn commanded(&mut self, now: u64, bank: u8, source: u8, cycles: u64) {
        self.service.command(now, bank, source, cycles);
    }

    fn step(&mut self, now: u64, banks: &mut [Bank], retired: &[u64]) -> bool {
        if now % self.spec.sample == 0 {
            self.sample(banks);
        }
        if now % self.spec.quantum == 0 {
            let behaviour = self.behaviour(now, retired);
            self.cluster(&behaviour);
            return true;
        }
        let due = now % self.spec.shuffle == 0 && !self.bandwidth.by_rank.is_empty();
        if due {
            self.bandwidth.shuffle(self.differ);
            self.rank_bandwidth();
        }
        due
    }
}
