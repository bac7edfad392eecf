// SPDX-License-Identifier: Apache-2.0
//! The scoreboard of an SM.

use warpsmith_units::arbiter::{after, first};
use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::scoreboard::{BARRIER, BRANCH, LOAD, STORE};
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{bits, packed, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const ENTRIES: usize = 2;
const WARPS: usize = 4;

/// An entry: flags, then numbers.
type Entry = ([SymbolicBit; 7], [Symbol; 5]);
const VALID: usize = 0;
const MATCH_EN: usize = 1;
const ZOMBIE: usize = 2;
const SPEC: usize = 3;
const FIXED: usize = 4;
const AVAIL: usize = 5;
const EXCP: usize = 6;
const ENTRY_FLAGS: [&str; 7] = ["valid", "match_en", "zombie", "spec", "fixed", "avail", "excp"];
const DST: usize = 0;
const ACT: usize = 1;
const STATUS: usize = 2;
const NEXT: usize = 3;
const WARP: usize = 4;

/// A warp: flags, then numbers.
type Warp = ([SymbolicBit; 6], [Symbol; 6]);
const IN_BOARD: usize = 0;
const IN_STORE: usize = 1;
const SOLO: usize = 2;
const BR_PEND: usize = 3;
const NEXT_VALID: usize = 4;
const HAS_DST: usize = 5;
const WARP_FLAGS: [&str; 6] = ["in_board", "in_store", "solo", "br_pend", "next_valid", "has_dst"];
const HEAD: usize = 0;
const TAIL: usize = 1;
const CK_TAIL: usize = 2;
const CLASS: usize = 3;
const RAW_WAIT: usize = 4;
const WAW_WAIT: usize = 5;

/// What commits: whether it does; warp, entry, beat, and the warp that is considered first.
type Engine = (SymbolicBit, [Symbol; 4]);

type State = (([Entry; ENTRIES], [Warp; WARPS]), Engine);

/// What comes in, beside an instruction that is checked and one that is issued.
struct Events {
    sb_en: SymbolicBit,
    branch: (SymbolicBit, Symbol),
    wrong: SymbolicBit,
    squash: (SymbolicBit, Symbol),
    cm_ready: SymbolicBit,
}

/// An instruction that is checked or issued, if one is.
struct Instruction {
    valid: SymbolicBit,
    warp: Symbol,
    sources: Vec<(SymbolicBit, Symbol)>,
    writes: SymbolicBit,
    dst: Symbol,
    active: Symbol,
}

/// The whole module `ilp_scoreboard`; what the model keeps in vectors is written again.
pub fn ilp_scoreboard(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "ilp_scoreboard_model";
    fits(name, "entries", p.sb_entries, ENTRIES)?;
    fits(name, "warps", p.n_warps, WARPS)?;
    let (no, none) = (SymbolicBit::from(false), Symbol::from(0));
    let reset: State = (([([no; 7], [none; 5]); ENTRIES], [([no; 6], [none; 6]); WARPS]), (no, [none; 4]));
    let state: State = c.registers(layout(&p), reset);
    sound(c, &p, &state);
    same_registers(c, &state);
    let next = step(c, &p, state);
    c.next(next);
    Ok(())
}

fn layout(p: &Params) -> Vec<(String, u32)> {
    let (entry, warp) = (p.entry_width() as u32, p.warp_width() as u32);
    let numbers =
        [("dst", p.tag_w), ("act", p.warp_size), ("status", p.warp_size), ("next", entry), ("warp", warp)];
    let of_entry = |e: usize| {
        let flags = ENTRY_FLAGS.map(|flag| (flag, 1));
        flags.into_iter().chain(numbers).map(move |(name, width)| (format!("{name}_{e}"), width))
    };
    let lists = [("head", entry), ("tail", entry), ("ck_tail", entry), ("class", 4)];
    let waits = [("raw_wait", p.sb_entries), ("waw_wait", p.sb_entries)];
    let of_warp = |w: usize| {
        let flags = WARP_FLAGS.map(|flag| (flag, 1));
        let all = flags.into_iter().chain(lists).chain(waits);
        all.map(move |(name, width)| (format!("{name}_of_{w}"), width))
    };
    let engine = [("busy", 1), ("warp", warp), ("entry", entry), ("beat", 4), ("rr", warp)];
    let engine = engine.map(|(name, width)| (format!("engine_{name}"), width));
    (0..ENTRIES).flat_map(of_entry).chain((0..WARPS).flat_map(of_warp)).chain(engine).collect()
}

/// All threads have written.
fn done(entry: &Entry) -> SymbolicBit {
    let (_, numbers) = entry;
    !(numbers[ACT] & !numbers[STATUS]).any()
}

/// It is in use, and not removed.
fn lives(entry: &Entry) -> SymbolicBit {
    entry.0[VALID] & !entry.0[ZOMBIE]
}

/// The entry of a number.
fn entry_of(entries: &[Entry; ENTRIES], number: Symbol) -> Entry {
    pick(*entries, number, entries[0])
}

/// The entry in which a register is, as a set.
fn hit(entries: &[Entry; ENTRIES], tag: Symbol) -> Symbol {
    bits(entries.iter().map(|e| lives(e) & e.0[MATCH_EN] & e.1[DST].is(tag)))
}

/// What is true of every state: a warp's list is its entries in the order of issue, those behind a branch are the youngest, and what commits is the
/// oldest of its warp and complete.
fn sound(c: &mut Circuit, p: &Params, state: &State) {
    let ((entries, warps), (busy, [warp, entry, beat, rr])) = *state;
    for (w, (flags, numbers)) in (0u32..).zip(&warps) {
        let live = entries.map(|e| lives(&e) & e.1[WARP].is(w));
        let [head, tail] = [numbers[HEAD], numbers[TAIL]];
        let oldest = entry_of(&entries, head);
        let youngest = entry_of(&entries, tail);
        let both = live[0] & live[1];
        c.claim(!(flags[IN_BOARD] ^ (live[0] | live[1])));
        for e in 0..ENTRIES {
            let alone = live[e] & !live[1 - e];
            c.claim(!alone | head.is(e as u32) & tail.is(e as u32));
        }
        c.claim(!both | !head.is(tail) & oldest.1[NEXT].is(tail));
        c.claim(!both | !oldest.0[SPEC] | youngest.0[SPEC]);
        let spec = live
            .iter()
            .zip(&entries)
            .fold(SymbolicBit::from(false), |any, (live, e)| any | *live & e.0[SPEC]);
        c.claim(!spec | flags[BR_PEND]);
        let kept = (both & !youngest.0[SPEC]).select(tail, head);
        c.claim(!(flags[BR_PEND] & flags[IN_BOARD] & !oldest.0[SPEC]) | numbers[CK_TAIL].is(kept));
        c.claim(!(flags[SOLO] & (flags[IN_BOARD] | flags[BR_PEND])));
        for (e, entry) in (0..).zip(&entries) {
            let waited = numbers[RAW_WAIT].bit(e) | numbers[WAW_WAIT].bit(e);
            c.claim(!waited | entry.0[VALID]);
        }
    }
    for e in &entries {
        c.claim(!e.0[ZOMBIE] | e.0[VALID]);
    }
    let unique = |tag| hit(&entries, tag).ones().below(2u32);
    for e in &entries {
        c.claim(unique(e.1[DST]));
    }
    let of = pick(warps, warp, warps[0]);
    let commits = entry_of(&entries, entry);
    let complete = done(&commits) & !commits.0[SPEC] & !commits.0[EXCP];
    c.claim(!busy | of.0[IN_BOARD] & of.1[HEAD].is(entry) & complete & !of.0[IN_STORE]);
    c.claim(rr.below(p.n_warps) & beat.below(p.commit_beats));
}

/// The RTL's registers are those of the model; of an entry while it is in use, of a list while there is one.
fn same_registers(c: &mut Circuit, state: &State) {
    let ((entries, warps), (busy, [warp, entry, beat, rr])) = *state;
    let flag = |flag: usize| bits(entries.map(|e| e.0[flag]));
    c.equal("valid", flag(VALID));
    c.equal("zombie", flag(ZOMBIE));
    for of in [MATCH_EN, SPEC, FIXED, AVAIL, EXCP] {
        let kept = c.input(ENTRY_FLAGS[of]);
        for (e, one) in (0..).zip(&entries) {
            // A removed entry is found no more, whatever the bit says.
            let counts = if of == MATCH_EN { lives(one) } else { one.0[VALID] };
            c.claim(!counts | !(kept.bit(e) ^ one.0[of]));
        }
    }
    let names = [("dst", DST), ("act", ACT), ("status", STATUS), ("wid", WARP)];
    for (name, number) in names {
        for (kept, one) in c.array(name, ENTRIES as u32).into_iter().zip(&entries) {
            c.claim(!one.0[VALID] | kept.is(one.1[number]));
        }
    }
    let younger: Vec<Symbol> = (0..ENTRIES).map(|e| c.input(&format!("younger_{e}"))).collect();
    let oldest = c.input("oldest");
    let head = c.array("head", WARPS as u32);
    let lists = ["tail", "ck_tail"]
        .map(|name| -> Vec<Symbol> { (0..WARPS).map(|w| c.input(&format!("{name}_{w}"))).collect() });
    let (raw, waw) = (c.array("raw_wait", ENTRIES as u32), c.array("waw_wait", ENTRIES as u32));
    for (w, (flags, numbers)) in warps.iter().enumerate() {
        let there = flags[IN_BOARD];
        c.claim(!there | head[w].is(numbers[HEAD]) & lists[0][w].is(numbers[TAIL]));
        let first = entry_of(&entries, numbers[HEAD]);
        c.claim(!(flags[BR_PEND] & there & !first.0[SPEC]) | lists[1][w].is(numbers[CK_TAIL]));
        let behind = pick(younger.iter().copied(), numbers[HEAD], younger[0]);
        c.claim(!there | numbers[HEAD].is(numbers[TAIL]) | behind.is(first.1[NEXT]));
        for e in 0..ENTRIES {
            c.claim(!(raw[e].bit(w as u32) ^ numbers[RAW_WAIT].bit(e as u32)));
            c.claim(!(waw[e].bit(w as u32) ^ numbers[WAW_WAIT].bit(e as u32)));
        }
    }
    for (e, one) in (0u32..).zip(&entries) {
        let of = pick(warps, one.1[WARP], warps[0]);
        c.claim(!lives(one) | !(oldest.bit(e) ^ of.1[HEAD].is(e)));
    }
    let of_warps = |flag: usize| bits(warps.map(|w| w.0[flag]));
    let registers = [("in_store", IN_STORE), ("solo", SOLO), ("br_pend", BR_PEND), ("in_board", IN_BOARD)];
    for (name, flag) in registers.into_iter().chain([("nxt_valid", NEXT_VALID), ("nxt_dst", HAS_DST)]) {
        c.equal(name, of_warps(flag));
    }
    let classes = [("nxt_load", LOAD), ("nxt_store", STORE), ("nxt_bar", BARRIER), ("nxt_branch", BRANCH)];
    for (name, class) in classes {
        c.equal(name, bits(warps.map(|w| w.1[CLASS].bit(class.trailing_zeros()))));
    }
    c.equal("engine__busy", busy);
    c.equal("engine__next", rr);
    c.equal_if(busy, "engine__warp", warp);
    c.equal_if(busy, "engine__entry", entry);
    c.equal_if(busy, "engine__beat", beat);
}

/// Whether a warp's next instruction may issue, but for what happens in this cycle.
fn may_issue(p: &Params, warp: &Warp, free: SymbolicBit) -> SymbolicBit {
    let (flags, numbers) = warp;
    let is = |class: u8| numbers[CLASS].bit(class.trailing_zeros());
    let (board, store, branch) = (flags[IN_BOARD], flags[IN_STORE], flags[BR_PEND]);
    flags[NEXT_VALID]
        & !flags[SOLO]
        & !(numbers[RAW_WAIT] | numbers[WAW_WAIT]).any()
        & !((is(STORE) | is(BARRIER)) & (board | store | branch))
        & !(is(LOAD) & (store | branch & (!p.spec_mem).into()))
        & !(is(BRANCH) & branch)
        & !(flags[HAS_DST] & !free & (board | branch))
}

/// What an entry is to be if something happens to it.
fn set(entry: &mut Entry, flag: usize, happens: SymbolicBit) {
    entry.0[flag] = entry.0[flag] | happens;
}

/// A cycle, in the order of the model, and what the RTL says in it.
fn step(c: &mut Circuit, p: &Params, state: State) -> State {
    let ((mut entries, mut warps), mut engine) = state;
    let (yes, none) = (SymbolicBit::from(true), Symbol::from(0));
    let check = instruction(c, p, "chk");
    let issue = instruction(c, p, "iss");
    let events = Events {
        sb_en: c.input_bit("sb_en"),
        branch: (c.input_bit("br_res_valid"), c.input("br_res_warp")),
        wrong: c.input_bit("br_res_mis"),
        squash: (c.input_bit("sq_valid"), c.input("sq_warp")),
        cm_ready: c.input_bit("cm_ready"),
    };
    let (branch, squash) = (events.branch, events.squash);
    let is_one = |event: (SymbolicBit, Symbol), warp: Symbol| event.0 & event.1.is(warp);

    // What shows before anything changes.
    let valid = bits(entries.map(|e| e.0[VALID]));
    let vacant = !valid & low(ENTRIES as u32);
    let (some_free, free) = (vacant.any(), vacant.lowest());
    let gated = |w: u32| is_one(branch, w.into()) | is_one(squash, w.into());
    let ready = bits((0..).zip(&warps).map(|(w, warp)| may_issue(p, warp, some_free) & !gated(w)));
    let killed = bits(entries.map(|e| {
        let wrong = events.wrong & e.0[SPEC] & is_one(branch, e.1[WARP]);
        lives(&e) & (is_one(squash, e.1[WARP]) | wrong)
    }));
    let trapped = bits(warps.map(|(flags, numbers)| {
        let head = entry_of(&entries, numbers[HEAD]);
        flags[IN_BOARD] & head.0[EXCP] & !head.0[SPEC] & done(&head)
    }));
    let (iss_store, iss_branch) = (c.input_bit("iss_store"), c.input_bit("iss_branch"));
    let gets = issue.valid & events.sb_en & issue.writes & some_free;
    let alone = issue.valid & (!events.sb_en | issue.writes & !some_free);
    c.equal("ready", ready);
    c.equal("in_board", bits(warps.map(|w| w.0[IN_BOARD])));
    c.equal("in_store", bits(warps.map(|w| w.0[IN_STORE])));
    c.equal("iss_entry_valid", gets);
    c.equal("iss_entry", gets.select(free, none));
    c.equal("iss_solo", alone);
    c.equal("kill_mask", killed);
    c.equal("free_count", vacant.ones());
    c.equal("trap_valid", trapped.any());
    c.equal("trap_warp", trapped.lowest());
    operands(c, p, &issue, &entries);
    commit(c, p, &entries, &engine);
    environment(c, &warps, &entries, [&check, &issue], &events, (ready, trapped));

    let (raw, waw) = waits(&check, &entries, &warps);
    let finishes = engine.0 & events.cm_ready & engine.1[2].is(p.commit_beats - 1);
    let (chosen, (next_warp, next_entry)) = chosen(&state, finishes);

    // Results, and lanes that do not follow a branch.
    for port in ["wa", "wl"] {
        let (writes, at) = (c.input_bit(&format!("{port}_valid")), c.input(&format!("{port}_entry")));
        let (beat, mask) = (c.input(&format!("{port}_beat")), c.input(&format!("{port}_mask")));
        let beats = p.warp_size / p.simd;
        let lanes = (0..beats).fold(none, |other, b| beat.is(b).select(mask << (b * p.simd), other));
        for (e, entry) in (0u32..).zip(&mut entries) {
            let new = (writes & at.is(e)).select(lanes, none);
            entry.1[STATUS] = entry.1[STATUS] | new;
        }
    }
    let follow = c.input("br_res_mask");
    for entry in &mut entries {
        let stays = lives(entry) & entry.0[SPEC] & is_one(branch, entry.1[WARP]) & !events.wrong;
        stays.when(entry, |e| {
            e.0[SPEC] = false.into();
            e.1[ACT] = e.1[ACT] & follow;
        });
    }
    let all_done = bits(entries.map(|e| e.0[VALID] & done(&e)));
    let fixed = bits(entries.map(|e| e.0[FIXED]));
    let (av_valid, av_entry) = (c.input_bit("av_valid"), c.input("av_entry"));
    let by_event = if p.chain { av_valid.select(Symbol::one_at(av_entry), none) } else { none };
    let by_completion = if p.chain { all_done & !fixed } else { all_done };
    let avail = bits(entries.map(|e| e.0[AVAIL])) | by_event | by_completion;
    for (e, entry) in (0..).zip(&mut entries) {
        let happens = entry.0[VALID] & avail.bit(e);
        set(entry, AVAIL, happens);
    }

    // What comes free.
    let committed = finishes.select(Symbol::one_at(engine.1[1]), none);
    let zombies = bits(entries.map(|e| e.0[ZOMBIE])) & valid | killed & !fixed;
    let freed = committed | killed & (fixed | all_done) | zombies & all_done;
    for (w, warp) in (0u32..).zip(&mut warps) {
        let (head, tail) = (warp.1[HEAD], warp.1[TAIL]);
        let unlinks = finishes & engine.1[0].is(w);
        let behind = entry_of(&entries, head).1[NEXT];
        warp.0[IN_BOARD] = warp.0[IN_BOARD] & !(unlinks & head.is(tail));
        warp.1[HEAD] = (unlinks & !head.is(tail)).select(behind, head);
    }
    for (e, entry) in (0..).zip(&mut entries) {
        set(entry, ZOMBIE, killed.bit(e) & !freed.bit(e));
    }
    for (w, (flags, numbers)) in (0u32..).zip(&mut warps) {
        let (resolved, squashed) = (is_one(branch, w.into()), is_one(squash, w.into()));
        let wrong = resolved & events.wrong;
        let others = bits(
            (0..)
                .zip(&entries)
                .map(|(e, entry)| lives(entry) & entry.1[WARP].is(w) & !(killed | freed).bit(e)),
        );
        flags[BR_PEND] = flags[BR_PEND] & !resolved & !squashed;
        flags[NEXT_VALID] = flags[NEXT_VALID] & !wrong & !squashed;
        flags[IN_BOARD] = wrong.select(others.any(), flags[IN_BOARD]) & !squashed;
        numbers[TAIL] = (wrong & others.any()).select(numbers[CK_TAIL], numbers[TAIL]);
    }
    for (e, entry) in (0..).zip(&mut entries) {
        entry.0[VALID] = entry.0[VALID] & !freed.bit(e);
        entry.0[ZOMBIE] = entry.0[ZOMBIE] & !freed.bit(e);
    }
    let (dwb, st_done) = (c.input("dwb_mask"), c.input("st_done_mask"));
    for (w, (flags, _)) in (0..).zip(&mut warps) {
        flags[SOLO] = flags[SOLO] & !dwb.bit(w);
        flags[IN_STORE] = flags[IN_STORE] & !st_done.bit(w);
    }

    // The issue.
    let old = hit(&entries, issue.dst);
    let fixed = c.input_bit("iss_fixed");
    let of = pick(warps, issue.warp, warps[0]);
    for (e, entry) in (0u32..).zip(&mut entries) {
        let replaced = gets & old.bit(e);
        entry.0[MATCH_EN] = entry.0[MATCH_EN] & !replaced;
        let appends = gets & of.0[IN_BOARD] & of.1[TAIL].is(e);
        entry.1[NEXT] = appends.select(free, entry.1[NEXT]);
        let no = SymbolicBit::from(false);
        let flags = [yes, yes, no, of.0[BR_PEND], fixed, no, no];
        let numbers = [issue.dst, issue.active, none, none, issue.warp];
        *entry = (gets & free.is(e)).select((flags, numbers), *entry);
    }
    for (w, (flags, numbers)) in (0u32..).zip(&mut warps) {
        let own = issue.valid & issue.warp.is(w);
        let takes = own & gets;
        flags[NEXT_VALID] = flags[NEXT_VALID] & !own;
        flags[SOLO] = flags[SOLO] | own & alone;
        flags[IN_STORE] = flags[IN_STORE] | own & events.sb_en & iss_store;
        let branches = own & events.sb_en & iss_branch;
        flags[BR_PEND] = flags[BR_PEND] | branches;
        numbers[CK_TAIL] = branches.select(numbers[TAIL], numbers[CK_TAIL]);
        numbers[HEAD] = (takes & !flags[IN_BOARD]).select(free, numbers[HEAD]);
        numbers[TAIL] = takes.select(free, numbers[TAIL]);
        flags[IN_BOARD] = flags[IN_BOARD] | takes;
    }
    let (faults, at) = (c.input_bit("flt_valid"), c.input("flt_entry"));
    for (e, entry) in (0u32..).zip(&mut entries) {
        let happens = faults & at.is(e) & entry.0[VALID];
        set(entry, EXCP, happens);
    }

    // What next instructions wait for.
    let class = c.input("chk_class");
    for (w, (flags, numbers)) in (0u32..).zip(&mut warps) {
        let own = check.valid & check.warp.is(w);
        let removed = is_one(squash, w.into()) | is_one(branch, w.into()) & events.wrong;
        flags[NEXT_VALID] = own.select(!removed, flags[NEXT_VALID]);
        flags[HAS_DST] = own.select(check.writes, flags[HAS_DST]);
        numbers[CLASS] = own.select(class, numbers[CLASS]);
        numbers[RAW_WAIT] = own.select(raw, numbers[RAW_WAIT]) & !(avail | freed);
        numbers[WAW_WAIT] = own.select(waw, numbers[WAW_WAIT]) & !freed;
    }

    let goes_on = engine.0 & events.cm_ready;
    let [_, _, beat, rr] = engine.1;
    engine.1[2] = goes_on.select(beat + Symbol::from(1), beat);
    let begun: Engine = (yes, [next_warp, next_entry, none, after(next_warp, p.n_warps)]);
    let left: Engine =
        (engine.0 & !finishes, [engine.1[0], engine.1[1], finishes.select(none, engine.1[2]), rr]);
    engine = chosen.select(begun, left);
    ((entries, warps), engine)
}

fn instruction(c: &mut Circuit, p: &Params, which: &str) -> Instruction {
    let port = |name: &str| format!("{which}_{name}");
    let valid = c.input(&port("src_valid"));
    let tags = c.elements(&port("src_tag"), p.tag_w);
    Instruction {
        valid: c.input_bit(&port("valid")),
        warp: c.input(&port("warp")),
        sources: (0..).zip(tags).map(|(source, tag)| (valid.bit(source), tag)).collect(),
        writes: c.input_bit(&port("dst_valid")),
        dst: c.input(&port("dst_tag")),
        active: c.input(&port("active")),
    }
}

/// The operands of the issued instruction that are in entries.
fn operands(c: &mut Circuit, p: &Params, issue: &Instruction, entries: &[Entry; ENTRIES]) {
    let none = Symbol::from(0);
    let found = issue.sources.iter().map(|(valid, tag)| {
        let hit = (issue.valid & *valid).select(hit(entries, *tag), none);
        let lanes = hit.any().select(entry_of(entries, hit.lowest()).1[ACT], none);
        (hit.any(), hit.lowest(), lanes)
    });
    let found: Vec<_> = found.collect();
    let numbers: Vec<_> = found.iter().map(|(_, number, _)| (*number, p.entry_width() as u32)).collect();
    let lanes: Vec<_> = found.iter().map(|(.., lanes)| (*lanes, p.warp_size)).collect();
    c.equal("src_hit", bits(found.iter().map(|(hit, ..)| *hit)));
    c.equal("src_entry", packed(&numbers));
    c.equal("src_lanes", packed(&lanes));
}

/// The beat that is committed.
fn commit(c: &mut Circuit, p: &Params, entries: &[Entry; ENTRIES], engine: &Engine) {
    let (busy, [warp, entry, beat, _]) = *engine;
    let of = entry_of(entries, entry);
    let lanes = p.commit_lanes();
    let of_beat = |b: u32| (of.1[ACT] >> (b * lanes)) & low(lanes);
    let mask = (0..p.commit_beats).fold(Symbol::from(0), |other, b| beat.is(b).select(of_beat(b), other));
    c.equal("cm_valid", busy);
    let shown =
        [("cm_warp", warp), ("cm_entry", entry), ("cm_tag", of.1[DST]), ("cm_beat", beat), ("cm_mask", mask)];
    for (name, value) in shown {
        c.equal(name, busy.select(value, Symbol::from(0)));
    }
}

/// What is around a scoreboard: only ready warps issue, what was checked; branches are resolved that are there, faults come before the last results and are
/// taken when they show; an instruction is checked when its predecessor has issued.
fn environment(
    c: &mut Circuit,
    warps: &[Warp; WARPS],
    entries: &[Entry; ENTRIES],
    [check, issue]: [&Instruction; 2],
    events: &Events,
    (ready, trapped): (Symbol, Symbol),
) {
    let of = |warp: Symbol| pick(*warps, warp, warps[0]);
    let (store, branch) = (c.input_bit("iss_store"), c.input_bit("iss_branch"));
    let next = of(issue.warp);
    let is = |class: u8| next.1[CLASS].bit(class.trailing_zeros());
    let as_checked = !(issue.writes ^ next.0[HAS_DST]) & !(store ^ is(STORE)) & (!branch | is(BRANCH));
    let one_kind = !(issue.writes & (store | branch));
    c.assume(!issue.valid | (ready & Symbol::one_at(issue.warp)).any() & as_checked & one_kind);
    c.assume(issue.valid | !(store | branch));
    c.assume(!check.valid | !of(check.warp).0[NEXT_VALID] & !(issue.valid & issue.warp.is(check.warp)));
    let ((resolves, branch), (squashes, squashed)) = (events.branch, events.squash);
    c.assume(!resolves | of(branch).0[BR_PEND]);
    c.assume(!squashes | trapped.any() & squashed.is(trapped.lowest()) & !(resolves & branch.is(squashed)));
    let (faults, at) = (c.input_bit("flt_valid"), c.input("flt_entry"));
    let faulty = entry_of(entries, at);
    c.assume(!faults | faulty.0[VALID] & !done(&faulty));
    c.assume(events.sb_en);
}

/// The entries that the checked instruction waits for: for its operands, and before it may write.
fn waits(check: &Instruction, entries: &[Entry; ENTRIES], warps: &[Warp; WARPS]) -> (Symbol, Symbol) {
    let none = Symbol::from(0);
    let one = |(valid, tag): &(SymbolicBit, Symbol)| valid.select(hit(entries, *tag), none);
    let raw = check.sources.iter().map(one).fold(none, |all, one| all | one);
    let old = check.writes.select(hit(entries, check.dst), none);
    let of = entry_of(entries, old.lowest());
    let branch = pick(*warps, check.warp, warps[0]).0[BR_PEND];
    let must = branch | (of.1[ACT] & !check.active).any();
    (raw, must.select(old, none))
}

/// What the engine commits next, if it chooses in this cycle: warp and entry.
fn chosen(state: &State, finishes: SymbolicBit) -> (SymbolicBit, (Symbol, Symbol)) {
    let ((entries, warps), (busy, [warp, _, _, rr])) = *state;
    let candidates: [(SymbolicBit, Symbol); WARPS] = std::array::from_fn(|w| {
        let (flags, numbers) = warps[w];
        let behind = finishes & warp.is(w as u32);
        let next = entry_of(&entries, numbers[HEAD]).1[NEXT];
        let entry = behind.select(next, numbers[HEAD]);
        let of = entry_of(&entries, entry);
        let there = flags[IN_BOARD] & !(behind & numbers[HEAD].is(numbers[TAIL]));
        let can = of.0[VALID] & !of.0[SPEC] & !of.0[EXCP] & done(&of);
        (there & !flags[IN_STORE] & can & (!busy | finishes), entry)
    });
    let can = bits(candidates.map(|(can, _)| can));
    let warp = first(can, rr);
    (can.any(), (warp, pick(candidates.map(|(_, entry)| entry), warp, Symbol::from(0))))
}
