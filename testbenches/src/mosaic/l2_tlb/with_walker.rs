// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l2_tlb` and `mosaic_walker`, wired as section 5 has them (specification section 10, rows 5 and 7).

use warpsmith_units::mosaic::entry::LARGE;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Mapping, FLUSH_LARGE, SLOT_BITS};

use super::bench::{Bench, Done, ASID};
use crate::directed::directed;
use crate::mosaic::walker::bench::Bench as Walks;

/// An answer, by the TLB or at the end of a walk: the cycle in which it is shown, the SM, the base page, what was found.
type Answer = (u64, u8, u64, Option<Mapping>);

/// Both; reads of the walker find page tables of one large page.
struct Pair {
    tlb: Bench,
    walks: Walks,
    cycle: u64,
    answers: Vec<Answer>,
    /// The cycle in which the SMs were told of a flush.
    told: Option<u64>,
}

/// The SMs of a mask, or the ports.
fn each(mask: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1)
}

impl Pair {
    fn start(params: &Params) -> Done<Pair> {
        let (tlb, walks) = (Bench::start(params)?, Walks::start(params)?);
        Ok(Pair { tlb, walks, cycle: 0, answers: Vec::new(), told: None })
    }

    fn page(&self, slot: u64) -> u64 {
        self.walks.lvpn << SLOT_BITS | slot
    }

    fn cycle(&mut self) -> Done<()> {
        let (t, w) = (self.tlb.h.out, self.walks.h.out);
        let i = &mut self.tlb.h.input;
        i.miss_ready = w.miss_ready;
        (i.wrsp_valid, i.wrsp_asid, i.wrsp_vpn, i.wrsp_large) =
            (w.wrsp_valid, w.wrsp_asid, w.wrsp_vpn, w.wrsp_large);
        (i.wrsp_ppn, i.wrsp_perm, i.wrsp_fault) = (w.wrsp_ppn, w.wrsp_perm, w.wrsp_fault);
        i.l1fl_ack = t.l1fl_mask;
        let i = &mut self.walks.h.input;
        (i.miss_valid, i.miss_core, i.miss_asid, i.miss_vpn) =
            (t.miss_valid, t.miss_core, t.miss_asid, t.miss_vpn);
        (i.flush_valid, i.flush_asid, i.flush_lvpn) = (t.flush_valid, t.flush_asid, t.flush_lvpn);
        (i.flush_space, i.flush_all) = (t.flush_space, t.flush_all);
        self.tlb.cycle()?;
        self.walks.cycle()?;
        self.cycle += 1;
        let hits = self.tlb.answers.drain(..).map(|(_, a)| (self.cycle, a.core, a.vpn, Some(a.mapping)));
        self.answers.extend(hits);
        if let Some((page, found)) = self.walks.h.out.ended() {
            let cores = each(self.walks.h.out.wrsp_mask);
            self.answers.extend(cores.map(|core| (self.cycle, core, page.vpn, found)));
        }
        if self.tlb.h.out.l1fl_valid {
            self.told = Some(self.cycle);
        }
        Ok(())
    }

    fn cycles(&mut self, cycles: u64) -> Done<()> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    /// Until there are so many answers, and some cycles more, in which none may come.
    fn finish(&mut self, answers: usize) -> Done<()> {
        for _ in 0..4000 {
            if self.answers.len() >= answers {
                break;
            }
            self.cycle()?;
        }
        self.cycles(100)?;
        self.tlb.h.expect("answers", self.answers.len(), answers)
    }
}

