// SPDX-License-Identifier: Apache-2.0
//! Collects the instructions of the warps that run on one SM, as they issue.

use warpsmith_ptx::Access;

use crate::codec::{Encoder, Step};
use crate::writer::Chunk;

/// A warp's instructions become a chunk when they take so many bytes. Together with the number of warps on the GPU this
/// bounds the memory of recording and of replay.
pub const CHUNK_BYTES: usize = 16 << 10;

/// What is recorded of the warp in one slot.
#[derive(Clone, Debug, Default)]
struct Slot {
    cta: u64,
    warp: u32,
    encoder: Encoder,
    bytes: Vec<u8>,
}

/// The warps of one SM by slot, and the chunks that are complete.
#[derive(Clone, Debug)]
pub struct Tape {
    slots: Vec<Slot>,
    chunks: Vec<Chunk>,
}

impl Tape {
    /// For an SM with `slots` warp slots.
    pub fn new(slots: usize) -> Tape {
        Tape { slots: vec![Slot::default(); slots], chunks: Vec::new() }
    }

    /// Warp `warp` of CTA `cta` (linear number) starts in `slot`.
    pub fn launch(&mut self, slot: usize, cta: u64, warp: u32) {
        let bytes = std::mem::take(&mut self.slots[slot].bytes);
        self.slots[slot] = Slot { cta, warp, encoder: Encoder::default(), bytes };
    }

    /// The warp in `slot` has executed `step`, with `access` if it is a memory instruction; local memory of its CTA is at
    /// `local_base`.
    pub fn step(&mut self, slot: usize, step: &Step, access: &Access, local_base: u64) {
        let slot = &mut self.slots[slot];
        slot.encoder.step(step, access, local_base, &mut slot.bytes);
        if slot.bytes.len() >= CHUNK_BYTES {
            let parts = vec![(slot.warp, std::mem::take(&mut slot.bytes))];
            self.chunks.push(Chunk { cta: slot.cta, warp: Some(slot.warp), parts });
        }
    }

    /// The CTA whose warps are in `slots` has ended.
    pub fn end(&mut self, slots: impl Iterator<Item = usize>) {
        let mut cta = 0;
        let parts = slots.map(|slot| {
            let slot = &mut self.slots[slot];
            slot.encoder.end(&mut slot.bytes);
            cta = slot.cta;
            (slot.warp, std::mem::take(&mut slot.bytes))
        });
        let parts = parts.collect();
        self.chunks.push(Chunk { cta, warp: None, parts });
    }

    /// Takes the chunks that are complete, in their order.
    pub fn take(&mut self) -> impl Iterator<Item = Chunk> + '_ {
        self.chunks.drain(..)
    }
}
