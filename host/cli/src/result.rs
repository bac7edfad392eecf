// SPDX-License-Identifier: Apache-2.0
//! The result file of a run, as `warpsmith run -o` writes it. `docs/results.md` describes it.
//!
//! It holds no time of day, no absolute path and no process number: the same input gives the same bytes.

mod load;
pub mod values;

use crate::attach::{Attached, Backend};
use crate::commands::setup::OutOfBounds;
use crate::digest;
use crate::output::Output;
use crate::program_exit::ProgramExit;
use crate::speedup::{Speeds, Speedups};
use crate::summary::ratio;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::{CacheStats, L1TlbStats, L2TlbStats, SharedStats, SmStats, Stats};
use warpsmith_gpu::{KernelRecord, SharingRecord};

/// The first key of every result file.
const FORMAT: &str = "warpsmith result";

/// Counts changes of the layout that break readers.
const SCHEMA: u32 = 3;

#[derive(Debug, Serialize, Deserialize)]
pub struct ResultFile {
    format: String,
    schema: u32,
    version: String,
    #[serde(flatten)]
    pub spec: RunSpec,
    /// Why the run was cut, if it was.
    #[serde(deserialize_with = "Option::deserialize")] // so that it must be there
    pub partial: Option<Partial>,
    /// How the program ended.
    pub exit: ProgramExit,
    pub statistics: Statistics,
}

/// What a result is of: everything that is known before the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunSpec {
    pub program: ProgramRecord,
    /// Each of several programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramRecord>,
    pub configuration: Configuration,
    /// What must not change the statistics.
    pub provenance: Provenance,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// File name, without folders.
    pub name: String,
    /// Of the file that was named on the command line.
    pub sha256: String,
    pub args: Vec<String>,
}

/// Everything that decides the statistics, beside the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Configuration {
    pub machine: MachineSpec,
    pub attachments: Vec<Attached>,
    pub max_cycles: Option<u64>,
    #[serde(default, skip_serializing_if = "OutOfBounds::is_default")]
    pub out_of_bounds: OutOfBounds,
    /// What the CPU cores execute.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cpus: Vec<String>,
    /// Length of a run of fixed length, SM cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// SMs of each of several programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub split: Vec<u32>,
    /// SMs of each lane for the streams of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<u32>,
    /// Whether a program that ends is started again until all have ended once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub relaunch: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Provenance {
    pub backend: Backend,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Partial {
    pub reason: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub total: Stats,
    pub kernels: Vec<KernelRecord>,
    /// What shared the DRAM, in runs with memory controllers attached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharing: Option<SharingRecord>,
    /// Reads of a thread that got zeros because nothing is allocated there, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_bounds_reads: Option<u64>,
    /// The speeds of what shared the machine, each alone under FR-FCFS, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<Speeds>,
    /// Each of several programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applications: Vec<ApplicationRecord>,
}

/// One of several programs, until its first end. Of what they share, the rest of what L2 and DRAM count, and energy, only the total is known.
#[derive(Debug, Serialize, Deserialize)]
pub struct ApplicationRecord {
    /// Its SMs.
    pub sms: u32,
    /// How it ended.
    pub exit: ProgramExit,
    /// Why it was cut, if it was.
    pub partial: Option<Partial>,
    /// How often it was started.
    pub starts: u64,
    /// SM cycles.
    pub cycles: u64,
    /// What its SMs counted.
    pub sm: SmStats,
    pub l1: CacheStats,
    pub texture: CacheStats,
    pub constant: CacheStats,
    /// What translation counted for it, on a machine that translates addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l1_tlb: Option<L1TlbStats>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l2_tlb: Option<L2TlbStats>,
    /// What L2 and DRAM counted for it.
    #[serde(default)]
    pub shared: SharedStats,
    /// In the order of the launches. Of what is shared they have what the whole machine counted while they ran.
    pub kernels: Vec<KernelRecord>,
}

impl ApplicationRecord {
    /// Warp instructions per SM cycle, all its SMs together.
    pub fn ipc(&self) -> f64 {
        ratio(self.sm.warp_instructions as f64, self.cycles as f64)
    }
}

impl Statistics {
    /// What sharing costs, if the parts were run alone too.
    pub fn speedups(&self) -> Option<Speedups> {
        let cores = self.sharing.iter().flat_map(|sharing| &sharing.cpus);
        let mut shared = Speeds::of(&self.total, cores.map(|core| &core.stats));
        if !self.applications.is_empty() {
            shared.gpu = 0.0;
            shared.applications = self.applications.iter().map(ApplicationRecord::ipc).collect();
        }
        self.alone.as_ref().map(|alone| Speedups::of(&shared, alone))
    }
}

impl ProgramRecord {
    /// No program: only CPU cores run.
    pub fn none() -> ProgramRecord {
        ProgramRecord { name: "none".to_string(), sha256: String::new(), args: Vec::new() }
    }

    /// Of several programs: their names and arguments with `++` between, and the hash of their hashes.
    pub fn together(programs: &[ProgramRecord]) -> ProgramRecord {
        let mut sha = Sha256::new();
        programs.iter().for_each(|program| sha.update(&program.sha256));
        let names: Vec<&str> = programs.iter().map(|program| &program.name[..]).collect();
        let args: Vec<Vec<String>> = programs.iter().map(|program| program.args.clone()).collect();
        ProgramRecord {
            name: names.join(" ++ "),
            sha256: hex(&sha.finalize()),
            args: args.join(&"++".to_string()),
        }
    }

    /// Reads the file for its hash.
    pub fn of(path: &Path, args: &[String]) -> Result<ProgramRecord> {
        let digest = digest::of(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(ProgramRecord { name: ProgramRecord::name_of(path), sha256: hex(&digest), args: args.to_vec() })
    }

    /// What a program is called.
    pub fn name_of(path: &Path) -> String {
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl ResultFile {
    /// Of a run of `spec` with this version.
    pub fn new(
        spec: RunSpec,
        exit: ProgramExit,
        partial: Option<Partial>,
        statistics: Statistics,
    ) -> ResultFile {
        let (format, version) = (FORMAT.to_string(), env!("CARGO_PKG_VERSION").to_string());
        ResultFile { format, schema: SCHEMA, version, spec, partial, exit, statistics }
    }

    /// Writes it as indented JSON, whole or not at all.
    pub fn write(&self, output: &Output) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        output.write(text.as_bytes())
    }
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
