// SPDX-License-Identifier: Apache-2.0
//! Faults in MASK.

use warpsmith_cosim::Divergence;
use warpsmith_units::mask::{dram_sched, l2bypass, monitor, DramSched, L2Bypass, Monitor};

use crate::{divergence, Fault, SMALL};

fn monitor(fault: Option<Fault>) -> Option<Divergence<monitor::In>> {
    divergence::<Monitor>("mask", SMALL, fault)
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
    assert!(bypass(None).is_none());
    assert!(scheduler(None).is_none());
}

faults! {
    // The monitor.
    a_warp_that_counts_each_time_it_issues: monitor, "mask_monitor.v", "fresh =", " && !all[warp]" => "", "uniq";
    a_peak_that_falls: monitor, "mask_monitor.v", "if (stalled >", ">" => "!=", "warps_peak";
    an_epoch_that_forgets_its_last_cycle: monitor, "mask_monitor.v", "uniq <= total", "total" => "count", "uniq";
    warps_that_are_forgotten: monitor, "mask_monitor.v", "seen <= all;", "all" => "0", "uniq";
    // The decision about a walk read.
    a_leader_that_bypasses: bypass, "mask_l2bypass.v", "assign wm_bypass =", " && !leader" => "", "wm_bypass";
    a_depth_that_goes_by_the_bit_of_the_next: bypass, "mask_l2bypass.v", "assign depths =", " << 1" => "", "wm_bypass";
    lines_that_are_led_by_two_groups_of_bits: bypass, "mask_l2bypass.v", "assign folded =", " ^ (line >> GROUPS)" => "", "wm_bypass";
    // The scheduler of a channel.
    a_quota_that_is_one_more: scheduler, "mask_dram_sched.v", "assign turn_ends =", ">=" => ">", "silver_app";
    a_turn_that_outlives_the_epoch: scheduler, "mask_dram_sched.v", "assign turn_ends =", " || epoch_tick" => "", "silver_app";
    an_application_alone_with_turns: scheduler, "mask_dram_sched.v", "assign to_silver =", "several && " => "", "occ_silver";
    a_golden_head_that_waits_for_no_bank: scheduler, "mask_dram_sched.v", "assign golden_goes =", "ready[golden_bank]" => "ready != 0", "x_ready";
    hits_that_do_not_go_first: scheduler, "mask_candidates.v", "place = first_hit_index", "first_hit_index" => "first_any_index", "iss_app";
    rows_of_closed_banks_that_count: scheduler, "mask_candidates.v", "assign rows_go =", " & open" => "", "iss_app";
    a_golden_queue_that_is_never_full: scheduler, "mask_dram_sched.v", "assign x_ready =", "!golden_full" => "1'b1", "x_ready";
}
