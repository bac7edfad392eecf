// SPDX-License-Identifier: Apache-2.0
//! Instructions that only touch registers: operands are fetched, a loop over the lanes runs, and the
//! lanes of the mask are written.

use super::env::Env;
use super::machine::Machine;
use super::{cvt, directed64, float, half, int, mem, simd, video, warpops};
use crate::error::FaultKind;
use crate::inst::Inst;
use crate::lanes::{Lanes32, Lanes64, LANES};
use crate::memory::window;
use crate::op::{Compare, CompareType, Convert, Dynamic, Float, Logic, Op, Round};
use crate::types::Type;

pub(super) fn compute(
    m: &mut Machine<'_>,
    inst: &Inst,
    mask: u32,
    env: &Env<'_>,
) -> Result<(), (u32, FaultKind)> {
    let [a, b, c, d, _] = inst.src;
    let dst = inst.dst[0];
    let mut out32 = Lanes32([0; LANES]);
    let mut out64 = Lanes64([0; LANES]);
    match inst.op {
        Op::Int32(f) => {
            int::int32(f, m.src32(a), m.src32(b), m.src32(c), &mut out32);
            m.put32(dst, &out32, mask);
        }
        Op::Float32 { f, ftz, sat, round } => {
            float32(m, inst, (f, ftz, round), &mut out32);
            if sat {
                float::saturate32(&mut out32);
            }
            m.put32(dst, &out32, mask);
        }
        Op::Int64(f) => {
            let (mut scratch_b, mut scratch_c) = (Lanes64([0; LANES]), Lanes64([0; LANES]));
            int::int64(f, m.src64(a), m.widened(b, &mut scratch_b), m.widened(c, &mut scratch_c), &mut out64);
            m.put64(dst, &out64, mask);
        }
        Op::WideS | Op::WideU => {
            int::wide(inst.op == Op::WideS, m.src32(a), m.src32(b), m.src64(c), &mut out64);
            m.put64(dst, &out64, mask);
        }
        Op::Setp(op) => {
            let raw = compare(m, inst, op);
            // Both results come from the old value of the combined predicate, which may be one of the destinations.
            let (holds, complement) = (combine(m, inst, op, raw), combine(m, inst, op, !raw));
            m.put_pred(dst, holds, mask);
            m.put_pred(inst.dst[1], complement, mask);
        }
        Op::Convert(op) => convert(m, inst, op, mask),
        Op::Float64(f) => {
            float::float64(f, m.src64(a), m.src64(b), m.src64(c), &mut out64);
            m.put64(dst, &out64, mask);
        }
        Op::Directed64 { f, round } => {
            let (a, b, c) = (m.src64(a), m.src64(b), m.src64(c));
            simd::map64(&mut out64, |i| {
                let [x, y, z] = [a, b, c].map(|lanes| f64::from_bits(lanes.0[i]));
                float::keep_nan(directed64::directed64(f, round, x, y, z), x, y, z)
            });
            m.put64(dst, &out64, mask);
        }
        Op::Half { f, ftz, sat, relu, packed } => {
            let (a, b, c) = (m.src32(a), m.src32(b), m.src32(c));
            let mode = half::Mode { ftz, sat, relu };
            let function = if packed { half::packed } else { half::half };
            simd::map32(&mut out32, |i| function(f, mode, a.0[i], b.0[i], c.0[i]));
            m.put32(dst, &out32, mask);
        }
        Op::SetpHalf2(op) => {
            let holds = [0, 16].map(|shift| {
                let [x, y] = [a, b].map(|operand| Lanes32(m.src32(operand).0.map(|bits| bits >> shift)));
                combine(m, inst, op, float::compare32(op, &x, &y))
            });
            m.put_pred(dst, holds[0], mask);
            m.put_pred(inst.dst[1], holds[1], mask);
        }
        Op::Int16 { f, signed, wide } => {
            int16(m, inst, f, signed, wide, &mut out32);
            m.put32(dst, &out32, mask);
        }
        Op::Narrow64(f) => {
            int::narrow64(f, m.src64(a), &mut out32);
            m.put32(dst, &out32, mask);
        }
        Op::Dp2a(op) => {
            let (a, b, c) = (m.src32(a), m.src32(b), m.src32(c));
            simd::map32(&mut out32, |i| int::dot2(op, a.0[i], b.0[i], c.0[i]));
            m.put32(dst, &out32, mask);
        }
        Op::Bfi32 => {
            int::bfi32(m.src32(a), m.src32(b), m.src32(c), m.src32(d), &mut out32);
            m.put32(dst, &out32, mask);
        }
        Op::Bfi64 => {
            int::bfi64(m.src64(a), m.src64(b), m.src32(c), m.src32(d), &mut out64);
            m.put64(dst, &out64, mask);
        }
        Op::Lop3(table) => {
            int::lop3(table, m.src32(a), m.src32(b), m.src32(c), &mut out32);
            m.put32(dst, &out32, mask);
        }
        Op::Prmt(mode) => {
            let (a, b, c) = (m.src32(a), m.src32(b), m.src32(c));
            simd::map32(&mut out32, |i| int::permute(mode, a.0[i], b.0[i], c.0[i]));
            m.put32(dst, &out32, mask);
        }
        Op::VideoScalar(op) => m.each32(inst, mask, |x, y, z| video::scalar(op, x, y, z)),
        Op::VideoMad(op) => m.each32(inst, mask, |x, y, z| video::mad(op, x, y, z)),
        Op::VideoSimd(op) => m.each32(inst, mask, |x, y, z| video::simd(op, x, y, z)),
        Op::Carry32(op) | Op::Carry64(op) => {
            let bits = if matches!(inst.op, Op::Carry32(_)) { 32 } else { 64 };
            let mut flags = m.warp.carry;
            for lane in simd::lanes(mask) {
                let [x, y, z] = [a, b, c].map(|operand| m.lane_value(operand, lane));
                let (value, flag) = int::carry(op, bits, x, y, z, m.warp.carry >> lane & 1 != 0);
                out32.0[lane] = value as u32;
                out64.0[lane] = value;
                flags = flags & !(1 << lane) | u32::from(flag) << lane;
            }
            if op.carry_out {
                m.warp.carry = flags;
            }
            m.put32(dst, &out32, mask);
            m.put64(dst, &out64, mask);
        }
        Op::Testp32(property) => {
            let values = m.src32(a);
            let smallest = f64::from(f32::MIN_POSITIVE);
            let holds = simd::mask_of(|i| {
                float::has_property(property, f32::from_bits(values.0[i]).into(), smallest)
            });
            m.put_pred(dst, holds, mask);
        }
        Op::Testp64(property) => {
            let values = m.src64(a);
            let holds = simd::mask_of(|i| {
                float::has_property(property, f64::from_bits(values.0[i]), f64::MIN_POSITIVE)
            });
            m.put_pred(dst, holds, mask);
        }
        Op::Set { compare: op, float } => {
            let raw = compare(m, inst, op);
            let holds = combine(m, inst, op, raw);
            let one = if float { 1f32.to_bits() } else { u32::MAX };
            simd::select32(&mut out32, &Lanes32([one; LANES]), &Lanes32([0; LANES]), holds);
            m.put32(dst, &out32, mask);
        }
        Op::Selp32 => {
            simd::select32(&mut out32, m.src32(a), m.src32(b), m.pred(c));
            m.put32(dst, &out32, mask);
        }
        Op::Selp64 => {
            simd::select64(&mut out64, m.src64(a), m.src64(b), m.pred(c));
            m.put64(dst, &out64, mask);
        }
        Op::Slct32 { float, ftz } => {
            simd::select32(&mut out32, m.src32(a), m.src32(b), not_negative(m.src32(c), float, ftz));
            m.put32(dst, &out32, mask);
        }
        Op::Slct64 { float, ftz } => {
            simd::select64(&mut out64, m.src64(a), m.src64(b), not_negative(m.src32(c), float, ftz));
            m.put64(dst, &out64, mask);
        }
        Op::PredMov => m.put_pred(dst, m.pred(a), mask),
        Op::PredLogic(logic) => m.put_pred(dst, combine_logic(logic, m.pred(a), m.pred(b)), mask),
        Op::Pack2x32 => {
            let (low, high) = (m.src32(a), m.src32(b));
            simd::map64(&mut out64, |i| u64::from(high.0[i]) << 32 | u64::from(low.0[i]));
            m.put64(dst, &out64, mask);
        }
        Op::Pack2x16 => {
            let (low, high) = (m.src32(a), m.src32(b));
            simd::map32(&mut out32, |i| high.0[i] << 16 | low.0[i] & 0xffff);
            m.put32(dst, &out32, mask);
        }
        Op::Pack4x16 => {
            let parts = [a, b, c, d].map(|operand| m.src32(operand));
            simd::map64(&mut out64, |i| {
                (0..4).fold(0, |value, k| value | u64::from(parts[k].0[i] & 0xffff) << (16 * k))
            });
            m.put64(dst, &out64, mask);
        }
        Op::Unpack2x32 | Op::Unpack4x16 => {
            let value = *m.src64(a);
            let (parts, bits) = if inst.op == Op::Unpack2x32 { (2, 32) } else { (4, 16) };
            for part in 0..parts {
                simd::map32(&mut out32, |i| (value.0[i] >> (part * bits)) as u32 & (u32::MAX >> (32 - bits)));
                m.put32(inst.dst[part], &out32, mask);
            }
        }
        Op::Unpack2x16 => {
            let value = *m.src32(a);
            for part in 0..2 {
                simd::map32(&mut out32, |i| value.0[i] >> (16 * part) & 0xffff);
                m.put32(inst.dst[part], &out32, mask);
            }
        }
        Op::LocalAddress => {
            let base = u64::from(m.warp.local_base);
            let offset = m.src64(a);
            simd::map64(&mut out64, |i| offset.0[i].wrapping_add(base));
            m.put64(dst, &out64, mask);
        }
        Op::ReadDynamic(which) => {
            let value = dynamic(which, env);
            m.put32(dst, &Lanes32([value as u32; LANES]), mask);
            m.put64(dst, &Lanes64([value; LANES]), mask);
        }
        Op::Cvta { space, to_space } => {
            // A space with a window has addresses of 32 bits, and so has the window.
            let (base, width) = window(space).map_or((0, u64::MAX), |base| (base, mem::NARROW));
            let delta = if to_space { base.wrapping_neg() } else { base };
            let addr = m.src64(a);
            simd::map64(&mut out64, |i| addr.0[i].wrapping_add(delta) & width);
            m.put64(dst, &out64, mask);
        }
        Op::Isspacep(space) => {
            let addr = m.src64(a);
            m.put_pred(dst, simd::mask_of(|i| mem::resolve(addr.0[i]).0 == space), mask);
        }
        Op::LoadCall(ref mem) => mem::load_call(m.warp, inst, mem, mask)?,
        Op::StoreCall(ref mem) => mem::store_call(m, inst, mem, mask)?,
        Op::Vote(mode) => {
            let votes = m.pred(a);
            for (voters, group) in warpops::groups(m.members(inst), mask) {
                let result = warpops::vote(mode, votes, voters);
                m.put_pred(dst, result, group);
                m.put32(dst, &Lanes32([result; LANES]), group);
            }
        }
        Op::Shuffle(mode) => {
            let in_range = warpops::shuffle(mode, m.src32(a), m.src32(b), m.src32(c), mask, &mut out32);
            m.put32(dst, &out32, mask);
            m.put_pred(inst.dst[1], in_range, mask);
        }
        Op::Activemask => m.put32(dst, &Lanes32([mask; LANES]), mask),
        Op::MatchAny32 | Op::MatchAny64 => {
            for (members, group) in warpops::groups(m.members(inst), mask) {
                warpops::match_any(|lane| m.lane_value(a, lane), members, group, &mut out32);
            }
            m.put32(dst, &out32, mask);
        }
        Op::MatchAll32 | Op::MatchAll64 => {
            for (members, group) in warpops::groups(m.members(inst), mask) {
                let first = m.lane_value(a, members.trailing_zeros() as usize & 31);
                let agree = simd::lanes(members).all(|lane| m.lane_value(a, lane) == first);
                let result = if agree { members } else { 0 };
                m.put32(dst, &Lanes32([result; LANES]), group);
                m.put_pred(inst.dst[1], if agree { u32::MAX } else { 0 }, group);
            }
        }
        Op::Redux(op) => {
            let values = *m.src32(a);
            for (members, group) in warpops::groups(m.members(inst), mask) {
                let result = warpops::redux(op, &values, members);
                m.put32(dst, &Lanes32([result; LANES]), group);
            }
        }
        // Memory and control have been dealt with by the caller; what is left does nothing.
        Op::Nop
        | Op::BarWarpSync
        | Op::Load(_)
        | Op::Store(_)
        | Op::Atomic { .. }
        | Op::Barrier { .. }
        | Op::Fence(_)
        | Op::Branch { .. }
        | Op::BranchIndexed { .. }
        | Op::Call { .. }
        | Op::CallIndirect { .. }
        | Op::Builtin { .. }
        | Op::Return
        | Op::Exit
        | Op::Texture(_)
        | Op::Trap => {}
    }
    Ok(())
}

