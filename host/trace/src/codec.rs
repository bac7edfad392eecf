// SPDX-License-Identifier: Apache-2.0
//! The instructions of one warp as bytes. `docs/traces.md` describes the layout.
//!
//! An instruction is a head byte - what it does, and which of the usual guesses hold - and then only what the guesses do
//! not say: that it follows the last one, that the same lanes are active, that all of them take part, and that
//! addresses go up in equal steps.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{Access, BarrierKind, Effect, FenceScope, MemOp, Space, LANES};

use crate::varint::{put, put_signed, Cursor};

/// One executed warp instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Index into `KernelInfo::insts`.
    pub pc: u32,
    /// Active lanes, before the guard.
    pub active: u32,
    /// What it did; of a memory access with its addresses beside it.
    pub effect: Effect,
}

/// Low bits of the head byte.
const NONE: u8 = 0;
const MEMORY: u8 = 1;
const BARRIER: u8 = 2;
const FENCE: u8 = 3;
const BRANCH: u8 = 4;
const EXIT: u8 = 5;
const END: u8 = 7;
const KIND: u8 = 7;
/// The program counter follows; otherwise it is the last one plus 1.
const JUMP: u8 = 1 << 3;
/// The active lanes follow; otherwise they are the last ones.
const MASK: u8 = 1 << 4;
/// The lanes that take part follow; otherwise they are the active ones.
const PART: u8 = 1 << 5;
/// The addresses do not go up in equal steps.
const SCATTERED: u8 = 1 << 6;
/// The lanes of a branch diverge.
const DIVERGED: u8 = 1 << 6;

const SPACES: [Space; 7] =
    [Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param, Space::Texture, Space::Generic];
const OPS: [MemOp; 4] = [MemOp::Load, MemOp::Store, MemOp::Atomic, MemOp::Reduction];
const BARRIERS: [BarrierKind; 3] = [BarrierKind::Sync, BarrierKind::Arrive, BarrierKind::Reduce];
const SCOPES: [FenceScope; 3] = [FenceScope::Cta, FenceScope::Gpu, FenceScope::System];

/// Device addresses are below this (as on GPUs), so that sums with them cannot overflow.
const MAX_ADDRESS: u64 = 1 << 49;
/// Offsets in shared memory are below this.
const MAX_SHARED: u64 = 1 << 24;
/// Texels that one lane reads, at most.
const MAX_TEXELS: usize = 4;
/// Named barriers of a CTA.
const MAX_BARRIER: u8 = 16;

/// What the next instruction is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Last {
    pc: u32,
    active: u32,
    address: u64,
}

/// Before the first instruction: the next one is at 0.
const START: Last = Last { pc: u32::MAX, active: u32::MAX, address: 0 };

/// The number of `value` in `table`.
fn number<T: PartialEq>(table: &[T], value: &T) -> u8 {
    table.iter().position(|t| t == value).map_or(u8::MAX, |i| i as u8)
}

/// The lanes of `mask`, lowest first.
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 == 1)
}

/// Turns instructions into bytes.
#[derive(Clone, Debug)]
pub struct Encoder(Last);

impl Default for Encoder {
    fn default() -> Self {
        Encoder(START)
    }
}

