// SPDX-License-Identifier: Apache-2.0
//! The machine as CUDA programs see it.

use warpsmith_protocol::DeviceProperties;
use warpsmith_ptx::{GLOBAL_BASE, LANES};

use super::launcher::Launcher;
use crate::launch::{MAX_BLOCK, MAX_GRID};

/// Size of constant memory and alignment of pitched rows: CUDA C Programming Guide, table of technical
/// specifications, for the compute capability below.
const CONSTANT_BYTES: u64 = 64 << 10;
const PITCH_ALIGNMENT: u64 = 512;
/// The architecture that `warpsmith cc` compiles for, which decides what the PTX may contain.
const CAPABILITY: [u32; 2] = [3, 5];

pub(super) fn of(gpu: &mut impl Launcher) -> DeviceProperties {
    let (memory_bytes, sms) = (gpu.memory().capacity(), gpu.sms());
    let machine = gpu.machine();
    let (sm, l2, dram) = (&machine.sm, &machine.l2, &machine.dram);
    let partitions = u64::from(dram.channels * l2.sub_partitions_per_channel);
    DeviceProperties {
        name: format!("Warpsmith {}", machine.name),
        memory_base: GLOBAL_BASE,
        memory_bytes,
        shared_bytes_per_cta: sm.shared_bytes,
        shared_bytes_per_sm: sm.shared_bytes,
        registers_per_cta: sm.registers,
        registers_per_sm: sm.registers,
        warp_size: LANES as u32,
        max_threads_per_cta: sm.max_threads_per_cta,
        max_threads_per_sm: sm.threads,
        max_grid: MAX_GRID,
        max_block: [sm.max_threads_per_cta, sm.max_threads_per_cta, MAX_BLOCK[2]],
        constant_bytes: CONSTANT_BYTES,
        pitch_alignment: PITCH_ALIGNMENT,
        sm_count: sms,
        clock_khz: machine.clock.sm_mhz * 1000,
        memory_clock_khz: machine.clock.dram_mhz * 1000,
        memory_bus_bits: dram.channels * dram.bus_bytes * 8,
        l2_bytes: partitions * u64::from(l2.cache.sets * l2.cache.ways * machine.line_bytes),
        capability: CAPABILITY,
    }
}
