// SPDX-License-Identifier: Apache-2.0
//! Execution of one warp instruction.

mod approx;
mod atomic;
mod builtin;
mod compute;
mod control;
mod convergence;
mod cvt;
mod directed64;
mod float;
mod half;
mod int;
mod mem;
mod port;
mod printf;
mod simd;
mod texture;
mod video;
mod warpops;

pub use port::{GlobalPort, Memory, Target};

use serde::{Deserialize, Serialize};

use crate::error::{Fault, FaultKind};
use crate::inst::{File, Inst, MemOp, Operand};
use crate::module::{Code, Kernel};
use crate::op::{BarrierOp, MemRef, Op, TextureRef};
use crate::types::{Space, Type};
use crate::warp::{CtaState, Lanes32, Lanes64, WarpState, LANES};

/// What a warp instruction may look at beside its warp and CTA; the timing model fills it in.
pub struct Env<'a> {
    /// The parameter block of the launch, at least `Kernel::param_bytes` long.
    pub params: &'a [u8],
    pub memory: Memory<'a>,
    /// Number of the warp for [`GlobalPort::commit`].
    pub warp: u8,
    pub smid: u32,
    pub nsmid: u32,
    /// Warp slots of an SM (`%nwarpid`). `%warpid` is the number of the warp in its CTA.
    pub nwarpid: u32,
    pub gridid: u64,
    /// SM clock cycle (`%clock64`).
    pub clock: u64,
    /// Nanoseconds since start (`%globaltimer`).
    pub globaltimer: u64,
}

/// The memory access of the last executed instruction; a buffer to be used again and again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Never [`Space::Generic`].
    pub space: Space,
    pub kind: MemOp,
    /// Lanes that access memory.
    pub mask: u32,
    /// Device addresses of the lanes in `mask`; other entries are meaningless. Shared: byte offset in the CTA's shared memory.
    /// Param: byte offset in the parameter block. Local: physical address of the first 4-byte word; further words of
    /// a wider access follow at [`Access::LOCAL_WORD_STRIDE`].
    pub addr: [u64; LANES],
    /// Bytes per lane: 1 to 16. Texture: bytes of a texel.
    pub bytes: u8,
    /// Texture only: device addresses of all texels read, up to eight a lane, in the order of the lanes; `addr` has the first
    /// of each lane. A lane whose texels are all outside the texture reads none.
    pub texels: Vec<u64>,
}

impl Access {
    /// Bytes between consecutive 4-byte words of one thread in local memory.
    pub const LOCAL_WORD_STRIDE: u64 = 4 * LANES as u64;
}

impl Default for Access {
    fn default() -> Self {
        Self {
            space: Space::Global,
            kind: MemOp::Load,
            mask: 0,
            addr: [0; LANES],
            bytes: 0,
            texels: Vec::new(),
        }
    }
}

/// What a warp does at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BarrierKind {
    /// Wait until the expected number of threads has arrived.
    Sync,
    /// Count as arrived and go on.
    Arrive,
    /// Like `Sync`; call [`release_barrier`] when the barrier opens.
    Reduce,
}

/// Scope of a memory fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FenceScope {
    Cta,
    Gpu,
    System,
}

/// What the timing model must know about an executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Registers only (also any instruction whose guard is false in all lanes).
    None,
    /// [`Access`] has been filled in.
    Memory,
    /// The warp arrived at barrier `id`; `threads` is the expected count, or the whole CTA if `None`.
    Barrier {
        id: u8,
        threads: Option<u32>,
        kind: BarrierKind,
    },
    /// Lanes in `taken` went to the target; `diverged` if others did not.
    Branch {
        taken: u32,
        diverged: bool,
    },
    /// Lanes that ended; the warp may go on with others.
    Exit {
        lanes: u32,
    },
    Fence(FenceScope),
}

