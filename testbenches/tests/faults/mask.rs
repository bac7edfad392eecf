// SPDX-License-Identifier: Apache-2.0
//! Faults in MASK.

use warpsmith_cosim::Divergence;
use warpsmith_units::mask::{dram_sched, epoch, l2_tlb, l2bypass, monitor};
use warpsmith_units::mask::{DramSched, Epoch, L2Bypass, L2Tlb, Monitor};

use crate::{divergence, Fault, SMALL};

fn monitor(fault: Option<Fault>) -> Option<Divergence<monitor::In>> {
    divergence::<Monitor>("mask", SMALL, fault)
}

fn tlb(fault: Option<Fault>) -> Option<Divergence<l2_tlb::In>> {
    divergence::<L2Tlb>("mask", SMALL, fault)
}

fn engine(fault: Option<Fault>) -> Option<Divergence<epoch::In>> {
    divergence::<Epoch>("mask", SMALL, fault)
}

fn bypass(fault: Option<Fault>) -> Option<Divergence<l2bypass::In>> {
    divergence::<L2Bypass>("mask", SMALL, fault)
}

fn scheduler(fault: Option<Fault>) -> Option<Divergence<dram_sched::In>> {
    divergence::<DramSched>("mask", SMALL, fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(monitor(None).is_none());
    assert!(tlb(None).is_none());
    assert!(engine(None).is_none());
    assert!(bypass(None).is_none());
    assert!(scheduler(None).is_none());
}

faults! {
    // The monitor.
    a_warp_that_counts_each_time_it_issues: monitor, "mask_monitor.v", "fresh =", " && !all[warp]" => "", "uniq";
    a_peak_that_falls: monitor, "mask_monitor.v", "if (stalled >", ">" => "!=", "warps_peak";
    an_epoch_that_forgets_its_last_cycle: monitor, "mask_monitor.v", "uniq <= total", "total" => "count", "uniq";
    warps_that_are_forgotten: monitor, "mask_monitor.v", "seen <= all;", "all" => "0", "uniq";
    // The shared TLB.
    an_application_whose_warps_need_tokens_from_the_start: tlb, "mask_tlb_walks.v", "!seen[its_app]", "!seen" => "seen", "lk_ready";
    a_fill_that_leaves_the_last_port_ready: tlb, "mask_l2_tlb.v", "ready[LAST_PORT]", "1'b0" => "1'b1", "lk_ready";
    a_walk_that_fills_what_a_flush_has_invalidated: tlb, "mask_tlb_walks.v", "may_end =", " & ~poisoned" => "", "wrsp_valid";
    lookups_that_overtake_those_that_wait: tlb, "mask_tlb_walks.v", "if (queued)", "queued" => "1'b0", "lk_ready";
    a_fill_that_is_not_used: tlb, "ahead_store.v", "ways = taken", "taken" => "ways", "lk_ready";
    an_evicted_entry_that_hits_in_the_cycle_of_the_fill: tlb, "ahead_store.v", "here =", "!evicted" => "1'b1", "res_hit";
    an_entry_that_is_found_in_the_cycle_behind_its_end: tlb, "ahead_way.v", "next_hits = (next_hits &", "~in_set" => "next_hits", "res_hit";
    a_walk_that_is_joined_by_who_comes_behind_it: tlb, "mask_tlb_walks.v", "next_walk | free_each", "next_walk |" => "next_walk &", "ptw_live";
    a_walk_that_is_joined_in_the_cycle_behind_it: tlb, "mask_tlb_walks.v", "next_walk | begun_in", "next_walk |" => "next_walk &", "ptw_live";
    a_read_of_what_was_walked_for_before: tlb, "mask_tlb_walks.v", "its_lookup = begun_lookup", "begun_lookup[(k * LOOKUP) +: LOOKUP]" => "lookup[(i * LOOKUP) +: LOOKUP]", "wm_addr";
    a_head_that_finds_what_the_one_before_it_found: tlb, "mask_l2_tlb.v", "next_main = main_next_hits[WAYS", "[WAYS" => "[0", "res_hit";
    a_flush_of_an_address_space_that_ends_all: tlb, "mask_l2_tlb.v", "flush_mask = ~", "~flush_mask" => "flush_mask", "lk_ready";
    a_walk_that_is_still_counted_when_it_is_over: tlb, "mask_l2_tlb.v", "walkers = walkers -", "7'd1" => "7'd0", "ptw_live";
    // The epoch engine.
    an_sm_without_its_token_of_those_left_over: engine, "mask_epoch.v", "own_share = left +", "15'd1" => "15'd0", "share";
    a_quota_of_nothing: engine, "mask_epoch.v", "own_quota = 10'd1", "10'd1" => "10'd0", "quota";
    a_depth_that_is_judged_by_few_accesses: engine, "mask_level_rates.v", "few <=", "||" => "&&", "bypass_bits";
    a_better_rate_that_takes_tokens: engine, "mask_token_count.v", "gives = better", "better" => "worse", "share";
    walks_under_way_that_the_next_epoch_forgets: engine, "mask_epoch_counts.v", "peak <= live;", "live" => "0", "quota";
    a_division_that_is_one_short: engine, "mask_divider.v", "if (shifted >= by)", ">=" => ">", "quota";
    // The decision about a walk read.
    a_leader_that_bypasses: bypass, "mask_l2bypass.v", "assign wm_bypass =", " && !leader" => "", "wm_bypass";
    a_depth_that_goes_by_the_bit_of_the_next: bypass, "mask_l2bypass.v", "assign depths =", " << 1" => "", "wm_bypass";
    lines_that_are_led_by_two_groups_of_bits: bypass, "mask_l2bypass.v", "assign folded =", " ^ (line >> GROUPS)" => "", "wm_bypass";
    // The scheduler of a channel.
    a_quota_that_is_one_more: scheduler, "mask_dram_sched.v", "assign turn_ends =", ">=" => ">", "silver_app";
    a_turn_that_outlives_the_epoch: scheduler, "mask_dram_sched.v", "assign turn_ends =", " || epoch_tick" => "", "silver_app";
    an_application_alone_with_turns: scheduler, "mask_dram_sched.v", "assign to_silver =", "several && " => "", "occ_silver";
    a_golden_head_that_waits_for_no_bank: scheduler, "mask_dram_sched.v", "assign golden_goes =", "ready[golden_bank]" => "ready != 0", "x_ready";
    hits_that_do_not_go_first: scheduler, "mask_candidates.v", "behind = from_hit_from", "from_hit_from" => "from_any_from", "iss_app";
    rows_of_closed_banks_that_count: scheduler, "mask_candidates.v", "if (open[b])", "open[b]" => "1'b1", "iss_app";
    a_golden_queue_that_is_never_full: scheduler, "mask_dram_sched.v", "assign x_ready =", "!golden_full" => "1'b1", "x_ready";
}
