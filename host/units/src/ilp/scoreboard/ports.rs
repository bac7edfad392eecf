// SPDX-License-Identifier: Apache-2.0
//! The ports of `ilp_scoreboard`.

use crate::ilp::params::Params;
use crate::ports::ports;
use crate::{clog2, Wide};

/// Bit of `chk_class`: a load.
pub const LOAD: u8 = 1;
/// Bit of `chk_class`: a store.
pub const STORE: u8 = 2;
/// Bit of `chk_class`: a barrier, a fence or an exit.
pub const BARRIER: u8 = 4;
/// Bit of `chk_class`: a conditional branch.
pub const BRANCH: u8 = 8;

ports! {
    /// Inputs of `ilp_scoreboard` in one fast cycle (specification section 5).
    pub struct In: In, p: Params;
    /// There is a scoreboard; 0: every instruction issues solo, as in a TLP core.
    sb_en: bool = 1;
    /// A warp has a new next instruction, at least a cycle after its predecessor has issued.
    chk_valid: bool = 1;
    /// The warp, below `n_warps`.
    chk_warp: u8 = p.warp_width();
    /// Its source registers that count.
    chk_src_valid: u8 = p.n_src as usize;
    /// Their numbers, from source 0 on.
    chk_src_tag: u64 = (p.n_src * p.tag_w) as usize;
    /// It writes a register.
    chk_dst_valid: bool = 1;
    /// The number of that.
    chk_dst_tag: u32 = p.tag_w as usize;
    /// Its active threads.
    chk_active: u32 = p.warp_size as usize;
    /// Bit 0: load, 1: store, 2: barrier, fence or exit, 3: conditional branch.
    chk_class: u8 = 4;
    /// The next instruction of a warp is issued, which must be ready.
    iss_valid: bool = 1;
    /// The warp.
    iss_warp: u8 = p.warp_width();
    /// Its source registers that count.
    iss_src_valid: u8 = p.n_src as usize;
    /// Their numbers, from source 0 on.
    iss_src_tag: u64 = (p.n_src * p.tag_w) as usize;
    /// It writes a register.
    iss_dst_valid: bool = 1;
    /// The number of that.
    iss_dst_tag: u32 = p.tag_w as usize;
    /// Its active threads.
    iss_active: u32 = p.warp_size as usize;
    /// Its latency is fixed: an ALU instruction.
    iss_fixed: bool = 1;
    /// It is a store.
    iss_store: bool = 1;
    /// It is a predicted conditional branch.
    iss_branch: bool = 1;
    /// The ALU writes results of an entry.
    wa_valid: bool = 1;
    /// The entry.
    wa_entry: u8 = p.entry_width();
    /// The beat: threads from `simd` times this on.
    wa_beat: u8 = p.beat_width();
    /// Those of them that are written.
    wa_mask: u32 = p.simd as usize;
    /// A load or an SFU writes results of an entry.
    wl_valid: bool = 1;
    /// The entry.
    wl_entry: u8 = p.entry_width();
    /// The beat.
    wl_beat: u8 = p.beat_width();
    /// The threads of it that are written.
    wl_mask: u32 = p.simd as usize;
    /// The first results of an entry of fixed latency can be used by an instruction that issues in the next cycle.
    av_valid: bool = 1;
    /// The entry.
    av_entry: u8 = p.entry_width();
    /// Warps whose instruction, alone in flight, has written the register file.
    dwb_mask: u64 = p.n_warps as usize;
    /// Warps whose store is complete.
    st_done_mask: u64 = p.n_warps as usize;
    /// A branch is resolved.
    br_res_valid: bool = 1;
    /// Its warp.
    br_res_warp: u8 = p.warp_width();
    /// It was predicted wrongly.
    br_res_mis: bool = 1;
    /// The threads that follow the predicted path, where it was not.
    br_res_mask: u32 = p.warp_size as usize;
    /// An entry's instruction has faulted; no later than in the cycle of its last results.
    flt_valid: bool = 1;
    /// The entry.
    flt_entry: u8 = p.entry_width();
    /// All entries of a warp are removed: only in answer to `trap_valid`.
    sq_valid: bool = 1;
    /// The warp.
    sq_warp: u8 = p.warp_width();
    /// The register file takes a beat of the commit.
    cm_ready: bool = 1;
}

