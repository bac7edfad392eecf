// SPDX-License-Identifier: Apache-2.0
//! The corner cases of specification section 10 that concern loads of one address, and the triggers that fetch it.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{Kind, Trigger};

use super::{lanes, Found, Lanes, Sm};
use crate::directed::directed;
use crate::BenchError;

/// PCs of loads, in the order of the loop.
const LOOP: [u32; 4] = [0x10, 0x20, 0x30, 0x40];
/// The last of them reads one address.
const SCALAR: u32 = LOOP[3];
const LINE: u64 = 0x8000;

fn scalar() -> Lanes {
    lanes(&Params::PAPER, LINE + 8, 0)
}

/// A load that teaches nothing.
fn other(sm: &mut Sm, pc: u32) -> Result<(), BenchError> {
    sm.load(pc, 0, &vec![(0, 0x100)], Found::Hit)
}

/// The loop once: `found` of the scalar load.
fn once(sm: &mut Sm, found: Found) -> Result<(), BenchError> {
    LOOP[..3].iter().try_for_each(|pc| other(sm, *pc))?;
    sm.load(SCALAR, 0, &scalar(), found)
}

/// The trigger of the scalar load after a first miss.
fn triggered() -> Result<(Sm, u8), BenchError> {
    let mut sm = Sm::paper()?;
    once(&mut sm, Found::Miss(LINE + 8))?;
    let index = sm.trigger(LOOP[2]);
    sm.h.expect("there is a trigger", index.is_some(), true)?;
    Ok((sm, index.unwrap_or(0)))
}

/// What a trigger has: PC, confidence, slow, hops.
fn of(sm: &Sm, index: u8) -> Option<(u32, u32, bool, u32)> {
    let entry = sm.h.model().state().table().get(index.into())?;
    match entry.kind {
        Kind::Trigger(Trigger { slow, hops, .. }) => Some((entry.pc, entry.conf(), slow, hops)),
        Kind::Load(_) => None,
    }
}

/// Lines of triggers that the L1D has looked for.
fn fetched(sm: &Sm) -> Vec<(u64, u8)> {
    sm.taken.iter().filter(|t| t.trigger).map(|t| (t.line, t.entry)).collect()
}

