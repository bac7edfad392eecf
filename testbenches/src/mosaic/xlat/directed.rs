// SPDX-License-Identifier: Apache-2.0
//! Corner cases of `mosaic_xlat` (specification section 10, rows 5, 6, 7, 9, 15 and 16).

use warpsmith_units::mosaic::entry::{DISABLED, LARGE, VALID};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{FLUSH_BASE, FLUSH_LARGE};

use super::bench::{each, Bench};
use crate::directed::directed;

directed! {
    fn two_walks_of_one_large_page_make_one_entry_which_a_third_base_page_hits() {
        let mut b = Bench::start(&Params::PAPER)?;
        *b.above() |= LARGE;
        let (first, second, third) = (b.page(7), b.page(8), b.page(9));
        b.look(0, 4, first);
        b.look(1, 5, second);
        b.finish(2)?;
        b.h.expect("large entries", b.large_entries(), 1)?;
        let found = b.mapping(9, true);
        let hit = b.find(6, third)?;
        b.h.expect("hit", hit, (10, found))
    }

    fn a_base_page_that_was_walked_is_hit_and_a_fault_fills_nothing() {
        for params in [Params::PAPER, Params::VARIANT] {
            let mut b = Bench::start(&params)?;
            *b.leaf(4) = 0;
            let (here, gone) = (b.page(3), b.page(4));
            for (n, vpn) in [here, gone, here, gone].into_iter().enumerate() {
                b.look(0, 0, vpn);
                b.finish(n + 1)?;
            }
            let found: Vec<_> = b.answers.iter().map(|(.., found)| *found).collect();
            let base = b.mapping(3, false);
            b.h.expect("answers", found, vec![base, None, base, None])?;
            let roots = b.depths.iter().filter(|depth| **depth == 1).count();
            b.h.expect("walks", roots, 3)?;
        }
        Ok(())
    }

    fn a_base_entry_from_before_the_page_became_large_has_the_same_address_and_the_large_one_goes_first() {
        let mut b = Bench::start(&Params::PAPER)?;
        let (vpn, other) = (b.page(3), b.page(4));
        b.find(0, vpn)?;
        *b.above() |= LARGE;
        let (_, large) = b.find(1, other)?;
        b.h.expect("walk", large, b.mapping(4, true))?;
        let hit = b.find(2, vpn)?;
        b.h.expect("large hit", hit, (10, b.mapping(3, true)))?;
        // The large entry alone is flushed: the base entry is still there, and right.
        *b.above() &= !LARGE;
        b.flush(FLUSH_LARGE);
        b.cycles(100)?;
        let hit = b.find(2, vpn)?;
        b.h.expect("base hit", hit, (20, b.mapping(3, false)))
    }

    fn a_large_page_whose_slot_0_has_ended_is_found_by_a_walk_and_then_hit() {
        let mut b = Bench::start(&Params::SMALL)?;
        *b.above() |= LARGE;
        *b.leaf(0) &= !VALID;
        *b.leaf(0) |= DISABLED;
        let (first, second) = (b.page(5), b.page(0));
        let (_, walked) = b.find(0, first)?;
        b.h.expect("walk", walked, b.mapping(5, true))?;
        let hit = b.find(1, second)?;
        b.h.expect("hit", hit, (4, b.mapping(0, true)))
    }

    fn lookups_wait_for_few_walks_and_each_is_answered_once() {
        let mut b = Bench::start(&Params::SMALL)?;
        b.latency = 40;
        let mut asked = Vec::new();
        // Each SM but the last looks up pages of its own and some that others look up, too.
        let mut left: Vec<_> = (0..60).map(|n| ((n % 3) as u8, b.page(if n % 2 == 0 { n } else { 400 + n / 6 }))).collect();
        while let Some(lookup) = left.last().copied() {
            let ports = b.h.out.lk_ready;
            if let Some(port) = each(ports.into()).next() {
                b.look(port.into(), lookup.0, lookup.1);
                asked.push(lookup);
                left.pop();
            }
            b.cycle()?;
        }
        b.finish(asked.len())?;
        let mut answered: Vec<_> = b.answers.iter().map(|(_, core, vpn, _)| (*core, *vpn)).collect();
        answered.sort_unstable();
        asked.sort_unstable();
        b.h.expect("answers", answered, asked)?;
        let right = b.answers.iter().all(|(.., vpn, found)| *found == b.mapping(vpn % 512, false));
        b.h.expect("all right", right, true)
    }

    fn more_faults_than_walks_hold_up_no_page_that_is_there_and_a_page_that_arrives_is_found() {
        let mut b = Bench::start(&Params::SMALL)?;
        b.latency = 20;
        for slot in 8..20 {
            *b.leaf(slot) = 0;
        }
        for slot in 8..20 {
            let vpn = b.page(slot);
            b.look_when_ready((slot % 3) as u8, vpn)?;
        }
        let there = b.page(1);
        b.look_when_ready(3, there)?;
        b.finish(13)?;
        for (_, core, vpn, found) in b.answers.clone() {
            let expected = if core == 3 { b.mapping(1, false) } else { None };
            b.h.expect("found", (vpn % 512, found), (vpn % 512, expected))?;
        }
        *b.leaf(8) = *b.leaf(1) ^ (1 ^ 8) << 12;
        let arrived = b.page(8);
        let (_, found) = b.find(0, arrived)?;
        b.h.expect("arrived", found, b.mapping(8, false))
    }

    fn a_memory_that_takes_no_read_holds_lookups_up_and_then_each_is_answered() {
        let mut b = Bench::start(&Params::SMALL)?;
        b.h.input.wm_ready = false;
        for slot in 0..6 {
            let vpn = b.page(slot);
            b.look_when_ready((slot % 4) as u8, vpn)?;
        }
        b.cycles(300)?;
        b.h.expect("answers", b.answers.len(), 0)?;
        b.h.input.wm_ready = true;
        b.finish(6)
    }

    fn a_reset_at_any_time_of_lookups_and_a_flush_forgets_both() {
        for at in 0..60 {
            let mut b = Bench::start(&Params::SMALL)?;
            b.latency = 5;
            let (first, second) = (b.page(1), b.page(2));
            b.look(0, 0, first);
            b.look(1, 1, second);
            b.cycle()?;
            b.flush(FLUSH_BASE);
            b.cycles(at)?;
            b.reset()?;
            b.cycles(100)?;
            b.h.expect("answers", b.answers.len(), 0)?;
            let (_, found) = b.find(0, first)?;
            b.h.expect("found", found, b.mapping(1, false))?;
        }
        Ok(())
    }

    fn no_lookup_at_any_time_of_splintering_finds_the_large_page_behind_the_flush() {
        let (mut large, mut base) = (0, 0);
        for warm in [false, true] {
            for at in 0..110 {
                let mut b = Bench::start(&Params::PAPER)?;
                b.latency = 5;
                *b.above() |= LARGE;
                let (vpn, other) = (b.page(1), b.page(2));
                if warm {
                    b.look(0, 3, other);
                    b.finish(1)?;
                }
                let before = b.answers.len();
                let mut asks = false;
                for cycle in 0..140 {
                    if cycle == 45 {
                        *b.above() &= !LARGE;
                        b.flush(FLUSH_LARGE);
                    }
                    asks |= cycle == at;
                    if asks && b.h.out.lk_ready & 1 == 1 {
                        b.look(0, 0, vpn);
                        asks = false;
                    }
                    b.cycle()?;
                }
                b.finish(before + 1)?;
                let (cycle, _, _, found) = b.answers[before];
                let is_large = found.is_some_and(|found| found.large);
                b.h.expect("found", found, b.mapping(1, is_large))?;
                let told = b.told.unwrap_or_default();
                b.h.expect("large behind the flush", is_large && cycle > told, false)?;
                b.h.expect("large entries", b.large_entries(), 0)?;
                large += u32::from(is_large);
                base += u32::from(!is_large);
            }
        }
        crate::report::expect(0, "both are met", &(large > 0 && base > 0), &true)
    }
}
