// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_l2_tlb`.

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Mapping, FLUSH_BASE, FLUSH_LARGE, SLOT_BITS};

use super::bench::{mapping, page, Bench, ASID, LVPN, PERM};
use crate::directed::directed;

/// Of a large page, whose number is that of its frame.
fn of_large(lvpn: u64) -> Mapping {
    Mapping { large: true, ppn: lvpn << SLOT_BITS, perm: PERM }
}

directed! {
    fn a_large_hit_answers_after_the_first_probe_and_a_base_hit_after_the_second() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            let (lat, rounds) = (u64::from(params.l2_lat), if params.l2_serial { 2 } else { 1 });
            let mut b = Bench::start(&params)?;
            b.fill_page(page(3), false)?;
            b.fill_page(page(512 + 4), true)?;
            let base = b.find(0, page(3))?;
            b.h.expect("base hit", base, Some((rounds * lat, mapping(3, false))))?;
            let large = b.find(0, page(512 + 9))?;
            b.h.expect("large hit", large, Some((lat, mapping(9, true))))?;
            let miss = b.find(0, page(5))?;
            b.h.expect("miss", (miss, b.misses.len()), (None, 1))?;
        }
        Ok(())
    }

    fn a_page_with_entries_of_both_sizes_hits_the_large_one_at_the_same_address() {
        for params in [Params::PAPER, Params::VARIANT] {
            let mut b = Bench::start(&params)?;
            b.fill_page(page(3), false)?;
            let before = b.find(0, page(3))?.map(|(_, found)| found.ppn);
            b.fill_page(page(7), true)?;
            let found = b.find(0, page(3))?.map(|(_, found)| found);
            b.h.expect("hit", found, Some(mapping(3, true)))?;
            b.h.expect("address", found.map(|found| found.ppn | 3), before)?;
        }
        Ok(())
    }

    fn two_walks_of_one_large_page_make_one_entry_which_the_second_only_touches() {
        let mut b = Bench::start(&Params::SMALL)?;
        for lvpn in 0..6 {
            b.fill(ASID, lvpn << SLOT_BITS, of_large(lvpn));
            b.cycle()?;
        }
        b.fill(ASID, 5, of_large(9));
        b.cycle()?;
        b.h.expect("entries", b.h.model().state().large().entries().count(), 6)?;
        // The oldest now is that of large page 1.
        b.fill(ASID, 6 << SLOT_BITS, of_large(6));
        b.cycle()?;
        let gone = b.find(0, 1 << SLOT_BITS)?;
        b.h.expect("the oldest", gone, None)?;
        let found = b.find(0, 8)?.map(|(_, found)| found);
        b.h.expect("the one that was touched", found, Some(of_large(0)))
    }

    fn the_least_recently_used_large_entry_makes_room() {
        for params in [Params::PAPER, Params::SMALL] {
            let mut b = Bench::start(&params)?;
            let entries = u64::from(params.l2_large);
            for lvpn in 0..entries {
                b.fill(ASID, lvpn << SLOT_BITS, of_large(lvpn));
                b.cycle()?;
            }
            b.find(0, 0)?;
            b.fill(ASID, entries << SLOT_BITS, of_large(entries));
            b.cycle()?;
            for (lvpn, expected) in [(0, true), (1, false), (2, true), (entries, true)] {
                let found = b.find(0, lvpn << SLOT_BITS)?.map(|(_, found)| found);
                b.h.expect("entry", found, expected.then(|| of_large(lvpn)))?;
            }
        }
        Ok(())
    }

    fn a_base_set_that_is_full_evicts_its_least_recently_used_page_and_leaves_other_sets_alone() {
        let p = Params::PAPER;
        let mut b = Bench::start(&p)?;
        let (sets, ways) = (u64::from(p.l2_sets()), u64::from(p.l2_ways));
        b.fill_page(1, false)?;
        for way in 0..ways {
            b.fill_page(way * sets, false)?;
        }
        b.find(0, 0)?;
        b.fill_page(ways * sets, false)?;
        for (vpn, here) in [(0, true), (sets, false), (2 * sets, true), (ways * sets, true), (1, true)] {
            let found = b.find(0, vpn)?.is_some();
            b.h.expect("entry", found, here)?;
        }
        Ok(())
    }

    fn both_ports_take_effect_in_their_order_in_one_set_and_among_large_entries() {
        for large in [false, true] {
            let mut b = Bench::start(&Params::SMALL)?;
            let p = b.params();
            let (entries, step) =
                if large { (u64::from(p.l2_large), 512) } else { (u64::from(p.l2_ways), u64::from(p.l2_sets())) };
            for entry in 0..entries {
                b.fill_page(entry * step, large)?;
            }
            // The two oldest are used in one cycle, in turn; so the third is the oldest now, and then the one at port 0.
            b.look(0, 0, step);
            b.look(1, 1, 0);
            b.cycles(b.rounds() + 1)?;
            b.h.expect("answers", b.answers.len(), 2)?;
            for other in 0..entries - 1 {
                b.fill_page((entries + other) * step, large)?;
            }
            let (at_0, at_1) = (b.find(0, step)?.is_some(), b.find(0, 0)?.is_some());
            b.h.expect("hits", (at_0, at_1), (false, true))?;
        }
        Ok(())
    }

    fn a_lookup_that_is_resolved_as_its_page_is_filled_hits() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            // Large entries are probed in the cycle before a lookup is resolved, and base entries filled in the cycle after a walk has ended.
            for large in [false, true] {
                for late in [0, 1] {
                    let mut b = Bench::start(&params)?;
                    b.look(0, 0, page(3));
                    b.cycles(b.rounds() - 2 + late)?;
                    b.fill_page(page(3), large)?;
                    b.cycles(4)?;
                    let found: Vec<_> = b.answers.iter().map(|(_, answer)| answer.mapping).collect();
                    let expected = if late == 0 { vec![mapping(3, large)] } else { vec![] };
                    b.h.expect("answers", found, expected)?;
                }
            }
        }
        Ok(())
    }

    fn a_lookup_that_the_walker_does_not_take_is_probed_again_and_hits_if_its_page_has_come() {
        for params in [Params::PAPER, Params::VARIANT] {
            for comes in [false, true] {
                let mut b = Bench::start(&params)?;
                b.h.input.miss_ready = 0;
                let lat = u64::from(params.l2_lat);
                let from = b.h.now();
                b.look(0, 0, page(3));
                b.cycles(b.rounds() + lat)?;
                if comes {
                    b.fill_page(page(3), false)?;
                } else {
                    b.cycle()?;
                }
                b.cycles(lat)?;
                let offers: Vec<_> = b.misses.iter().map(|(cycle, ..)| cycle - from).collect();
                let first = b.rounds();
                let expected = if comes { vec![first, first + lat] } else { vec![first, first + lat, first + 2 * lat] };
                b.h.expect("offers", offers, expected)?;
                let answers: Vec<_> = b.answers.iter().map(|(cycle, _)| cycle - from).collect();
                b.h.expect("answers", answers, if comes { vec![first + 2 * lat] } else { vec![] })?;
            }
        }
        Ok(())
    }

    fn a_port_takes_no_lookup_as_one_goes_through_it_again_and_the_other_port_does() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.look(0, 0, page(3));
        let lat = u64::from(b.params().l2_lat);
        for cycle in 1..=3 * lat {
            b.cycle()?;
            // The second probe begins, then the lookup is offered to the walker.
            let expected = if cycle == lat || cycle == 2 * lat { 2 } else { 3 };
            b.h.expect("lk_ready", b.h.out.lk_ready, expected)?;
        }
        Ok(())
    }

    fn each_port_answers_a_lookup_a_cycle() {
        let mut b = Bench::start(&Params::PAPER)?;
        for lvpn in 0..40 {
            b.fill(ASID, lvpn << SLOT_BITS, of_large(lvpn));
            b.cycle()?;
        }
        for n in 0..20 {
            b.look(0, 0, (2 * n) << SLOT_BITS);
            b.look(1, 1, (2 * n + 1) << SLOT_BITS);
            b.cycle()?;
        }
        b.cycles(10)?;
        b.h.expect("answers", b.answers.len(), 40)
    }

    fn a_large_flush_takes_the_large_entry_of_its_page_and_space_alone_and_a_base_flush_the_base_entries_too() {
        for params in [Params::PAPER, Params::VARIANT, Params::SMALL] {
            for kind in [FLUSH_LARGE, FLUSH_BASE] {
                let mut b = Bench::start(&params)?;
                let (other, next) = (b.other(), page(512));
                for slot in [0, 101] {
                    b.fill_page(page(slot), false)?;
                    b.fill_page(next + slot, false)?;
                    b.fill(ASID + 1, page(slot), mapping(slot, false));
                    b.cycle()?;
                }
                b.fill_page(page(0), true)?;
                b.fill_page(next, true)?;
                b.fill(ASID + 1, page(0), mapping(0, true));
                b.cycle()?;
                b.flush(ASID, LVPN, kind);
                b.cycle()?;
                b.finish_flush()?;
                for slot in [0, 101] {
                    let found = b.find(0, page(slot))?.map(|(_, found)| found);
                    let expected = (kind == FLUSH_LARGE).then(|| mapping(slot, false));
                    b.h.expect("of the flushed page", found, expected)?;
                    for (core, vpn) in [(0, next + slot), (other, page(slot))] {
                        let found = b.find(core, vpn)?.map(|(_, found)| found);
                        b.h.expect("of another one", found, Some(mapping(slot, true)))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn an_address_space_that_is_used_again_after_its_flush_finds_nothing_of_before_and_another_space_keeps_its_pages() {
        for (all, kept) in [(false, true), (true, false)] {
            let mut b = Bench::start(&Params::SMALL)?;
            let other = b.other();
            for asid in [ASID, ASID + 1] {
                for large in [false, true] {
                    let vpn = page(if large { 512 } else { 3 });
                    b.fill(asid, vpn, mapping(vpn, large));
                    b.cycle()?;
                }
            }
            b.flush(ASID, LVPN + 9, FLUSH_LARGE);
            (b.h.input.fl_space, b.h.input.fl_all) = (true, all);
            b.cycle()?;
            b.finish_flush()?;
            for vpn in [page(3), page(512)] {
                let (old, others) = (b.find(0, vpn)?.is_some(), b.find(other, vpn)?.is_some());
                b.h.expect("hits", (old, others), (false, kept))?;
            }
            b.fill_page(page(3), false)?;
            let found = b.find(0, page(3))?.is_some();
            b.h.expect("new entry", found, true)?;
        }
        Ok(())
    }

    fn two_address_spaces_have_large_pages_of_one_number_side_by_side() {
        let mut b = Bench::start(&Params::PAPER)?;
        let other = b.other();
        b.fill(ASID, page(0), of_large(3));
        b.cycle()?;
        b.fill(ASID + 1, page(0), of_large(4));
        b.cycle()?;
        let found = [b.find(0, page(9))?, b.find(other, page(9))?].map(|found| found.map(|(_, found)| found));
        b.h.expect("frames", found, [Some(of_large(3)), Some(of_large(4))])
    }

    fn a_flush_takes_two_cycles_behind_the_lookups_in_flight_and_one_more_for_each_base_set() {
        for params in [Params::PAPER, Params::VARIANT, Params::TINY] {
            for kind in [FLUSH_LARGE, FLUSH_BASE] {
                let mut b = Bench::start(&params)?;
                b.flush(ASID, LVPN, kind);
                b.cycle()?;
                let cycles = b.finish_flush()?;
                let sets = if kind == FLUSH_BASE { u64::from(params.l2_sets()) } else { 0 };
                b.h.expect("cycles", cycles, b.rounds() + 2 + sets)?;
            }
        }
        Ok(())
    }

    fn a_flush_refuses_lookups_resolves_those_in_flight_and_tells_the_walker_before_the_sms() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.fill_page(page(3), false)?;
        b.look(0, 0, page(3));
        b.look(1, 1, page(4));
        b.flush(ASID, LVPN, FLUSH_BASE);
        b.cycle()?;
        let mut told = 0;
        while !b.h.out.l1fl_valid {
            b.h.expect("ready", (b.h.out.lk_ready, b.h.out.fl_ready), (0, false))?;
            told += u32::from(b.h.out.flush_valid);
            b.look(0, 0, page(5));
            b.flush(ASID, LVPN + 1, FLUSH_BASE);
            b.cycle()?;
        }
        b.h.expect("pulses for the walker", told, 1)?;
        b.h.expect("answers and misses", (b.answers.len(), b.misses.len()), (1, 1))?;
        b.h.expect("SMs", b.h.out.l1fl_mask, (1 << b.other()) - 1)?;
        // Each acknowledges it in a cycle of its own.
        for core in 0..b.other() {
            b.h.expect("fl_done", b.h.out.fl_done, false)?;
            b.h.input.l1fl_ack = 1 << core;
            b.cycle()?;
        }
        b.h.expect("fl_done and ready", (b.h.out.fl_done, b.h.out.fl_ready, b.h.out.lk_ready), (true, true, 3))
    }

    fn a_flush_of_a_space_that_no_sm_has_tells_none() {
        let mut b = Bench::start(&Params::PAPER)?;
        b.flush(ASID + 7, LVPN, FLUSH_LARGE);
        b.cycle()?;
        let cycles = b.finish_flush()?;
        b.h.expect("cycles", cycles, b.rounds() + 2)
    }

    fn a_walk_that_ends_at_any_time_of_a_flush_leaves_no_entry_if_it_was_read_before_the_walker_knew() {
        for params in [Params::PAPER, Params::VARIANT] {
            for (large, kind) in [(true, FLUSH_LARGE), (true, FLUSH_BASE), (false, FLUSH_BASE)] {
                for at in 0..60 {
                    let mut b = Bench::start(&params)?;
                    b.flush(ASID, LVPN, kind);
                    let mut told = None;
                    for cycle in 0..70 {
                        if b.h.out.flush_valid {
                            told = Some(cycle);
                        }
                        if cycle == at {
                            b.fill(ASID, page(3), mapping(3, large));
                        }
                        b.h.input.l1fl_ack = b.h.out.l1fl_mask;
                        b.cycle()?;
                    }
                    let found = b.find(0, page(3))?.is_some();
                    let stale = told.is_none_or(|told| at <= told);
                    // One that was read since may be invalidated all the same, as long as sets are.
                    let sets = if large { 1 } else { u64::from(params.l2_sets()) + 2 };
                    let surely = told.is_some_and(|told| at > told + sets);
                    b.h.expect("entry", found, !stale && (found || surely))?;
                }
            }
        }
        Ok(())
    }

    fn a_set_waits_for_a_cycle_without_a_fill_and_every_set_gets_its_turn() {
        let p = Params::PAPER;
        let mut b = Bench::start(&p)?;
        for slot in 0..64 {
            b.fill_page(page(slot), false)?;
        }
        b.flush(ASID, LVPN, FLUSH_BASE);
        b.cycle()?;
        let from = b.h.now() - 1;
        while !b.h.out.flush_valid {
            b.cycle()?;
        }
        b.cycles(2)?;
        // Fills of another page in 10 of the cycles in which sets are invalidated.
        for _ in 0..10 {
            b.fill_page(page(512), false)?;
            b.cycle()?;
        }
        while !b.h.out.l1fl_valid {
            b.cycle()?;
        }
        b.h.expect("cycles", b.h.now() - from, b.rounds() + 2 + u64::from(p.l2_sets()) + 10)?;
        let left = b.h.model().state().base().iter().map(|set| set.entries().count()).sum::<usize>();
        b.h.expect("entries", left, 1)
    }

    fn a_reset_forgets_entries_lookups_and_a_flush() {
        for cut in 1..60 {
            let mut b = Bench::start(&Params::PAPER)?;
            b.fill_page(page(3), false)?;
            b.fill_page(page(512), true)?;
            b.look(0, 0, page(3));
            b.flush(ASID, LVPN, FLUSH_BASE);
            b.cycles(cut)?;
            b.h.reset();
            b.answers.clear();
            b.misses.clear();
            b.h.expect("ready", (b.h.out.lk_ready, b.h.out.fl_ready), (3, true))?;
            let found = [b.find(0, page(3))?, b.find(0, page(512))?];
            b.h.expect("entries", found, [None, None])?;
            b.h.expect("misses", b.misses.len(), 2)?;
        }
        Ok(())
    }
}
