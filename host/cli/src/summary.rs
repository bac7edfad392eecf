// SPDX-License-Identifier: Apache-2.0
//! What comparisons need of one result file.

use crate::result::{FORMAT, SCHEMA};
use crate::speedup::{Speeds, Speedups};
use anyhow::{bail, ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use warpsmith_gpu::stats::{CoreStats, Stats, TimeStats};

/// Indices into shares by level.
pub const LOW: usize = 0;
pub const NOMINAL: usize = 1;
pub const HIGH: usize = 2;

/// The figures of one complete run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// File name of the program.
    pub program: String,
    pub args: Vec<String>,
    /// Content of the program, SHA-256.
    pub sha256: String,
    /// Simulated time, seconds.
    pub time: f64,
    /// Energy, joules.
    pub energy: f64,
    /// Warp instructions per SM cycle, all SMs together.
    pub ipc: f64,
    /// Share of L1 accesses that miss; an access to a line under way is no miss. 0 without accesses.
    pub l1_miss_rate: f64,
    /// DRAM bytes per second, reads and writes.
    pub dram_bandwidth: f64,
    /// CTAs that run on an SM, mean over SMs and samples.
    pub mean_ctas: f64,
    /// Share of time of the SM domain at LOW, NOMINAL, HIGH.
    pub sm_share: [f64; 3],
    /// The same of the memory domain.
    pub memory_share: [f64; 3],
    /// Share of the block throttle's votes for more memory bandwidth; 0 without votes.
    pub mem_votes: f64,
    /// CTAs that run on an SM, mean over SMs, one value a sample.
    pub ctas: Vec<f64>,
    /// Target number of CTAs, mean over SMs, one value a sample.
    pub num_blocks: Vec<f64>,
    /// What sharing the memory costs cores and GPU, if each was run alone too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Speedups>,
}

/// The parts of a result file that are read back.
#[derive(Deserialize)]
struct File {
    program: Program,
    partial: Option<Partial>,
    statistics: Statistics,
}

#[derive(Deserialize)]
struct Program {
    name: String,
    sha256: String,
    args: Vec<String>,
}

#[derive(Deserialize)]
struct Partial {
    reason: String,
}

#[derive(Deserialize)]
struct Statistics {
    total: Stats,
    kernels: Vec<Kernel>,
    sharing: Option<Sharing>,
    alone: Option<Speeds>,
}

#[derive(Deserialize)]
struct Sharing {
    cpus: Vec<CoreStats>,
}

#[derive(Deserialize)]
struct Kernel {
    timeline: Vec<Sample>,
}

#[derive(Deserialize)]
struct Sample {
    running_ctas: f64,
    num_blocks: f64,
    /// NONE, COMP, MEM.
    votes: [u32; 3],
}

/// What every version of the format says first.
#[derive(Deserialize)]
struct Header {
    format: String,
    schema: u32,
    version: String,
}