directed! {
    fn two_walks_of_one_large_page_make_one_entry_which_a_third_base_page_hits() {
        let mut p = Pair::start(&Params::PAPER)?;
        *p.walks.above() |= LARGE;
        let (first, second, third) = (p.page(7), p.page(8), p.page(9));
        p.tlb.look(0, 4, first);
        p.tlb.look(1, 5, second);
        p.finish(2)?;
        p.tlb.h.expect("large entries", p.tlb.h.model().state().large().entries().count(), 1)?;
        let from = p.cycle;
        p.tlb.look(0, 6, third);
        p.finish(3)?;
        let found = p.walks.mapping(9, true);
        p.tlb.h.expect("hit", p.answers.last().copied(), Some((from + 10, 6, third, found)))
    }

    fn a_base_page_that_was_walked_is_hit_and_a_fault_fills_nothing() {
        for params in [Params::PAPER, Params::VARIANT] {
            let mut p = Pair::start(&params)?;
            *p.walks.leaf(4) = 0;
            let (here, gone) = (p.page(3), p.page(4));
            for (n, vpn) in [here, gone, here, gone].into_iter().enumerate() {
                p.tlb.look(0, 0, vpn);
                p.finish(n + 1)?;
            }
            let found: Vec<_> = p.answers.iter().map(|(.., found)| *found).collect();
            let base = p.walks.mapping(3, false);
            p.tlb.h.expect("answers", found, vec![base, None, base, None])?;
            let roots = p.walks.depths().iter().filter(|depth| **depth == 1).count();
            p.tlb.h.expect("walks", roots, 3)?;
        }
        Ok(())
    }

    fn lookups_wait_for_few_walks_and_each_is_answered_once() {
        let mut p = Pair::start(&Params::SMALL)?;
        p.walks.latency = 40;
        let mut asked = Vec::new();
        // Each SM but the last looks up pages of its own and some that others look up, too.
        let mut left: Vec<_> = (0..60).map(|n| ((n % 3) as u8, p.page(if n % 2 == 0 { n } else { 400 + n / 6 }))).collect();
        while let Some(lookup) = left.last().copied() {
            let ports = p.tlb.h.out.lk_ready;
            if let Some(port) = each(ports.into()).next() {
                p.tlb.look(port.into(), lookup.0, lookup.1);
                asked.push(lookup);
                left.pop();
            }
            p.cycle()?;
        }
        p.finish(asked.len())?;
        let mut answered: Vec<_> = p.answers.iter().map(|(_, core, vpn, _)| (*core, *vpn)).collect();
        answered.sort_unstable();
        asked.sort_unstable();
        p.tlb.h.expect("answers", answered, asked)?;
        let right = p.answers.iter().all(|(.., vpn, found)| *found == p.walks.mapping(vpn % 512, false));
        p.tlb.h.expect("all right", right, true)
    }

    fn no_lookup_at_any_time_of_splintering_finds_the_large_page_behind_the_flush() {
        let (mut large, mut base) = (0, 0);
        for warm in [false, true] {
            for at in 0..110 {
                let mut p = Pair::start(&Params::PAPER)?;
                p.walks.latency = 5;
                *p.walks.above() |= LARGE;
                let (vpn, other) = (p.page(1), p.page(2));
                if warm {
                    p.tlb.look(0, 3, other);
                    p.finish(1)?;
                }
                let before = p.answers.len();
                let mut asks = false;
                for cycle in 0..140 {
                    if cycle == 45 {
                        *p.walks.above() &= !LARGE;
                        p.tlb.flush(ASID, p.walks.lvpn, FLUSH_LARGE);
                    }
                    asks |= cycle == at;
                    if asks && p.tlb.h.out.lk_ready & 1 == 1 {
                        p.tlb.look(0, 0, vpn);
                        asks = false;
                    }
                    p.cycle()?;
                }
                p.finish(before + 1)?;
                let (cycle, _, _, found) = p.answers[before];
                let is_large = found.is_some_and(|found| found.large);
                p.tlb.h.expect("found", found, p.walks.mapping(1, is_large))?;
                let told = p.told.unwrap_or_default();
                p.tlb.h.expect("large behind the flush", is_large && cycle > told, false)?;
                p.tlb.h.expect("large entries", p.tlb.h.model().state().large().entries().count(), 0)?;
                large += u32::from(is_large);
                base += u32::from(!is_large);
            }
        }
        crate::report::expect(0, "both are met", &(large > 0 && base > 0), &true)
    }
}
