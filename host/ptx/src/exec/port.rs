// SPDX-License-Identifier: Apache-2.0
//! Global memory as an instruction sees it: all of it at once, or through the port of one SM, which keeps back what
//! changes memory until the SMs meet.

use super::bytes::{extended, put, read_le, write_le};
use super::combine::combine;
use crate::error::FaultKind;
use crate::inst::{Inst, Operand};
use crate::memory::{AllocationInfo, GlobalMemory, LastHit};
use crate::notes::Notes;
use crate::op::AtomicOp;
use crate::types::Type;
use crate::warp::WarpState;

/// The global memory of an instruction.
pub enum Memory<'a> {
    /// Everything happens at once.
    Direct(&'a mut GlobalMemory),
    /// Only reads happen at once; what changes memory waits in the port for [`GlobalPort::commit`]. There is no
    /// memory to allocate: not for kernels that [allocate](crate::Kernel::allocates).
    Shared(&'a GlobalMemory, &'a mut GlobalPort),
}

/// What the instructions of one SM have asked of global memory since the last [`GlobalPort::commit`], in the order of
/// issue. Between two commits several SMs can execute at the same time, each with its own port: none sees what another
/// does, whatever the order in which they run; each sees all that it did itself.
#[derive(Debug, Default)]
pub struct GlobalPort {
    last: LastHit,
    /// Instructions that may have changed what a thread can read, as far as that is known before the commit.
    changes: u64,
    waiting: Vec<Deferred>,
    /// What the waiting stores will write, in their order.
    stored: Vec<u8>,
    written: Lines,
    printed: Vec<u8>,
    notes: Notes,
}

/// What waits. `at` is an offset into device memory.
#[derive(Clone, Copy, Debug)]
enum Deferred {
    /// Writes the next so many stored bytes.
    Store { at: usize, bytes: usize },
    /// One element of a lane that reads where something that waits may write.
    Load { at: usize, ty: Type, narrow: bool, to: Target },
    /// One lane.
    Atomic { at: usize, f: AtomicOp, ty: Type, operands: [u64; 2], to: Target },
}

/// A set of lines of 128 bytes that may hold more than was put in, but no less: a Bloom filter with one function.
#[derive(Debug, Default)]
struct Lines([u64; 16]);

impl Lines {
    /// Word and bit of the line at `at`.
    #[inline(always)]
    fn place(at: usize) -> (usize, u64) {
        // Fibonacci hashing; the ten bits at the top are the best mixed.
        let hash = (at as u64 >> 7).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        (hash as usize >> 6, 1 << (hash & 63))
    }

    #[inline(always)]
    fn insert(&mut self, at: usize) {
        let (word, bit) = Lines::place(at);
        self.0[word] |= bit;
    }

    #[inline(always)]
    fn may_hold(&self, at: usize) -> bool {
        let (word, bit) = Lines::place(at);
        self.0[word] & bit != 0
    }
}

/// The lane of a register that gets a result.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Number of the warp: [`super::Env::warp`].
    pub warp: u8,
    pub(super) lane: u8,
    pub(super) register: Operand,
}

impl GlobalPort {
    /// Does what waits, in order, and adds what was printed to the output of `memory`. `deliver` hands a result to the
    /// warp that waits for it, with [`WarpState::deliver`]; the warp must not have read the register meanwhile, and what
    /// wrote it must have been [announced](GlobalPort::overwrites).
    pub fn commit(&mut self, memory: &mut GlobalMemory, mut deliver: impl FnMut(Target, u64)) {
        if self.changes != 0 {
            memory.changed(std::mem::take(&mut self.changes));
        }
        if !self.printed.is_empty() {
            memory.print(&self.printed);
            self.printed.clear();
        }
        if !self.notes.is_empty() {
            memory.notes_mut().append(std::mem::take(&mut self.notes));
        }
        if self.waiting.is_empty() {
            return;
        }
        let mut stored = &self.stored[..];
        for deferred in self.waiting.drain(..) {
            match deferred {
                Deferred::Store { at, bytes } => {
                    let (now, later) = stored.split_at(bytes);
                    memory.bytes_mut()[at..at + bytes].copy_from_slice(now);
                    stored = later;
                }
                Deferred::Load { at, ty, narrow, to } if to.register != Operand::NONE => {
                    deliver(to, extended(ty, narrow, read(memory.bytes(), at, ty.bytes())));
                }
                Deferred::Load { .. } => {}
                Deferred::Atomic { at, f, ty, operands: [b, c], to } => {
                    let old = read(memory.bytes(), at, ty.bytes());
                    write(memory.bytes_mut(), at, ty.bytes(), combine(f, ty, old, b, c));
                    memory.changed(u64::from(read(memory.bytes(), at, ty.bytes()) != old));
                    if to.register != Operand::NONE {
                        deliver(to, old);
                    }
                }
            }
        }
        self.stored.clear();
        self.written = Lines::default();
    }