impl Encoder {
    /// Appends `step` to `out`. `access` is its access if it has one; addresses in local memory are written relative to
    /// `local_base`, which differs from run to run.
    pub fn step(&mut self, step: &Step, access: &Access, local_base: u64, out: &mut Vec<u8>) {
        let Last { pc, active, .. } = self.0;
        (self.0.pc, self.0.active) = (step.pc, step.active);
        let (kind, part, diverged) = match step.effect {
            Effect::None => (NONE, step.active, false),
            Effect::Memory => (MEMORY, access.mask, false),
            Effect::Barrier { .. } => (BARRIER, step.active, false),
            Effect::Fence(_) => (FENCE, step.active, false),
            Effect::Branch { taken, diverged } => (BRANCH, taken, diverged),
            Effect::Exit { lanes } => (EXIT, lanes, false),
        };
        let head = out.len();
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        out.push(
            kind | flag(pc.wrapping_add(1) != step.pc, JUMP)
                | flag(active != step.active, MASK)
                | flag(part != step.active, PART)
                | flag(diverged, DIVERGED),
        );
        if out[head] & JUMP != 0 {
            put(out, step.pc.into());
        }
        if out[head] & MASK != 0 {
            out.extend(step.active.to_le_bytes());
        }
        if out[head] & PART != 0 {
            out.extend(part.to_le_bytes());
        }
        match step.effect {
            Effect::None | Effect::Branch { .. } | Effect::Exit { .. } => {}
            Effect::Memory => self.access(access, local_base, head, out),
            Effect::Barrier { id, threads, kind } => {
                out.extend([id, number(&BARRIERS, &kind)]);
                put(out, threads.map_or(0, |t| u64::from(t) + 1));
            }
            Effect::Fence(scope) => out.push(number(&SCOPES, &scope)),
        }
    }

    fn access(&mut self, access: &Access, local_base: u64, head: usize, out: &mut Vec<u8>) {
        let Access { space, kind, bytes, texels, .. } = access;
        out.extend([number(&SPACES, space) << 4 | number(&OPS, kind), *bytes]);
        let base = if *space == Space::Local { local_base } else { 0 };
        self.addresses(access, base, head, out);
        if *space == Space::Texture {
            put(out, texels.len() as u64);
            let mut last = self.0.address;
            for texel in texels {
                put_signed(out, texel.wrapping_sub(last) as i64);
                last = *texel;
            }
        }
    }

    fn addresses(&mut self, Access { mask, addr, .. }: &Access, base: u64, head: usize, out: &mut Vec<u8>) {
        let address = |lane: usize| addr[lane].wrapping_sub(base);
        let Some(first) = lanes(*mask).next() else { return };
        put_signed(out, address(first).wrapping_sub(self.0.address) as i64);
        self.0.address = address(first);
        // Per lane, so that gaps in the mask do not matter.
        let step = lanes(*mask).nth(1).map(|second| {
            let distance = (second - first) as i64;
            let difference = address(second).wrapping_sub(address(first)) as i64;
            if difference % distance == 0 {
                difference / distance
            } else {
                0
            }
        });
        let Some(step) = step else { return };
        let expected =
            |lane: usize| address(first).wrapping_add_signed(step.wrapping_mul((lane - first) as i64));
        if lanes(*mask).all(|lane| address(lane) == expected(lane)) {
            put_signed(out, step);
        } else {
            out[head] |= SCATTERED;
            let mut last = address(first);
            for lane in lanes(*mask).skip(1) {
                put_signed(out, address(lane).wrapping_sub(last) as i64);
                last = address(lane);
            }
        }
    }

    /// Appends the end of the warp.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        out.push(END);
    }
}

/// Turns bytes into instructions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decoder(Last);

impl Default for Decoder {
    fn default() -> Self {
        Decoder(START)
    }
}

impl Decoder {
    /// The next instruction, or `None` at the end of the warp. Fills `access` if it is a memory instruction.
    ///
    /// # Errors
    /// The bytes are no instruction.
    #[inline]
    pub fn step(
        &mut self,
        from: &mut Cursor,
        local_base: u64,
        access: &mut Access,
    ) -> Result<Option<Step>, Malformed> {
        let head = from.byte().ok_or(Malformed("the instructions of a warp have no end"))?;
        if head == END {
            return Ok(None);
        }
        self.read(head, from, local_base, access).map(Some)
    }

