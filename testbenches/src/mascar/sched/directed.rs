// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern `mascar_sched`, each with the values it must show.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sched::{Grant, In};
use warpsmith_units::Parameters;

use super::Harness;
use crate::directed::directed;
use crate::BenchError;

/// All warps live, the lower the older, nothing to issue, all pipes free.
pub(crate) fn idle(params: &Params) -> Result<Harness, BenchError> {
    let warps = u64::MAX >> (64 - params.n_warps);
    let mut input = In {
        slot_live: warps,
        ops_ready: warps,
        comp_free: (1 << params.n_sched) - 1,
        lsu_free: true,
        ..In::default()
    };
    for w in 0..params.n_warps {
        input.set_rank(w, w as u8, params);
    }
    Harness::start(params, input)
}

fn paper() -> Result<Harness, BenchError> {
    idle(&Params::PAPER)
}

/// The warps' next instructions: these access memory, those compute.
pub(crate) fn heads(h: &mut Harness, mem: u64, comp: u64) {
    h.input.ib_valid = mem | comp;
    h.input.head_is_mem = mem;
}

/// What the schedulers 0 and 1 issue in this cycle.
fn grants(h: &Harness) -> [Option<Grant>; 2] {
    [0, 1].map(|s| h.out.grant(s, &h.params))
}

fn mem(warp: u8) -> Option<Grant> {
    Some(Grant { warp, mem: true })
}

fn comp(warp: u8) -> Option<Grant> {
    Some(Grant { warp, mem: false })
}

/// The owner after the cycle.
fn owner(h: &Harness) -> Option<u8> {
    h.out.owner_v.then_some(h.out.owner)
}

/// One cycle, with the grants and the owner after it.
fn cycle(h: &mut Harness, expected: [Option<Grant>; 2], owned_by: Option<u8>) -> Result<(), BenchError> {
    let eval = h.eval()?;
    h.step()?;
    h.expect("grants before the edge", (eval.grant_v, eval.grant_warp), (h.out.grant_v, h.out.grant_warp))?;
    h.expect("grants", grants(h), expected)?;
    h.expect("owner", owner(h), owned_by)
}

/// A unit in MP with `warp` as the owner and without grandfathered warps.
fn owned_by(warp: u8) -> Result<Harness, BenchError> {
    let mut h = paper()?;
    h.input.mp = true;
    h.step()?;
    heads(&mut h, 1 << warp, 0);
    h.step()?;
    heads(&mut h, 0, 0);
    h.expect("owner", owner(&h), Some(warp))?;
    Ok(h)
}

