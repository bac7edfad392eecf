// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_frames`.

use warpsmith_units::mosaic::frames::{
    channel, In, ACTION_EMERG, ACTION_NONE, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE,
    ALLOC_BASE, FREE_RANGE, LATENCY, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use warpsmith_units::mosaic::params::Params;

use super::driver::{Driver, Source};
use crate::directed::directed;

directed! {
    fn base_pages_that_fill_a_frame_of_their_application_can_be_coalesced() {
        for params in [Params::PAPER, Params::TINY] {
            let mut d = Driver::start(&params)?;
            for slot in 0..params.frame_pages() {
                let o = d.base(1)?;
                d.h.expect("frame, page", (o.rsp_ok, o.rsp_frame, o.rsp_slot), (true, 0, slot))?;
            }
            let o = d.give(In { cmd_op: SET_COALESCED, cmd_lvpn: 3, ..In::default() })?;
            d.h.expect("large page", (o.rsp_ok, o.rsp_owner, o.rsp_lvpn), (true, 1, 3))?;
        }
        Ok(())
    }

    fn a_frame_with_one_foreign_page_cannot() {
        for params in [Params::PAPER, Params::TINY] {
            let mut d = Driver::start(&params)?;
            for _ in 1..params.frame_pages() {
                d.base(1)?;
            }
            let o = d.foreign(1)?;
            d.h.expect("page", (o.rsp_ok, o.rsp_count), (true, params.frame_pages()))?;
            let o = d.op(SET_COALESCED, 0)?;
            d.h.expect("large page", o.rsp_ok, false)?;
            d.op(SET_FREE, 0)?;
            // The mark goes with the frame's last page.
            for _ in 0..params.frames {
                d.large(0)?;
            }
            let o = d.op(SET_COALESCED, 0)?;
            d.h.expect("large page of the next owner", o.rsp_ok, true)?;
        }
        Ok(())
    }

    fn a_foreign_page_never_begins_a_frame() {
        let mut d = Driver::start(&Params::TINY)?;
        let o = d.foreign(1)?;
        d.h.expect("page, free frames", (o.rsp_ok, o.free_frames), (false, 4))
    }

    fn a_large_page_is_kept_from_the_threshold_on_and_compacted_below() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            let (pages, kept) = (params.frame_pages(), params.cac_thresh);
            let mut d = Driver::start(&params)?;
            d.coalesced(1)?;
            for (first, len, action, count, emergency) in [
                (0, 0, ACTION_NONE, pages, 0),
                (kept, pages, ACTION_EMERG, kept, 1),
                (kept, 1, ACTION_EMERG, kept, 1),
                (0, 1, ACTION_SPLINTER_COMPACT, kept - 1, 0),
                (0, pages, ACTION_SPLINTER_FREE, 0, 0),
            ] {
                let o = d.free(0, first, len)?;
                let got = (o.rsp_action, o.rsp_count, o.emergency, o.rsp_owner, o.rsp_lvpn);
                d.h.expect("action, pages, emergency", got, (action, count, emergency, 1, 1))?;
            }
            let o = d.op(SET_FREE, 0)?;
            d.h.expect("free frames", (o.rsp_ok, o.free_frames), (true, params.frames))?;
        }
        Ok(())
    }

    fn a_frame_that_is_no_large_page_is_free_with_its_last_page_and_listed_with_its_first_free_one() {
        for params in [Params::PAPER, Params::TINY] {
            let pages = params.frame_pages();
            let mut d = Driver::start(&params)?;
            d.large(1)?;
            d.h.expect("room", d.room(1), 0)?;
            let o = d.free(0, pages - 1, 1)?;
            d.h.expect("action, room", (o.rsp_action, d.room(1)), (ACTION_NONE, 1))?;
            let o = d.free(0, 0, pages - 1)?;
            d.h.expect("action, room, free frames", (o.rsp_action, d.room(1), d.free_frames()), (ACTION_TO_FREE, 0, params.frames))?;
            let o = d.free(0, 0, 1)?;
            d.h.expect("frame in use", o.rsp_ok, false)?;
        }
        Ok(())
    }

    fn a_range_ends_with_its_frame() {
        for params in [Params::PAPER, Params::TINY] {
            let pages = params.frame_pages();
            let mut d = Driver::start(&params)?;
            d.large(0)?;
            let o = d.free(0, 1, 2 * pages - 1)?;
            d.h.expect("pages", o.rsp_count, 1)?;
            let o = d.op(READ_BITMAP, 0)?;
            d.h.expect("page", o.rsp_bitmap.iter_ones().collect::<Vec<_>>(), vec![0])?;
        }
        Ok(())
    }

    fn an_emergency_frame_that_loses_pages_leaves_its_list_once() {
        let mut d = Driver::start(&Params::TINY)?;
        let (first, second) = (d.coalesced(0)?, d.coalesced(0)?);
        d.free(first, 0, 1)?;
        d.free(second, 0, 1)?;
        for (from, emergency) in [(1, 1), (3, 1)] {
            d.free(first, from, if from == 1 { 2 } else { 1 })?;
            d.h.expect("emergency", d.h.out.emergency, emergency)?;
        }
        let o = d.pop(0)?;
        d.h.expect("frame", (o.rsp_ok, o.rsp_frame, o.emergency), (true, second, 0))?;
        let o = d.pop(0)?;
        d.h.expect("empty", o.rsp_ok, false)
    }

    fn an_emergency_frame_of_the_application_goes_before_the_oldest_one() {
        let mut d = Driver::start(&Params::PAPER)?;
        for app in [4, 9, 4, 9] {
            let frame = d.coalesced(app)?;
            d.free(frame, 0, 1)?;
        }
        for (app, frame) in [(9, 1), (30, 0), (4, 2), (4, 3)] {
            let o = d.pop(app)?;
            d.h.expect("frame", (o.rsp_ok, o.rsp_frame), (true, frame))?;
        }
        let o = d.pop(4)?;
        d.h.expect("empty", (o.rsp_ok, o.emergency), (false, 0))
    }

    fn a_frame_of_the_emergency_list_is_splintered_only_when_it_has_left_it() {
        let mut d = Driver::start(&Params::TINY)?;
        d.coalesced(1)?;
        d.free(0, 2, 1)?;
        let o = d.op(SET_SPLINTERED, 0)?;
        d.h.expect("splintered", (o.rsp_ok, o.emergency), (false, 1))?;
        d.pop(1)?;
        let o = d.op(SET_SPLINTERED, 0)?;
        d.h.expect("splintered, room", (o.rsp_ok, d.room(1)), (true, 1))?;
        let o = d.base(1)?;
        d.h.expect("page", (o.rsp_frame, o.rsp_slot), (0, 2))
    }

    fn pages_come_from_compaction_then_emergency_then_another_application_and_then_no_more() {
        let mut d = Driver::start(&Params::TINY)?;
        for app in [1, 0] {
            let frame = d.coalesced(app)?;
            d.free(frame, if app == 1 { 3 } else { 0 }, 1)?;
        }
        for (first, len) in [(1, 3), (0, 1)] {
            let frame = d.large(1)?.rsp_frame;
            d.free(frame, first, len)?;
        }
        let due = [
            Source::Compaction,
            Source::Own,
            Source::Own,
            Source::Own,
            Source::Emergency,
            Source::Foreign,
            Source::OutOfMemory,
        ];
        for source in due {
            let got = d.alloc(0)?;
            d.h.expect("source", got, source)?;
        }
        let o = d.op(SET_COALESCED, 0)?;
        d.h.expect("mixed frame becomes large", o.rsp_ok, false)
    }

    fn a_frame_is_compacted_if_all_its_pages_find_one_of_their_phase() {
        // Pages that stay in the frame, pages that are free in the next: enough, one too few, none, and of another phase.
        for (stay, free, moves) in
            [([0, 1, 2], 3, true), ([0, 1, 2], 2, false), ([0, 1, 2], 0, false), ([0, 3, 6], 3, false)]
        {
            let mut d = Driver::start(&Params::PAPER)?;
            let frame = d.coalesced(7)?;
            let target = d.large(7)?.rsp_frame;
            d.free(target, 0, free)?;
            let mut first = 0;
            for page in stay.into_iter().chain([512]) {
                d.free(frame, first, page - first)?;
                first = page + 1;
            }
            let compacted = d.compact(frame)?;
            d.h.expect("compacted", compacted, moves)?;
            // All is as it was, or the target is full and in no list.
            let (room, frames) = if moves { (0, 1535) } else { (free + 509, 1534) };
            d.h.expect("room, free frames", (d.room(7), d.free_frames()), (room, frames))?;
        }
        Ok(())
    }

    fn a_page_of_a_channel_is_the_lowest_free_one_of_its_phase_and_begins_no_frame() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            let mut d = Driver::start(&params)?;
            let o = d.of_phase(1, 0)?;
            d.h.expect("page without a frame", (o.rsp_ok, o.free_frames), (false, params.frames))?;
            for cmd_frame in 0..3 {
                d.large(1)?;
                d.free(cmd_frame, 1, params.frame_pages() - 1)?;
                for phase in 0..params.channels {
                    let lowest = (1..params.frame_pages()).find(|slot| channel(&params, cmd_frame, *slot) == phase);
                    let (cmd_op, cmd_phase) = (ALLOC_BASE, phase as u8);
                    let o =
                        d.give(In { cmd_op, cmd_app: 1, cmd_frame, cmd_at: true, cmd_phase, ..In::default() })?;
                    d.h.expect("page", o.rsp_ok.then_some(o.rsp_slot), lowest)?;
                }
            }
        }
        Ok(())
    }

    fn the_frames_of_an_application_are_gone_through_one_by_one() {
        let mut d = Driver::start(&Params::PAPER)?;
        for app in [3, 5, 3, 3] {
            let frame = d.large(app)?.rsp_frame;
            d.free(frame, 10, 1)?;
        }
        // No page in the list but page 10 is free; that of frame 3 has the phase that is asked for.
        let phase = (0..6).find(|phase| channel(&Params::PAPER, 3, 10) == *phase).unwrap_or_default() as u8;
        let command = In { cmd_op: ALLOC_BASE, cmd_app: 3, cmd_phase: phase, ..In::default() };
        let mut seen = vec![];
        let mut o = d.give(command)?;
        while !o.rsp_ok && o.rsp_more {
            seen.push(o.rsp_frame);
            o = d.give(In { cmd_at: true, cmd_frame: o.rsp_next, ..command })?;
        }
        seen.push(o.rsp_frame);
        let first = [0, 2, 3].into_iter().position(|frame| channel(&Params::PAPER, frame, 10) == u32::from(phase));
        let due: Vec<u32> = [0, 2, 3].into_iter().take(first.unwrap_or(2) + 1).collect();
        d.h.expect("frames", seen, due)?;
        let o = d.give(In { cmd_at: true, cmd_frame: 1, ..command })?;
        d.h.expect("frame of another application", o.rsp_ok, false)
    }

    fn one_application_has_all_of_four_frames() {
        let params = Params::SMALL;
        let mut d = Driver::start(&params)?;
        for page in 0..4 * 512 {
            let o = d.base(0)?;
            d.h.expect("page", (o.rsp_ok, o.rsp_frame, o.rsp_slot), (true, page / 512, page % 512))?;
        }
        let o = d.base(0)?;
        d.h.expect("page, free frames", (o.rsp_ok, o.free_frames), (false, 0))
    }

    fn free_frames_go_round_and_come_back_in_the_order_in_which_they_were_freed() {
        for params in [Params::SMALL, Params::TINY] {
            let mut d = Driver::start(&params)?;
            for frame in 0..4 {
                let o = d.large(0)?;
                d.h.expect("fresh frame", (o.rsp_ok, o.rsp_frame), (true, frame))?;
            }
            // The last frame first; three times as many as the ring has places.
            let mut order = vec![3, 1, 0, 2];
            for _ in 0..3 {
                for frame in &order {
                    d.op(SET_FREE, *frame)?;
                }
                for frame in &order {
                    let o = d.large(0)?;
                    d.h.expect("frame", (o.rsp_ok, o.rsp_frame), (true, *frame))?;
                }
                let o = d.large(0)?;
                d.h.expect("no frame", o.rsp_ok, false)?;
                order.rotate_left(1);
            }
        }
        Ok(())
    }

    fn a_command_is_taken_in_the_cycle_of_the_last_response_and_not_before() {
        let mut d = Driver::start(&Params::TINY)?;
        d.h.input = In { cmd_op: ALLOC_BASE, cmd_any: true, ..In::default() };
        let mut cycles = vec![];
        for cycle in 1..=4 * u64::from(LATENCY) {
            d.h.input.cmd_valid = true;
            d.h.step()?;
            if d.h.out.rsp_valid {
                cycles.push((cycle, d.h.out.rsp_slot));
            }
        }
        d.h.expect("responses", cycles, vec![(6, 0), (12, 1), (18, 2), (24, 3)])
    }

    fn a_reset_cuts_a_command_off_and_makes_all_frames_free_without_a_sweep() {
        for cut in 0..=u64::from(LATENCY) {
            let mut d = Driver::start(&Params::TINY)?;
            for _ in 0..4 {
                d.coalesced(1)?;
            }
            d.free(2, 0, 1)?;
            d.h.input = In { cmd_op: FREE_RANGE, cmd_valid: true, cmd_frame: 1, cmd_len: 1, ..In::default() };
            d.h.steps(cut)?;
            d.h.input.cmd_valid = false;
            d.h.reset();
            d.h.expect("free frames, emergency, room", (d.free_frames(), d.h.out.emergency, d.room(1)), (4, 0, 0))?;
            for frame in 0..4 {
                let o = d.op(READ_BITMAP, frame)?;
                d.h.expect("frame in use", o.rsp_ok, false)?;
            }
            let o = d.pop(1)?;
            d.h.expect("emergency", o.rsp_ok, false)?;
            let o = d.base(1)?;
            d.h.expect("page", (o.rsp_ok, o.rsp_frame, o.rsp_slot), (true, 0, 0))?;
        }
        Ok(())
    }
}