    /// `inst` of a warp is about to execute for `lanes`. Results that wait for registers which it writes there are older, and are
    /// lost. Only a warp that goes on while its results wait, and writes their registers anew, has to say so.
    pub fn overwrites(&mut self, warp: u8, inst: &Inst, lanes: u32) {
        for deferred in &mut self.waiting {
            let (Deferred::Load { to, .. } | Deferred::Atomic { to, .. }) = deferred else { continue };
            if to.warp == warp && lanes >> to.lane & 1 == 1 && inst.dst.contains(&to.register) {
                to.register = Operand::NONE;
            }
        }
    }

    /// Forgets what it knows of the allocations; for use after one was freed.
    pub fn reset(&mut self) {
        self.last = LastHit::default();
    }

    /// The aligned eight bytes around `at` as they will be after everything that waits, if no other SM changes them.
    fn preview(&self, memory: &GlobalMemory, at: usize) -> [u8; 8] {
        let block = at & !7;
        let mut bytes = [0; 8];
        let known = &memory.bytes()[block..];
        let known = &known[..known.len().min(8)];
        bytes[..known.len()].copy_from_slice(known);
        let mut stored = &self.stored[..];
        for deferred in &self.waiting {
            match *deferred {
                Deferred::Store { at, bytes: count } => {
                    let (now, later) = stored.split_at(count);
                    stored = later;
                    for (at, byte) in (at..).zip(now).filter(|(at, _)| at & !7 == block) {
                        bytes[at - block] = *byte;
                    }
                }
                // An atomic is aligned to its size, so it does not reach over the edge of a block.
                Deferred::Atomic { at, f, ty, operands: [b, c], .. } if at & !7 == block => {
                    let old = read(&bytes, at - block, ty.bytes());
                    write(&mut bytes, at - block, ty.bytes(), combine(f, ty, old, b, c));
                }
                Deferred::Load { .. } | Deferred::Atomic { .. } => {}
            }
        }
        bytes
    }

    fn store(&mut self, at: usize, bytes: &[u8]) {
        self.stored.extend_from_slice(bytes);
        match self.waiting.last_mut() {
            // The lanes of a warp mostly write side by side.
            Some(Deferred::Store { at: start, bytes: count }) if *start + *count == at => {
                *count += bytes.len()
            }
            _ => self.waiting.push(Deferred::Store { at, bytes: bytes.len() }),
        }
        self.written.insert(at);
    }
}

impl WarpState {
    /// Writes the result of an instruction that waited in a [`GlobalPort`].
    #[inline]
    pub fn deliver(&mut self, to: Target, value: u64) {
        put(self, to.register, to.lane.into(), value);
    }
}

fn read(memory: &[u8], at: usize, bytes: u32) -> u64 {
    match bytes {
        1 => read_le::<1>(memory, at),
        2 => read_le::<2>(memory, at),
        4 => read_le::<4>(memory, at),
        _ => read_le::<8>(memory, at),
    }
}

fn write(memory: &mut [u8], at: usize, bytes: u32, value: u64) {
    match bytes {
        1 => write_le::<1>(memory, at, value),
        2 => write_le::<2>(memory, at, value),
        4 => write_le::<4>(memory, at, value),
        _ => write_le::<8>(memory, at, value),
    }
}

