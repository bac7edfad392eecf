// SPDX-License-Identifier: Apache-2.0
//! A running kernel as all SMs see it: the launch, and the timing of each of its instructions.

use std::sync::{Arc, OnceLock};

use warpsmith_ptx::{CacheOp, Class, CtaState, Inst, Kernel, MemOp, Space, WarpState};
use warpsmith_trace::{KernelTrace, TraceError, WarpTrace};

use super::collectors::LONGEST_WAIT;
use super::front_end::Code;
use super::instruction_stream::{InstructionStream, SavedStream};
use super::scoreboard::RegisterMasks;
use crate::launch::{Footprint, LaunchSpec, Occupancy};
use crate::machine::{OpTiming, SmSpec};
use crate::saved::StateError;
use crate::socket::{KernelDemand, KernelLaunch};

/// Where an instruction issues to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Integer, single precision and control.
    Sp,
    Sfu,
    Dp,
    /// The load/store unit.
    Mem,
    Texture,
}

impl Unit {
    pub const COUNT: usize = 5;
}

/// What the lanes of an instruction count as in the statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Int,
    Fp,
    Dp,
    Sfu,
    Control,
    Mem,
}

/// Timing of one instruction of the kernel on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstTiming {
    pub unit: Unit,
    pub work: Work,
    /// A load of global, local or generic memory through the L1.
    pub l1_load: bool,
    /// The lowest seven bits of the number of the first register that it writes; 0 if it writes none.
    pub register: u8,
    /// What a memory instruction asks of the caches.
    pub cache: CacheOp,
    /// Cycles from issue to writeback, operand collection included. Not used for memory instructions.
    pub latency: u32,
    /// Cycles before the unit takes the next instruction.
    pub initiation: u32,
}

impl InstTiming {
    /// Operations that the PTX class does not tell apart have the timing of a multiply-add, the common case.
    fn of(inst: &Inst, sm: &SmSpec) -> Self {
        let dp_unit = if sm.dp_units == 0 { Unit::Sfu } else { Unit::Dp };
        let (unit, work, op) = match inst.class {
            Class::Int | Class::Nop => (Unit::Sp, Work::Int, sm.int.add),
            Class::IntMul => (Unit::Sp, Work::Int, sm.int.mad),
            Class::IntDiv => (Unit::Sp, Work::Int, sm.int.div),
            Class::Fp32 => (Unit::Sp, Work::Fp, sm.fp.mad),
            Class::Fp64 => (dp_unit, Work::Dp, sm.dp.mad),
            Class::Sfu => (Unit::Sfu, Work::Sfu, sm.sfu),
            Class::Branch | Class::Exit | Class::Barrier | Class::Fence => {
                (Unit::Sp, Work::Control, OpTiming { latency: 1, initiation: 1 })
            }
            Class::Mem(m) if m.space == Space::Texture => {
                (Unit::Texture, Work::Mem, OpTiming { latency: 1, initiation: 1 })
            }
            Class::Mem(_) => (Unit::Mem, Work::Mem, OpTiming { latency: 1, initiation: 1 }),
        };
        let l1_load = matches!(inst.class, Class::Mem(m) if m.op == MemOp::Load && m.cache != CacheOp::Global
            && matches!(m.space, Space::Global | Space::Local | Space::Generic));
        let cache = match inst.class {
            Class::Mem(m) => m.cache,
            _ => CacheOp::All,
        };
        Self {
            unit,
            work,
            l1_load,
            register: inst.writes.iter().next().map_or(0, |r| r as u8 & 0x7f),
            cache,
            latency: sm.operand_latency + op.latency,
            initiation: op.initiation,
        }
    }
}

/// Whose launch a kernel is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owner {
    /// Number of the application; requests to memory carry it ([`Requester`](crate::types::Requester)).
    pub application: u8,
    /// Number of the lane among all of the GPU.
    pub lane: u8,
}

/// One launch, ready to run.
pub struct RunningKernel {
    pub launch: LaunchSpec,
    pub owner: Owner,
    /// The trace that the warps replay; without one they execute.
    trace: Option<Arc<KernelTrace>>,
    pub occupancy: Occupancy,
    /// By instruction.
    pub timing: Vec<InstTiming>,
    pub registers: RegisterMasks,
    /// Its instructions as a front end decodes them, once one asks.
    code: OnceLock<Code>,
    /// Number of the launch since the GPU was made (`%gridid`).
    pub gridid: u64,
    /// Its threads allocate or free device memory.
    pub allocates: bool,
    /// What prefetchers know of it.
    pub seen: KernelLaunch,
}

