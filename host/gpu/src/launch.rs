// SPDX-License-Identifier: Apache-2.0
//! A kernel launch: what is asked for, and how many of its CTAs fit an SM.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use warpsmith_protocol::demangled;
use warpsmith_ptx::{Kernel, Module, RegisterBound, LANES};
use warpsmith_trace::{KernelInfo, KernelTrace};

use crate::machine::SmSpec;

/// CTAs of a grid by dimension, at most (CUDA programming guide; the device code is that of a later GPU).
pub(crate) const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65535, 65535];
/// Threads of a CTA by dimension, at most (CUDA programming guide).
pub(crate) const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];
/// Local memory of a thread in bytes, at most (CUDA programming guide).
const MAX_LOCAL: u32 = 512 << 10;

/// Everything that a kernel launch says.
#[derive(Clone)]
pub struct LaunchSpec {
    /// A linked module.
    pub module: Arc<Module>,
    /// Index into [`Module::kernels`].
    pub kernel: usize,
    /// CTAs of the grid.
    pub grid: [u32; 3],
    /// Threads of a CTA.
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, in bytes.
    pub dynamic_shared: u32,
    /// The parameter block, at least `Kernel::param_bytes` long.
    pub params: Vec<u8>,
}

impl LaunchSpec {
    /// The launch that `trace` has recorded. Nobody reads its parameters.
    pub fn of_trace(trace: &KernelTrace) -> LaunchSpec {
        let KernelInfo { grid, block, dynamic_shared, .. } = trace.info;
        let module = trace.module.clone();
        let params = Vec::new();
        LaunchSpec { module, kernel: 0, grid, block, dynamic_shared, params }
    }

    /// Threads of a CTA.
    pub fn threads(&self) -> u64 {
        self.block.iter().map(|n| u64::from(*n)).product()
    }

    /// CTAs of the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().map(|n| u64::from(*n)).product()
    }
}

/// A launch that the machine cannot run: what was asked for, and what there is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum ResourceError {
    #[error("the module has {kernels} kernels, none with index {index}")]
    NoSuchKernel { index: usize, kernels: usize },
    #[error("kernel `{}` cannot be executed: {reason}", demangled(.kernel))]
    Refused { kernel: String, reason: String },
    #[error("kernel `{}`: {what} asked for: {asked}; the machine has {limit} per {per}", demangled(.kernel))]
    TooMuch { kernel: String, what: &'static str, asked: u64, limit: u64, per: &'static str },
    #[error("kernel `{}`: a {what} of {dims:?} is empty", demangled(.kernel))]
    Empty { kernel: String, what: &'static str, dims: [u32; 3] },
    #[error("kernel `{}` takes {needed} bytes of parameters, but {given} were given", demangled(.kernel))]
    Parameters { kernel: String, needed: u32, given: usize },
}

/// How a kernel fills an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupancy {
    /// Warps of a CTA.
    pub warps_per_cta: u32,
    /// Concurrent CTAs of an SM at most.
    pub ctas_per_sm: u32,
    /// Registers that a CTA takes, after rounding up to the allocation unit.
    pub registers_per_cta: u32,
    /// Shared memory that a CTA takes in bytes, after rounding up to the allocation unit.
    pub shared_per_cta: u32,
    /// The resource that limits `ctas_per_sm`; the first of equals.
    pub limit: Limit,
}

/// What CTAs take of an SM, beside the places for CTAs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footprint {
    /// Warps.
    pub warps: u32,
    /// Threads.
    pub threads: u32,
    /// Registers, after rounding up to the allocation unit.
    pub registers: u32,
    /// Bytes of shared memory, after rounding up to the allocation unit.
    pub shared: u32,
}

impl Footprint {
    /// All that an SM has.
    pub fn whole(sm: &SmSpec) -> Footprint {
        Footprint { warps: sm.warps, threads: sm.threads, registers: sm.registers, shared: sm.shared_bytes }
    }

    /// Both together.
    pub fn plus(self, other: Footprint) -> Footprint {
        Footprint {
            warps: self.warps + other.warps,
            threads: self.threads + other.threads,
            registers: self.registers + other.registers,
            shared: self.shared + other.shared,
        }
    }

    /// Whether `room` has as much of everything.
    pub fn fits(&self, room: &Footprint) -> bool {
        self.warps <= room.warps
            && self.threads <= room.threads
            && self.registers <= room.registers
            && self.shared <= room.shared
    }
}

/// What limits the number of concurrent CTAs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// CTAs that the SM can hold ([`SmSpec::ctas`]).
    CtaSlots,
    /// Warps that the SM can hold ([`SmSpec::warps`]).
    Warps,
    /// Threads that the SM can hold ([`SmSpec::threads`]).
    Threads,
    /// The SM's register file.
    Registers,
    /// The SM's shared memory.
    SharedMemory,
}

impl Occupancy {
    /// Warps of an SM at most.
    pub fn warps(&self) -> u32 {
        self.warps_per_cta * self.ctas_per_sm
    }