/// Executes the next instruction of `warp`. Registers, memory and program counter change at once, except global memory
/// and what is read of it behind a [`GlobalPort`]; `access` is overwritten when the result is [`Effect::Memory`].
///
/// # Errors
/// A [`Fault`] names kernel, line, thread and cause. State may be partly updated; the launch cannot go on.
pub fn execute(
    kernel: &Kernel,
    warp: &mut WarpState,
    cta: &mut CtaState,
    env: &mut Env<'_>,
    access: &mut Access,
) -> Result<Effect, Fault> {
    let (pc, active) = (warp.pc(), warp.active_mask());
    let Some(inst) = kernel.insts.get(pc as usize) else {
        let kind = match &kernel.error {
            Some(error) => FaultKind::Refused(Box::new(error.clone())),
            None => FaultKind::Finished,
        };
        return Err(fault(kernel, 0, warp, cta, 0, kind));
    };
    let mask = match inst.guard {
        None => active,
        Some(guard) => {
            let value = warp.preds[guard.reg.index()];
            active & if guard.negated { !value } else { value }
        }
    };
    let step = Step { inst, pc, mask };
    let result = match inst.op {
        Op::Branch { target, rpc } => Ok(control::branch(warp, &kernel.code, mask, target, pc + 1, rpc)),
        _ if mask == 0 => {
            control::advance(warp, &kernel.code, pc + 1);
            Ok(Effect::None)
        }
        Op::Builtin { which, site } => {
            builtin::call(which, &kernel.code.calls[site as usize], warp, cta, env, mask).map(|()| {
                control::advance(warp, &kernel.code, pc + 1);
                Effect::None
            })
        }
        Op::Vote(_)
        | Op::Shuffle(_)
        | Op::MatchAny32
        | Op::MatchAny64
        | Op::MatchAll32
        | Op::MatchAll64
        | Op::Redux(_)
        | Op::BarWarpSync => step.collective(kernel, warp, cta, env),
        Op::BranchIndexed { .. }
        | Op::Call { .. }
        | Op::CallIndirect { .. }
        | Op::Return
        | Op::Exit
        | Op::Trap
        | Op::Barrier { .. }
        | Op::Fence(_) => step.control(kernel, warp, cta),
        Op::Load(_) | Op::Store(_) | Op::Atomic { .. } => step.memory(kernel, warp, cta, env, access),
        Op::Texture(texture) => step.texture(texture, kernel, warp, cta, env, access),
        _ => step.compute(kernel, warp, env),
    };
    result.map_err(|(lane, kind)| fault(kernel, inst.line, warp, cta, lane, kind))
}

/// Delivers the result of `bar.red` to the warps that waited at barrier `id`, which has just opened.
/// Does nothing for warps that waited with a plain `bar.sync`.
pub fn release_barrier<'w>(
    kernel: &Kernel,
    cta: &mut CtaState,
    id: u8,
    warps: impl IntoIterator<Item = &'w mut WarpState>,
) {
    let Some(reduction) = cta.reductions.get_mut(usize::from(id)) else { return };
    let (ayes, voters) = std::mem::take(reduction);
    for warp in warps {
        let Some((pc, mask)) = warp.pending_reduction.take() else { continue };
        let inst = &kernel.insts[pc as usize];
        let (result, truth) = match inst.op {
            Op::Barrier { op: BarrierOp::ReduceAnd, .. } => (0, ayes == voters),
            Op::Barrier { op: BarrierOp::ReduceOr, .. } => (0, ayes != 0),
            _ => (ayes, false),
        };
        let mut machine = Machine { warp, code: &kernel.code };
        match inst.dst[0].file() {
            File::Pred => machine.put_pred(inst.dst[0], if truth { u32::MAX } else { 0 }, mask),
            _ => machine.put32(inst.dst[0], &Lanes32([result; LANES]), mask),
        }
    }
}

#[cold]
fn fault(kernel: &Kernel, line: u32, warp: &WarpState, cta: &CtaState, lane: u32, kind: FaultKind) -> Fault {
    let thread = warp.warp_in_cta() * LANES as u32 + lane;
    Fault { kernel: kernel.name.clone(), line, ctaid: cta.shape.ctaid, tid: cta.shape.tid(thread), kind }
}

/// A fault and the lane it happened in.
type LaneFault = (u32, FaultKind);

/// Lanes that read where nothing is allocated and got zeros, and what the first of them did.
struct Nowhere {
    lanes: u32,
    first: FaultKind,
}