directed! {
    fn three_warps_that_are_memory_ready_when_mp_rises_issue_once_each_and_the_first_becomes_the_owner() {
        let mut h = paper()?;
        heads(&mut h, 0b10101, 0);
        h.input.mp = true;
        cycle(&mut h, [mem(0), None], Some(0))?;
        h.expect("grandfathered", h.model().state().grand(), 0b10100)?;
        // The owner is stalled for its operands, so the others may use what they have left, once each.
        h.input.ops_ready = !1;
        cycle(&mut h, [mem(2), None], Some(0))?;
        cycle(&mut h, [mem(4), None], Some(0))?;
        cycle(&mut h, [None, None], Some(0))?;
        h.expect("stalled", h.out.wst_stall & 0b11111, 0b10101)
    }

    fn the_owner_precedes_older_grandfathered_warps() {
        let mut h = paper()?;
        heads(&mut h, 0b100, 0);
        h.step()?;
        heads(&mut h, 0b101, 0);
        h.input.ops_ready = !1;
        h.input.mp = true;
        cycle(&mut h, [mem(2), None], Some(2))?;
        h.input.ops_ready = !0;
        cycle(&mut h, [mem(2), None], Some(2))
    }

    fn mp_that_falls_in_the_cycle_of_a_grant_leaves_the_grant_and_ends_ownership_and_its_stalls() {
        let mut h = owned_by(6)?;
        heads(&mut h, 0b1101 | 1 << 6, 0);
        cycle(&mut h, [mem(6), None], Some(6))?;
        h.expect("stalled", h.out.wst_stall & 0xff, 0b1101)?;
        h.input.mp = false;
        // In EP the warp issued last goes first.
        cycle(&mut h, [mem(6), None], None)?;
        h.expect("stalled in the cycle itself", h.out.wst_stall & 0xff, 0)?;
        h.step()?;
        h.expect("stalled after it", h.out.wst_stall & 0xff, 0)?;
        h.expect("owner", owner(&h), None)
    }

    fn an_owner_that_arrives_at_a_barrier_or_a_fence_or_exits_releases_in_that_cycle_and_the_next_may_own() {
        for place in 0..3 {
            let mut h = owned_by(6)?;
            heads(&mut h, 0b10, 0);
            cycle(&mut h, [None, None], Some(6))?;
            match place {
                0 => h.input.at_barrier = 1 << 6,
                1 => h.input.at_fence = 1 << 6,
                _ => h.input.exited = 1 << 6,
            }
            cycle(&mut h, [None, None], None)?;
            // One free cycle in between: the warp is granted in it and becomes the owner after it.
            cycle(&mut h, [None, mem(1)], Some(1))?;
        }
        Ok(())
    }

    fn an_owner_whose_slot_is_empty_releases() {
        let mut h = owned_by(6)?;
        h.input.slot_live &= !(1 << 6);
        cycle(&mut h, [None, None], None)
    }

    fn an_owner_that_needs_its_own_load_releases_only_when_none_of_its_requests_is_unsent() {
        let mut h = owned_by(6)?;
        heads(&mut h, 0, 1 << 6);
        h.input.ops_ready = !(1 << 6);
        h.input.dep_ll = 1 << 6;
        h.input.lsu_has = 1 << 6;
        cycle(&mut h, [None, None], Some(6))?;
        h.input.lsu_has = 0;
        h.input.rexq_has = 1 << 6;
        cycle(&mut h, [None, None], Some(6))?;
        h.input.rexq_has = 1 << 7;
        cycle(&mut h, [None, None], None)
    }

    fn without_release_waits_an_owner_that_needs_its_own_load_releases_at_once() {
        let mut h = idle(&Params::VARIANT)?;
        h.input.mp = true;
        heads(&mut h, 1 << 6, 0);
        h.step()?;
        h.expect("owner", owner(&h), Some(6))?;
        heads(&mut h, 0, 1 << 6);
        h.input.ops_ready = !(1 << 6) & 0x7ff;
        h.input.dep_ll = 1 << 6;
        h.input.lsu_has = 1 << 6;
        h.step()?;
        h.expect("owner", owner(&h), None)
    }

    fn the_owner_keeps_ownership_through_its_computation() {
        let mut h = owned_by(6)?;
        heads(&mut h, 0b10, 1 << 6);
        for _ in 0..10 {
            cycle(&mut h, [comp(6), None], Some(6))?;
        }
        heads(&mut h, 0b10 | 1 << 6, 0);
        cycle(&mut h, [mem(6), None], Some(6))
    }

    fn with_no_warp_ready_for_memory_the_warp_at_the_queues_head_becomes_the_owner() {
        let mut h = paper()?;
        h.input.mp = true;
        h.input.rexq_has = 1 << 7;
        h.input.rexq_head_v = true;
        h.input.rexq_head_warp = 7;
        // A warp that could issue, but for the LSU, has precedence.
        heads(&mut h, 1, 0);
        h.input.lsu_free = false;
        cycle(&mut h, [None, None], None)?;
        heads(&mut h, 0, 1);
        cycle(&mut h, [comp(0), None], Some(7))
    }

    fn a_head_that_leaves_the_queue_in_that_cycle_makes_no_owner_and_the_next_head_does() {
        let mut h = paper()?;
        h.input.mp = true;
        h.input.rexq_has = 1 << 7 | 1 << 4;
        h.input.rexq_head_v = true;
        h.input.rexq_head_warp = 7;
        // The L1 accepts the head's request, which hits: its warp has no request left to send as the owner.
        h.input.rexq_head_leaves = true;
        cycle(&mut h, [None, None], None)?;
        h.input.rexq_has = 1 << 4;
        h.input.rexq_head_warp = 4;
        h.input.rexq_head_leaves = false;
        cycle(&mut h, [None, None], Some(4))
    }

    fn a_head_that_leaves_an_empty_queue_is_refused_as_illegal_stimulus() {
        let mut h = paper()?;
        h.input.rexq_head_leaves = true;
        let refused = h.step().err().map(|e| e.to_string()).unwrap_or_default();
        h.expect("refused", refused.contains("illegal stimulus") && refused.contains("empty"), true)
    }

    fn two_schedulers_that_want_the_lsu_take_turns_and_exactly_one_owner_comes_of_it() {
        let mut h = paper()?;
        h.input.mp = true;
        heads(&mut h, 0b11, 0);
        cycle(&mut h, [mem(0), None], Some(0))?;
        h.input.exited = 1;
        heads(&mut h, 0, 0);
        cycle(&mut h, [None, None], None)?;
        h.input.exited = 0;
        heads(&mut h, 0b1100, 0);
        cycle(&mut h, [None, mem(3)], Some(3))
    }

    fn in_ep_schedulers_that_lose_the_lsu_compute_and_the_turn_passes() {
        let mut h = paper()?;
        heads(&mut h, 0b11, 0b1100);
        cycle(&mut h, [mem(0), comp(3)], None)?;
        cycle(&mut h, [comp(2), mem(1)], None)?;
        cycle(&mut h, [mem(0), comp(3)], None)?;
        // Without a conflict the turn stays where it is.
        heads(&mut h, 0b10, 0b100);
        cycle(&mut h, [comp(2), mem(1)], None)?;
        heads(&mut h, 0b11, 0b1100);
        cycle(&mut h, [comp(2), mem(1)], None)
    }

    fn in_mp_the_scheduler_of_the_owner_gets_the_lsu_and_the_turn_stays() {
        let mut h = paper()?;
        heads(&mut h, 0b111, 0);
        h.input.mp = true;
        cycle(&mut h, [mem(0), None], Some(0))?;
        // It is the turn of scheduler 1, which has the grandfathered warp 1.
        cycle(&mut h, [mem(0), None], Some(0))?;
        h.input.ops_ready = !1;
        cycle(&mut h, [None, mem(1)], Some(0))
    }

    fn ep_prefers_memory_and_mp_computation() {
        let mut h = paper()?;
        heads(&mut h, 0b100, 0b001);
        cycle(&mut h, [mem(2), None], None)?;
        h.input.mp = true;
        cycle(&mut h, [comp(0), None], None)?;
        h.input.comp_free = 0b10;
        cycle(&mut h, [mem(2), None], Some(2))
    }

    fn ep_is_greedy_then_oldest_and_mp_oldest() {
        let mut h = paper()?;
        heads(&mut h, 0, 1 << 8);
        cycle(&mut h, [comp(8), None], None)?;
        heads(&mut h, 0, 1 << 8 | 1 << 4 | 1 << 2);
        cycle(&mut h, [comp(8), None], None)?;
        h.input.mp = true;
        cycle(&mut h, [comp(2), None], None)?;
        h.input.set_rank(2, 40, &Params::PAPER);
        h.input.set_rank(40, 2, &Params::PAPER);
        cycle(&mut h, [comp(4), None], None)
    }

    fn a_load_of_a_warp_with_a_parked_store_does_not_issue_until_the_store_is_accepted() {
        let mut h = paper()?;
        heads(&mut h, 0b1, 0);
        h.input.rexq_has = 1;
        cycle(&mut h, [None, None], None)?;
        h.expect("stalled", h.out.wst_stall & 1, 1)?;
        heads(&mut h, 0, 0b1);
        cycle(&mut h, [comp(0), None], None)?;
        heads(&mut h, 0b1, 0);
        h.input.rexq_has = 0;
        cycle(&mut h, [mem(0), None], None)
    }

    fn a_mode_that_toggles_each_cycle_never_has_more_than_one_owner_and_none_in_ep() {
        let mut h = paper()?;
        heads(&mut h, 0b1111, 0b110000);
        for n in 0..40 {
            h.input.mp = n % 2 == 0;
            h.step()?;
            h.expect("an owner after MP, none after EP", h.out.owner_v, h.input.mp && n % 2 == 0 && h.out.grant_mem != 0)?;
        }
        Ok(())
    }

    fn reset_takes_the_owner_the_turn_and_the_grandfathered_warps() {
        let mut h = paper()?;
        heads(&mut h, 0b11, 0);
        h.input.mp = true;
        cycle(&mut h, [mem(0), None], Some(0))?;
        h.input.mp = false;
        h.reset();
        h.expect("owner", owner(&h), None)?;
        cycle(&mut h, [mem(0), None], None)
    }

    fn a_warp_that_exits_with_requests_outstanding_is_refused_as_illegal_stimulus() {
        let mut h = owned_by(6)?;
        h.input.exited = 1 << 6;
        h.input.rexq_has = 1 << 6;
        let refused = h.step().err().map(|e| e.to_string()).unwrap_or_default();
        h.expect("refused", refused.contains("illegal stimulus") && refused.contains("exit"), true)
    }

    fn every_configuration_issues_the_oldest_ready_warp_of_each_scheduler() {
        for name in Params::NAMED {
            let p = Params::named(name)?;
            let mut h = idle(&p)?;
            heads(&mut h, 0, u64::MAX >> (64 - p.n_warps));
            h.step()?;
            for s in 0..p.n_sched {
                h.expect("the scheduler's warp", h.out.grant(s, &p), comp(s as u8))?;
            }
        }
        Ok(())
    }
}
