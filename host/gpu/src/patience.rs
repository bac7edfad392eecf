// SPDX-License-Identifier: Apache-2.0
//! How long a kernel may stand still before it is certain that it will not go on.

use crate::control::POLL_CYCLES;
use crate::machine::MachineSpec;
use crate::types::Level;

/// Polls for which a block throttle may hold everything back: several of its epochs.
const THROTTLE_POLLS: u64 = 64;

/// DRAM cycles for which a memory controller may hold back the requests that it has.
const CONTROLLER_CYCLES: u64 = 1 << 14;

/// Polls in which nothing moves although something could: more than any single wait in the machine takes, at the lowest
/// level of the memory system and the highest of the SMs.
pub fn polls(machine: &MachineSpec) -> u64 {
    let [sm, icnt, l2, dram] = machine.clock.base_mhz().map(u64::from);
    let in_sm_cycles =
        |cycles: u64, mhz: u64| (cycles * sm * Level::High.weight()).div_ceil(mhz * Level::Low.weight());
    let spec = &machine.l2;
    let atomics = machine.line_bytes.div_ceil(spec.atomic_bytes_per_cycle);
    let refresh = u64::from(machine.dram.longest_refresh());
    let wait = in_sm_cycles(u64::from(machine.icnt.latency + machine.line_bytes), icnt)
        + in_sm_cycles((spec.rop_latency + spec.dram_latency + atomics).into(), l2)
        + in_sm_cycles(machine.dram.timing.sum() + refresh + CONTROLLER_CYCLES, dram);
    THROTTLE_POLLS + wait.div_ceil(POLL_CYCLES)
}
