// SPDX-License-Identifier: Apache-2.0
//! Where the instructions of a warp come from: from execution, or from a trace. The timing model does not know which.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use warpsmith_ptx::{execute, Access, CtaState, Effect, Env, Fault, Inst, Kernel, WarpState};
use warpsmith_trace::{Step, TraceError, WarpPosition, WarpTrace};

/// Why an instruction cannot issue.
#[derive(Debug, Error)]
pub enum StepError {
    #[error("{0}")]
    Fault(Box<Fault>),
    #[error("{0}")]
    Trace(#[from] TraceError),
}

impl From<Fault> for StepError {
    fn from(fault: Fault) -> Self {
        StepError::Fault(fault.into())
    }
}

/// A warp with the instructions that it still has to execute.
pub enum InstructionStream {
    Live(WarpState),
    Replay(Box<WarpTrace>),
}

impl InstructionStream {
    /// Index of the next instruction, or `None` when every thread has exited.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        match self {
            InstructionStream::Live(state) => (!state.done()).then(|| state.pc()),
            InstructionStream::Replay(trace) => trace.next().map(|step| step.pc),
        }
    }

    /// Lanes that take part in the next instruction, before its guard.
    pub fn active(&self) -> u32 {
        match self {
            InstructionStream::Live(state) => state.active_mask(),
            InstructionStream::Replay(trace) => trace.next().map_or(0, |step| step.active),
        }
    }

    /// Lanes that execute the next instruction, `inst`; of a trace those that take it, if it is a branch.
    pub fn takes(&self, inst: &Inst) -> u32 {
        match self {
            InstructionStream::Live(state) => state.executing(inst),
            InstructionStream::Replay(trace) => match trace.next().map(|step| step.effect) {
                Some(Effect::Branch { taken, .. }) => taken,
                _ => 0,
            },
        }
    }

    /// Executes the next instruction; `access` is overwritten if it is a memory instruction. [`Effect::None`] without
    /// lanes when there is none.
    ///
    /// # Errors
    /// The instruction faults, or the trace cannot be read.
    #[inline]
    pub fn execute(
        &mut self,
        kernel: &Kernel,
        cta: &mut CtaState,
        env: &mut Env,
        access: &mut Access,
    ) -> Result<Step, StepError> {
        match self {
            InstructionStream::Live(state) => {
                let (pc, active) = (state.pc(), state.active_mask());
                Ok(Step { pc, active, effect: execute(kernel, state, cta, env, access)? })
            }
            InstructionStream::Replay(trace) => {
                let ended = Step { pc: 0, active: 0, effect: Effect::None };
                Ok(trace.take(access)?.unwrap_or(ended))
            }
        }
    }

    /// The state of a warp that executes, to look at.
    pub fn state(&self) -> Option<&WarpState> {
        match self {
            InstructionStream::Live(state) => Some(state),
            InstructionStream::Replay(_) => None,
        }
    }

    /// The state of a warp that executes.
    pub fn live(&mut self) -> Option<&mut WarpState> {
        match self {
            InstructionStream::Live(state) => Some(state),
            InstructionStream::Replay(_) => None,
        }
    }

    /// The warp as it is saved.
    pub(super) fn saved(&self) -> SavedStream {
        match self {
            InstructionStream::Live(state) => SavedStream::Live(state.clone()),
            InstructionStream::Replay(trace) => SavedStream::Replay(trace.position().into()),
        }
    }
}

/// A warp as it is saved.
#[derive(Serialize, Deserialize)]
pub(super) enum SavedStream {
    Live(WarpState),
    Replay(Box<WarpPosition>),
}
