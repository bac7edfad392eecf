// SPDX-License-Identifier: Apache-2.0
//! What is proved of MASK.

mod counts;
mod dram_sched;
mod epoch;
mod l2_tlb;
mod lookup;
mod rates;
mod replay;
mod store;
mod walks;

use counts::mask_epoch_counts;
use dram_sched::mask_dram_sched;
use epoch::mask_epoch;
use l2_tlb::mask_l2_tlb;
use rates::mask_level_rates;
use replay::mask_tlb_replay;
use store::ahead_store;
use walks::mask_tlb_walks;
use warpsmith_units::mask::epoch::Change;
use warpsmith_units::mask::l2bypass::{bypasses, Read};
use warpsmith_units::mask::monitor::{Issue, State};
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::properties::{invariants, models, verilog, Proofs, Property};

pub(crate) const PROOFS: Proofs =
    Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: verilog!("mask/walks.v") };

const INVARIANTS: &[Property] = invariants! {
    "mask";
    "mask_monitor" "tiny" "mask/mask_monitor": "i05_warps" "i09_outputs";
    "mask_token_count" "tiny" "mask/mask_token_count": "i05_tokens";
    "mask_divider" "tiny" "mask/mask_divider": "i05_division";
    "mask_epoch" "tiny" "mask/mask_epoch": "i05_shares" "i09_timing" "i14_quotas" "i14_sum";
    "mask_product" "tiny" "mask/mask_product": "i14_product";
    "mask_l2_tlb" "tiny" "mask/mask_l2_tlb":
        "i01_unique" "i02_answers" "i02_lookups" "i03_spaces" "i04_tokens" "i06_live" "i08_flushed" "i08_stale";
    "ahead_store" "small" "mask/ahead_store": "i07_order";
    "mask_l2bypass" "paper" "mask/mask_l2bypass": "i09_data";
    "mask_dram_sched" "tiny" "mask/mask_dram_sched": "i10_occupancy" "i11_golden" "i12_priority" "i13_turns";
};

const EQUALITIES: &[Property] = models! {
    "mask";
    "mask_monitor" "tiny" "mask_monitor_model" mask_monitor Engine::Induction(1);
    "mask_l2bypass" "paper" "mask_l2bypass_model" mask_l2bypass Engine::Pdr;
    "mask_token_count" "tiny" "mask_token_count_model" mask_token_count Engine::Induction(5);
    "mask_token_count" "variant" "mask_token_count_model" mask_token_count Engine::Induction(5);
    "mask_epoch_counts" "tiny" "mask_epoch_counts_model" mask_epoch_counts Engine::Induction(1);
    "mask_epoch" "tiny" "mask_epoch_model" mask_epoch Engine::Induction(1);
    "mask_level_rates" "tiny" "mask_level_rates_model" mask_level_rates Engine::Induction(1);
    "mask_tlb_replay" "tiny" "mask_tlb_replay_model" mask_tlb_replay Engine::Induction(1);
    "mask_tlb_walks" "tiny" "mask_tlb_walks_model" mask_tlb_walks Engine::PdrEach;
    "ahead_store" "tiny" "ahead_store_model" ahead_store Engine::PdrEach;
    "mask_l2_tlb" "tiny" "mask_l2_tlb_model" mask_l2_tlb Engine::Induction(1);
    "mask_dram_sched" "tiny" "mask_dram_sched_model" mask_dram_sched Engine::PdrEach;
};

/// The whole module `mask_monitor`.
fn mask_monitor(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (valid, warps) = (c.input("issue_valid"), c.input("issue_warp"));
    let width = p.warp_width() as u32;
    let issue = |port| Issue { valid: valid.bit(port), warp: (warps >> (port * width)) & low(width) };
    let issues: Vec<Issue<Symbol>> = (0..p.issue_ports).map(issue).collect();
    let mut state = c.registers(State::<Symbol>::layout(&p), State::reset());
    c.equal("uniq", state.ended_uniq);
    c.equal("warps_peak", state.ended_peak);
    c.equal("seen", state.seen[0]);
    c.equal("count", state.uniq);
    c.equal("peak", state.warps_peak);
    state.step(&p, &issues, c.input("stalled"), c.input_bit("tick"));
    c.next(state);
    Ok(())
}

/// The tokens of an application: `mask_token_count`, whose inputs have been the same for four cycles.
fn mask_token_count(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let change = Change {
        warps: c.input("warps"),
        at_first: c.input("at_first"),
        in_step: c.input("in_step"),
        seen: c.input_bit("seen"),
        tokens: c.input("tokens"),
        up: c.input_bit("up"),
        rate: c.input("rate"),
        new_rate: c.input("new_rate"),
    };
    let Change { warps, at_first, in_step, seen, tokens, up, rate, new_rate } = change;
    let inputs = [warps, at_first, in_step, seen.into(), tokens, up.into(), rate, new_rate];
    // No sum of 64 SMs with 255 warps each is as much.
    for number in [warps, at_first, in_step, tokens] {
        c.assume(number.below(1u32 << 14));
    }
    let names = ["warps", "at_first", "in_step", "seen", "tokens", "up", "rate", "new_rate"];
    let widths = [15, 15, 15, 1, 15, 1, 16, 16];
    let mut layout: Vec<(String, u32)> =
        names.iter().zip(widths).map(|(name, width)| (format!("old_{name}"), width)).collect();
    layout.push(("same".to_string(), 2));
    let none = Symbol::from(0);
    let (before, same) = c.registers(layout, ([none; 8], none));
    let differ = inputs.into_iter().zip(before).fold(none, |any, (new, old)| any | (new ^ old));
    let stays = !differ.any();
    let (tokens, up) = change.tokens(&p);
    let settled = stays & same.above(2u32);
    c.equal_if(settled, "new_tokens", tokens);
    c.equal_if(settled, "new_up", up);
    let longer = same.is(3u32).select(same, same + Symbol::from(1));
    c.next((inputs, stays.select(longer, none)));
    Ok(())
}

/// The whole module `mask_l2bypass`.
fn mask_l2bypass(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let read = Read { addr: c.input("wm_addr"), depth: c.input("wm_depth") };
    let bypass = bypasses(&p, &read, c.input("bypass_bits"), c.input_bit("en_l2bypass"));
    c.equal("wm_bypass", bypass);
    Ok(())
}
