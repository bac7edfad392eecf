// SPDX-License-Identifier: Apache-2.0
//! Faults in APOGEE.

use warpsmith_cosim::Divergence;
use warpsmith_units::apogee::{Apogee, In};

use crate::{divergence, Fault};

fn tiny(fault: Option<Fault>) -> Option<Divergence<In>> {
    divergence::<Apogee>("apogee", "tiny", fault)
}

#[test]
fn the_unchanged_copy_agrees_with_the_model() {
    assert!(tiny(None).is_none());
}

faults! {
    // Loads come in.
    a_load_that_begins_two_cycles_after_another: tiny, "apogee_intake.v", "assign startable =", "recent == 3'd0" => "recent[1:0] == 2'd0", "ld_rdy";
    a_load_that_begins_without_a_place: tiny, "apogee_intake.v", "assign startable =", "&& !used[LAST_LOAD]" => "", "ld_rdy";
    a_last_load_of_another_warp: tiny, "apogee_intake.v", "assign slot =", "ld_warp & SLOTS[WARP-1:0]" => "0", "stat_alloc";
    // The lanes.
    a_gap_that_is_not_divided_by: tiny, "apogee_walker.v", "l_far <= q_far", "!GENERAL_DIV" => "GENERAL_DIV", "stat_trusted";
    lanes_that_are_not_held_to_the_line: tiny, "apogee_walker.v", "assign fits =", "&& line_linear" => "", "stat_trained";
    beats_that_are_not_held_to_each_other: tiny, "apogee_walker.v", "assign fits =", "(line_continues || !l_joined)" => "1'b1", "stat_trained";
    a_quotient_of_a_wrong_remainder: tiny, "apogee_quotient.v", "left = left - shifted;", "-" => "+", "stat_trained";
    // What a load teaches.
    an_offset_that_changes_without_a_mismatch: tiny, "apogee_training.v", "assign teaches =", "(untrained || same)" => "1'b1", "stat_trained";
    two_lanes_that_go_by_an_entry_without_confidence: tiny, "apogee_training.v", "assign goes_by =", "&& !untrained" => "", "stat_trusted";
    a_confidence_that_outlives_a_mismatch: tiny, "apogee_training.v", "new_confidence = 0;", "0" => "old_confidence", "stat_trained";
    a_distance_that_outlives_a_mismatch: tiny, "apogee_training.v", "far = ONE_DISTANCE;", "ONE_DISTANCE" => "distance", "pf_line";
    // Timeliness.
    a_merged_load_that_is_not_too_late: tiny, "apogee_training.v", "&& (miss || merged", "|| merged" => "", "stat_dist_inc";
    a_load_elsewhere_that_came_too_early: tiny, "apogee_training.v", "assign early =", "&& predicted" => "", "stat_dist_dec";
    a_load_of_the_next_iteration_that_is_elsewhere: tiny, "apogee_training.v", "assign predicted =", "|| is_expected_next_equal" => "", "stat_dist_dec";
    rounds_that_are_not_counted: tiny, "apogee_training.v", "older <= entry_since + 1'b1", "+ 1'b1" => "", "stat_dist_inc";
    a_shorter_distance_that_is_not_used_at_once: tiny, "apogee_training.v", "ahead_closer = 3'd7;", "3'd7" => "3'd0", "pf_line";
    a_fill_for_all_warps: tiny, "apogee_states.v", "& fill_mask);", "& fill_mask" => "", "stat_dist_dec";
    a_fill_in_the_cycle_of_the_commit_that_comes_too_late: tiny, "apogee_states.v", "(fill_entry == place)", "fill_v" => "1'b0", "stat_dist_inc";
    // Triggers.
    a_trigger_that_moves_to_its_own_load: tiny, "apogee_triggers.v", "assign can_move =", "(last_pc != pc)" => "1'b1", "stat_trig_move";
    a_commit_that_does_not_wait_for_the_last_trigger: tiny, "apogee_triggers.v", "quiet <= (waiting == 0)", "&& !fire" => "", "ld_rdy";
    a_second_trigger_for_a_line: tiny, "apogee.v", "assign link =", "&& !link_known" => "", "stat_alloc";
    a_load_that_triggers_itself: tiny, "apogee.v", "assign other_last =", "&& (intake_last_pc != intake_pc)" => "", "stat_alloc";
    // Jobs and lines.
    a_job_of_one_group_only: tiny, "apogee_generator.v", "if (line_v && accept && group_done", "&& !second" => "", "pf_line";
    a_line_of_a_job_before_that_of_a_trigger: tiny, "apogee_queue.v", "assign accept =", "&& !trigger_v" => "", "pf_line";
    a_line_behind_the_first_that_is_not_tracked: tiny, "apogee_queue.v", "assign track =", "|| !job_sent" => "", "pf_track";
}
