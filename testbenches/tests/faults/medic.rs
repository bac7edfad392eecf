// SPDX-License-Identifier: Apache-2.0
//! Faults in MeDiC.

use warpsmith_cosim::Divergence;
use warpsmith_units::medic::{memsched, profiler, repl, route, Memsched, Profiler, Repl, Route};

use crate::{divergence, Fault, SMALL};

fn profiler(fault: Option<Fault>) -> Option<Divergence<profiler::In>> {
    divergence::<Profiler>("medic", SMALL, fault)
}

/// One whose types follow every reply, so that counters show after the profile too.
fn continuous_profiler(fault: Option<Fault>) -> Option<Divergence<profiler::In>> {
    divergence::<Profiler>("medic", "variant", fault)
}

/// One with epochs so short that a profile often ends with them.
fn hurried_profiler(fault: Option<Fault>) -> Option<Divergence<profiler::In>> {
    divergence::<Profiler>("medic", "tiny", fault)
}

fn route(fault: Option<Fault>) -> Option<Divergence<route::In>> {
    divergence::<Route>("medic", SMALL, fault)
}

fn repl(fault: Option<Fault>) -> Option<Divergence<repl::In>> {
    divergence::<Repl>("medic", SMALL, fault)
}

fn scheduler(fault: Option<Fault>) -> Option<Divergence<memsched::In>> {
    divergence::<Memsched>("medic", SMALL, fault)
}

