// SPDX-License-Identifier: Apache-2.0
//! Execution of one warp instruction.

mod approx;
mod atomic;
mod builtin;
mod bytes;
mod combine;
mod compute;
mod control;
mod convergence;
mod cvt;
mod directed64;
mod env;
mod float;
mod half;
mod int;
mod machine;
mod mem;
mod port;
mod printf;
mod simd;
mod texture;
mod video;
mod warpops;

pub use env::{Access, BarrierKind, Effect, Env};
pub use port::{GlobalPort, Memory, Target};

use machine::{LaneFault, Machine, Nowhere};

use crate::error::{Fault, FaultKind};
use crate::inst::{File, Inst, MemOp, Operand};
use crate::lanes::{Lanes32, LANES};
use crate::module::{Code, Kernel};
use crate::op::{BarrierOp, MemRef, Op, TextureRef};
use crate::warp::{CtaState, WarpState};

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
    let pc = warp.pc();
    let Some(inst) = kernel.insts.get(pc as usize) else {
        let kind = match &kernel.error {
            Some(error) => FaultKind::Refused(Box::new(error.clone())),
            None => FaultKind::Finished,
        };
        return Err(fault(kernel, 0, warp, cta, 0, kind));
    };
    let mask = warp.executing(inst);
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
