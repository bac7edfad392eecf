// SPDX-License-Identifier: Apache-2.0
//! `warpsmith bench-machine`: does the cycle model have the latencies, rates and sizes that its machine file says?
//!
//! Each microbenchmark is a CUDA program of `tests/micro`. What it measures comes from the statistics of its launches;
//! what it should measure is computed from the machine file alone.

mod bench;
mod caches;
mod figure;
mod issue;
mod latency;
mod occupancy;
mod published;
mod throughput;

use crate::machine_file;
use anyhow::Result;
use bench::Bench;
use figure::Figure;
use std::process::ExitCode;

/// Measure the modelled machine with microbenchmarks and compare with its machine file.
///
/// Prints one line a figure. Warps take turns, whatever sm.warp_scheduler says. The invariants of the cycle model are
/// checked all the while. Exit code 1 when a figure is out of its tolerance.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith bench-machine
  warpsmith bench-machine -m l1.ways=2 -m dram.timing.rcd=20 --only latency")]
pub struct Args {
    /// Built-in machine or machine file
    #[arg(long, value_name = "M", default_value = "gtx480")]
    machine: String,
    /// Change one key of the machine (repeatable)
    #[arg(short = 'm', value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Only these groups
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Group>,
    /// Also say how each configured figure follows from the machine file
    #[arg(long)]
    explain: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Group {
    Latency,
    Caches,
    Issue,
    Throughput,
    Occupancy,
}

type Measure = fn(&Bench) -> Result<Vec<Figure>>;

/// Every group with what measures it.
const GROUPS: [(Group, Measure); 5] = [
    (Group::Latency, latency::measure),
    (Group::Caches, caches::measure),
    (Group::Issue, issue::measure),
    (Group::Throughput, throughput::measure),
    (Group::Occupancy, occupancy::measure),
];

/// Runs the microbenchmarks and prints the table.
pub fn bench_machine(args: &Args) -> Result<ExitCode> {
    let bench = Bench::new(machine_file::load(&args.machine, &args.overrides)?)?;
    let mut figures = Vec::new();
    for (group, measure) in GROUPS {
        if args.only.is_empty() || args.only.contains(&group) {
            figures.extend(measure(&bench)?);
        }
    }
    print!("{}", figure::table(&figures, args.explain));
    let failed = figures.iter().any(|f| !f.holds());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
