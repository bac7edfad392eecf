// SPDX-License-Identifier: Apache-2.0
//! The ports of `sb_data`.

use bitvec::field::BitField;

use crate::ilp::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

ports! {
    /// Inputs of `sb_data` in one fast cycle (specification section 5).
    pub struct In: In, p: Params;
    /// The ALU writes results.
    wa_valid: bool = 1;
    /// Their entry.
    wa_entry: u8 = p.entry_width();
    /// Their beat.
    wa_beat: u8 = p.beat_width();
    /// The lanes that are written.
    wa_mask: u32 = p.simd as usize;
    /// Their results, from lane 0 on.
    wa_data: Wide<32> = (p.simd * p.data_w) as usize;
    /// A load or an SFU writes results; where both write, these stay.
    wl_valid: bool = 1;
    /// Their entry.
    wl_entry: u8 = p.entry_width();
    /// Their beat.
    wl_beat: u8 = p.beat_width();
    /// The lanes that are written.
    wl_mask: u32 = p.simd as usize;
    /// Their results, from lane 0 on.
    wl_data: Wide<32> = (p.simd * p.data_w) as usize;
    /// The entry of each operand that is read, from source 0 on.
    rd_entry: u32 = p.n_src as usize * p.entry_width();
    /// Its beat.
    rd_beat: u8 = p.n_src as usize * p.beat_width();
    /// The entry that commits.
    cm_entry: u8 = p.entry_width();
    /// The beat of the commit.
    cm_beat: u8 = p.commit_beat_width();
}

ports! {
    /// Outputs of `sb_data`: what has been written, that of this cycle included.
    pub struct Out: Out, p: Params;
    /// The operands, from source 0 on; 0 where nothing has been written since reset.
    rd_data: Wide<96> = (p.n_src * p.simd * p.data_w) as usize, comb;
    /// What is committed, from the lowest thread on.
    cm_data: Wide<32> = (p.commit_lanes() * p.data_w) as usize, comb;
}

impl In {
    /// Sets the result of a lane that the ALU writes.
    pub fn set_alu(&mut self, p: &Params, lane: usize, result: u32) {
        self.wa_data[field(lane, p.data_w as usize)].store_le(result);
    }

    /// Sets the result of a lane that a load writes.
    pub fn set_load(&mut self, p: &Params, lane: usize, result: u32) {
        self.wl_data[field(lane, p.data_w as usize)].store_le(result);
    }

    /// Sets the entry and the beat of an operand that is read.
    pub fn set_read(&mut self, p: &Params, source: u32, entry: u8, beat: u8) {
        let of = |value: u8, width: usize| u32::from(value) << (source as usize * width);
        let all = |width: usize| of(((1 << width) - 1) as u8, width);
        let (entries, beats) = (p.entry_width(), p.beat_width());
        self.rd_entry = self.rd_entry & !all(entries) | of(entry, entries);
        self.rd_beat = (u32::from(self.rd_beat) & !all(beats) | of(beat, beats)) as u8;
    }

    /// The entry and the beat of an operand that is read.
    pub fn read(&self, p: &Params, source: u32) -> (u32, u32) {
        let of = |word: u32, width: usize| word >> (source as usize * width) & ((1 << width) - 1);
        (of(self.rd_entry, p.entry_width()), of(self.rd_beat.into(), p.beat_width()))
    }
}

impl Out {
    /// A lane of an operand.
    pub fn operand(&self, p: &Params, source: u32, lane: u32) -> u32 {
        self.rd_data[field((source * p.simd + lane) as usize, p.data_w as usize)].load_le()
    }

    /// A lane of what is committed.
    pub fn committed(&self, p: &Params, lane: u32) -> u32 {
        self.cm_data[field(lane as usize, p.data_w as usize)].load_le()
    }
}
