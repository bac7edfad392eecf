// SPDX-License-Identifier: Apache-2.0
//! What the SMs count.

use super::declare::statistics;

statistics! {
    /// Counted in each SM; summed over SMs in results.
    SmStats {
        active_cycles: u64, "SM cycles", "cycles in which the SM had a resident CTA";
        warp_instructions: u64, "instructions", "warp instructions issued";
        thread_instructions: u64, "instructions", "thread instructions issued: active lanes of the warp instructions";
        slots_used: u64, "issue slots", "scheduler cycles of active SMs that issued";
        slots_empty: u64, "issue slots", "scheduler cycles without any warp that holds a decoded instruction";
        slots_waiting: u64, "issue slots", "scheduler cycles in which every candidate waited for an operand";
        slots_pipeline: u64, "issue slots", "scheduler cycles in which a ready warp found its arithmetic pipeline busy";
        slots_memory: u64, "issue slots", "scheduler cycles in which a ready warp found the LD/ST or texture queue full, and none a busy arithmetic pipeline";
        slots_barrier: u64, "issue slots", "scheduler cycles in which every warp was at a barrier or paused";
        samples: u64, "samples", "warp-state samples taken (one each 128 SM cycles, per SM)";
        sampled_live: u64, "warps", "live warps, summed over samples";
        sampled_active: u64, "warps", "live warps with a decoded instruction, neither at a barrier or fence nor paused, summed over samples";
        sampled_issued: u64, "warps", "warps that issued in the sampled cycle, summed over samples";
        sampled_waiting: u64, "warps", "warps that waited for an operand, summed over samples";
        sampled_xalu: u64, "warps", "ready arithmetic warps that did not issue, summed over samples";
        sampled_xmem: u64, "warps", "ready memory warps that the LD/ST unit could not take, summed over samples";
        sampled_reuse_blocked: u64, "samples", "samples in which no warp issued because the oldest memory instruction could not move, although the line of a load behind it in the LD/ST queue was in the L1";
        int_lanes: u64, "thread instructions", "thread instructions on integer units";
        fp_lanes: u64, "thread instructions", "thread instructions in single precision";
        dp_lanes: u64, "thread instructions", "thread instructions in double precision";
        sfu_lanes: u64, "thread instructions", "thread instructions on special-function units";
        control: u64, "instructions", "warp instructions that only steer control: branches, barriers, exits";
        loads: u64, "instructions", "warp loads from global or local memory";
        stores: u64, "instructions", "warp stores to global or local memory";
        atomics: u64, "instructions", "warp atomic operations on global memory";
        transactions: u64, "lines", "line accesses that the coalescer made of those loads, stores and atomics";
        l1_passes: u64, "lines", "line accesses of loads past the L1 (`.cg`, `.cv`, `.volatile`)";
        shared_accesses: u64, "instructions", "warp accesses to shared memory";
        shared_passes: u64, "passes", "passes over shared memory; without bank conflicts one per access";
        bank_conflict_cycles: u64, "SM cycles", "passes beyond the first of each shared-memory access";
        constant_accesses: u64, "instructions", "warp loads from constant memory and parameters";
        constant_passes: u64, "passes", "words that the constant cache delivered; one per distinct address of a load";
        lsu_stall_cycles: u64, "SM cycles", "cycles in which the oldest memory instruction could not move";
        lsu_blocked_cycles: u64, "SM cycles", "cycles in which no further memory instruction could enter the LD/ST queue";
        texture_fetches: u64, "instructions", "warp fetches through textures";
        texture_texels: u64, "texels", "texels that those fetches read";
        texture_stall_cycles: u64, "SM cycles", "cycles in which the texture cache refused the oldest fetch";
        ctas_launched: u64, "CTAs", "CTAs launched";
        ctas_completed: u64, "CTAs", "CTAs completed";
        ctas_paused: u64, "CTAs", "times that a CTA was paused";
        paused_cta_cycles: u64, "SM cycles", "paused CTAs, summed over cycles";
    }
}
