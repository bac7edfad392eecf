// SPDX-License-Identifier: Apache-2.0
//! What is kept of a kernel that ran, or of the part of it that ran.

use serde::{Deserialize, Serialize};

use crate::launch::Occupancy;
use crate::mem::MemorySystem;
use crate::socket::WarpTypes;
use crate::stats::{CoreStats, SourceStats, Stats, UnitStats};
use crate::timeline::Timeline;

/// What one source asked of the memory controllers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// `cpu0` ..., or `gpu`.
    pub source: String,
    /// Summed over all memory controllers.
    #[serde(flatten)]
    pub stats: SourceStats,
}

/// What one CPU core executed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CpuRecord {
    /// The benchmark, or the file name of the trace.
    pub workload: String,
    /// Since the GPU was made.
    #[serde(flatten)]
    pub stats: CoreStats,
}

/// What the memory controllers and the CPU cores behind them counted in a whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharingRecord {
    /// CPU cores first, then the GPU.
    pub sources: Vec<SourceRecord>,
    /// By core; empty on a machine without CPU cores.
    pub cpus: Vec<CpuRecord>,
}

impl SharingRecord {
    /// `None` for a machine without controllers attached.
    pub(crate) fn of(mem: &MemorySystem) -> Option<SharingRecord> {
        let sources = mem.sources();
        let gpu = sources.len().checked_sub(1)?;
        let name = |i| if i == gpu { "gpu".to_string() } else { format!("cpu{i}") };
        let sources = sources.into_iter().enumerate();
        let cpus = mem.cores().into_iter();
        Some(SharingRecord {
            sources: sources.map(|(i, stats)| SourceRecord { source: name(i), stats }).collect(),
            cpus: cpus.map(|(name, stats)| CpuRecord { workload: name.to_string(), stats }).collect(),
        })
    }
}

/// One kernel launch and what it did.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KernelRecord {
    /// Symbol, as in PTX.
    pub kernel: String,
    /// The same as in the source of the program.
    pub name: String,
    /// CTAs of the grid: x, y, z.
    pub grid: [u32; 3],
    /// Threads of a CTA: x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, bytes.
    pub dynamic_shared: u32,
    /// How many of its CTAs fit an SM, and why no more.
    pub occupancy: Occupancy,
    /// SM cycle of the launch, counted since the GPU was made.
    #[serde(default)]
    pub start: u64,
    /// SM cycles from the launch to the end.
    pub cycles: u64,
    /// Everything counted during this kernel.
    pub stats: Stats,
    /// One sample per 4096 SM cycles.
    pub timeline: Timeline,
    /// What the live warps of all SMs are at each of them; only with a typer of warps.
    #[serde(default)]
    pub warp_types: Vec<WarpTypes>,
    /// What the units that sit in the SMs counted in the period of each of them, without zeros; only if there are any.
    #[serde(default)]
    pub units: Vec<UnitStats>,
}
