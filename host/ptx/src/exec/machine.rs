// SPDX-License-Identifier: Apache-2.0
//! The registers and constants of a warp as operands see them, and what can go wrong in a lane.

use super::{cvt, simd};
use crate::error::FaultKind;
use crate::inst::{File, Inst, Operand};
use crate::lanes::{Lanes32, Lanes64, LANES};
use crate::module::Code;
use crate::types::Type;
use crate::warp::WarpState;

/// A fault and the lane it happened in.
pub(super) type LaneFault = (u32, FaultKind);

/// Lanes that read where nothing is allocated and got zeros, and what the first of them did.
pub(super) struct Nowhere {
    pub lanes: u32,
    pub first: FaultKind,
}

impl Nowhere {
    pub fn add(to: &mut Option<Box<Nowhere>>, lane: usize, kind: FaultKind) {
        let nowhere = to.get_or_insert_with(|| Box::new(Nowhere { lanes: 0, first: kind }));
        nowhere.lanes |= 1 << lane;
    }
}

/// Registers and constants as operands see them.
pub(super) struct Machine<'a> {
    pub warp: &'a mut WarpState,
    pub code: &'a Code,
}

/// What an absent operand reads as.
static ZERO32: Lanes32 = Lanes32([0; LANES]);
static ZERO64: Lanes64 = Lanes64([0; LANES]);

impl Machine<'_> {
    #[inline(always)]
    pub fn src32(&self, operand: Operand) -> &Lanes32 {
        match operand.file() {
            File::R32 => &self.warp.r32[operand.index()],
            File::C32 => &self.code.c32[operand.index()],
            _ => &ZERO32,
        }
    }

    #[inline(always)]
    pub fn src64(&self, operand: Operand) -> &Lanes64 {
        match operand.file() {
            File::R64 => &self.warp.r64[operand.index()],
            File::C64 => &self.code.c64[operand.index()],
            _ => &ZERO64,
        }
    }

    /// A 64-bit operand, or a 32-bit one zero-extended into `scratch`.
    #[inline(always)]
    pub fn widened<'s>(&'s self, operand: Operand, scratch: &'s mut Lanes64) -> &'s Lanes64 {
        if matches!(operand.file(), File::R32 | File::C32) {
            cvt::widen(Type::U32, self.src32(operand), scratch);
            scratch
        } else {
            self.src64(operand)
        }
    }

    /// Member masks of an operation across lanes, if it has them.
    #[inline]
    pub fn members(&self, inst: &Inst) -> Option<Lanes32> {
        let operand = inst.op.members(&inst.src);
        (operand != Operand::NONE).then(|| *self.src32(operand))
    }

    /// Lanes in which a predicate operand is true; constants are all ones or zero.
    #[inline(always)]
    pub fn pred(&self, operand: Operand) -> u32 {
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
    pub fn lane_value(&self, operand: Operand, lane: usize) -> u64 {
        match operand.file() {
            File::R32 | File::C32 => self.src32(operand).0[lane].into(),
            _ => self.src64(operand).0[lane],
        }
    }

    #[inline(always)]
    pub fn put32(&mut self, operand: Operand, value: &Lanes32, mask: u32) {
        if operand.file() == File::R32 {
            simd::blend32(&mut self.warp.r32[operand.index()], value, mask);
        }
    }

    #[inline(always)]
    pub fn put64(&mut self, operand: Operand, value: &Lanes64, mask: u32) {
        if operand.file() == File::R64 {
            simd::blend64(&mut self.warp.r64[operand.index()], value, mask);
        }
    }

    #[inline(always)]
    pub fn put_pred(&mut self, operand: Operand, value: u32, mask: u32) {
        if operand.file() == File::Pred {
            let register = &mut self.warp.preds[operand.index()];
            *register = *register & !mask | value & mask;
        }
    }
}