directed! {
    fn a_miss_of_a_scalar_load_makes_the_load_before_it_a_trigger() {
        let (mut sm, index) = triggered()?;
        sm.h.expect("trigger", of(&sm, index), Some((LOOP[2], 1, false, 1)))?;
        other(&mut sm, LOOP[2])?;
        sm.h.expect("line", fetched(&sm), vec![(LINE, index)])?;
        sm.h.expect("fires", of(&sm, index), Some((LOOP[2], 2, false, 1)))?;
        let tracked = sm.taken.iter().any(|t| t.tracked);
        sm.h.expect("tracked", tracked, false)
    }

    fn a_trigger_shows_ten_cycles_after_its_load() {
        let (mut sm, _) = triggered()?;
        sm.beats(LOOP[2], 0, &vec![(0, 0x100)])?;
        for cycle in 4..10 {
            sm.h.expect("no prefetch yet", (cycle, sm.h.out.pf_v), (cycle, false))?;
            sm.step()?;
        }
        sm.h.expect("prefetch", (sm.h.out.pf_v, sm.h.out.pf_line, sm.h.out.pf_trig), (true, LINE, true))
    }

    fn a_line_has_one_trigger() {
        let (mut sm, index) = triggered()?;
        other(&mut sm, LOOP[0])?;
        sm.load(SCALAR, 0, &scalar(), Found::Miss(LINE))?;
        sm.h.expect("second trigger", sm.trigger(LOOP[0]), None)?;
        sm.h.expect("first", of(&sm, index), Some((LOOP[2], 1, false, 1)))
    }

    fn a_merge_alone_makes_no_trigger_and_one_with_its_own_makes_it_slow() {
        let mut sm = Sm::paper()?;
        once(&mut sm, Found::Merged(9))?;
        sm.h.expect("trigger", sm.trigger(LOOP[2]), None)?;
        let (mut sm, index) = triggered()?;
        once(&mut sm, Found::Merged(index))?;
        sm.h.expect("slow", of(&sm, index), Some((LOOP[2], 2, true, 1)))
    }

    fn without_a_load_before_it_or_with_itself_there_is_no_trigger() {
        let mut sm = Sm::paper()?;
        for _ in 0..2 {
            sm.load(SCALAR, 0, &scalar(), Found::Miss(LINE))?;
            sm.h.expect("trigger", sm.trigger(SCALAR), None)?;
        }
        sm.h.expect("entries", sm.h.model().state().table().entries().count(), 1)
    }

    fn a_slow_trigger_walks_back_until_the_loop_begins() {
        let (mut sm, index) = triggered()?;
        let mut at = 2;
        for hops in 1..4 {
            sm.h.expect("trigger", of(&sm, index).map(|t| (t.0, t.3)), Some((LOOP[at], hops)))?;
            once(&mut sm, Found::Merged(index))?;
            // It moves when its load comes again, and fetches all the same.
            sm.taken.clear();
            LOOP[..=at].iter().try_for_each(|pc| other(&mut sm, *pc))?;
            sm.h.expect("line", fetched(&sm), vec![(LINE, index)])?;
            at = (at + 3) % 4;
        }
        // The scalar load itself is before the first of the loop.
        sm.h.expect("trigger", of(&sm, index).map(|t| (t.0, t.2, t.3)), Some((SCALAR, false, 4)))
    }

    fn a_trigger_whose_load_is_before_itself_stays() {
        let (mut sm, index) = triggered()?;
        once(&mut sm, Found::Merged(index))?;
        other(&mut sm, LOOP[1])?;
        other(&mut sm, LOOP[2])?;
        sm.h.expect("it has moved", of(&sm, index), Some((LOOP[1], 2, false, 2)))?;
        sm.load(SCALAR, 0, &scalar(), Found::Merged(index))?;
        other(&mut sm, LOOP[1])?;
        sm.load(SCALAR, 0, &scalar(), Found::Merged(index))?;
        let (pc, hops) = (SCALAR, 3);
        sm.h.expect("and again", of(&sm, index).map(|t| (t.0, t.3)), Some((pc, hops)))?;
        // The scalar load after itself: there it cannot go.
        sm.load(SCALAR, 0, &scalar(), Found::Hit)?;
        sm.h.expect("and stays", of(&sm, index).map(|t| (t.0, t.2, t.3)), Some((pc, false, hops)))
    }

    fn a_trigger_stays_after_the_highest_number_of_hops() {
        let (mut sm, index) = triggered()?;
        // Two loads in turn, and each makes it slow: it goes to and fro.
        for turn in 0..140 {
            let pc = LOOP[(turn % 2 + 2) % 3];
            sm.load(pc, 0, &vec![(0, 0x100)], Found::Merged(index))?;
        }
        let hops = of(&sm, index).map(|t| t.3);
        sm.h.expect("hops", hops, Some(63))
    }

    fn two_triggers_of_one_load_fire_in_the_order_of_their_indices() {
        let (mut sm, first) = triggered()?;
        let second = 0x50;
        other(&mut sm, LOOP[2])?;
        sm.load(second, 0, &lanes(&Params::PAPER, 0x9000, 0), Found::Miss(0x9000))?;
        sm.taken.clear();
        other(&mut sm, LOOP[2])?;
        let lines = fetched(&sm);
        let order: Vec<u64> = lines.iter().map(|l| l.0).collect();
        sm.h.expect("lines", order, vec![LINE, 0x9000])?;
        sm.h.expect("indices", lines.iter().map(|l| l.1 >= first).collect(), vec![true; 2])
    }

    fn a_trigger_that_finds_the_queue_full_is_dropped_and_not_slow() {
        let (mut sm, index) = triggered()?;
        sm.h.input.pf_rdy = false;
        // 32 lines of a load fill the queue.
        sm.load(0x60, 1, &lanes(&Params::PAPER, 0x4000, 64), Found::Hit)?;
        sm.steps(16)?;
        sm.h.expect("lines that wait", sm.h.model().state().queued(), 16)?;
        other(&mut sm, LOOP[2])?;
        sm.h.expect("dropped", sm.pulses.stat_drop, true)?;
        sm.h.expect("trigger", of(&sm, index), Some((LOOP[2], 2, false, 1)))?;
        sm.h.input.pf_rdy = true;
        sm.steps(80)?;
        sm.h.expect("lines of triggers", fetched(&sm), vec![])
    }

    fn the_last_load_is_one_of_the_same_warp() {
        let mut sm = Sm::new(&Params::PAPER, 4)?;
        sm.load(LOOP[0], 0, &vec![(0, 0x100)], Found::Hit)?;
        sm.load(LOOP[1], 1, &vec![(0, 0x100)], Found::Hit)?;
        sm.load(SCALAR, 0, &scalar(), Found::Miss(LINE))?;
        sm.h.expect("triggers", (sm.trigger(LOOP[0]).is_some(), sm.trigger(LOOP[1])), (true, None))?;
        let mut sm = Sm::new(&Params::VARIANT, 4)?;
        let one = |address| lanes(&Params::VARIANT, address, 0);
        sm.load(LOOP[0], 0, &one(0x100), Found::Hit)?;
        sm.load(LOOP[1], 1, &one(0x200), Found::Hit)?;
        sm.load(SCALAR, 0, &one(LINE), Found::Miss(LINE))?;
        sm.h.expect("triggers", (sm.trigger(LOOP[0]), sm.trigger(LOOP[1]).is_some()), (None, true))
    }

    fn loads_that_overlap_see_each_other_as_the_last() {
        let mut sm = Sm::paper()?;
        sm.beats(LOOP[0], 0, &vec![(0, 0x100)])?;
        sm.beats(SCALAR, 0, &scalar())?;
        sm.set_found(Found::Hit);
        sm.step()?;
        sm.set_found(Found::Miss(LINE));
        sm.steps(20)?;
        sm.h.expect("trigger", sm.trigger(LOOP[0]).is_some(), true)
    }

    fn switched_off_each_of_the_two_prefetches_nothing() {
        let mut sm = Sm::new(&Params::NO_TIA, 1)?;
        once(&mut sm, Found::Miss(LINE))?;
        sm.h.expect("trigger", sm.trigger(LOOP[2]), None)?;
        let mut sm = Sm::new(&Params::NO_FOA, 1)?;
        let taken = sm.lines(LOOP[0], 0, &lanes(&Params::NO_FOA, 0x1000, 4), Found::Hit)?;
        sm.expect_offset("offset and confidence", LOOP[0], 4, 30)?;
        sm.h.expect("lines", taken, vec![])
    }
}