impl Nowhere {
    fn add(to: &mut Option<Box<Nowhere>>, lane: usize, kind: FaultKind) {
        let nowhere = to.get_or_insert_with(|| Box::new(Nowhere { lanes: 0, first: kind }));
        nowhere.lanes |= 1 << lane;
    }
}

/// One instruction with the lanes that execute it.
struct Step<'k> {
    inst: &'k Inst,
    pc: u32,
    mask: u32,
}

impl Step<'_> {
    fn control(
        &self,
        kernel: &Kernel,
        warp: &mut WarpState,
        cta: &mut CtaState,
    ) -> Result<Effect, LaneFault> {
        let (code, mask, next) = (&kernel.code, self.mask, self.pc + 1);
        let first = mask.trailing_zeros();
        match self.inst.op {
            Op::BranchIndexed { table, rpc } => {
                let table = &code.tables[table as usize];
                let indices = Machine { warp, code }.src32(self.inst.src[0]).0;
                let mut targets = [0; LANES];
                for lane in simd::lanes(mask) {
                    let index = indices[lane];
                    let targets_len = table.len() as u32;
                    targets[lane] = *table
                        .get(index as usize)
                        .ok_or((lane as u32, FaultKind::BranchIndex { index, targets: targets_len }))?;
                }
                Ok(control::branch_indexed(warp, code, mask, &targets, next, rpc))
            }
            Op::Call { site } => {
                control::call(warp, code, site, mask, next, cta.local_bytes).map_err(|kind| (first, kind))
            }
            Op::CallIndirect { table } => {
                let addresses = Machine { warp, code }.src64(self.inst.src[0]).0;
                let address = addresses[first as usize];
                let candidates = &code.indirect[table as usize];
                let (_, site) = candidates
                    .iter()
                    .find(|candidate| candidate.0 == address)
                    .ok_or((first, FaultKind::CallTarget { address }))?;
                let same = simd::lanes(mask).filter(|lane| addresses[*lane] == address);
                let group = same.fold(0, |group, lane| group | 1 << lane);
                if group != mask {
                    control::take_turns(warp, code, (self.pc, next), group, mask & !group);
                }
                control::call(warp, code, *site, group, next, cta.local_bytes).map_err(|kind| (first, kind))
            }
            Op::Return => Ok(control::ret(warp, code, mask, next)),
            Op::Exit => Ok(control::exit(warp, code, mask, next)),
            Op::Trap => Err((first, FaultKind::Trap)),
            Op::Fence(scope) => {
                control::advance(warp, code, next);
                Ok(Effect::Fence(scope))
            }
            Op::Barrier { op, aligned } => {
                if !aligned {
                    convergence::check_arrived(kernel, warp, mask)?;
                }
                self.barrier(op, code, warp, cta)
            }
            _ => Ok(Effect::None),
        }
    }

    /// An operation across lanes. It takes place whatever the member mask of a `.sync` form says; a wrong one is noted.
    fn collective(
        &self,
        kernel: &Kernel,
        warp: &mut WarpState,
        cta: &CtaState,
        env: &mut Env<'_>,
    ) -> Result<Effect, LaneFault> {
        let members = self.inst.op.members(&self.inst.src);
        if members != Operand::NONE {
            let members = Machine { warp, code: &kernel.code }.src32(members).to_owned();
            if let Some((lane, kind)) = convergence::wrong_members(kernel, warp, &members, self.mask) {
                let what = || fault(kernel, self.inst.line, warp, cta, lane, kind).to_string();
                env.memory.notes().wrong_members.add(1, what);
            }
        }
        self.compute(kernel, warp, env)
    }

    fn barrier(
        &self,
        op: BarrierOp,
        code: &Code,
        warp: &mut WarpState,
        cta: &mut CtaState,
    ) -> Result<Effect, LaneFault> {
        let lane = self.mask.trailing_zeros();
        let machine = Machine { warp, code };
        let [id, count, predicate, ..] = self.inst.src;
        let number = machine.lane_value(id, lane as usize) as u32;
        let threads = (count != Operand::NONE).then(|| machine.lane_value(count, lane as usize) as u32);
        let votes = if predicate == Operand::NONE { 0 } else { machine.pred(predicate) & self.mask };
        let slot =
            cta.reductions.get_mut(number as usize).ok_or((lane, FaultKind::BarrierId { id: number }))?;
        let kind = match op {
            BarrierOp::Sync => BarrierKind::Sync,
            BarrierOp::Arrive => BarrierKind::Arrive,
            _ => {
                slot.0 += votes.count_ones();
                slot.1 += self.mask.count_ones();
                warp.pending_reduction = Some((self.pc, self.mask));
                BarrierKind::Reduce
            }
        };
        control::advance(warp, code, self.pc + 1);
        Ok(Effect::Barrier { id: number as u8, threads, kind })
    }

    fn memory(
        &self,
        kernel: &Kernel,
        warp: &mut WarpState,
        cta: &mut CtaState,
        env: &mut Env<'_>,
        access: &mut Access,
    ) -> Result<Effect, LaneFault> {
        let (mem, kind) = match &self.inst.op {
            Op::Load(mem) => (mem, MemOp::Load),
            Op::Store(mem) => (mem, MemOp::Store),
            Op::Atomic { mem, .. } if self.inst.dst[0] == Operand::NONE => (mem, MemOp::Reduction),
            Op::Atomic { mem, .. } => (mem, MemOp::Atomic),
            _ => return Ok(Effect::None),
        };
        let mut machine = Machine { warp, code: &kernel.code };
        let rest = mem::addresses(&machine, self.inst, mem, kind, self.mask, access)?;
        if let Some(nowhere) = self.transfer(&mut machine, cta, env, mem, access)? {
            self.note_zeros(kernel, machine.warp, cta, env, *nowhere);
        }
        // A generic access that meets several spaces is issued once for each of them.
        if rest != 0 {
            control::take_turns(machine.warp, machine.code, (self.pc, self.pc + 1), access.mask, rest);
        }
        mem::publish(access, cta, machine.warp.warp_in_cta());
        control::advance(machine.warp, machine.code, self.pc + 1);
        Ok(Effect::Memory)
    }

    fn transfer(
        &self,
        machine: &mut Machine<'_>,
        cta: &mut CtaState,
        env: &mut Env<'_>,
        mem: &MemRef,
        access: &Access,
    ) -> Result<Option<Box<Nowhere>>, LaneFault> {
        let inst = self.inst;
        match (&inst.op, mem.ty.bytes()) {
            (Op::Load(_), 1) => return mem::load::<1>(machine.warp, cta, env, inst, mem, access),
            (Op::Load(_), 2) => return mem::load::<2>(machine.warp, cta, env, inst, mem, access),
            (Op::Load(_), 4) => return mem::load::<4>(machine.warp, cta, env, inst, mem, access),
            (Op::Load(_), _) => return mem::load::<8>(machine.warp, cta, env, inst, mem, access),
            (Op::Store(_), 1) => mem::store::<1>(machine, cta, env, inst, mem, access)?,
            (Op::Store(_), 2) => mem::store::<2>(machine, cta, env, inst, mem, access)?,
            (Op::Store(_), 4) => mem::store::<4>(machine, cta, env, inst, mem, access)?,
            (Op::Store(_), _) => mem::store::<8>(machine, cta, env, inst, mem, access)?,
            (Op::Atomic { f, .. }, 2) => atomic::atomic::<2>(machine, cta, env, inst, (mem, *f), access)?,
            (Op::Atomic { f, .. }, 4) => atomic::atomic::<4>(machine, cta, env, inst, (mem, *f), access)?,
            (Op::Atomic { f, .. }, _) => atomic::atomic::<8>(machine, cta, env, inst, (mem, *f), access)?,
            _ => {}
        }
        Ok(None)
    }

    /// Notes that lanes read where nothing is allocated.
    #[cold]
    fn note_zeros(
        &self,
        kernel: &Kernel,
        warp: &WarpState,
        cta: &CtaState,
        env: &mut Env<'_>,
        nowhere: Nowhere,
    ) {
        let Nowhere { lanes, first } = nowhere;
        let what = || fault(kernel, self.inst.line, warp, cta, lanes.trailing_zeros(), first).to_string();
        env.memory.notes().zero_reads.add(lanes.count_ones().into(), what);
    }

    fn texture(
        &self,
        texture: TextureRef,
        kernel: &Kernel,
        warp: &mut WarpState,
        cta: &CtaState,
        env: &mut Env<'_>,
        access: &mut Access,
    ) -> Result<Effect, LaneFault> {
        let mut machine = Machine { warp, code: &kernel.code };
        let fetched = texture::fetch(&mut machine, &mut env.memory, self.inst, texture, self.mask, access)?;
        if let Some(nowhere) = fetched {
            self.note_zeros(kernel, warp, cta, env, *nowhere);
        }
        control::advance(warp, &kernel.code, self.pc + 1);
        Ok(Effect::Memory)
    }

    fn compute(&self, kernel: &Kernel, warp: &mut WarpState, env: &Env<'_>) -> Result<Effect, LaneFault> {
        let mut machine = Machine { warp, code: &kernel.code };
        compute::compute(&mut machine, self.inst, self.mask, env)?;
        control::advance(warp, &kernel.code, self.pc + 1);
        Ok(Effect::None)
    }
}

