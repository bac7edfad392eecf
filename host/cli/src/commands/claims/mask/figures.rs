// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run.

use super::super::sharing::Speeds;
use crate::result::ResultFile;
use crate::summary::{ipc, ratio};
use serde::Serialize;
use warpsmith_gpu::stats::{L2TlbStats, SharedStats};
use warpsmith_gpu::unit::mask::MaskStats;

/// Depths of walk reads, from 1 on.
pub const DEPTHS: usize = 4;

/// The figures of one program in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Program {
    /// Warp instructions in an SM cycle, all its SMs together.
    pub ipc: f64,
    /// Share of its lookups in the shared TLB that found nothing; what joined a walk is neither.
    pub miss_rate: f64,
}

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    pub programs: Vec<Program>,
    /// Walk reads of each depth, those that hit in L2, and those that went past it.
    pub reads: [f64; DEPTHS],
    pub read_hits: [f64; DEPTHS],
    pub reads_past: [f64; DEPTHS],
    /// DRAM cycles from the arrival of a walk read at its channel to the end of its data, and the same of other reads.
    pub walk_latency: f64,
    pub data_latency: f64,
    /// Bytes that DRAM moved in a second.
    pub bandwidth: f64,
    /// Share of the lookups in the shared TLB that come from warps without a token.
    pub tokenless: f64,
    /// Lookups that the bypass cache answered, for each from a warp without a token.
    pub bypass_hits: f64,
}

impl Speeds for Figures {
    fn ipcs(&self) -> Vec<f64> {
        self.programs.iter().map(|program| program.ipc).collect()
    }
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let all = total.units.of::<L2TlbStats>().unwrap_or_default();
        let mask = total.units.of::<MaskStats>().unwrap_or_default();
        let applications = &file.statistics.applications;
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        let program =
            |ipc: f64, tlb: L2TlbStats| Program { ipc, miss_rate: of(tlb.misses, tlb.hits + tlb.misses) };
        let programs = match &applications[..] {
            [] => vec![program(ipc(total), all)],
            several => several.iter().map(|one| program(one.ipc(), one.l2_tlb.unwrap_or_default())).collect(),
        };
        let sum =
            |count: fn(&SharedStats) -> u64| applications.iter().map(|one| count(&one.shared)).sum::<u64>();
        let (walks, lines) = (sum(|s| s.dram_walk_reads), sum(|s| s.dram_read_lines));
        let dram = &total.counters.dram;
        let floats = |counts: [u64; DEPTHS]| counts.map(|count| count as f64);
        Figures {
            programs,
            reads: floats([all.reads_1, all.reads_2, all.reads_3, all.reads_4]),
            read_hits: floats([all.read_hits_1, all.read_hits_2, all.read_hits_3, all.read_hits_4]),
            reads_past: floats([mask.past_1, mask.past_2, mask.past_3, mask.past_4]),
            walk_latency: of(sum(|s| s.dram_walk_cycles), walks),
            data_latency: of(sum(|s| s.dram_data_cycles), lines - walks),
            bandwidth: ratio((dram.read_bytes + dram.write_bytes) as f64, total.time.seconds),
            tokenless: of(mask.tokenless, all.lookups),
            bypass_hits: of(mask.bypass_hits, mask.tokenless),
        }
    }
}
