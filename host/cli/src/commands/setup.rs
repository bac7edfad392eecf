// SPDX-License-Identifier: Apache-2.0
//! The options that say which GPU a program runs on.

use crate::attach::{attach_all, Attached, Backend};
use crate::machine_file;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::Attachments;

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
}

impl Setup {
    /// The machine, what is attached to it, and that with every parameter, for the result file.
    pub fn load(&self) -> Result<(MachineSpec, Attachments, Vec<Attached>)> {
        let machine = machine_file::load(&self.machine, &self.overrides)?;
        let (attachments, attached) = attach_all(&self.with, self.backend, &machine)?;
        Ok((machine, attachments, attached))
    }
}
