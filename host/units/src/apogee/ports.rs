// SPDX-License-Identifier: Apache-2.0
//! The ports of `apogee` (specification section 5).

use bitvec::field::BitField;

use crate::apogee::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

/// The port `ld_addr` at its widest: 64 lanes x 48 bits.
pub type Addresses = Wide<96>;

ports! {
    /// Inputs of `apogee` in one SM cycle.
    pub struct In: In, p: Params;
    /// A kernel starts: a reset of everything.
    flush: bool = 1;
    /// Threads that advance together; stable while a kernel runs.
    iter_threads: u32 = p.iter_bits as usize;
    /// Running warps, at least 1; stable while a kernel runs.
    live_warps: u8 = p.warps_width();
    /// A beat of a load.
    ld_v: bool = 1;
    /// It is the first beat of the load.
    ld_first: bool = 1;
    /// It is the last.
    ld_last: bool = 1;
    /// PC of the load; the same in all its beats.
    ld_pc: u32 = p.pc_bits as usize;
    /// Warp of the load; the same in all its beats.
    ld_warp: u8 = p.warp_width();
    /// Active lanes of the beat, the lowest lane first.
    ld_mask: u64 = p.simd_width as usize;
    /// Byte address of each lane of the beat, the lowest lane first; those of inactive lanes are ignored.
    ld_addr: Addresses = (p.simd_width * p.addr_bits) as usize;
    /// What the L1D found for the oldest load that it has not told of.
    res_v: bool = 1;
    /// At least one line was absent and not pending.
    res_miss: bool = 1;
    /// At least one line was pending because of a prefetch.
    res_merged: bool = 1;
    /// With `res_merged`: the entry that asked for it.
    res_entry: u8 = p.entry_width();
    /// With `res_miss`: address of the line.
    res_line: u64 = p.addr_bits as usize;
    /// The L1D takes the prefetch.
    pf_rdy: bool = 1;
    /// With it: a request went to memory; else the line was present or pending.
    pf_sent: bool = 1;
    /// The line of a tracked prefetch is in the L1D.
    fill_v: bool = 1;
    /// Its entry.
    fill_entry: u8 = p.entry_width();
    /// Its warp.
    fill_warp: u8 = p.warp_width();
}

ports! {
    /// Outputs of `apogee`, as seen in the following cycle. All are functions of registers.
    pub struct Out: Out, p: Params;
    /// A beat would be taken.
    ld_rdy: bool = 1;
    /// A prefetch is asked for; it stays until it is taken.
    pf_v: bool = 1;
    /// Address of the line; 0 without a prefetch.
    pf_line: u64 = p.addr_bits as usize;
    /// Entry that asks for it; 0 without a prefetch.
    pf_entry: u8 = p.entry_width();
    /// Warp whose load asked for it; 0 without a prefetch.
    pf_warp: u8 = p.warp_width();
    /// Its fill is to be told, if it is sent: nothing of its job has been sent before.
    pf_track: bool = 1;
    /// It is from a trigger.
    pf_trig: bool = 1;
    /// Pulse: a load has confirmed or taught an offset.
    stat_trained: bool = 1;
    /// Pulse: a load goes by the offset of its entry.
    stat_trusted: bool = 1;
    /// Pulse: a load does not.
    stat_mismatch: bool = 1;
    /// Pulse: an entry is allocated.
    stat_alloc: bool = 1;
    /// Pulse: and another is lost.
    stat_evict: bool = 1;
    /// Pulse: a distance grows.
    stat_dist_inc: bool = 1;
    /// Pulse: a distance shrinks.
    stat_dist_dec: bool = 1;
    /// Pulse: a trigger fires.
    stat_trig_fire: bool = 1;
    /// Pulse: and moves to the load before.
    stat_trig_move: bool = 1;
    /// Pulse: a job or the line of a trigger is lost, since no further one can wait.
    stat_drop: bool = 1;
}

impl In {
    /// Address of a lane of the beat.
    pub fn addr(&self, lane: u32, params: &Params) -> u64 {
        self.ld_addr[field(lane as usize, params.addr_bits as usize)].load_le()
    }

    /// Sets the address of a lane of the beat.
    pub fn set_addr(&mut self, lane: u32, addr: u64, params: &Params) {
        self.ld_addr[field(lane as usize, params.addr_bits as usize)].store_le(addr);
    }
}