impl Machine<'_> {
    /// A function of three 32-bit operands.
    fn each32(&mut self, inst: &Inst, mask: u32, f: impl Fn(u32, u32, u32) -> u32) {
        let mut out = Lanes32([0; LANES]);
        let [a, b, c] = [0, 1, 2].map(|i| self.src32(inst.src[i]));
        simd::map32(&mut out, |i| f(a.0[i], b.0[i], c.0[i]));
        self.put32(inst.dst[0], &out, mask);
    }
}

fn float32(m: &Machine<'_>, inst: &Inst, (f, ftz, round): (Float, bool, Round), out: &mut Lanes32) {
    let [a, b, c, ..] = inst.src;
    let (a, b, c) = (m.src32(a), m.src32(b), m.src32(c));
    if round == Round::Nearest {
        float::float32(f, ftz, a, b, c, out);
    } else {
        simd::map32(out, |i| float::directed32(f, round, ftz, a.0[i], b.0[i], c.0[i]));
    }
}

/// Operands are extended from 16 bits, except shift amounts, which have 32 bits, and the addend of a wide product.
fn int16(m: &Machine<'_>, inst: &Inst, f: crate::op::Int32, signed: bool, wide: bool, out: &mut Lanes32) {
    use crate::op::Int32;
    let mut extended = [Lanes32([0; LANES]); 3];
    for (to, from) in extended.iter_mut().zip(inst.src) {
        int::extend16(signed, m.src32(from), to);
    }
    let [a, b, c] = &extended;
    let b = if matches!(f, Int32::Shl | Int32::ShrS | Int32::ShrU) { m.src32(inst.src[1]) } else { b };
    let c = if wide { m.src32(inst.src[2]) } else { c };
    int::int32(f, a, b, c, out);
    if !wide {
        int::cut16(out);
    }
}