/// With a limit on the wait in the low queue.
fn impatient_scheduler(fault: Option<Fault>) -> Option<Divergence<memsched::In>> {
    divergence::<Memsched>("medic", "variant", fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(profiler(None).is_none());
    assert!(continuous_profiler(None).is_none());
    assert!(hurried_profiler(None).is_none());
    assert!(route(None).is_none());
    assert!(repl(None).is_none());
    assert!(scheduler(None).is_none());
    assert!(impatient_scheduler(None).is_none());
}

faults! {
    // The profiler.
    a_reply_at_the_boundary_of_an_epoch_that_counts: hurried_profiler, "medic_profiler.v", "assign reply = r_valid", " && !epoch_end" => "", "ev_classify";
    a_reply_that_counts_for_the_warp_that_takes_the_slot: profiler, "medic_profiler.v", "assign lookup = reply", " && !(alloc_valid && (alloc_wid == r_wid))" => "", "ev_classify";
    a_bypassed_request_that_counts_as_a_lookup: profiler, "medic_profiler.v", "assign lookup = reply", " && !r_byp" => "", "ev_classify";
    a_bypassed_request_that_is_no_miss: profiler, "medic_profiler.v", ".miss ", "r_byp || " => "", "lo_pct_o";
    a_new_warp_that_keeps_the_type_of_the_last_one: profiler, "medic_profiler.v", "hits_mostly <= ((hits_mostly", " & ~allocated" => "", "q_type";
    a_type_that_requests_see_a_cycle_late: profiler, "medic_profiler.v", "if (classifies && (warp == q_wid))", "classifies && " => "1'b0 && ", "q_type";
    hits_that_are_not_halved: continuous_profiler, "medic_profiler.v", "hits[r_wid] <= new_hits[1 +: HELD];", "1 +: HELD" => "0 +: HELD", "q_type";
    types_that_stay_after_the_profile: continuous_profiler, "medic_profiler.v", "classifies <= lookup &&", "(CONTINUOUS && is_profiled)" => "1'b0", "q_type";
    a_low_boundary_that_is_balanced: profiler, "medic_classify.v", "assign mostly_miss =", "!below[SIGN]" => "!below[SIGN] && (below != 0)", "ev_type5";
    a_high_boundary_that_is_balanced: profiler, "medic_classify.v", "assign mostly_hit =", "!above[SIGN]" => "!above[SIGN] && (above != 0)", "ev_type5";
    too_few_samples_that_move_the_boundary: hurried_profiler, "medic_tuner.v", "&& (current_replies >=", "LEAST[BITS-1:0]" => "1", "lo_pct_o";
    a_boundary_that_goes_back_at_once: profiler, "medic_tuner.v", "lowered <= measured", "(lowered >> 1)" => "4'd0", "lo_pct_o";
    a_boundary_that_changes_a_cycle_early: profiler, "medic_tuner.v", "assign decide =", "LAST" => "(LAST + 4'd1)", "lo_pct_o";
    misses_of_the_tuner_that_are_not_halved: profiler, "medic_samples.v", "misses <= more_missed >> 1;", " >> 1" => "", "lo_pct_o";
    a_percentage_of_84: profiler, "medic_percent.v", "<< 5", "<< 5" => "<< 4", "lo_pct_o";
    // The route.
    a_bypass_while_the_warp_is_profiled: route, "medic_route.v", "assign misses =", " && !prof" => "", "bypass";
    an_atomic_operation_that_bypasses: route, "medic_route.v", "assign passes =", " && !ordered" => "", "bypass";
    a_read_that_invalidates: route, "medic_route.v", "assign inval =", "(kind == WRITE)" => "1'b1", "inval";
    all_hit_warps_without_priority: route, "medic_route.v", "assign hi =", "warp_type[1]" => "(warp_type == 2'd2)", "hi";
    // Replacement.
    a_reserved_way_that_is_taken: repl, "medic_victim.v", "assign free =", "(valid | reserved)" => "valid", "vq_way";
    the_youngest_line_that_leaves: repl, "medic_victim.v", "older[j] =", " > " => " < ", "vq_way";
    balanced_lines_that_leave_last: repl, "medic_victim.v", "hitting[i] =", "[(2 * i) + 1]" => "[2 * i]", "vq_way";
    a_most_recent_line_that_stays_it: repl, "medic_insertion.v", "< from) &&", ">= to" => "> to", "vq_way";
    an_invalidation_that_counts_as_a_use: repl, "medic_repl.v", "assign acts =", "(op == HIT)" => "(op != 2'd3)", "vq_way";
    a_set_that_forgets_its_first_use: repl, "medic_repl.v", "used <= used |", "used | (ONE << op_set)" => "used", "vq_way";
    // The scheduler.
    a_conflict_that_does_not_wait_for_hits: scheduler, "medic_queue.v", "assign miss_go =", " & ~(has_same & open)" => "", "cmd";
    a_low_request_in_a_bank_that_a_high_one_wants: scheduler, "medic_memsched.v", "assign low_blocked =", "high_wanted" => "{BANKS{1'b0}}", "cmd_valid";
    a_low_command_that_goes_first: scheduler, "medic_memsched.v", "assign serve_high =", "high_serve &&" => "high_serve && !low_serve &&", "cmd_bank";
    hits_that_do_not_go_first: scheduler, "medic_queue.v", ".better ", "(same & in_open)" => "({N{1'b0}})", "cmd";
    an_order_of_arrival_that_forgets: scheduler, "medic_arrivals.v", "older_than[(i * N) +: N] <= (older_than", " | inserted" => "", "cmd_col";
    an_arrival_that_does_not_know_its_open_row: scheduler, "medic_memsched.v", "assign enq_same =", "timing_open_row[(enq_bank * ROW) +: ROW] == enq_row" => "1'b0", "cmd_valid";
    a_queue_that_is_never_full: scheduler, "medic_queue.v", "assign full =", "&used" => "1'b0", "rdy_lo";
    a_starved_request_that_waits_on: impatient_scheduler, "medic_patience.v", "if (LIMITED && (waited", "LIMITED &&" => "1'b0 &&", "cmd";
    a_wait_that_goes_on_for_the_next_request: impatient_scheduler, "medic_patience.v", "if ((used == 0) ||", "(all_pick & removed) != {N{1'b0}}" => "1'b0", "cmd_col";
}