    #[inline]
    fn read(
        &mut self,
        head: u8,
        from: &mut Cursor,
        local_base: u64,
        access: &mut Access,
    ) -> Result<Step, Malformed> {
        const CUT: Malformed = Malformed("an instruction is cut");
        let pc = match head & JUMP {
            0 => self.0.pc.wrapping_add(1),
            _ => from.unsigned().and_then(|pc| pc.try_into().ok()).ok_or(CUT)?,
        };
        let active = if head & MASK == 0 { self.0.active } else { from.word().ok_or(CUT)? };
        let part = if head & PART == 0 { active } else { from.word().ok_or(CUT)? };
        (self.0.pc, self.0.active) = (pc, active);
        let effect = match head & KIND {
            NONE => Effect::None,
            MEMORY => {
                self.access(head, part, from, local_base, access)?;
                Effect::Memory
            }
            BARRIER => {
                let id = from.byte().ok_or(CUT)?;
                let kind = from.byte().and_then(|k| BARRIERS.get(usize::from(k))).ok_or(CUT)?;
                let threads = from.unsigned().and_then(|t| u32::try_from(t).ok()).ok_or(CUT)?;
                if id >= MAX_BARRIER {
                    return Err(Malformed("a CTA has barriers 0 to 15 only"));
                }
                Effect::Barrier { id, threads: threads.checked_sub(1), kind: *kind }
            }
            FENCE => Effect::Fence(*from.byte().and_then(|s| SCOPES.get(usize::from(s))).ok_or(CUT)?),
            BRANCH => Effect::Branch { taken: part, diverged: head & DIVERGED != 0 },
            EXIT => Effect::Exit { lanes: part },
            _ => return Err(Malformed("there is no such kind of instruction")),
        };
        Ok(Step { pc, active, effect })
    }

    #[inline]
    fn access(
        &mut self,
        head: u8,
        mask: u32,
        from: &mut Cursor,
        local_base: u64,
        access: &mut Access,
    ) -> Result<(), Malformed> {
        const CUT: Malformed = Malformed("a memory access is cut");
        let what = from.byte().ok_or(CUT)?;
        access.space = *SPACES.get(usize::from(what >> 4)).ok_or(CUT)?;
        access.kind = *OPS.get(usize::from(what & 15)).ok_or(CUT)?;
        access.bytes = from.byte().ok_or(CUT)?;
        access.mask = mask;
        if mask == 0 || !(1..=16).contains(&access.bytes) || access.space == Space::Generic {
            return Err(Malformed("an access has no lanes, no bytes or no space"));
        }
        let limit = if access.space == Space::Shared { MAX_SHARED } else { MAX_ADDRESS };
        let base = if access.space == Space::Local { local_base } else { 0 };
        let first = mask.trailing_zeros() as usize;
        let mut address = self.0.address.wrapping_add_signed(from.signed().ok_or(CUT)?);
        self.0.address = address;
        let scattered = head & SCATTERED != 0;
        let step = if scattered || mask.count_ones() == 1 { 0 } else { from.signed().ok_or(CUT)? };
        let origin = address;
        for lane in lanes(mask) {
            if lane != first {
                address = if scattered {
                    address.wrapping_add_signed(from.signed().ok_or(CUT)?)
                } else {
                    origin.wrapping_add_signed(step.wrapping_mul((lane - first) as i64))
                };
            }
            if address >= limit {
                return Err(Malformed("an address is outside every memory"));
            }
            access.addr[lane] = address + base;
        }
        access.texels.clear();
        if access.space == Space::Texture {
            let count = from.unsigned().filter(|n| *n <= (MAX_TEXELS * LANES) as u64).ok_or(CUT)?;
            let mut texel = self.0.address;
            for _ in 0..count {
                texel = texel.wrapping_add_signed(from.signed().ok_or(CUT)?);
                if texel >= limit {
                    return Err(Malformed("a texel is outside every memory"));
                }
                access.texels.push(texel);
            }
        }
        Ok(())
    }
}

/// Why bytes are no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed(pub &'static str);
