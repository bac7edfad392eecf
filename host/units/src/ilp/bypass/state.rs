// SPDX-License-Identifier: Apache-2.0
//! The EX stages as far as the bypass follows them, and one cycle of them (specification section 2.2).

use crate::ilp::params::Params;
use crate::word::{low, signals, Bit, Word};

/// EX stages of the deepest pipeline, and sources of an instruction.
const STAGES: usize = 16;

signals! {
    /// What is in the stages. Of the words with a bit for each stage bit 0 is stage 1.
    pub struct State<W>, p: Params;
    /// An instruction that writes a register.
    pub valid: W = p.alu_lat;
    /// Its latency is fixed.
    pub fixed: W = p.alu_lat;
    /// It was issued under an unresolved branch.
    pub spec: W = p.alu_lat;
    /// It has an entry of the scoreboard.
    pub entry_valid: W = p.alu_lat;
    /// It has none, and is alone in flight.
    pub solo: W = p.alu_lat;
    /// The register that it writes, stage 1 first.
    pub tag: [W; STAGES] = p.tag_w;
    /// Its warp.
    pub warp: [W; STAGES] = p.warp_width() as u32;
    /// Its entry.
    pub entry: [W; STAGES] = p.entry_width() as u32;
    /// Sources of the instruction issued last that are bypassed, the port `byp_sel`.
    pub select: W = p.n_src;
    /// Cycles that they stay so behind this one.
    pub hold: W = 4;
}

/// The instruction that is issued.
#[derive(Clone, Copy, Debug)]
pub struct Issue<W: Word> {
    /// An instruction is issued; without one the rest does not matter.
    pub valid: W::Bit,
    /// Its warp.
    pub warp: W,
    /// Its source registers that count, a bit each.
    pub src_valid: W,
    /// Their numbers, `tag_w` bits each, from source 0 on.
    pub src_tag: W,
    /// It writes a register.
    pub dst_valid: W::Bit,
    /// The number of that, of `tag_w` bits.
    pub dst_tag: W,
    /// Its latency is fixed: an ALU instruction.
    pub fixed: W::Bit,
    /// It is issued under an unresolved branch.
    pub spec: W::Bit,
    /// It has an entry of the scoreboard.
    pub entry_valid: W::Bit,
    /// The entry.
    pub entry: W,
    /// It has none, and is alone in flight.
    pub solo: W::Bit,
}

/// The instructions that are removed.
#[derive(Clone, Copy, Debug)]
pub struct Kill<W: Word> {
    /// Instructions of a warp are removed: those behind its branch.
    pub valid: W::Bit,
    /// The warp.
    pub warp: W,
    /// All of them, after a fault.
    pub all: W::Bit,
}

/// What answers in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Events<W: Word> {
    /// The value of an entry can be used by an instruction that issues in the next cycle.
    pub av: W::Bit,
    /// The entry; 0 without one.
    pub av_entry: W,
    /// An instruction alone in flight is over, as far as the next one of its warp must know.
    pub dwb: W::Bit,
    /// The warp; 0 without one.
    pub dwb_warp: W,
}

impl<W: Word> State<W> {
    /// Nothing is in flight.
    pub fn reset() -> State<W> {
        let none = W::from(0);
        State {
            valid: none,
            fixed: none,
            spec: none,
            entry_valid: none,
            solo: none,
            tag: [none; STAGES],
            warp: [none; STAGES],
            entry: [none; STAGES],
            select: none,
            hold: none,
        }
    }

    /// Without the path a value can be read in the cycle behind its last EX stage, with it one earlier.
    pub fn events(&self, p: &Params, bypass_en: W::Bit) -> Events<W> {
        let (last, before) = (p.alu_lat - 1, p.alu_lat - 2);
        let alu = self.valid & self.fixed;
        let of = |stage: u32| (alu & self.entry_valid).bit(stage);
        let none = W::from(0);
        let av = bypass_en.select(of(before), of(last));
        let entry = bypass_en.select(self.entry[before as usize], self.entry[last as usize]);
        let dwb = bypass_en & (alu & self.solo).bit(before);
        Events {
            av,
            av_entry: av.select(entry, none),
            dwb,
            dwb_warp: dwb.select(self.warp[before as usize], none),
        }
    }

    /// One cycle.
    pub fn step(&mut self, p: &Params, bypass_en: W::Bit, issue: &Issue<W>, kill: &Kill<W>) {
        let (none, stages) = (W::from(0), p.alu_lat);
        let last = stages as usize - 1;
        let alu = bypass_en & (self.valid & self.fixed).bit(last as u32);
        let mut select = none;
        for source in 0..p.n_src {
            let tag = (issue.src_tag >> (source * p.tag_w)) & low(p.tag_w);
            let same = issue.src_valid.bit(source) & alu & tag.is(self.tag[last]);
            select = select | W::from(same) << source;
        }
        let over = !self.hold.any();
        let (held, waits) =
            (over.select(none, self.select), over.select(none, self.hold.wrapping_sub(W::from(1))));
        self.select = issue.valid.select(select, held);
        self.hold = issue.valid.select(W::from(p.beats() - 1), waits);

        let mut removed = none;
        for stage in 0..stages {
            let own =
                kill.valid & self.warp[stage as usize].is(kill.warp) & (kill.all | self.spec.bit(stage));
            removed = removed | W::from(own) << stage;
        }
        let push = |word: W, bit: W::Bit| (word << 1 | W::from(bit)) & low(stages);
        self.valid = push(self.valid & !removed, issue.valid & issue.dst_valid);
        self.fixed = push(self.fixed, issue.fixed);
        self.spec = push(self.spec, issue.spec);
        self.entry_valid = push(self.entry_valid, issue.entry_valid);
        self.solo = push(self.solo, issue.solo);
        for stage in (1..stages as usize).rev() {
            self.tag[stage] = self.tag[stage - 1];
            self.warp[stage] = self.warp[stage - 1];
            self.entry[stage] = self.entry[stage - 1];
        }
        (self.tag[0], self.warp[0], self.entry[0]) = (issue.dst_tag, issue.warp, issue.entry);
    }
}
