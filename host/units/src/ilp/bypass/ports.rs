// SPDX-License-Identifier: Apache-2.0
//! The ports of `ilp_bypass`.

use crate::ilp::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `ilp_bypass` in one fast cycle (specification section 5).
    pub struct In: In, p: Params;
    /// There is a path from the last EX stage to the first.
    bypass_en: bool = 1;
    /// An instruction is issued, in a slot.
    iss_valid: bool = 1;
    /// Its warp.
    iss_warp: u8 = p.warp_width();
    /// Its source registers that count.
    iss_src_valid: u8 = p.n_src as usize;
    /// Their numbers, from source 0 on.
    iss_src_tag: u64 = (p.n_src * p.tag_w) as usize;
    /// It writes a register.
    iss_dst_valid: bool = 1;
    /// The number of that.
    iss_dst_tag: u32 = p.tag_w as usize;
    /// Its latency is fixed: an ALU instruction.
    iss_fixed: bool = 1;
    /// It is issued under an unresolved branch.
    iss_spec: bool = 1;
    /// It has an entry of the scoreboard.
    iss_entry_valid: bool = 1;
    /// The entry.
    iss_entry: u8 = p.entry_width();
    /// It has none and is alone in flight.
    iss_solo: bool = 1;
    /// Instructions of a warp are removed: those behind its branch.
    kill_valid: bool = 1;
    /// The warp.
    kill_warp: u8 = p.warp_width();
    /// All of them, after a fault.
    kill_all: bool = 1;
}

ports! {
    /// Outputs of `ilp_bypass`.
    pub struct Out: Out, p: Params;
    /// Sources of the instruction issued last that every lane takes from its last EX stage, in the cycles of its EX1.
    byp_sel: u8 = p.n_src as usize;
    /// The value of an entry can be used by an instruction that issues in the next cycle.
    av_valid: bool = 1, comb;
    /// The entry; 0 without one.
    av_entry: u8 = p.entry_width(), comb;
    /// An instruction alone in flight is over as far as its warp's next one must know.
    dwb_valid: bool = 1, comb;
    /// The warp; 0 without one.
    dwb_warp: u8 = p.warp_width(), comb;
}
