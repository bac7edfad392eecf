// SPDX-License-Identifier: Apache-2.0
//! Faults in CTA-aware prefetching.

use warpsmith_cosim::Divergence;
use warpsmith_units::cta_prefetch::{engine, sched, Engine, Sched};

use crate::{divergence, Fault};

fn prefetcher(fault: Option<Fault>) -> Option<Divergence<engine::In>> {
    divergence::<Engine>("cta_prefetch", "paper", fault)
}

/// With a threshold of few mispredictions, which is met often.
fn silent_prefetcher(fault: Option<Fault>) -> Option<Divergence<engine::In>> {
    divergence::<Engine>("cta_prefetch", "tiny", fault)
}

fn scheduler(fault: Option<Fault>) -> Option<Divergence<sched::In>> {
    divergence::<Sched>("cta_prefetch", "paper", fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(prefetcher(None).is_none());
    assert!(scheduler(None).is_none());
}

faults! {
    // The engine: which loads count, and what they do.
    a_load_with_as_many_requests_as_bases_that_is_left_out: prefetcher, "cta_pf_engine.v", "(ld_n <= BASES", "<=" => "<", "st_reg";
    a_load_of_an_ended_cta_that_counts: prefetcher, "cta_pf_engine.v", "assign counts =", "slots_active[cta]" => "1'b1", "st_reg";
    a_new_round_of_the_leading_warp_that_is_not_registered: prefetcher, "cta_pf_engine.v", "assign leading =", "|| (percta_distance == 0)" => "", "st_reg";
    a_stride_from_warps_that_are_no_neighbours: prefetcher, "cta_pf_engine.v", "assign detects =", "&& compare_adjacent" => "", "st_stride";
    a_stride_of_zero_that_is_prefetched_with: prefetcher, "cta_pf_engine.v", "assign first_use =", "&& (compare_step != 0)" => "", "st_jobdrop";
    a_silenced_pc_that_still_serves_its_own_cta: silent_prefetcher, "cta_pf_engine.v", "assign own_job =", "&& strides_trusted " => "", "pf_valid";
    // Which job follows a misprediction at the threshold.
    a_misprediction_too_many: silent_prefetcher, "cta_pf_dist.v", "assign trusted_still =", "<" => "<=", "st_jobdrop";
    a_counter_that_wraps: silent_prefetcher, "cta_pf_dist.v", "if (mispredicted", "&& !(&count)" => "", "pf_valid";
    a_stride_that_is_not_forwarded_to_the_next_load: prefetcher, "cta_pf_dist.v", "hit <= same ||", "same || " => "", "st_stride";
    a_negative_neighbour_whose_stride_is_not_turned: prefetcher, "cta_pf_compare.v", "if (behind) begin", "(behind)" => "(ahead)", "pf_addr";
    a_request_that_is_missing_but_not_missed: prefetcher, "cta_pf_compare.v", "assign differs =", "(asked & met)" => "met", "st_mis";
    // The tables.
    an_entry_that_survives_the_end_of_its_cta: prefetcher, "cta_pf_way.v", "valid <= (valid", "& ~clear" => "", "st_reg";
    a_replacement_of_the_entry_that_was_updated_last: prefetcher, "age_matrix.v", "if (youngest) begin", "(youngest)" => "(!youngest)", "st_reg";
    // The generator.
    a_cta_that_is_served_twice: prefetcher, "cta_pf_generator.v", "candidates = holds & ~(ONE << job_cta) &", "& ~served" => "", "pf_valid";
    a_warp_beyond_its_cta: prefetcher, "cta_pf_generator.v", "widx} < nw)", "< nw" => "<= nw", "pf_valid";
    a_job_that_forgets_its_last_warp: prefetcher, "cta_pf_generator.v", "left <= job_nw", "- 1'b1" => "- 2'd2", "pf_valid";
    // The scheduler.
    a_search_that_begins_at_the_first_place: scheduler, "cta_sched_issue.v", "now_passed = ~(from_pick", "~(from_pick << 1)" => "0", "issue_warp";
    a_pick_that_stays_when_the_queue_moves_up: scheduler, "cta_sched_issue.v", "passed <= now_passed >> 1;", ">> 1" => "", "issue_warp";
    a_leading_warp_that_is_pushed_out: scheduler, "cta_sched_removal.v", "last_free[i] =", "!marked" => "marked", "ready_mask";
    a_stalled_warp_that_leaves_before_one_that_is_done: scheduler, "cta_sched_removal.v", "if (done != 0) begin", "done != 0" => "(done != 0) && (stalled == 0)", "ready_mask";
    a_woken_warp_that_is_stalled: scheduler, "cta_sched.v", "w_stall[woken]", "w_stall[woken]" => "1'b0", "ready_mask";
    a_warp_of_the_leading_cta_that_waits_like_any_other: scheduler, "cta_sched_pending.v", "if (second_class != 0)", "second_class != 0" => "1'b0", "ready_mask";
    a_leading_cta_without_a_successor: scheduler, "cta_sched_lead.v", "valid <= active_next", "active_next != 0" => "1'b0", "lead_valid";
    a_cta_of_one_warp_too_many: scheduler, "cta_sched_warps.v", "assign beyond =", "nw}" => "nw} + 1'b1", "ready_mask";
}
