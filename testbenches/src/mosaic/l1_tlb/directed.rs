// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mosaic_l1_tlb`.

use warpsmith_units::mosaic::l1_tlb::In;
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{FLUSH_BASE, FLUSH_LARGE, SLOT_BITS};

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

type Done = Result<(), BenchError>;

/// A large page, and the frame of its base page 0: aligned, as a coalesced page is.
const LVPN: u64 = 0x51;
const PPN: u64 = 0x3 << SLOT_BITS;
const PERM: u8 = 6;

fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In { miss_ready: true, ..In::default() })
}

fn page(slot: u64) -> u64 {
    LVPN << SLOT_BITS | slot
}

/// Sets a lookup, an answer, a flush of the cycle to come.
fn set_look(h: &mut Harness, vpn: u64, warp: u8) {
    (h.input.lk_valid, h.input.lk_vpn, h.input.lk_warp) = (true, vpn, warp);
}

fn set_fill(h: &mut Harness, vpn: u64, ppn: u64, large: bool) {
    let i = &mut h.input;
    (i.fill_valid, i.fill_vpn, i.fill_ppn, i.fill_large) = (true, vpn, ppn, large);
    (i.fill_perm, i.fill_fault) = (PERM, false);
}

fn set_fault(h: &mut Harness, vpn: u64) {
    set_fill(h, vpn, 0, false);
    h.input.fill_fault = true;
}

fn set_flush(h: &mut Harness, lvpn: u64, kind: bool) {
    (h.input.flush_valid, h.input.flush_lvpn, h.input.flush_kind) = (true, lvpn, kind);
}

fn fill(h: &mut Harness, vpn: u64, ppn: u64, large: bool) -> Done {
    set_fill(h, vpn, ppn, large);
    h.step()
}

fn flush(h: &mut Harness, lvpn: u64, kind: bool) -> Done {
    set_flush(h, lvpn, kind);
    h.step()?;
    h.expect("flush_ack", h.out.flush_ack, true)
}

fn look(h: &mut Harness, vpn: u64, warp: u8) -> Done {
    set_look(h, vpn, warp);
    h.step()
}

/// A lookup that hits: the kind of page and the physical base page.
fn expect_hit(h: &mut Harness, vpn: u64, large: bool, ppn: u64) -> Done {
    look(h, vpn, 1)?;
    let o = h.out;
    let slot = if o.res_large { vpn & 0x1ff } else { 0 };
    h.expect("hit, large, physical page", (o.res_hit, o.res_large, o.res_ppn | slot), (true, large, ppn))
}

fn expect_miss(h: &mut Harness, vpn: u64, warp: u8) -> Done {
    look(h, vpn, warp)?;
    h.expect("hit, pending", (h.out.res_hit, h.out.res_pending), (false, true))
}