/// Registers and constants as operands see them.
struct Machine<'a> {
    warp: &'a mut WarpState,
    code: &'a Code,
}

/// What an absent operand reads as.
static ZERO32: Lanes32 = Lanes32([0; LANES]);
static ZERO64: Lanes64 = Lanes64([0; LANES]);

impl Machine<'_> {
    #[inline(always)]
    fn src32(&self, operand: Operand) -> &Lanes32 {
        match operand.file() {
            File::R32 => &self.warp.r32[operand.index()],
            File::C32 => &self.code.c32[operand.index()],
            _ => &ZERO32,
        }
    }

    #[inline(always)]
    fn src64(&self, operand: Operand) -> &Lanes64 {
        match operand.file() {
            File::R64 => &self.warp.r64[operand.index()],
            File::C64 => &self.code.c64[operand.index()],
            _ => &ZERO64,
        }
    }

    /// A 64-bit operand, or a 32-bit one zero-extended into `scratch`.
    #[inline(always)]
    fn widened<'s>(&'s self, operand: Operand, scratch: &'s mut Lanes64) -> &'s Lanes64 {
        if matches!(operand.file(), File::R32 | File::C32) {
            cvt::widen(Type::U32, self.src32(operand), scratch);
            scratch
        } else {
            self.src64(operand)
        }
    }

    /// Member masks of an operation across lanes, if it has them.
    fn members(&self, inst: &Inst) -> Option<Lanes32> {
        let operand = inst.op.members(&inst.src);
        (operand != Operand::NONE).then(|| *self.src32(operand))
    }

    /// Lanes in which a predicate operand is true; constants are all ones or zero.
    #[inline(always)]
    fn pred(&self, operand: Operand) -> u32 {
        let value = match operand.file() {
            File::Pred => self.warp.preds[operand.index()],
            _ => self.src32(operand).0[0],
        };
        if operand.negated() {
            !value
        } else {
            value
        }
    }

    #[inline(always)]
    fn lane_value(&self, operand: Operand, lane: usize) -> u64 {
        match operand.file() {
            File::R32 | File::C32 => self.src32(operand).0[lane].into(),
            _ => self.src64(operand).0[lane],
        }
    }

    #[inline(always)]
    fn put32(&mut self, operand: Operand, value: &Lanes32, mask: u32) {
        if operand.file() == File::R32 {
            simd::blend32(&mut self.warp.r32[operand.index()], value, mask);
        }
    }

    #[inline(always)]
    fn put64(&mut self, operand: Operand, value: &Lanes64, mask: u32) {
        if operand.file() == File::R64 {
            simd::blend64(&mut self.warp.r64[operand.index()], value, mask);
        }
    }

    #[inline(always)]
    fn put_pred(&mut self, operand: Operand, value: u32, mask: u32) {
        if operand.file() == File::Pred {
            let register = &mut self.warp.preds[operand.index()];
            *register = *register & !mask | value & mask;
        }
    }
}
