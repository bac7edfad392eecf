// SPDX-License-Identifier: Apache-2.0
//! The warp slots of an SM as bit masks, the instruction buffer and the fetch stage.
//!
//! A warp's buffer always holds the instructions from its program counter on, so a count per warp describes
//! it. The instruction cache is perfect: a fetch fills the buffer and is decoded in the next cycle.

use serde::{Deserialize, Serialize};

use super::kernel::{InstTiming, Unit};
use super::scoreboard::Wait;
use crate::types::bits;

/// Bit `i` of every mask is warp slot `i`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Warps {
    /// The slot holds a warp that has not exited.
    pub live: u64,
    /// The buffer holds a decoded instruction.
    pub ib_valid: u64,
    /// The warp waits at a barrier.
    pub at_barrier: u64,
    /// The warp waits at a fence for its memory instructions.
    pub at_fence: u64,
    /// The registers of the head instruction are free.
    pub sb_ready: u64,
    /// The head instruction needs the result of a load of global, local or texture memory.
    pub sb_long: u64,
    /// The unit that the head instruction goes to.
    heads: [u64; Unit::COUNT],
    /// The head instruction is a load that may use the L1.
    pub l1_load: u64,
    /// Decoded instructions per warp.
    buffered: Vec<u8>,
    entries: u8,
    fetch_width: u32,
    /// Fetched in the last cycle, decoded in this one.
    fetched: u64,
    /// Slots above the one fetched for last.
    fetch_after: u64,
}

impl Warps {
    /// `entries` instruction-buffer entries for each of `warps` slots, `fetch_width` warps fetched for in a cycle.
    pub fn new(warps: u32, entries: u32, fetch_width: u32) -> Self {
        let buffered = vec![0; warps as usize];
        Self { buffered, entries: entries as u8, fetch_width, ..Self::default() }
    }

    /// Warps that could issue but for their registers and the units.
    #[inline]
    pub fn candidates(&self, paused: u64) -> u64 {
        self.live & self.ib_valid & !self.at_barrier & !self.at_fence & !paused
    }

    /// Warps that wait for a load of global, local or texture memory, at a barrier or at a fence.
    #[inline]
    pub fn long_wait(&self) -> u64 {
        self.ib_valid & self.sb_long | self.at_barrier | self.at_fence
    }

    /// Warps whose head instruction goes to `unit`.
    #[inline]
    pub fn heads(&self, unit: Unit) -> u64 {
        self.heads[unit as usize]
    }

    /// Warps whose head instruction reads or writes memory, textures included.
    #[inline]
    pub fn memory_heads(&self) -> u64 {
        self.heads(Unit::Mem) | self.heads(Unit::Texture)
    }

    /// A warp starts in slot `warp`.
    pub fn launch(&mut self, warp: u32) {
        self.live |= 1 << warp;
    }

    /// The warp in slot `warp` has executed its last instruction.
    pub fn exit(&mut self, warp: u32) {
        let others = !(1 << warp);
        self.live &= others;
        self.fetched &= others;
        self.flush(warp);
    }

    /// Empties the buffer: control goes elsewhere.
    pub fn flush(&mut self, warp: u32) {
        self.buffered[warp as usize] = 0;
        self.ib_valid &= !(1 << warp);
    }

    /// The head instruction has issued, and the next one in program order follows.
    #[inline]
    pub fn advance(&mut self, warp: u32) {
        let n = &mut self.buffered[warp as usize];
        *n -= 1;
        self.ib_valid &= !(u64::from(*n == 0) << warp);
    }

    /// The head instruction of `warp` is a new one.
    #[inline]
    pub fn set_head(&mut self, warp: u32, timing: &InstTiming, registers: Wait) {
        let bit = 1 << warp;
        for mask in &mut self.heads {
            *mask &= !bit;
        }
        self.heads[timing.unit as usize] |= bit;
        self.l1_load = self.l1_load & !bit | u64::from(timing.l1_load) << warp;
        self.set_wait(warp, registers);
    }

    /// The front end has decoded the next instruction of `warp`; whether it waits is hazard control's to say.
    pub fn decoded(&mut self, warp: u32, timing: &InstTiming) {
        self.set_head(warp, timing, Wait::Short);
        self.ib_valid |= 1 << warp;
    }

    #[inline]
    pub fn set_wait(&mut self, warp: u32, registers: Wait) {
        let others = !(1 << warp);
        self.sb_ready = self.sb_ready & others | u64::from(registers == Wait::No) << warp;
        self.sb_long = self.sb_long & others | u64::from(registers == Wait::Long) << warp;
    }

    /// The decode stage: the buffers fetched for in the last cycle fill. Returns their warps.
    #[inline]
    pub fn decode(&mut self) -> u64 {
        let filled = std::mem::take(&mut self.fetched);
        for warp in bits(filled) {
            self.buffered[warp as usize] = self.entries;
        }
        self.ib_valid |= filled;
        filled
    }

    /// The fetch stage: loose round robin over the warps with an empty buffer.
    #[inline]
    pub fn fetch(&mut self) {
        let mut empty = self.live & !self.ib_valid & !self.fetched;
        for _ in 0..self.fetch_width {
            if empty == 0 {
                return;
            }
            let later = empty & self.fetch_after;
            let warp = if later != 0 { later } else { empty }.trailing_zeros();
            self.fetch_after = !1 << warp;
            self.fetched |= 1 << warp;
            empty &= !(1 << warp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warps(n: u32) -> Warps {
        let mut w = Warps::new(n, 2, 1);
        (0..n).for_each(|i| w.launch(i));
        w
    }

    #[test]
    fn fetch_goes_round_the_warps_with_an_empty_buffer_one_a_cycle() {
        let mut w = warps(3);
        let mut filled = Vec::new();
        for _ in 0..4 {
            filled.push(w.decode());
            w.fetch();
        }
        assert_eq!(filled, [0, 1, 2, 4]);
        assert_eq!(w.ib_valid, 0b111);
    }

    #[test]
    fn a_buffer_holds_two_instructions_and_a_flush_empties_it() {
        let mut w = warps(1);
        w.fetch();
        w.decode();
        w.advance(0);
        assert_eq!(w.ib_valid, 1);
        w.advance(0);
        assert_eq!(w.ib_valid, 0);
        w.fetch();
        w.decode();
        w.flush(0);
        assert_eq!(w.ib_valid, 0);
    }

    #[test]
    fn what_was_fetched_for_a_warp_that_exits_is_dropped() {
        let mut w = warps(2);
        w.fetch();
        w.exit(0);
        assert_eq!((w.decode(), w.live, w.ib_valid), (0, 0b10, 0));
    }

    #[test]
    fn warps_at_barriers_fences_or_paused_are_no_candidates() {
        let mut w = warps(4);
        for _ in 0..5 {
            w.decode();
            w.fetch();
        }
        w.at_barrier = 0b0001;
        w.at_fence = 0b0010;
        assert_eq!(w.candidates(0b0100), 0b1000);
    }
}
