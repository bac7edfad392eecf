// SPDX-License-Identifier: Apache-2.0
//! What the units of address translation share.

use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;

/// That the machine translates addresses.
///
/// # Errors
/// It does not; what to do.
pub fn translates(unit: &str, machine: &MachineSpec) -> Result<()> {
    match machine.mmu {
        Some(_) => Ok(()),
        None => Err(usage(format!(
            "{unit} is about address translation, which the machine {} does not have: choose --machine maxwell, or another \
             with [mmu]",
            machine.name
        ))),
    }
}
