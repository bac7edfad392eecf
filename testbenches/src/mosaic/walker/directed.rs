// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_walker` alone.

use warpsmith_units::mosaic::entry::{DISABLED, LARGE, VALID};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::walker::Page;

use super::bench::{Bench, ASID};
use crate::directed::directed;
use crate::mosaic::coalescer::tables::Tables;

directed! {
    fn a_walk_of_a_base_page_reads_an_entry_at_each_depth() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            let mut b = Bench::start(&params)?;
            b.look(0, 1, b.page(300));
            b.finish()?;
            b.expect_ends(&[(1 << 1, 300, b.mapping(300, false))])?;
            b.h.expect("depths", b.depths(), (1..=params.pt_levels as u8).collect())?;
        }
        Ok(())
    }

    fn a_walk_of_a_large_page_reads_slot_0_whose_valid_and_disabled_bits_do_not_count() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            for flags in [VALID, VALID | DISABLED, DISABLED, 0] {
                let mut b = Bench::start(&params)?;
                *b.above() |= LARGE;
                *b.leaf(0) = *b.leaf(0) & !VALID | flags;
                *b.leaf(300) = 0;
                b.look(0, 0, b.page(300));
                b.finish()?;
                b.expect_ends(&[(1, 300, b.mapping(300, true))])?;
                b.h.expect("reads", b.reads.len(), params.pt_levels as usize)?;
                b.h.expect("last read", b.reads.last().map(|read| read.wm_addr), Some(Tables::leaf(&params, 0)))?;
            }
        }
        Ok(())
    }

    fn two_base_pages_of_one_large_page_are_two_walks_with_one_frame() {
        let mut b = Bench::start(&Params::PAPER)?;
        *b.above() |= LARGE;
        b.look(0, 4, b.page(7));
        b.look(1, 5, b.page(8));
        b.finish()?;
        b.expect_ends(&[(1 << 4, 7, b.mapping(7, true)), (1 << 5, 8, b.mapping(8, true))])
    }

    fn one_sm_waits_for_two_pages_from_one_cycle_on() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(0, 4, b.page(7));
        b.look(1, 4, b.page(8));
        b.finish()?;
        b.expect_ends(&[(1 << 4, 7, b.mapping(7, false)), (1 << 4, 8, b.mapping(8, false))])
    }

    fn an_entry_that_is_not_valid_ends_the_walk_with_a_fault_at_its_depth() {
        let p = Params::PAPER;
        for depth in 0..4 {
            let mut b = Bench::start(&p)?;
            let address = if depth < 3 { Tables::upper(&p, b.lvpn, depth) } else { Tables::leaf(&p, 9) };
            b.tables.0.remove(&address);
            b.look(0, 0, b.page(9));
            b.finish()?;
            b.expect_ends(&[(1, 9, None)])?;
            b.h.expect("reads", b.reads.len() as u64, depth + 1)?;
        }
        Ok(())
    }

    fn a_disabled_base_page_makes_a_walk_read_the_entry_above_once_more() {
        for (params, depths) in [(Params::PAPER, &[1, 2, 3, 4, 3, 4][..]), (Params::TINY, &[1, 2, 1, 2])] {
            let mut b = Bench::start(&params)?;
            *b.leaf(9) |= DISABLED;
            b.look(0, 0, b.page(9));
            b.finish()?;
            b.expect_ends(&[(1, 9, b.mapping(9, false))])?;
            b.h.expect("depths", b.depths(), depths.to_vec())?;
            b.h.expect("entry above", b.reads[depths.len() - 2].wm_addr, Tables::large(&params, b.lvpn))?;
        }
        Ok(())
    }

    fn what_the_entry_above_says_when_it_is_read_once_more_counts() {
        for (above, large) in [(LARGE | VALID, Some(true)), (VALID, Some(false)), (0, None)] {
            let mut b = Bench::start(&Params::PAPER)?;
            *b.leaf(9) |= DISABLED;
            b.look(0, 0, b.page(9));
            while b.reads.len() < 5 {
                b.cycle()?;
            }
            *b.above() = *b.above() & !VALID | above;
            b.finish()?;
            b.expect_ends(&[(1, 9, large.and_then(|large| b.mapping(9, large)))])?;
        }
        Ok(())
    }

    fn lookups_of_one_page_are_one_walk_and_have_one_answer() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(0, 2, b.page(9));
        b.look(1, 7, b.page(9));
        b.cycle()?;
        b.look(1, 29, b.page(9));
        b.finish()?;
        b.expect_ends(&[(1 << 2 | 1 << 7 | 1 << 29, 9, b.mapping(9, false))])?;
        b.h.expect("reads", b.reads.len(), 4)
    }

    fn a_lookup_in_the_cycle_in_which_the_walk_of_its_page_ends_is_answered_with_it() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(0, 0, b.page(9));
        while b.h.model().state().end_turn().is_none() {
            b.cycle()?;
        }
        b.look(0, 1, b.page(9));
        b.cycle()?;
        b.expect_ends(&[(0b11, 9, b.mapping(9, false))])?;
        b.look(0, 2, b.page(9));
        b.finish()?;
        b.h.expect("mask, reads", (b.ends[1].mask, b.reads.len()), (0b100, 8))
    }

    fn walks_that_are_all_in_use_take_no_lookup_and_one_that_ends_makes_room() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.answers = false;
        for pair in 0..32 {
            b.h.expect("ready", b.h.out.miss_ready, 0b11)?;
            b.look(0, 0, b.page(2 * pair));
            // The last place is left.
            if pair < 31 {
                b.look(1, 1, b.page(2 * pair + 1));
            }
            b.cycle()?;
        }
        b.h.expect("ready with one place", b.h.out.miss_ready, 0b01)?;
        b.look(0, 1, b.page(63));
        b.look(1, 2, b.page(64));
        b.cycle()?;
        b.h.expect("ready without", b.h.out.miss_ready, 0)?;
        b.answers = true;
        while b.ends.is_empty() {
            b.cycle()?;
        }
        b.h.expect("ready with one place", b.h.out.miss_ready, 0b01)?;
        b.finish()?;
        let refused = b.ends.iter().any(|end| end.page == b.page(64));
        b.h.expect("ends, refused", (b.ends.len(), refused), (64, false))
    }

    fn faults_free_their_walks_and_hold_up_no_other() {
        let mut b = Bench::start(&Params::PAPER)?;
        for slot in 0..64 {
            *b.leaf(slot) = 0;
        }
        for slot in (0..64).step_by(2) {
            b.look(0, 0, b.page(slot));
            b.look(1, 1, b.page(slot + 1));
            b.cycle()?;
        }
        while b.h.out.miss_ready & 1 == 0 {
            b.cycle()?;
        }
        b.look(0, 2, b.page(100));
        b.finish()?;
        let faults = b.ends.iter().filter(|end| end.found.is_none()).count();
        let last = b.ends.last().map(|end| (end.mask, end.found));
        b.h.expect("faults, last", (faults, last), (64, Some((1 << 2, b.mapping(100, false)))))
    }

    fn a_read_leaves_and_a_walk_ends_each_cycle() {
        let mut b = Bench::start(&Params::PAPER)?;
        for slot in (0..32).step_by(2) {
            b.look(0, 0, b.page(slot));
            b.look(1, 1, b.page(slot + 1));
            b.cycle()?;
        }
        let first = b.h.now();
        b.finish()?;
        // The first reads left while lookups came.
        b.h.expect("cycles", b.h.now() - first <= 4 * 32 - 14 + 4, true)?;
        b.h.expect("ends", b.ends.len(), 32)
    }

    fn a_read_that_is_not_taken_stays() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.h.input.wm_ready = false;
        b.look(0, 0, b.page(9));
        b.cycles(3)?;
        let shown = b.h.out;
        b.h.expect("read", shown.wm_valid, true)?;
        b.look(0, 1, b.page(10));
        b.flush();
        b.cycles(5)?;
        b.h.expect("read", (b.h.out.wm_addr, b.h.out.wm_tag), (shown.wm_addr, shown.wm_tag))?;
        b.h.input.wm_ready = true;
        b.finish()?;
        b.h.expect("ends", b.ends.len(), 2)
    }

    fn a_flush_at_any_time_makes_a_walk_begin_anew_and_answer_what_is_true_behind_it() {
        for at in 0..30 {
            let mut b = Bench::start(&Params::PAPER)?;
            b.latency = 3;
            *b.above() |= LARGE;
            b.look(0, 0, b.page(9));
            b.cycles(at)?;
            *b.above() &= !LARGE;
            let flushed = b.h.now();
            b.flush();
            b.finish()?;
            let [end] = b.ends[..] else { return b.h.expect("ends", b.ends.len(), 1) };
            let large = end.cycle < flushed;
            b.h.expect("found", end.found, b.mapping(9, large))?;
        }
        Ok(())
    }

    fn a_flush_in_the_cycle_in_which_a_walk_would_end_holds_its_answer_back() {
        let mut b = Bench::start(&Params::PAPER)?;
        *b.above() |= LARGE;
        b.look(0, 0, b.page(9));
        while b.h.model().state().end_turn().is_none() {
            b.cycle()?;
        }
        *b.above() &= !LARGE;
        b.flush();
        b.look(0, 1, b.page(9));
        b.cycle()?;
        b.h.expect("ends", b.ends.len(), 0)?;
        b.finish()?;
        b.expect_ends(&[(0b11, 9, b.mapping(9, false))])?;
        b.h.expect("depths", b.depths(), vec![1, 2, 3, 4, 1, 2, 3, 4])
    }

    fn an_entry_that_comes_with_the_flush_does_not_count_and_a_flush_makes_one_more_read_possible() {
        let mut b = Bench::start(&Params::PAPER)?;
        *b.leaf(9) |= DISABLED;
        b.look(0, 0, b.page(9));
        while b.reads.len() < 6 {
            b.cycle()?;
        }
        // The data of the sixth read.
        b.flush();
        b.finish()?;
        b.expect_ends(&[(1, 9, b.mapping(9, false))])?;
        b.h.expect("depths", b.depths(), vec![1, 2, 3, 4, 3, 4, 1, 2, 3, 4, 3, 4])
    }

    fn a_flush_is_of_one_large_page_of_an_address_space_or_of_the_space_or_of_all() {
        // Walks: of the page that is flushed, of its neighbour, of the same page in another space.
        for (space, all, restarts) in [(false, false, 1), (true, false, 2), (false, true, 3)] {
            let mut b = Bench::start(&Params::PAPER)?;
            b.answers = false;
            let page = b.page(9);
            b.look(0, 0, page);
            b.look(1, 1, Page { vpn: page.vpn ^ 1 << 9, ..page });
            b.cycle()?;
            b.look(0, 2, Page { asid: ASID + 1, ..page });
            b.cycles(6)?;
            b.flush();
            (b.h.input.flush_space, b.h.input.flush_all) = (space, all);
            b.cycle()?;
            b.answers = true;
            b.finish()?;
            let begun = b.depths().iter().filter(|depth| **depth == 1).count();
            b.h.expect("reads of roots", begun, 3 + restarts)?;
            b.h.expect("ends", b.ends.len(), 3)?;
        }
        Ok(())
    }

    fn one_page_in_two_address_spaces_is_two_walks() {
        let mut b = Bench::start(&Params::PAPER)?;
        let page = b.page(9);
        b.look(0, 0, page);
        b.look(1, 1, Page { asid: ASID + 1, ..page });
        b.finish()?;
        let ends: Vec<_> = b.ends.iter().map(|end| (end.mask, end.page.asid)).collect();
        b.h.expect("ends", ends, vec![(1, ASID), (2, ASID + 1)])
    }

    fn each_sm_walks_from_its_own_root() {
        let mut b = Bench::start(&Params::PAPER)?;
        let i = &mut b.h.input;
        (i.root_we, i.root_core, i.root_ppn) = (true, 5, 0x99);
        b.cycle()?;
        b.look(0, 5, b.page(9));
        b.look(1, 6, b.page(10));
        b.finish()?;
        let roots: Vec<_> = b.reads.iter().filter(|read| read.wm_depth == 1).map(|read| read.wm_addr >> 12).collect();
        b.h.expect("roots", roots, vec![0x99, 0x11])
    }

    fn a_reset_forgets_walks_and_roots_can_be_written_again() {
        for cut in 1..16 {
            let mut b = Bench::start(&Params::PAPER)?;
            b.look(0, 0, b.page(9));
            b.cycles(cut)?;
            b.h.reset();
            b.waiting.clear();
            b.ends.clear();
            let i = &mut b.h.input;
            (i.root_we, i.root_core, i.root_ppn) = (true, 0, 0x11);
            b.cycle()?;
            b.look(0, 0, b.page(10));
            b.finish()?;
            b.expect_ends(&[(1, 10, b.mapping(10, false))])?;
        }
        Ok(())
    }
}