impl Memory<'_> {
    /// Offset of `bytes` bytes at `addr`, if one live allocation holds them all.
    #[inline(always)]
    pub(super) fn locate(&mut self, addr: u64, bytes: u64) -> Option<usize> {
        match self {
            Memory::Direct(memory) => memory.locate_cached(addr, bytes),
            Memory::Shared(memory, port) => memory.locate(&mut port.last, addr, bytes),
        }
    }

    /// Whether a read with this fault gives zeros instead.
    pub(super) fn reads_zeros(&self, kind: &FaultKind) -> bool {
        match self {
            Memory::Direct(memory) => memory.reads_zeros(kind),
            Memory::Shared(memory, _) => memory.reads_zeros(kind),
        }
    }

    /// Where to note what hardware does not report.
    pub(super) fn notes(&mut self) -> &mut Notes {
        match self {
            Memory::Direct(memory) => memory.notes_mut(),
            Memory::Shared(_, port) => &mut port.notes,
        }
    }

    pub(super) fn nearest(&self, addr: u64) -> Option<AllocationInfo> {
        match self {
            Memory::Direct(memory) => memory.nearest(addr),
            Memory::Shared(memory, _) => memory.nearest(addr),
        }
    }

    /// All bytes, without what waits.
    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Memory::Direct(memory) => memory.bytes(),
            Memory::Shared(memory, _) => memory.bytes(),
        }
    }

    /// Whether anything waits.
    #[inline(always)]
    pub(super) fn waits(&self) -> bool {
        matches!(self, Memory::Shared(_, port) if !port.waiting.is_empty())
    }

    /// Whether a load from `at` must wait, because something that waits may write there.
    #[inline(always)]
    pub(super) fn load_waits(&self, at: usize) -> bool {
        matches!(self, Memory::Shared(_, port) if port.written.may_hold(at))
    }

    /// Reads `N` bytes, with what waits.
    pub(super) fn read_latest<const N: usize>(&self, at: usize) -> u64 {
        match self {
            Memory::Shared(memory, port) if !port.waiting.is_empty() => {
                read_le::<N>(&port.preview(memory, at), at & 7)
            }
            _ => read_le::<N>(self.bytes(), at),
        }
    }

    /// Loads an element for `to`, when [`Memory::load_waits`].
    pub(super) fn load_later(&mut self, at: usize, ty: Type, narrow: bool, to: Target) {
        if let Memory::Shared(_, port) = self {
            port.waiting.push(Deferred::Load { at, ty, narrow, to });
        }
    }

    /// Stores an element of `N` bytes.
    #[inline(always)]
    pub(super) fn store<const N: usize>(&mut self, at: usize, value: u64) {
        match self {
            Memory::Direct(memory) => write_le::<N>(memory.bytes_mut(), at, value),
            Memory::Shared(_, port) => port.store(at, &value.to_le_bytes()[..N]),
        }
    }

    /// An atomic; returns the old value if it happens at once.
    #[inline(always)]
    pub(super) fn atomic<const N: usize>(
        &mut self,
        at: usize,
        (f, ty): (AtomicOp, Type),
        operands: [u64; 2],
        to: Target,
    ) -> Option<u64> {
        match self {
            Memory::Direct(memory) => {
                let old = read_le::<N>(memory.bytes(), at);
                write_le::<N>(memory.bytes_mut(), at, combine(f, ty, old, operands[0], operands[1]));
                memory.changed(u64::from(read_le::<N>(memory.bytes(), at) != old));
                Some(old)
            }
            Memory::Shared(_, port) => {
                port.waiting.push(Deferred::Atomic { at, f, ty, operands, to });
                port.written.insert(at);
                None
            }
        }
    }

    /// The memory itself, for allocation, if nobody else uses it.
    pub(super) fn own(&mut self) -> Option<&mut GlobalMemory> {
        match self {
            Memory::Direct(memory) => Some(memory),
            Memory::Shared(..) => None,
        }
    }

    /// An instruction may have changed what a thread can read.
    #[inline]
    pub(super) fn changed(&mut self) {
        match self {
            Memory::Direct(memory) => memory.changed(1),
            Memory::Shared(_, port) => port.changes += 1,
        }
    }

    pub(super) fn print(&mut self, text: &[u8]) {
        match self {
            Memory::Direct(memory) => memory.print(text),
            Memory::Shared(_, port) => port.printed.extend_from_slice(text),
        }
    }
}
