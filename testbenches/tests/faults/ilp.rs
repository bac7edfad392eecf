// SPDX-License-Identifier: Apache-2.0
//! Faults in the ILP units.

use warpsmith_cosim::Divergence;
use warpsmith_units::ilp::{bpred, bypass, dispatch, sb_data, scoreboard};
use warpsmith_units::ilp::{Bpred, Bypass, Dispatch, SbData, Scoreboard};

use crate::{divergence, Fault, SMALL};

fn board(fault: Option<Fault>) -> Option<Divergence<scoreboard::In>> {
    divergence::<Scoreboard>("ilp", SMALL, fault)
}

fn data(fault: Option<Fault>) -> Option<Divergence<sb_data::In>> {
    divergence::<SbData>("ilp", SMALL, fault)
}

fn path(fault: Option<Fault>) -> Option<Divergence<bypass::In>> {
    divergence::<Bypass>("ilp", SMALL, fault)
}

fn predictor(fault: Option<Fault>) -> Option<Divergence<bpred::In>> {
    divergence::<Bpred>("ilp", SMALL, fault)
}

fn dispatcher(fault: Option<Fault>) -> Option<Divergence<dispatch::In>> {
    divergence::<Dispatch>("ilp", SMALL, fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(board(None).is_none());
    assert!(data(None).is_none());
    assert!(path(None).is_none());
    assert!(predictor(None).is_none());
    assert!(dispatcher(None).is_none());
}

faults! {
    // The scoreboard.
    a_dependent_that_does_not_wait: board, "ilp_scoreboard.v", "wanted[e] = 1'b1;", "1'b1" => "1'b0", "ready";
    a_write_by_fewer_threads_that_does_not_wait: board, "ilp_scoreboard.v", "&& (under_branch ||", "||" => "&&", "ready";
    a_register_that_is_found_twice: board, "ilp_scoreboard.v", "match_en <= (match_en", "& ~replaced" => "", "src_entry";
    a_commit_behind_a_store: board, "ilp_scoreboard.v", ".candidates ", " & ~in_store" => "", "cm_valid";
    an_entry_of_a_removed_load_that_is_free_before_its_reply: board, "ilp_scoreboard.v", "assign freed =", "killed & (fixed | done_next)" => "killed", "free_count";
    threads_that_stay_behind_a_divergent_branch: board, "ilp_scoreboard.v", "if (resolved[e])", "resolved[e]" => "1'b0", "cm_valid";
    a_list_that_forgets_its_youngest_entry: board, "ilp_scoreboard.v", "ck_tail[iss_warp] <=", "youngest" => "head[iss_warp]", "in_board";
    a_fault_that_commits: board, "ilp_scoreboard.v", "if (excp[e])", "excp[e]" => "1'b0", "trap_valid";
    // The commit engine.
    a_commit_that_goes_on_with_its_own_entry: board, "ilp_commit.v", "entry <= behind_entry", "behind_entry" => "head", "cm_entry";
    // The results.
    a_load_that_is_behind_the_alu: data, "sb_lane.v", "by_alu <= (by_alu", " & ~l_bit" => "", "rd_data";
    // The bypass.
    a_load_that_is_taken_for_an_alu_instruction: path, "ilp_bypass.v", "assign alu =", " & fixed" => "", "av_valid";
    a_removed_producer_that_is_bypassed: path, "ilp_bypass.v", "valid <= ((valid", " & ~removed" => "", "av_valid";
    // The branch predictor.
    a_divergent_branch_that_is_wrong: predictor, "simt_bpred.v", "(taken != 0) && (not_taken == 0)", " && (not_taken == 0)" => "", "rs_mis";
    a_history_that_learns_the_other_way: predictor, "simt_bpred.v", "outcome = taken != 0", "!=" => "==", "pr_idx";
    // The dispatcher.
    a_kernel_of_the_wrong_class: dispatcher, "het_dispatch.v", "is_ilp =", "<= CLASS" => "< CLASS", "l_kid";
    a_thread_block_too_many: dispatcher, "het_sm_room.v", "&& (free_threads >= first_threads)", ">=" => "!=", "l_valid";
}
