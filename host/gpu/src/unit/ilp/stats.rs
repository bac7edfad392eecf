// SPDX-License-Identifier: Apache-2.0
//! What the ILP units count of themselves.

use crate::stats::unit_statistics;

unit_statistics! {
    /// Counted at each SM's `ilp_scoreboard`, `ilp_bypass` and `simt_bpred`, and at the GPU's `het_dispatch`.
    IlpStats of "ilp", "each ILP SM and the dispatcher, in the cycle in which it happens; summed" {
        issued_entry, "instructions", "warp instructions that issued into an entry of the scoreboard";
        issued_solo, "instructions", "warp instructions that issued alone in flight: all of a core without a scoreboard, else those with a register that found no free entry";
        entries_used, "entries", "entries in use, summed over SM cycles";
        waiting_warps, "warps", "warps whose decoded instruction could not issue, summed over issue slots";
        operands_bypassed, "registers", "source registers that came from the last EX stage";
        operands_entry, "registers", "source registers that came from an entry, at least for some threads";
        unnumbered, "instructions", "warp instructions that read a register or predicate without a number of its own, and so waited until nothing of their warp was under way";
        committed, "entries", "entries that were written to the register file";
        commit_waits, "SM cycles", "cycles in which a commit waited for the write port of the register file";
        branches_predicted, "instructions", "conditional branches that were predicted and resolved";
        branches_divergent, "instructions", "those of them whose threads diverged: right either way";
        branches_wrong, "instructions", "those of them that were predicted wrongly";
        branches_unpredicted, "instructions", "conditional and indirect branches that issued without a prediction";
        launches_own, "CTAs", "CTAs that `het_dispatch` gave to an SM of their kernel's class";
        launches_other, "CTAs", "CTAs that it gave to an SM of the other kind";
        offers_refused, "SM cycles", "cycles in which an SM did not take the CTA that it was offered";
        nullified, "instructions", "warp instructions that issued on a wrong path and executed nothing";
    }
}