fn compare(m: &Machine<'_>, inst: &Inst, op: Compare) -> u32 {
    let [a, b, ..] = inst.src;
    match op.ty {
        CompareType::S64 | CompareType::U64 | CompareType::F64 => {
            float::compare64(op, m.src64(a), m.src64(b))
        }
        _ => float::compare32(op, m.src32(a), m.src32(b)),
    }
}

fn combine(m: &Machine<'_>, inst: &Inst, op: Compare, raw: u32) -> u32 {
    match op.combine {
        Some(logic) => combine_logic(logic, raw, m.pred(inst.src[2])),
        None => raw,
    }
}

fn combine_logic(logic: Logic, a: u32, b: u32) -> u32 {
    match logic {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}

/// Lanes whose selector is at least zero (false for NaN; true for -0.0).
fn not_negative(selector: &Lanes32, is_float: bool, ftz: bool) -> u32 {
    if is_float {
        simd::mask_of(|i| f32::from_bits(float::flush(ftz, selector.0[i])) >= 0.0)
    } else {
        simd::mask_of(|i| selector.0[i] as i32 >= 0)
    }
}

fn dynamic(which: Dynamic, env: &Env<'_>) -> u64 {
    match which {
        Dynamic::Smid => env.smid.into(),
        Dynamic::Nsmid => env.nsmid.into(),
        Dynamic::Nwarpid => env.nwarpid.into(),
        Dynamic::Gridid => env.gridid,
        Dynamic::Clock | Dynamic::Clock64 => env.clock,
        Dynamic::ClockHi => env.clock >> 32,
        Dynamic::Globaltimer | Dynamic::GlobaltimerLo => env.globaltimer,
        Dynamic::GlobaltimerHi => env.globaltimer >> 32,
    }
}

fn convert(m: &mut Machine<'_>, inst: &Inst, op: Convert, mask: u32) {
    let (source, dst) = (inst.src[0], inst.dst[0]);
    let mut wide = Lanes64([0; LANES]);
    if op.from.is_float() {
        match op.from {
            Type::F64 => wide = *m.src64(source),
            Type::F32 => cvt::from_f32(op.ftz, m.src32(source), &mut wide),
            _ => {
                let halves = m.src32(source);
                simd::map64(&mut wide, |i| cvt::from_half(halves.0[i] as u16).to_bits());
            }
        }
        if op.integral {
            cvt::to_integral(op.round, &mut wide);
        }
    } else if op.from_wide {
        cvt::extend(op.from, m.src64(source), &mut wide);
    } else {
        cvt::widen(op.from, m.src32(source), &mut wide);
    }
    let mut out32 = Lanes32([0; LANES]);
    let mut out64 = Lanes64([0; LANES]);
    match (op.from.is_float(), op.to) {
        (true, Type::F32) => cvt::to_f32(op, &wide, &mut out32),
        (false, Type::F32) => cvt::int_to_f32(op, &wide, &mut out32),
        (true, Type::F64) => {
            out64 = wide;
            if op.saturate {
                cvt::saturate64(&mut out64);
            }
        }
        (false, Type::F64) => cvt::int_to_f64(op, &wide, &mut out64),
        (from_float, Type::F16) => {
            let value = |x: u64| match (from_float, op.from.is_signed()) {
                (true, _) => f64::from_bits(x),
                (false, true) => x as i64 as f64,
                (false, false) => x as f64,
            };
            let round = if op.integral { Round::Nearest } else { op.round };
            simd::map32(&mut out32, |i| {
                let x = value(wide.0[i]);
                cvt::to_half(if op.saturate { float::saturate(x) } else { x }, round).into()
            });
        }
        (true, to) => cvt::to_int(to, &wide, &mut out64),
        (false, _) => cvt::int_to_int(op, &wide, &mut out64),
    }
    if op.to_bits == 64 {
        m.put64(dst, &out64, mask);
    } else {
        if op.to.is_integer() {
            cvt::cut32(op.to_bits, &out64, &mut out32);
        }
        m.put32(dst, &out32, mask);
    }
}
