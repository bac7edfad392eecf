// SPDX-License-Identifier: Apache-2.0
//! Faults in Mosaic.

use warpsmith_cosim::Divergence;
use warpsmith_units::mosaic::{coalescer, l1_tlb, migrator, Coalescer, L1Tlb, Migrator};

use crate::{divergence, Fault, SMALL};

fn l1(fault: Option<Fault>) -> Option<Divergence<l1_tlb::In>> {
    divergence::<L1Tlb>("mosaic", SMALL, fault)
}

fn engine(fault: Option<Fault>) -> Option<Divergence<coalescer::In>> {
    divergence::<Coalescer>("mosaic", SMALL, fault)
}

fn mover(fault: Option<Fault>) -> Option<Divergence<migrator::In>> {
    divergence::<Migrator>("mosaic", SMALL, fault)
}

#[test]
fn unchanged_copies_agree_with_the_models() {
    assert!(l1(None).is_none());
    assert!(engine(None).is_none());
    assert!(mover(None).is_none());
}

faults! {
    // The TLB of an SM.
    a_large_hit_that_touches_the_base_entry: l1, "mosaic_l1_tlb.v", ".look       (lk_valid && !base_flushed", " && !found_large" => "", "res_hit";
    a_flushed_answer_that_fills_all_the_same: l1, "mosaic_l1_tlb.v", "assign fills_large =", " && !fill_flushed" => "", "res_hit";
    a_lookup_that_hits_what_the_flush_of_its_cycle_is_of: l1, "mosaic_l1_tlb.v", ".look       (lk_valid", " && !large_flushed" => "", "res_hit";
    a_base_flush_that_is_of_one_base_page: l1, "mosaic_l1_tlb.v", "base_mask = ~base_mask", " << SLOT_BITS" => "", "res_hit";
    a_large_flush_that_takes_the_base_entries_too: l1, "mosaic_l1_tlb.v", ".clear      (flush_valid && ", "(flush_all || flush_kind)" => "1'b1", "res_hit";
    a_fault_that_fills: l1, "mosaic_l1_tlb.v", "assign fills_base =", " && !fill_fault" => "", "res_ppn";
    a_page_with_two_entries: l1, "mosaic_tlb_cam.v", "assign writes =", " && (present == 0)" => "", "res_ppn";
    ages_that_grow_twice: l1, "mosaic_tlb_cam.v", "WAY] < own", "<" => "<=", "res_hit";
    an_evicted_entry_that_hits_in_the_cycle_of_the_fill: l1, "mosaic_tlb_cam.v", "if ((hit & victim)", "hit & victim" => "hit & ~hit", "res_hit";
    a_victim_that_is_the_youngest: l1, "mosaic_tlb_cam.v", "victim[w] =", "OLDEST[WAY-1:0]" => "0", "res_hit";
    a_page_that_is_asked_for_once_only: l1, "mosaic_l1_misses.v", "asked <=", " & ~answered" => "", "miss_valid";
    a_waiter_that_is_forgotten: l1, "mosaic_l1_misses.v", "| warp;", " | warp" => "", "wake_waiters";
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
}
