// SPDX-License-Identifier: Apache-2.0
//! `ilp_scoreboard` under random stimulus.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::scoreboard::{Entry, State};
use warpsmith_units::ilp::Scoreboard;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 20] = [
    "issued into an entry",
    "issued alone, the board is full",
    "issued alone, without a board",
    "issued as the only entry leaves",
    "an entry is replaced",
    "a write waits for an older one",
    "operands of entry and register file",
    "operand of an entry that commits",
    "store issued",
    "two warps with stores",
    "wrong branch without entries",
    "wrong branch with an entry",
    "wrong branch empties a list",
    "wrong branch leaves a list",
    "branch takes threads away",
    "zombie",
    "zombie gone",
    "squash",
    "commit refused",
    "commit goes on with the entry behind",
];

/// It takes loads under branches.
const REMOVED_FAULT: &str = "fault of an entry behind a wrong branch";

impl Covered for Scoreboard {
    type Memory = Option<State>;

    fn events(p: &Params) -> Vec<&'static str> {
        // The load issues a slot behind its branch, and its fault must show before that is resolved.
        let late = (p.spec_mem && p.br_stage > 2).then_some(REMOVED_FAULT);
        EVENTS.into_iter().chain(late).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 17
    }

    fn note(cycle: &Cycle<Scoreboard>, memory: &mut Option<State>, c: &mut Coverage) {
        let (p, i, o, shown) = (cycle.params, cycle.input, cycle.out, cycle.before);
        let now = cycle.model.state();
        let before = memory.replace(now.clone()).unwrap_or_else(|| State::reset(p));
        let valid = |s: &State| s.entries_with(|e| e.valid);
        let lives = |e: &Entry, warp: u8| e.valid && !e.zombie && e.warp == warp;
        c.note("issued into an entry", o.iss_entry_valid);
        c.note("issued alone, the board is full", o.iss_solo && i.sb_en);
        c.note("issued alone, without a board", o.iss_solo && !i.sb_en);
        let ends = i.cm_ready && shown.cm_valid && u32::from(shown.cm_beat) + 1 == p.commit_beats;
        let own = |warp: u8| before.entries_with(|e| lives(e, warp)).count_ones();
        let only = ends && shown.cm_warp == i.iss_warp && own(i.iss_warp) == 1;
        c.note("issued as the only entry leaves", o.iss_entry_valid && only);
        let matching = |s: &State| s.entries_with(|e| e.valid && e.match_en);
        c.note("an entry is replaced", matching(&before) & !matching(now) & valid(now) != 0);
        c.note("a write waits for an older one", now.warps.iter().any(|w| w.next_valid && w.waw_wait != 0));
        let lanes: u32 = (0..p.warp_size as usize).map(|lane| u32::from(o.src_lanes[lane]) << lane).sum();
        c.note("operands of entry and register file", o.src_hit & 1 == 1 && i.iss_active & !lanes != 0);
        let first = o.src_entry & ((1 << p.entry_width()) - 1);
        let commits = shown.cm_valid && first == u32::from(shown.cm_entry);
        c.note("operand of an entry that commits", o.src_hit & 1 == 1 && commits);
        c.note("store issued", i.iss_valid && i.sb_en && i.iss_store);
        c.note("two warps with stores", o.in_store.count_ones() > 1);
        let wrong = i.br_res_valid && i.br_res_mis;
        let behind = before.entries_with(|e| lives(e, i.br_res_warp) && e.spec).count_ones();
        c.note("wrong branch without entries", wrong && behind == 0);
        c.note("wrong branch with an entry", wrong && behind > 0);
        let had = shown.in_board >> i.br_res_warp & 1 == 1;
        let has = o.in_board >> i.br_res_warp & 1 == 1;
        c.note("wrong branch empties a list", wrong && had && !has);
        c.note("wrong branch leaves a list", wrong && behind > 0 && has);
        let lost = |(old, new): (&Entry, &Entry)| old.valid && new.valid && old.act & !new.act != 0;
        let pairs = || before.entries.iter().zip(&now.entries);
        c.note("branch takes threads away", i.br_res_valid && !i.br_res_mis && pairs().any(lost));
        let zombies = now.entries_with(|e| e.valid && e.zombie);
        let old_zombies = before.entries_with(|e| e.valid && e.zombie);
        c.note("zombie", zombies & !old_zombies != 0);
        c.note("zombie gone", old_zombies & !valid(now) != 0);
        c.note("squash", i.sq_valid);
        c.note(REMOVED_FAULT, before.entries_with(|e| e.valid && e.excp) & o.kill_mask != 0 && wrong);
        c.note("commit refused", shown.cm_valid && !i.cm_ready);
        let goes_on = ends && o.cm_valid && o.cm_warp == shown.cm_warp;
        c.note("commit goes on with the entry behind", goes_on);
    }
}
