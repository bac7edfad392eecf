// SPDX-License-Identifier: Apache-2.0
//! Faults in Mosaic.

use warpsmith_cosim::Divergence;
use warpsmith_units::mosaic::{coalescer, frames, l1_tlb, l2_tlb, migrator, walker};
use warpsmith_units::mosaic::{Coalescer, Frames, L1Tlb, L2Tlb, Migrator, Walker};

use crate::{divergence, Fault, SMALL};

fn l1(fault: Option<Fault>) -> Option<Divergence<l1_tlb::In>> {
    divergence::<L1Tlb>("mosaic", SMALL, fault)
}

fn l2(fault: Option<Fault>) -> Option<Divergence<l2_tlb::In>> {
    divergence::<L2Tlb>("mosaic", SMALL, fault)
}

fn engine(fault: Option<Fault>) -> Option<Divergence<coalescer::In>> {
    divergence::<Coalescer>("mosaic", SMALL, fault)
}

fn mover(fault: Option<Fault>) -> Option<Divergence<migrator::In>> {
    divergence::<Migrator>("mosaic", SMALL, fault)
}

fn walks(fault: Option<Fault>) -> Option<Divergence<walker::In>> {
    divergence::<Walker>("mosaic", SMALL, fault)
}

/// Frames of four pages: many of them fill up, are emptied, and run out.
fn lists(fault: Option<Fault>) -> Option<Divergence<frames::In>> {
    divergence::<Frames>("mosaic", "tiny", fault)
}