ports! {
    /// Outputs of `ilp_scoreboard`.
    pub struct Out: Out, p: Params;
    /// Warps whose next instruction may issue in this cycle.
    ready: u64 = p.n_warps as usize, comb;
    /// Warps with instructions in entries.
    in_board: u64 = p.n_warps as usize;
    /// Warps with a store that is not complete.
    in_store: u64 = p.n_warps as usize;
    /// The issued instruction gets an entry.
    iss_entry_valid: bool = 1, comb;
    /// The entry; 0 without one.
    iss_entry: u8 = p.entry_width(), comb;
    /// It gets none and is alone in flight.
    iss_solo: bool = 1, comb;
    /// Sources of the issued instruction that are in an entry.
    src_hit: u8 = p.n_src as usize, comb;
    /// The entry of each, from source 0 on; 0 without one.
    src_entry: u32 = p.n_src as usize * p.entry_width(), comb;
    /// The threads whose operands are in it, from source 0 on.
    src_lanes: Wide<3> = (p.n_src * p.warp_size) as usize, comb;
    /// A beat is committed to the register file, if `cm_ready`; else it stays.
    cm_valid: bool = 1;
    /// Its warp; 0 without a beat, like the ports that follow.
    cm_warp: u8 = p.warp_width();
    /// Its entry.
    cm_entry: u8 = p.entry_width();
    /// The register.
    cm_tag: u32 = p.tag_w as usize;
    /// The beat of the commit: threads from `warp_size / commit_beats` times this on.
    cm_beat: u8 = p.commit_beat_width();
    /// Those of them that are written.
    cm_mask: u32 = p.commit_lanes() as usize;
    /// The oldest instruction of a warp has faulted and all before it are in the register file.
    trap_valid: bool = 1;
    /// The warp, the lowest if there are several; 0 without one.
    trap_warp: u8 = p.warp_width();
    /// Entries that are removed in this cycle.
    kill_mask: u32 = p.sb_entries as usize, comb;
    /// Free entries.
    free_count: u8 = clog2(p.sb_entries + 1);
}

/// An instruction as the check and the issue see it.
pub struct Instruction {
    /// Its warp.
    pub warp: u8,
    /// Numbers of its source registers that count, `n_src` at most.
    pub sources: Vec<u32>,
    /// Number of the register that it writes, if it writes one.
    pub destination: Option<u32>,
    /// Its active threads, a bit each.
    pub active: u32,
}

fn sources(p: &Params, valid: u8, tags: u64) -> Vec<u32> {
    let tag = |s: u32| (tags >> (s * p.tag_w)) as u32 & ((1 << p.tag_w) - 1);
    (0..p.n_src).filter(|s| valid >> s & 1 == 1).map(tag).collect()
}

impl In {
    /// The instruction that is checked.
    pub fn checked(&self, p: &Params) -> Option<Instruction> {
        self.chk_valid.then(|| Instruction {
            warp: self.chk_warp,
            sources: sources(p, self.chk_src_valid, self.chk_src_tag),
            destination: self.chk_dst_valid.then_some(self.chk_dst_tag),
            active: self.chk_active,
        })
    }

    /// The instruction that is issued.
    pub fn issued(&self, p: &Params) -> Option<Instruction> {
        self.iss_valid.then(|| Instruction {
            warp: self.iss_warp,
            sources: sources(p, self.iss_src_valid, self.iss_src_tag),
            destination: self.iss_dst_valid.then_some(self.iss_dst_tag),
            active: self.iss_active,
        })
    }

    /// What is checked is what a warp issues later.
    pub fn issue_what_is_checked(&mut self, check: &In) {
        self.iss_valid = true;
        self.iss_warp = check.chk_warp;
        (self.iss_src_valid, self.iss_src_tag) = (check.chk_src_valid, check.chk_src_tag);
        (self.iss_dst_valid, self.iss_dst_tag) = (check.chk_dst_valid, check.chk_dst_tag);
        self.iss_active = check.chk_active;
        self.iss_store = check.chk_class & STORE != 0;
    }
}
