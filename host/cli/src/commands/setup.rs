// SPDX-License-Identifier: Apache-2.0
//! The options that say which GPU a program runs on.

use crate::attach::{attach_all, Attached, Backend};
use crate::machine_file;
use crate::output::Files;
use crate::unused_keys::Uses;
use anyhow::{Context, Result};
use clap::builder::RangedU64ValueParser;
use serde::{Deserialize, Serialize};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{Attachments, Gpu};

/// Threads at most: far more than a machine has SMs and channels to give them.
const MAX_THREADS: u64 = 1024;

#[derive(clap::Args)]
pub struct Setup {
    /// Built-in machine or machine file
    #[arg(long, value_name = "M", default_value = "gtx480")]
    machine: String,
    /// Change one key of the machine, such as sm.count=8 (repeatable)
    #[arg(short = 'm', value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Attach a unit or a policy (repeatable)
    #[arg(long, value_name = "NAME[:KEY=VALUE,...]")]
    with: Vec<String>,
    /// What steps the units
    #[arg(long, value_enum, default_value_t)]
    pub backend: Backend,
    /// Run the cycle model on this many threads; the result is the same, byte for byte
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<u16>::new().range(1..=MAX_THREADS))]
    pub threads: u16,
    /// What a read outside every allocation does; a write always ends the run
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub out_of_bounds: OutOfBounds,
}

/// What a read outside every allocation does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum OutOfBounds {
    /// It ends the run, with kernel, thread, address and the nearest allocation
    #[default]
    Report,
    /// It gives 0 if an allocation is within 2 MiB, and is counted
    Zero,
}

impl OutOfBounds {
    /// Whether a result need not say it.
    pub fn is_default(&self) -> bool {
        *self == OutOfBounds::default()
    }

    /// A GPU whose reads behave so.
    pub fn set(self, mut gpu: Gpu) -> Gpu {
        if self == OutOfBounds::Zero {
            gpu.read_zeros_outside();
        }
        gpu
    }
}

impl Setup {
    /// The machine, what is attached to it, and that with every parameter, for the result file. `cpus`: its cores execute
    /// something.
    pub fn load(&self, cpus: bool) -> Result<(MachineSpec, Attachments, Vec<Attached>)> {
        let machine = machine_file::load(&self.machine, &self.overrides)?;
        let (mut attachments, attached) = attach_all(&self.with, self.backend, &machine)?;
        let controller = attached.iter().find(|a| a.is_controller());
        let scheduled = attachments.sms(&machine).iter().any(|sm| sm.issue.is_some());
        Uses { machine: &machine, attached: &attached, scheduled, controller, cpus }
            .check(&self.overrides)?;
        Ok((machine, attachments, attached))
    }

    /// Names the files that this reads.
    pub fn reads(&self, files: &mut Files) {
        machine_file::reads(&self.machine, files);
    }

    /// The GPU of [`Setup::load`], on the threads that were asked for.
    pub fn gpu(&self, machine: MachineSpec, attachments: Attachments) -> Result<Gpu> {
        let mut gpu = self.out_of_bounds.set(Gpu::new(machine, attachments)?);
        gpu.set_threads(self.threads.into())
            .with_context(|| format!("the system does not give {} threads; ask for fewer", self.threads))?;
        Ok(gpu)
    }
}
