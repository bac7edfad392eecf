// SPDX-License-Identifier: Apache-2.0
//! The microbenchmark programs, compiled, and how one is run.

use crate::cc;
use crate::session::{self, RunPlan};
use anyhow::{bail, Context, Result};
use std::path::PathBuf;
use warpsmith_gpu::machine::{MachineSpec, WarpPolicy};
use warpsmith_gpu::{Attachments, Gpu, KernelRecord};
use warpsmith_process::Folder;

/// Name and source of each program.
const PROGRAMS: [(&str, &str); 4] = [
    ("memory", include_str!("../../../../../tests/micro/memory.cu")),
    ("issue", include_str!("../../../../../tests/micro/issue.cu")),
    ("throughput", include_str!("../../../../../tests/micro/throughput.cu")),
    ("occupancy", include_str!("../../../../../tests/micro/occupancy.cu")),
];

/// A machine and the compiled programs.
pub struct Bench {
    pub machine: MachineSpec,
    folder: Folder,
}

impl Bench {
    /// Compiles the programs.
    pub fn new(machine: MachineSpec) -> Result<Bench> {
        let folder = warpsmith_process::folder().context("no temporary folder can be made")?;
        for (name, source) in PROGRAMS {
            let file = folder.path().join(name).with_extension("cu");
            std::fs::write(&file, source).with_context(|| format!("cannot write {}", file.display()))?;
            cc::compile(&file, &folder.path().join(name))?;
        }
        Ok(Bench { machine, folder })
    }

    /// Runs a program on a fresh GPU, every invariant checked; gives its launches.
    pub fn run(&self, program: &str, args: &[String]) -> Result<Vec<KernelRecord>> {
        self.run_on(&self.machine, program, args)
    }

    /// The same on another machine.
    pub fn run_on(&self, machine: &MachineSpec, program: &str, args: &[String]) -> Result<Vec<KernelRecord>> {
        let path: PathBuf = self.folder.path().join(program);
        let mut machine = machine.clone();
        // Units and DRAM reach their rates when warps take turns and so end together.
        machine.sm.warp_scheduler = WarpPolicy::Lrr;
        let mut gpu = Gpu::new(machine, Attachments::baseline())?;
        gpu.start_checks();
        let (outcome, _) = session::run(&path, args, gpu, RunPlan::default())?;
        let said = format!("microbenchmark {program} {}", args.join(" "));
        match (outcome.partial, outcome.exit) {
            (None, exit) if exit.succeeded() => Ok(outcome.kernels),
            (Some(reason), _) => bail!("{said}: {reason}"),
            (None, exit) => bail!("{said}: {exit}"),
        }
    }
}

/// The difference of two launches: what both have in common, the start and the end of a kernel, drops out.
pub fn difference(launches: &[KernelRecord], count: impl Fn(&KernelRecord) -> u64) -> f64 {
    match launches {
        [first, .., last] => count(last) as f64 - count(first) as f64,
        _ => f64::NAN,
    }
}
