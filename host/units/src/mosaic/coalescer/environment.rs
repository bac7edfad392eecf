// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_coalescer` must accept.

use bitvec::field::BitField;

use super::ports::*;
use super::Coalescer;
use crate::bitset::ones64;
use crate::mosaic::entry::{LARGE, VALID};
use crate::mosaic::params::Params;
use crate::mosaic::{LANES, SLOTS, SLOT_BITS};
use crate::wide::{field, Wide};
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles or cases, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    commands: u32,
    /// Cycles from an operation to its end at least.
    latency: u32,
    stalls: u32,
    /// Entries that are not valid, those with the large bit, and lines with an entry that does not fit.
    faults: u32,
    large: u32,
    odd: u32,
}

/// An operation under way.
#[derive(Clone, Copy, Debug)]
struct Operation {
    tag: u8,
    left: u32,
    data: Wide<32>,
}

/// The runtime, and the memory with the page tables, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// The frame that the last table of the command maps.
    frame: u64,
    operations: Vec<Operation>,
    flushing: bool,
}

impl Stimulus<Coalescer> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime { commands: 4, latency: 3, stalls: 4, faults: 20, large: 2, odd: 100 };
        let (frame, operations) = (0, Vec::new());
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 400,
            frame,
            operations,
            flushing: false,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = In::default();
        if out.cmd_ready && self.rng.one_in(self.regime.commands) {
            self.command(&mut i);
        }
        for operation in &mut self.operations {
            operation.left = operation.left.saturating_sub(1);
        }
        if let Some(place) = self.operations.iter().position(|operation| operation.left == 0) {
            let Operation { tag, data, .. } = self.operations.swap_remove(place);
            (i.a_valid, i.a_tag, i.a_data) = (true, tag, data);
        }
        i.m_ready = !self.rng.one_in(self.regime.stalls);
        if out.m_valid && i.m_ready {
            let (data, latency) = (self.data(out), self.regime.latency);
            let left = latency + self.rng.below(latency + 2);
            self.operations.push(Operation { tag: out.m_tag, left, data });
        }
        i.fl_done = self.flushing && self.rng.one_in(self.regime.latency + 1);
        self.flushing &= !i.fl_done;
        i.fl_ready = !self.rng.one_in(self.regime.stalls);
        self.flushing |= out.fl_valid && i.fl_ready;
        i
    }
}

impl Environment {
    fn change(&mut self) {
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        self.regime = Regime {
            commands: of(&[1, 1, 20]),
            latency: of(&[0, 0, 3, 30]),
            stalls: of(&[2, 10, 1000]),
            faults: of(&[6, 100]),
            large: of(&[2, 2, 20]),
            odd: of(&[30, 1000]),
        };
        self.left = 600;
    }

    fn command(&mut self, i: &mut In) {
        let (p, r) = (&self.params, &mut self.rng);
        self.frame = r.bits() & ones64(p.ppn_width() as u32 - SLOT_BITS);
        (i.cmd_valid, i.cmd_op) = (true, r.one_in(2));
        i.cmd_asid = r.below(1 << p.asid_w);
        i.cmd_root = r.bits() & ones64(p.table_width() as u32);
        i.cmd_lvpn = r.bits() & ones64(p.lvpn_width() as u32);
        let density = [0, 1, 4, 7, 8][r.below(5) as usize];
        for word in 0..SLOTS / 32 {
            i.cmd_bitmap[field(word, 32)].store_le(r.dense(density) as u32);
        }
        if r.one_in(4) {
            let slot = r.below(SLOTS as u32) as usize;
            let other = !i.cmd_bitmap[slot];
            i.cmd_bitmap.set(slot, other);
        }
    }

    /// What an operation finds.
    fn data(&mut self, out: &Out) -> Wide<32> {
        let mut data = Wide::ZERO;
        let (p, r) = (&self.params, &mut self.rng);
        if out.m_op != RD_LINE {
            let bits = r.bits() & !(VALID | LARGE);
            let (valid, large) = (!r.one_in(self.regime.faults), r.one_in(self.regime.large));
            let entry = bits | if valid { VALID } else { 0 } | if large { LARGE } else { 0 };
            data[field(0, 64)].store_le(entry);
            return data;
        }
        let line = out.m_addr >> 7 & 31;
        let odd = r.one_in(self.regime.odd).then(|| r.below(LANES as u32) as usize);
        // The line as a whole may be of another frame.
        let other = r.one_in(self.regime.odd);
        for lane in 0..LANES {
            let ppn = (self.frame ^ u64::from(other)) << SLOT_BITS | line << 4 | lane as u64;
            let mut entry = ppn << p.base_page_log2 | r.bits() & 0xffe | VALID;
            if odd == Some(lane) {
                // Not valid, or of another place: in the slot, or in the frame.
                entry ^= 1 << [0, p.base_page_log2, p.base_page_log2 + SLOT_BITS][r.below(3) as usize];
            }
            data[field(lane, 64)].store_le(entry);
        }
        data
    }
}