/// Seven channels, so that phases of frames differ.
fn channels(fault: Option<Fault>) -> Option<Divergence<frames::In>> {
    divergence::<Frames>("mosaic", "variant", fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(l1(None).is_none());
    assert!(l2(None).is_none());
    assert!(engine(None).is_none());
    assert!(mover(None).is_none());
    assert!(walks(None).is_none());
    assert!(lists(None).is_none());
    assert!(channels(None).is_none());
}

faults! {
    // The TLB of an SM.
    a_large_hit_that_touches_the_base_entry: l1, "mosaic_l1_tlb.v", "if (lk_valid && !base_flushed", " && !found_large" => "", "res_hit";
    a_flushed_answer_that_fills_all_the_same: l1, "mosaic_l1_tlb.v", "assign fills_large =", " && !fill_flushed" => "", "res_hit";
    a_lookup_that_hits_what_the_flush_of_its_cycle_is_of: l1, "mosaic_l1_tlb.v", "if (lk_valid && !large_flushed", " && !large_flushed" => "", "res_hit";
    a_base_flush_that_is_of_one_base_page: l1, "mosaic_l1_tlb.v", "base_mask = ~base_mask", " << SLOT_BITS" => "", "res_hit";
    a_large_flush_that_takes_the_base_entries_too: l1, "mosaic_l1_tlb.v", ".clear      (flush_valid && ", "(flush_all || flush_kind)" => "1'b1", "res_hit";
    a_fault_that_fills: l1, "mosaic_l1_tlb.v", "assign fills_base =", " && !fill_fault" => "", "res_ppn";
    a_page_with_two_entries: l1, "mosaic_tlb_cam.v", "assign writes =", " && (present == 0)" => "", "res_ppn";
    ages_that_grow_twice: l1, "mosaic_tlb_cam.v", "if (first[i] &&", "first[i] && " => "", "res_hit";
    a_fill_and_a_lookup_that_leave_one_youngest_entry_too_many: l1, "mosaic_tlb_cam.v", "if (sooner[i] && last[j])", " && last[j]" => " && 1'b0", "res_hit";
    an_evicted_entry_that_hits_in_the_cycle_of_the_fill: l1, "mosaic_tlb_cam.v", "if ((hit & victim)", "hit & victim" => "hit & ~hit", "res_hit";
    a_victim_that_is_the_youngest: l1, "mosaic_tlb_cam.v", "victim[w] =", "OLDEST[WAY-1:0]" => "0", "res_hit";
    a_page_that_is_asked_for_once_only: l1, "mosaic_l1_misses.v", "asked <=", " & ~answered" => "", "miss_valid";
    a_waiter_that_is_forgotten: l1, "mosaic_l1_misses.v", "| warp;", " | warp" => "", "wake_waiters";
    // The shared TLB.
    a_large_hit_that_uses_the_base_entry_too: l2, "mosaic_l2_tlb.v", "looks = {{(LANES - PORTS)", " & ~large_hit" => "", "lk_ready";
    a_first_probe_that_sees_base_entries: l2, "mosaic_l2_tlb.v", "entering_last = again;", "again" => "again | accepted", "miss_valid";
    a_lookup_that_the_walker_did_not_take_and_nobody_keeps: l2, "mosaic_l2_tlb.v", "assign stays =", " & miss_ready" => "", "miss_valid";
    a_port_that_takes_a_lookup_as_one_goes_through_again: l2, "mosaic_l2_tlb.v", "ready = ~again;", "~again" => "~{PORTS{1'b0}}", "lk_ready";
    a_lookup_that_finds_what_is_invalidated_in_its_cycle: l2, "mosaic_l2_tlb.v", "if (!steps_clears_large)", "!steps_clears_large" => "1'b1", "lk_ready";
    a_fault_that_fills_a_base_entry: l2, "mosaic_l2_tlb.v", "assign fills_base =", " && !wrsp_fault" => "", "lk_ready";
    a_flush_of_a_space_that_takes_one_large_page: l2, "mosaic_l2_tlb.v", "(flush_mask >> VPN)", "(flush_mask >> VPN) << VPN" => "flush_mask", "rsp_ppn";
    a_large_frame_with_the_page_in_it: l2, "mosaic_l2_tlb.v", "assign fill_lppn =", "SLOT_BITS" => "0", "rsp_ppn";
    a_flush_that_waits_for_one_cycle_less: l2, "mosaic_l2_flush.v", "left <= DRAIN_CYCLES", "DRAIN_CYCLES[DRAIN-1:0]" => "DRAIN_CYCLES[DRAIN-1:0] - 1'b1", "flush_valid";
    a_set_that_is_passed_over_as_another_is_filled: l2, "mosaic_l2_flush.v", "assign swept =", " && !filled" => "", "l1fl_valid";
    a_flush_of_a_space_that_leaves_base_entries: l2, "mosaic_l2_flush.v", "of_base <= base", " || space || all" => "", "l1fl_valid";
    a_flush_that_the_first_acknowledgement_ends: l2, "mosaic_l2_flush.v", "assign rest =", "(waits_for & ~acknowledged)" => "(waits_for & {CORES{acknowledged == 0}})", "lk_ready";
    a_base_page_with_two_entries: l2, "lru_lanes.v", "assign writes =", " && (hits[WAYS-1:0] == 0)" => "", "rsp_ppn";
    a_flush_that_compares_no_space_in_a_set: l2, "lru_way.v", "if (clear &&", " & clear_mask" => " & clear_mask & ~clear_mask", "lk_ready";
    // The coalescer.
    a_tag_that_is_given_twice: engine, "mosaic_coalescer.v", "&& !under_way[tag];", "!under_way[tag]" => "1'b1", "m_valid";
    a_phase_that_does_not_wait_for_the_one_before: engine, "mosaic_coalescer.v", "assign ends =", "busy == 0" => "1'b1", "fl_valid";
    a_line_that_is_left_out: engine, "mosaic_coalescer.v", "localparam [5:0] ALL_LINES", "6'd32" => "6'd31", "m_valid";
    an_index_of_eight_bits: engine, "mosaic_coalescer.v", "index = whole_lvpn[", "i * 9" => "i * 8", "m_addr";
    a_table_that_is_read_twice: engine, "mosaic_coalescer.v", "above <= above -", "3'd1" => "3'd0", "m_addr";
    mappings_that_end_of_the_pages_that_stay: engine, "mosaic_coalescer.v", "m_lane_val = ~bitmap", "~" => "", "m_lane_val";
    a_flush_of_the_large_entry_where_pages_are_freed: engine, "mosaic_coalescer.v", "fl_kind = !(&bitmap)", "!(&bitmap)" => "bitmap == 0", "fl_kind";
    a_large_page_announced_when_it_ends: engine, "mosaic_coalescer.v", "large_on <= !splinter", "!splinter" => "1'b1", "large_on";
    an_entry_of_the_last_depth_that_is_large_to_splinter: engine, "mosaic_coalescer.v", "if (splinter && found_large)", "&&" => "||", "cmd_ready";
    lines_that_are_not_checked: engine, "mosaic_coalescer.v", "if (fits_differs)", "fits_differs" => "1'b0", "cmd_ready";
    a_frame_that_may_change_from_line_to_line: engine, "mosaic_line_check.v", "known <= known ||", "known || check" => "1'b0", "cmd_ready";
    lines_in_the_order_of_their_ends: engine, "mosaic_line_check.v", "slot = ({4'd0, line}", "{4'd0, line}" => "{4'd0, line ^ 5'd1}", "cmd_ready";
    // The migrator.
    lines_that_are_written_where_they_were: mover, "mosaic_migrator.v", "m_addr <= dst_address |", "dst_address" => "src_address", "m_addr";
    an_entry_instead_of_the_copy_inside_dram: mover, "mosaic_migrator.v", "end else if (other && copied)", " && copied" => "", "m_op";
    a_buffer_that_has_its_line_after_it_is_written: mover, "mosaic_migrator.v", "next_full = full | (acked", " & ~writing" => "", "m_op";
    buffers_that_are_not_written_in_turn: mover, "mosaic_migrator.v", "write_tag <= write_tag + 1'b1", "1'b1" => "1'b0", "m_valid";
    a_page_without_its_last_line: mover, "mosaic_migrator.v", "next_write == LINES", "LINES[LINE-1:0]" => "LINES[LINE-1:0] - 1'b1", "m_valid";
    // The walker.
    a_poisoned_walk_that_goes_on: walks, "mosaic_walks.v", "assign stale =", " | poisoned" => "", "wm_addr";
    a_walk_that_ends_in_the_cycle_of_its_flush: walks, "mosaic_walks.v", "assign ender_requests =", " & ~stale" => "", "miss_ready";
    an_entry_above_that_is_read_without_end: walks, "mosaic_walks.v", "assign again =", " && !was_retried" => "", "miss_ready";
    a_disabled_slot_0_that_counts: walks, "mosaic_walks.v", "assign again =", " && !was_large" => "", "miss_ready";
    an_invalid_slot_0_that_counts: walks, "mosaic_walks.v", "assign finds =", " || was_large" => "", "wrsp_large";
    a_second_read_in_the_last_table: walks, "mosaic_walks.v", "<= above[", "above[" => "node[", "wm_addr";
    a_lookup_of_the_last_cycle_that_is_forgotten: walks, "mosaic_walks.v", "assign end_waiters =", " | joined" => "", "wrsp_mask";
    two_walks_of_one_page_from_two_ports: walks, "mosaic_walks.v", "with_page | begins_in", " | begins_in[(other * CONTEXTS) +: CONTEXTS]" => "", "miss_ready";
    a_flush_of_a_space_that_is_of_a_large_page: walks, "mosaic_walker.v", "(mask >> VPN)", "(mask >> VPN) << VPN" => "mask", "miss_ready";
    // The lists of frames.
    a_range_that_ends_with_its_frame_always: lists, "mosaic_frames.v", "freed = (every << range_first)", " & ~(every << range_end)" => "", "rsp_action";
    a_threshold_that_is_one_more: lists, "mosaic_frames.v", "assign below =", "<" => "<=", "rsp_action";
    an_emergency_frame_that_is_listed_twice: lists, "mosaic_frames.v", "assign enters =", " && !was_urgent" => "", "emergency";
    an_emergency_frame_that_stays_when_it_is_given: lists, "mosaic_frames.v", "assign quits =", " || pops" => "", "emergency";
    a_splintered_frame_that_is_listed_though_full: lists, "mosaic_frames.v", "assign opens =", "(splinters && !is_full)" => "splinters", "rsp_ok";
    a_full_frame_that_stays_listed: lists, "mosaic_frames.v", "assign fills =", "LAST_PAGE" => "SLOTS", "rsp_ok";
    a_mixed_frame_that_is_forgotten: lists, "mosaic_frames.v", "mixed <= was_mixed", "was_mixed || " => "", "rsp_ok";
    a_mixed_frame_that_becomes_large: lists, "mosaic_frames.v", "done = is_owned", " && !was_mixed" => "", "rsp_ok";
    an_emergency_frame_that_is_splintered: lists, "mosaic_frames.v", "done = is_large", " && !was_urgent" => "", "rsp_ok";
    a_page_of_a_channel_that_begins_a_frame: lists, "mosaic_frames.v", "assign takes_free =", " && any" => "", "rsp_ok";
    a_foreign_page_that_begins_a_frame: lists, "mosaic_frames.v", "assign takes_free =", " && !foreign" => "", "rsp_ok";
    a_page_of_another_application: lists, "mosaic_frames.v", "assign fits =", " && (was_owner == app)" => "", "rsp_ok";
    an_application_whose_emergency_frame_is_not_preferred: lists, "mosaic_frames.v", "if (lists_some) begin", "lists_some" => "1'b0", "rsp_frame";
    a_list_without_a_new_head: lists, "mosaic_frame_list.v", "if (unlink && is_head) begin", "is_head" => "1'b0", "rsp_ok";
    a_list_without_a_new_tail: lists, "mosaic_frame_list.v", "if (unlink && is_tail) begin", "is_tail" => "1'b0", "rsp_ok";
    a_list_that_is_never_empty_again: lists, "mosaic_frame_list.v", "used & ~(ONE << list)", " & ~(ONE << list)" => "", "rsp_ok";
    a_link_over_the_frame_that_is_gone: lists, "mosaic_frame_list.v", "assign behind_write =", "(unlink && !is_head)" => "1'b0", "rsp_next";
    a_frame_that_does_not_know_what_is_ahead: lists, "mosaic_frame_list.v", ".write   ((append", "(append && has)" => "1'b0", "rsp_ok";
    free_pages_that_are_not_taken_back: lists, "mosaic_frames.v", "gain <=", " - {{(ROOM - COUNT){1'b0}}, old_room}" => "", "free_slots";
    a_last_frame_with_a_successor: lists, "mosaic_frames.v", "more <= listed", " && !lists_last" => "", "rsp_more";
    a_large_page_without_its_address: lists, "mosaic_frames.v", "if (alloc_frame || coalesces)", " || coalesces" => "", "rsp_lvpn";
    a_frame_that_is_marked_when_it_has_left: lists, "mosaic_frames.v", "urgent <= (was_urgent", " && !quits" => "", "rsp_ok";
    a_page_that_is_allocated_twice: lists, "mosaic_frames.v", "bitmaps_data = pages |", " | (ONE_PAGE << slot)" => "", "rsp_slot";
    a_large_page_that_is_free_before_it_is_splintered: lists, "mosaic_frames.v", "assign empties =", " && is_owned" => "", "free_frames";
    a_frame_whose_phase_is_that_of_its_lowest_bit: channels, "mosaic_free_page.v", "weight = weight + weight", " + weight" => "", "rsp_slot";
    places_that_are_all_of_one_phase: channels, "mosaic_free_page.v", "residue = residue + PAGE_STEP", " + PAGE_STEP[4:0]" => "", "rsp_ok";
}