impl RunningKernel {
    /// Of `owner`, to run on `sms` SMs.
    pub fn new(
        launch: &LaunchSpec,
        trace: Option<Arc<KernelTrace>>,
        occupancy: Occupancy,
        sm: &SmSpec,
        owner: Owner,
        sms: u32,
        gridid: u64,
    ) -> Self {
        let kernel = &launch.module.kernels()[launch.kernel];
        let timing = kernel.insts.iter().map(|i| InstTiming::of(i, sm)).collect();
        let registers = RegisterMasks::new(kernel);
        let allocates = trace.is_none() && kernel.allocates();
        let ctas = launch.grid.iter().map(|n| u64::from(*n)).product::<u64>();
        let at_a_time = ctas.div_ceil(sms.into()).min(occupancy.ctas_per_sm.into()) as u32;
        let threads = launch.block.iter().fold(ctas, |threads, n| threads.saturating_mul(u64::from(*n)));
        let seen = KernelLaunch { threads, warps: at_a_time * occupancy.warps_per_cta };
        Self {
            launch: launch.clone(),
            owner,
            trace,
            occupancy,
            timing,
            registers,
            code: OnceLock::new(),
            gridid,
            allocates,
            seen,
        }
    }

    /// Its instructions as a front end decodes them.
    pub fn code(&self) -> &Code {
        self.code.get_or_init(|| Code::of(self.kernel(), &self.timing))
    }

    /// What a CTA dispatcher must know of it.
    pub fn demand(&self) -> KernelDemand {
        let Footprint { warps, registers, shared, .. } = self.takes();
        KernelDemand {
            lane: self.owner.lane,
            ctas: self.launch.ctas(),
            threads: self.launch.ctas().saturating_mul(self.launch.threads()),
            warps_per_sm: self.occupancy.warps(),
            warps,
            registers,
            shared,
        }
    }

    /// What one of its CTAs takes of an SM.
    pub fn takes(&self) -> Footprint {
        let Occupancy { warps_per_cta, registers_per_cta, shared_per_cta, .. } = self.occupancy;
        let threads = self.launch.threads() as u32;
        Footprint { warps: warps_per_cta, threads, registers: registers_per_cta, shared: shared_per_cta }
    }

    /// The warps of the new CTA `cta`, in their order.
    ///
    /// # Errors
    /// The trace cannot be read.
    pub fn warps(&self, cta: &CtaState) -> Result<Vec<InstructionStream>, TraceError> {
        let Some(trace) = &self.trace else {
            let live = |i| InstructionStream::Live(WarpState::new(self.kernel(), i, &cta.shape));
            return Ok((0..self.occupancy.warps_per_cta).map(live).collect());
        };
        let mut warps = trace.warps(self.number(cta.shape.ctaid))?;
        warps.iter_mut().try_for_each(|warp| warp.start(cta.local_physical_base()))?;
        Ok(warps.into_iter().map(|warp| InstructionStream::Replay(warp.into())).collect())
    }

    /// A warp of this kernel as it was saved.
    ///
    /// # Errors
    /// It is a warp of a trace, but this kernel executes, or the other way round.
    pub(super) fn resume(&self, stream: SavedStream) -> Result<InstructionStream, StateError> {
        match (stream, &self.trace) {
            (SavedStream::Live(state), None) => Ok(InstructionStream::Live(state)),
            (SavedStream::Replay(position), Some(trace)) => {
                Ok(InstructionStream::Replay(WarpTrace::at(trace, *position).into()))
            }
            _ => Err(StateError::Mismatch("a kernel that executes and a trace are mixed up".into())),
        }
    }

    /// The linear number of a CTA, x fastest.
    pub fn number(&self, ctaid: [u32; 3]) -> u64 {
        let ([x, y, z], [nx, ny, _]) = (ctaid.map(u64::from), self.launch.grid.map(u64::from));
        x + nx * (y + ny * z)
    }

    pub fn kernel(&self) -> &Kernel {
        &self.launch.module.kernels()[self.launch.kernel]
    }
}

/// The longest time between the issue of an instruction and a completion that the wheel holds.
pub fn longest_latency(sm: &SmSpec) -> u32 {
    let ops = [&sm.int, &sm.fp, &sm.dp].map(|t| [t.add, t.max, t.mul, t.mad, t.div].map(|o| o.latency));
    let arithmetic =
        ops.into_iter().flatten().fold(sm.sfu.latency, u32::max) + sm.operand_latency + LONGEST_WAIT;
    [sm.shared_latency, sm.l1_hit_latency, sm.constant_latency].into_iter().fold(arithmetic, u32::max)
}