    /// Checks the launch against the SM, and counts how many of its CTAs fit (Fermi: registers are allocated
    /// warp by warp, shared memory CTA by CTA).
    pub fn of(launch: &LaunchSpec, sm: &SmSpec) -> Result<Occupancy, ResourceError> {
        let kernels = launch.module.kernels();
        let kernel = kernels
            .get(launch.kernel)
            .ok_or(ResourceError::NoSuchKernel { index: launch.kernel, kernels: kernels.len() })?;
        check(launch, kernel, sm)?;
        let threads = launch.threads() as u32;
        let warps = threads.div_ceil(LANES as u32);
        let registers_per_warp = registers_per_warp(kernel, warps, sm);
        let registers = warps.next_multiple_of(sm.warp_granularity) * registers_per_warp;
        let too_much = |what, asked: u64, limit: u32| ResourceError::TooMuch {
            kernel: kernel.name.clone(),
            what,
            asked,
            limit: limit.into(),
            per: "SM",
        };
        if registers > sm.registers {
            return Err(too_much("registers", registers.into(), sm.registers));
        }
        let shared = u64::from(kernel.shared_bytes) + u64::from(launch.dynamic_shared);
        if shared > sm.shared_bytes.into() {
            return Err(too_much("bytes of shared memory", shared, sm.shared_bytes));
        }
        let shared = (shared as u32).next_multiple_of(sm.shared_granularity).min(sm.shared_bytes);
        let limits = [
            (sm.ctas, Limit::CtaSlots),
            (sm.warps / warps, Limit::Warps),
            (sm.threads / threads, Limit::Threads),
            (sm.registers / registers, Limit::Registers),
            (sm.shared_bytes.checked_div(shared).unwrap_or(u32::MAX), Limit::SharedMemory),
        ];
        let (ctas_per_sm, limit) = limits.into_iter().fold(limits[0], |a, b| if b.0 < a.0 { b } else { a });
        Ok(Occupancy {
            warps_per_cta: warps,
            ctas_per_sm,
            registers_per_cta: registers,
            shared_per_cta: shared,
            limit,
        })
    }
}

/// Registers that a thread of `launch` takes on the SM, launch bounds and the machine's limits observed.
///
/// # Errors
/// As [`Occupancy::of`].
pub fn registers_per_thread(launch: &LaunchSpec, sm: &SmSpec) -> Result<u32, ResourceError> {
    let occupancy = Occupancy::of(launch, sm)?;
    let warps = occupancy.warps_per_cta.next_multiple_of(sm.warp_granularity);
    let given = occupancy.registers_per_cta / warps / LANES as u32;
    Ok(given.min(launch.module.kernels()[launch.kernel].regs_per_thread))
}

/// Registers that a warp takes: those that the kernel states, or an estimate. A compiler keeps to the kernel's launch bounds
/// and to the machine's limit by spilling and by computing values anew; the estimate over the PTX knows neither, so it is only
/// capped. One CTA of it fits in any case, as if the bounds had promised that.
fn registers_per_warp(kernel: &Kernel, warps: u32, sm: &SmSpec) -> u32 {
    let unit = sm.register_granularity;
    let of_warp = |per_thread: u32| (per_thread.max(1) * LANES as u32).next_multiple_of(unit);
    let at_most = match kernel.bounds.registers {
        RegisterBound::Exactly(stated) => return of_warp(stated),
        RegisterBound::AtMost(bound) => bound,
        RegisterBound::None => u32::MAX,
    };
    let wanted = of_warp(kernel.regs_per_thread.min(sm.max_registers_per_thread).min(at_most));
    let promised = kernel.bounds.max_threads.map_or(warps, |threads| threads.div_ceil(LANES as u32));
    let ctas = kernel.bounds.min_ctas.unwrap_or(1).max(1);
    let resident = ctas.saturating_mul(promised.max(1).next_multiple_of(sm.warp_granularity));
    wanted.min((sm.registers / resident / unit).max(1) * unit)
}

/// Everything about a launch that can be wrong by itself, whatever else runs.
fn check(launch: &LaunchSpec, kernel: &Kernel, sm: &SmSpec) -> Result<(), ResourceError> {
    let name = || kernel.name.clone();
    if let Some(e) = &kernel.error {
        return Err(ResourceError::Refused { kernel: name(), reason: e.to_string() });
    }
    let too_much =
        |what, asked, limit, per| ResourceError::TooMuch { kernel: name(), what, asked, limit, per };
    let shapes = [
        ("grid", "CTAs in one dimension", launch.grid, MAX_GRID),
        ("CTA", "threads in one dimension", launch.block, MAX_BLOCK),
    ];
    for (shape, what, dims, limits) in shapes {
        if dims.contains(&0) {
            return Err(ResourceError::Empty { kernel: name(), what: shape, dims });
        }
        if let Some((asked, limit)) = dims.into_iter().zip(limits).find(|(asked, limit)| asked > limit) {
            return Err(too_much(what, asked.into(), limit.into(), shape));
        }
    }
    if let RegisterBound::Exactly(stated) = kernel.bounds.registers {
        if stated > sm.max_registers_per_thread {
            return Err(too_much("registers", stated.into(), sm.max_registers_per_thread.into(), "thread"));
        }
    }
    if kernel.local_bytes > MAX_LOCAL {
        return Err(too_much("bytes of local memory", kernel.local_bytes.into(), MAX_LOCAL.into(), "thread"));
    }
    let limits = [
        u64::from(sm.max_threads_per_cta),
        u64::from(sm.threads),
        u64::from(sm.warps) * LANES as u64,
        u64::from(kernel.bounds.max_threads.unwrap_or(u32::MAX)),
    ];
    let limit = limits.into_iter().fold(u64::MAX, u64::min);
    if launch.threads() > limit {
        return Err(too_much("threads", launch.threads(), limit, "CTA"));
    }
    if launch.params.len() < kernel.param_bytes as usize {
        let (needed, given) = (kernel.param_bytes, launch.params.len());
        return Err(ResourceError::Parameters { kernel: name(), needed, given });
    }
    Ok(())
}