impl Summary {
    /// Reads a result file. Truncated, foreign, partial files and those of another version are errors that say so.
    pub fn load(path: &Path) -> Result<Summary> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Summary::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Summary> {
        let value: serde_json::Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(e) if e.is_eof() => {
                bail!("the file is truncated (it ends at line {}); run again to make it anew", e.line())
            }
            Err(e) => bail!("not a result file of `warpsmith run`: {e}"),
        };
        let header = Header::deserialize(&value).ok().filter(|h| h.format == FORMAT);
        let Some(header) = header else { bail!("not a result file of `warpsmith run`") };
        ensure!(
            header.schema == SCHEMA && header.version == env!("CARGO_PKG_VERSION"),
            "written by warpsmith {} (schema {}), this is {} (schema {SCHEMA}); run the program again with this version",
            header.version,
            header.schema,
            env!("CARGO_PKG_VERSION")
        );
        let file = File::deserialize(&value).context("a key of the result is missing or mistyped")?;
        if let Some(partial) = file.partial {
            bail!("the run is partial ({}); run it to its end to compare it", partial.reason);
        }
        let samples = || file.statistics.kernels.iter().flat_map(|k| &k.timeline);
        let cores = file.statistics.sharing.iter().flat_map(|sharing| &sharing.cpus);
        let shared = Speeds::of(&file.statistics.total, cores);
        let summary = Summary::of(
            file.program,
            &file.statistics.total,
            samples().map(|s| s.running_ctas).collect(),
            samples().map(|s| s.num_blocks).collect(),
            mem_votes(samples().map(|s| s.votes)),
        );
        let sharing = file.statistics.alone.map(|alone| Speedups::of(&shared, &alone));
        Ok(Summary { sharing, ..summary })
    }

    /// Shares of time at LOW, NOMINAL, HIGH of the SM domain and of the memory domain.
    pub fn level_shares(t: &TimeStats) -> ([f64; 3], [f64; 3]) {
        let share = |seconds: [f64; 3]| seconds.map(|s| ratio(s, t.seconds));
        (
            share([t.sm_low_seconds, t.sm_nominal_seconds, t.sm_high_seconds]),
            share([t.memory_low_seconds, t.memory_nominal_seconds, t.memory_high_seconds]),
        )
    }

    fn of(program: Program, s: &Stats, ctas: Vec<f64>, num_blocks: Vec<f64>, mem_votes: f64) -> Summary {
        let t = &s.time;
        let (sm_share, memory_share) = Summary::level_shares(t);
        Summary {
            program: program.name,
            args: program.args,
            sha256: program.sha256,
            time: t.seconds,
            energy: s.energy.total(),
            ipc: ipc(s),
            l1_miss_rate: l1_miss_rate(s),
            dram_bandwidth: ratio(
                (s.counters.dram.read_bytes + s.counters.dram.write_bytes) as f64,
                t.seconds,
            ),
            mean_ctas: ratio(ctas.iter().sum(), ctas.len() as f64),
            sm_share,
            memory_share,
            mem_votes,
            ctas,
            num_blocks,
            sharing: None,
        }
    }
}

/// Warp instructions per SM cycle, all SMs together.
pub fn ipc(s: &Stats) -> f64 {
    ratio(s.counters.sm.warp_instructions as f64, s.time.sm_cycles as f64)
}

/// L1 misses per access.
pub fn l1_miss_rate(s: &Stats) -> f64 {
    ratio(s.counters.l1.misses as f64, s.counters.l1.accesses as f64)
}

/// Share of the votes NONE, COMP, MEM that are MEM.
fn mem_votes(samples: impl Iterator<Item = [u32; 3]>) -> f64 {
    let sum = samples.fold([0.0; 3], |sum, v| std::array::from_fn(|i| sum[i] + f64::from(v[i])));
    ratio(sum[2], sum.iter().sum())
}

/// `a / b`, 0 where there is nothing to divide by.
pub fn ratio(a: f64, b: f64) -> f64 {
    if b == 0.0 {
        0.0
    } else {
        a / b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        format!("{:#}", Summary::parse(text).unwrap_err())
    }

    #[test]
    fn a_truncated_file_is_called_truncated_wherever_it_is_cut() {
        let whole = format!(r#"{{"format": "{FORMAT}", "schema": 1, "version": "0", "partial": null}}"#);
        for cut in 1..whole.len() {
            assert!(error(&whole[..cut]).contains("truncated"), "cut at {cut}");
        }
    }

    #[test]
    fn the_share_of_votes_is_over_all_samples() {
        assert_eq!(mem_votes([[1, 2, 3], [0, 0, 6]].into_iter()), 0.75);
        assert_eq!(mem_votes([[0; 3]].into_iter()), 0.0);
    }

    #[test]
    fn a_foreign_file_is_refused_as_no_result() {
        for text in ["# notes", "{}", "[1]", r#"{"format": "other", "schema": 1, "version": "1"}"#] {
            assert!(error(text).contains("not a result file"), "{text}");
        }
    }

    #[test]
    fn a_file_of_another_version_names_both_versions() {
        let text = error(&format!(r#"{{"format": "{FORMAT}", "schema": 1, "version": "9.9.9"}}"#));
        assert!(text.contains("9.9.9") && text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    }
}