directed! {
    fn a_base_page_and_a_large_page_give_the_same_physical_page_and_the_large_one_wins() {
        let mut h = start(&Params::PAPER)?;
        fill(&mut h, page(5), PPN | 5, false)?;
        expect_hit(&mut h, page(5), false, PPN | 5)?;
        fill(&mut h, page(7), PPN | 7, true)?;
        for slot in [5, 7, 0, 511] {
            expect_hit(&mut h, page(slot), true, PPN | slot)?;
        }
        flush(&mut h, LVPN, FLUSH_LARGE)?;
        expect_hit(&mut h, page(5), false, PPN | 5)?;
        expect_miss(&mut h, page(7), 0)
    }

    fn a_large_hit_does_not_touch_the_base_entry() {
        let mut h = start(&Params::TINY)?;
        let (first, second) = (page(1) & 0x7ff, page(2) & 0x7ff);
        fill(&mut h, first, 3, false)?;
        fill(&mut h, second, 4, false)?;
        fill(&mut h, first, 0, true)?;
        // Were it touched, the second would have to go.
        look(&mut h, first, 1)?;
        h.expect("large", h.out.res_large, true)?;
        fill(&mut h, 0x600, 5, false)?;
        flush(&mut h, first >> SLOT_BITS, FLUSH_LARGE)?;
        expect_hit(&mut h, second, false, 4)?;
        expect_miss(&mut h, first, 1)
    }

    fn two_answers_of_one_large_page_make_one_entry_and_wake_their_own_waiters() {
        let mut h = start(&Params::PAPER)?;
        expect_miss(&mut h, page(1), 3)?;
        expect_miss(&mut h, page(2), 4)?;
        fill(&mut h, page(1), PPN | 1, true)?;
        h.expect("waiters", (h.out.wake_waiters, h.out.wake_large, h.out.wake_ppn), (1 << 3, true, PPN))?;
        fill(&mut h, page(2), PPN | 2, true)?;
        h.expect("waiters", (h.out.wake_waiters, h.out.wake_large, h.out.wake_ppn), (1 << 4, true, PPN))?;
        h.expect("large entries", h.model().state().large().entries().count(), 1)
    }

    fn an_answer_for_a_page_that_is_here_only_makes_it_the_most_recently_used() {
        let mut h = start(&Params::TINY)?;
        fill(&mut h, 1, 11, false)?;
        fill(&mut h, 2, 12, false)?;
        fill(&mut h, 1, 99, false)?;
        fill(&mut h, 3, 13, false)?;
        expect_hit(&mut h, 1, false, 11)?;
        expect_miss(&mut h, 2, 0)
    }

    fn full_large_entries_lose_the_least_recently_used_one() {
        let mut h = start(&Params::PAPER)?;
        for lvpn in 0..16 {
            fill(&mut h, lvpn << SLOT_BITS, lvpn << SLOT_BITS, true)?;
        }
        expect_hit(&mut h, 0, true, 0)?;
        fill(&mut h, 16 << SLOT_BITS, 16 << SLOT_BITS, true)?;
        expect_hit(&mut h, 0, true, 0)?;
        expect_hit(&mut h, 16 << SLOT_BITS, true, 16 << SLOT_BITS)?;
        expect_miss(&mut h, 1 << SLOT_BITS, 0)
    }

    fn a_lookup_in_the_cycle_of_its_fill_hits() {
        let mut h = start(&Params::PAPER)?;
        for large in [false, true] {
            expect_miss(&mut h, page(9), 2)?;
            set_fill(&mut h, page(9), PPN | 9, large);
            expect_hit(&mut h, page(9), large, PPN | 9)?;
            h.expect("waiters", h.out.wake_waiters, 1 << 2)?;
            flush(&mut h, LVPN, FLUSH_BASE)?;
        }
        Ok(())
    }

    fn a_stale_base_entry_is_gone_after_a_base_flush_and_those_of_other_pages_stay() {
        let mut h = start(&Params::PAPER)?;
        // Cached before the page is coalesced, and still there beside the large entry.
        fill(&mut h, page(5), PPN | 5, false)?;
        fill(&mut h, page(6), PPN | 6, true)?;
        fill(&mut h, (LVPN + 1) << SLOT_BITS, 0x77, false)?;
        flush(&mut h, LVPN, FLUSH_BASE)?;
        expect_miss(&mut h, page(5), 0)?;
        expect_hit(&mut h, (LVPN + 1) << SLOT_BITS, false, 0x77)?;
        // Migrated: the walk after the flush finds the new place.
        fill(&mut h, page(5), 0x1234, false)?;
        expect_hit(&mut h, page(5), false, 0x1234)
    }

    fn an_answer_in_the_cycle_of_the_flush_is_dropped_and_asked_for_again() {
        let mut h = start(&Params::PAPER)?;
        expect_miss(&mut h, page(5), 8)?;
        h.step()?;
        h.expect("request", (h.out.miss_valid, h.out.miss_vpn), (true, page(5)))?;
        set_fill(&mut h, page(5), PPN | 5, true);
        flush(&mut h, LVPN, FLUSH_LARGE)?;
        h.expect("wake", h.out.wake_valid, false)?;
        h.expect("large entries", h.model().state().large().entries().count(), 0)?;
        h.step()?;
        h.expect("request", (h.out.miss_valid, h.out.miss_vpn), (true, page(5)))?;
        fill(&mut h, page(5), 0x88, false)?;
        h.expect("wake", (h.out.wake_waiters, h.out.wake_ppn), (1 << 8, 0x88))
    }

    fn a_large_flush_lets_the_base_answer_of_its_cycle_pass() {
        let mut h = start(&Params::PAPER)?;
        expect_miss(&mut h, page(5), 8)?;
        set_fill(&mut h, page(5), PPN | 5, false);
        flush(&mut h, LVPN, FLUSH_LARGE)?;
        h.expect("wake", (h.out.wake_waiters, h.out.wake_ppn), (1 << 8, PPN | 5))?;
        expect_hit(&mut h, page(5), false, PPN | 5)
    }

    fn a_lookup_in_the_cycle_of_the_flush_misses() {
        let mut h = start(&Params::PAPER)?;
        fill(&mut h, page(5), PPN | 5, true)?;
        set_flush(&mut h, LVPN, FLUSH_LARGE);
        expect_miss(&mut h, page(5), 0)
    }

    fn a_flush_of_all_leaves_nothing() {
        let mut h = start(&Params::PAPER)?;
        fill(&mut h, page(5), PPN | 5, true)?;
        fill(&mut h, 3, 4, false)?;
        h.input.flush_all = true;
        flush(&mut h, 0, FLUSH_LARGE)?;
        expect_miss(&mut h, page(5), 0)?;
        expect_miss(&mut h, 3, 0)
    }

    fn warps_that_fault_on_one_page_ask_once_and_are_all_told() {
        let mut h = start(&Params::PAPER)?;
        for warp in [1, 5, 63] {
            expect_miss(&mut h, page(5), warp)?;
        }
        h.expect("MSHRs", h.model().state().waiting().count(), 1)?;
        set_fault(&mut h, page(5));
        h.step()?;
        let waiters = 1 << 1 | 1 << 5 | 1 << 63;
        h.expect("wake", (h.out.wake_waiters, h.out.wake_fault, h.out.wake_ppn), (waiters, true, 0))?;
        h.expect("requests", h.out.miss_valid, false)?;
        // The warps look up again when the page is there.
        expect_miss(&mut h, page(5), 1)
    }

    fn a_lookup_that_finds_all_mshrs_in_use_is_refused_while_hits_go_on() {
        let mut h = start(&Params::PAPER)?;
        fill(&mut h, page(0), PPN, false)?;
        for slot in 1..=32 {
            expect_miss(&mut h, page(slot), 0)?;
        }
        look(&mut h, page(33), 0)?;
        h.expect("hit, pending", (h.out.res_hit, h.out.res_pending), (false, false))?;
        expect_miss(&mut h, page(32), 7)?;
        expect_hit(&mut h, page(0), false, PPN)?;
        // The place that an answer leaves is taken in the same cycle.
        set_fill(&mut h, page(4), PPN | 4, false);
        expect_miss(&mut h, page(33), 0)
    }

    fn requests_wait_for_the_shared_tlb_and_go_round() {
        let mut h = start(&Params::PAPER)?;
        h.input.miss_ready = false;
        for slot in [3, 1, 2] {
            expect_miss(&mut h, page(slot), 0)?;
        }
        h.steps(4)?;
        for slot in [3, 1, 2] {
            h.expect("request", (h.out.miss_valid, h.out.miss_vpn), (true, page(slot)))?;
            h.input.miss_ready = true;
            h.step()?;
        }
        h.expect("request", h.out.miss_valid, false)
    }

    fn reset_leaves_no_entry_and_no_waiter() {
        let mut h = start(&Params::PAPER)?;
        fill(&mut h, page(5), PPN | 5, true)?;
        expect_miss(&mut h, 3, 0)?;
        h.reset();
        h.steps(3)?;
        h.expect("request", h.out.miss_valid, false)?;
        expect_miss(&mut h, page(5), 0)
    }
}
