// SPDX-License-Identifier: Apache-2.0
//! The walks of all SMs.

use warpsmith_units::arbiter::{after, first};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::SLOT_BITS;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use super::page_width;
use crate::equality::list::{bits, packed, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const WALKS: usize = 2;
const CORES: usize = 2;

/// A walk: flags, then numbers.
type Walk = ([SymbolicBit; 3], [Symbol; 8]);
const LARGE: usize = 0;
const RETRIED: usize = 1;
const FOUND: usize = 2;
const FLAGS: [&str; 3] = ["large", "retried", "found"];
const PAGE: usize = 0;
const CORE: usize = 1;
const WAITERS: usize = 2;
const DEPTH: usize = 3;
const TABLE: usize = 4;
const ABOVE: usize = 5;
const PPN: usize = 6;
const PERM: usize = 7;

/// Sets of walks, the last two of one walk at most; where the searches for the next read and the next walk that ends begin.
type Sets = [Symbol; 8];
const BUSY: usize = 0;
const READY: usize = 1;
const OVER: usize = 2;
const POISONED: usize = 3;
const READ_TURN: usize = 4;
const END_TURN: usize = 5;
const NEXT_READ: usize = 6;
const NEXT_END: usize = 7;
const SETS: [&str; 8] =
    ["busy", "ready", "over", "poisoned", "read_turn", "end_turn", "next_read", "next_end"];

/// The read that is offered, and the answer.
const READ: [&str; 4] = ["wm_valid", "wm_addr", "wm_depth", "wm_tag"];
const ANSWER: [&str; 7] =
    ["wrsp_valid", "wrsp_mask", "page", "wrsp_large", "wrsp_ppn", "wrsp_perm", "wrsp_fault"];

type State = (([Walk; WALKS], Sets), ([Symbol; CORES], ([Symbol; 4], [Symbol; 7])));

/// The whole module `mosaic_walker`; what the model keeps in vectors is written again.
pub fn mosaic_walker(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mosaic_walker_model";
    fits(name, "walks", p.walk_ctx, WALKS)?;
    fits(name, "SMs", p.num_cores, CORES)?;
    let (no, none) = (SymbolicBit::from(false), Symbol::from(0));
    let walks = ([([no; 3], [none; 8]); WALKS], [none; 8]);
    let state: State = c.registers(layout(&p), (walks, ([none; CORES], ([none; 4], [none; 7]))));
    sound(c, &p, &state);
    same_registers(c, &p, &state);
    let next = step(c, &p, state);
    c.next(next);
    Ok(())
}

fn layout(p: &Params) -> Vec<(String, u32)> {
    let (table, ppn) = (p.table_width() as u32, p.ppn_width() as u32);
    let of = [
        ("page", page_width(p)),
        ("core", p.core_width() as u32),
        ("waiters", p.num_cores),
        ("depth", 3),
        ("table", table),
        ("above", table),
        ("ppn", ppn),
        ("perm", 4),
    ];
    let of_walk = |w: usize| {
        let all = FLAGS.map(|flag| (flag, 1)).into_iter().chain(of);
        all.map(move |(name, width)| (format!("{name}_{w}"), width))
    };
    let walk = p.walk_width() as u32;
    let sets = SETS.into_iter().zip([p.walk_ctx; 6].into_iter().chain([walk; 2]));
    let roots = (0..CORES).map(|core| (format!("root_{core}"), table));
    let read = READ.into_iter().zip([1, p.pa_w, 3, walk]);
    let answer = ANSWER.into_iter().zip([1, p.num_cores, page_width(p), 1, ppn, 4, 1]);
    let named = |(name, width): (&str, u32)| (name.to_string(), width);
    let all = (0..WALKS).flat_map(of_walk).chain(sets.map(named)).chain(roots);
    all.chain(read.map(named)).chain(answer.map(named)).collect()
}

/// What is true of every state.
fn sound(c: &mut Circuit, p: &Params, state: &State) {
    let ((walks, [busy, ready, over, poisoned, read_turn, end_turn, next_read, next_end]), _) = *state;
    c.claim(!((ready | over | poisoned) & !busy).any());
    c.claim(!(ready & over | (ready | over) & poisoned).any());
    c.claim(next_read.below(p.walk_ctx) & next_end.below(p.walk_ctx));
    c.claim(!(read_turn & !ready).any());
    for turn in [read_turn, end_turn] {
        c.claim(!turn.above((1u32 << p.walk_ctx) - 1) & !turn.ones().above(1u32));
    }
    for (w, (flags, numbers)) in (0..).zip(&walks) {
        let depth = numbers[DEPTH];
        c.claim(!busy.bit(w) | depth.any() & !depth.above(p.pt_levels));
        c.claim(!(over.bit(w) & flags[FOUND]) | depth.is(p.pt_levels));
        for (v, other) in (0..w).zip(&walks) {
            c.claim(!(busy.bit(w) & busy.bit(v)) | !numbers[PAGE].is(other.1[PAGE]));
        }
    }
}

/// The RTL's registers are those of the model, each while it has a meaning; the frame is where the table was.
fn same_registers(c: &mut Circuit, p: &Params, state: &State) {
    let ((walks, sets), (roots, (read, answer))) = *state;
    for (name, set) in SETS.into_iter().zip(sets).take(NEXT_READ) {
        c.equal(&format!("walks__{name}"), set);
    }
    // The RTL has a mask of the walks from there on, which is empty if that is all.
    for (name, next) in SETS.into_iter().zip(sets).skip(NEXT_READ) {
        let mask = !(Symbol::one_at(next) - Symbol::from(1)) & low(p.walk_ctx);
        c.equal(&format!("walks__{name}"), next.any().select(mask, Symbol::from(0)));
    }
    c.equal("roots", packed(&roots.map(|root| (root, p.table_width() as u32))));
    for (name, value) in READ.into_iter().zip(read) {
        c.equal(name, value);
    }
    c.equal("answer_page", answer[2]);
    c.equal("wrsp_vpn", answer[2] & low(p.vpn_width() as u32));
    c.equal("wrsp_asid", answer[2] >> p.vpn_width() as u32);
    for (name, value) in ANSWER.into_iter().zip(answer).filter(|(name, _)| *name != "page") {
        c.equal(name, value);
    }
    let free = Symbol::from(p.walk_ctx) - sets[BUSY].ones();
    c.equal("miss_ready", bits((0..p.l2_ports).map(|port| free.above(port))));

    let array = |c: &mut Circuit, name: &str| c.array(&format!("walks__{name}"), WALKS as u32);
    let [pages, cores, waiters, depths] = ["page", "core", "waiters", "depth"].map(|name| array(c, name));
    let [nodes, aboves, perms] = ["node", "above", "perm"].map(|name| array(c, name));
    let [large, retried, found] =
        ["is_large", "retried", "found"].map(|name| c.input(&format!("walks__{name}")));
    for (w, (flags, numbers)) in walks.iter().enumerate() {
        let bit = w as u32;
        let (busy, over) = (sets[BUSY].bit(bit), sets[OVER].bit(bit));
        let leaf = numbers[DEPTH].is(p.pt_levels);
        let same = [(&pages, PAGE), (&cores, CORE), (&waiters, WAITERS), (&depths, DEPTH)];
        same.into_iter().for_each(|(kept, of)| c.claim(!busy | kept[w].is(numbers[of])));
        c.claim(!busy | !(retried.bit(bit) ^ flags[RETRIED]));
        c.claim(!(busy & leaf) | !(large.bit(bit) ^ flags[LARGE]));
        c.claim(!(busy & !over & numbers[DEPTH].above(1u32)) | nodes[w].is(numbers[TABLE]));
        c.claim(!(busy & leaf & !over & (p.pt_levels > 2).into()) | aboves[w].is(numbers[ABOVE]));
        c.claim(!over | !(found.bit(bit) ^ flags[FOUND]));
        let frame = frame(p, nodes[w], flags[LARGE]);
        c.claim(!(over & flags[FOUND]) | frame.is(numbers[PPN]) & perms[w].is(numbers[PERM]));
    }
}

/// The frame of a page, of a large one that of its slot 0, from one of 4 KB.
fn frame(p: &Params, frame: Symbol, large: SymbolicBit) -> Symbol {
    let frame = frame >> (p.base_page_log2 - 12);
    large.select(frame >> SLOT_BITS << SLOT_BITS, frame)
}

fn begin_anew(walk: &mut Walk) {
    let (no, none, [page, core, waiters, ..]) = (SymbolicBit::from(false), Symbol::from(0), walk.1);
    *walk = ([no; 3], [page, core, waiters, Symbol::from(1), none, none, none, none]);
}

/// What a walk has read; whether it is over.
fn has_read(p: &Params, walk: &mut Walk, pte: Symbol) -> SymbolicBit {
    let (depth, leaf) = (walk.1[DEPTH], walk.1[DEPTH].is(p.pt_levels));
    let (valid, large) = (pte.bit(0), walk.0[LARGE]);
    let table = (pte & low(p.pa_w)) >> 12;
    let deeper = !leaf & valid;
    let again = leaf & !large & valid & pte.bit(10) & !walk.0[RETRIED];
    deeper.when(walk, |(flags, numbers)| {
        flags[LARGE] = depth.is(p.pt_levels - 1) & pte.bit(7);
        (numbers[ABOVE], numbers[TABLE]) = (numbers[TABLE], table);
        numbers[DEPTH] = depth + Symbol::from(1);
    });
    again.when(walk, |(flags, numbers)| {
        flags[RETRIED] = true.into();
        (numbers[TABLE], numbers[DEPTH]) = (numbers[ABOVE], depth - Symbol::from(1));
    });
    let over = !deeper & !again;
    over.when(walk, |(flags, numbers)| {
        flags[FOUND] = leaf & (valid | large);
        (numbers[PPN], numbers[PERM]) = (frame(p, table, large), (pte >> 1) & low(4));
    });
    over
}

/// The next of some walks has its turn, if there is one, and the search after it begins behind it.
fn next_turn(p: &Params, sets: &mut Sets, [turn, next]: [usize; 2], goes: SymbolicBit, among: Symbol) {
    let place = first(among, sets[next]);
    let chosen = among.any().select(Symbol::one_at(place), Symbol::from(0));
    sets[next] = (goes & among.any()).select(after(place, p.walk_ctx), sets[next]);
    sets[turn] = goes.select(chosen, sets[turn]);
}

/// A cycle, in the order of the model: a flush, an entry that was read, the next read, lookups, the walk that ends.
fn step(c: &mut Circuit, p: &Params, state: State) -> State {
    let ((mut walks, mut sets), (mut roots, (mut read, _))) = state;
    let none = Symbol::from(0);
    let vpn_width = p.vpn_width() as u32;
    let [busy, ready, over, poisoned, read_turn, end_turn, ..] = sets;
    let (flush, all, space) =
        (c.input_bit("flush_valid"), c.input_bit("flush_all"), c.input_bit("flush_space"));
    let (asid, lvpn) = (c.input("flush_asid"), c.input("flush_lvpn"));
    let concerns = |walk: &Walk| {
        let page = walk.1[PAGE];
        let own = ((page & low(vpn_width)) >> SLOT_BITS).is(lvpn);
        flush & (all | (page >> vpn_width).is(asid) & (space | own))
    };
    let stale = poisoned | bits(walks.iter().map(concerns)) & busy;
    let (reader, ended) = (read_turn.lowest(), end_turn.lowest());
    let (reads, ends) = ((read_turn & ready & !stale).any(), (end_turn & over & !stale).any());

    let (data, tag, pte) = (c.input_bit("wd_valid"), c.input("wd_tag"), c.input("wd_pte"));
    let came = data.select(Symbol::one_at(tag) & low(p.walk_ctx), none) & busy & !ready & !over;
    for (w, walk) in (0..).zip(&mut walks) {
        let fresh = (came & !stale).bit(w);
        let (mut after, bit) = (*walk, Symbol::one_at(w.into()));
        let is_over = has_read(p, &mut after, pte);
        *walk = fresh.select(after, *walk);
        sets[OVER] = sets[OVER] | (fresh & is_over).select(bit, none);
        sets[READY] = sets[READY] | (fresh & !is_over).select(bit, none);
    }
    let anew = stale & (ready | over | came);
    for (w, walk) in (0..).zip(&mut walks) {
        anew.bit(w).when(walk, begin_anew);
    }
    sets[READY] = sets[READY] | anew;
    sets[OVER] = sets[OVER] & !anew;
    sets[POISONED] = stale & !anew;

    let offers = !read[0].any() | c.input_bit("wm_ready");
    let walk = pick(walks, reader, walks[0]);
    let depth = walk.1[DEPTH];
    let root = pick(roots, walk.1[CORE], none);
    let table = depth.is(1u32).select(root, walk.1[TABLE]);
    let index = (1..=p.pt_levels).fold(none, |index, at| {
        let here = ((walk.1[PAGE] & low(vpn_width)) >> (SLOT_BITS * (p.pt_levels - at))) & low(SLOT_BITS);
        depth.is(at).select(here, index)
    });
    let slot = (depth.is(p.pt_levels) & walk.0[LARGE]).select(none, index);
    let next = [reads.into(), table << 12 | slot << 3, depth, reader];
    let next = reads.select(next, [none; 4]);
    read = offers.select(next, read);
    let issues = offers & reads;
    sets[READY] = sets[READY] & !issues.select(Symbol::one_at(reader), none);
    let turns = issues | !read_turn.any();
    next_turn(p, &mut sets, [READ_TURN, NEXT_READ], turns, ready & !read_turn);
    next_turn(p, &mut sets, [END_TURN, NEXT_END], true.into(), over & !end_turn);

    let room = Symbol::from(p.walk_ctx) - busy.ones();
    let mut free = !busy & low(p.walk_ctx);
    let misses = c.input("miss_valid");
    let cores = c.array("miss_core", p.l2_ports);
    let (asids, vpns) = (c.array("miss_asid", p.l2_ports), c.array("miss_vpn", p.l2_ports));
    for (port, core) in (0..p.l2_ports).zip(cores) {
        let page = packed(&[(vpns[port as usize], vpn_width), (asids[port as usize], p.asid_w)]);
        let taken = misses.bit(port) & room.above(port);
        c.assume(!taken | core.below(p.num_cores));
        let same = bits(walks.iter().map(|walk| walk.1[PAGE].is(page))) & sets[BUSY];
        let begins = taken & !same.any() & free.any();
        let place = free.lowest();
        for (w, walk) in (0u32..).zip(&mut walks) {
            let joins = taken & same.bit(w);
            walk.1[WAITERS] = joins.select(walk.1[WAITERS] | Symbol::one_at(core), walk.1[WAITERS]);
            let mut begun = *walk;
            (begun.1[PAGE], begun.1[CORE], begun.1[WAITERS]) = (page, core, Symbol::one_at(core));
            begin_anew(&mut begun);
            *walk = (begins & place.is(w)).select(begun, *walk);
        }
        let begun = begins.select(Symbol::one_at(place), none);
        free = free & !begun;
        sets[BUSY] = sets[BUSY] | begun;
        sets[READY] = sets[READY] | begun;
    }

    let (flags, numbers) = pick(walks, ended, walks[0]);
    let found = flags[FOUND];
    let of_found = |value: Symbol| found.select(value, none);
    let shown = [
        ends.into(),
        numbers[WAITERS],
        numbers[PAGE],
        of_found(flags[LARGE].into()),
        of_found(numbers[PPN]),
        of_found(numbers[PERM]),
        (!found).into(),
    ];
    let answer = ends.select(shown, [none; 7]);
    let gone = ends.select(Symbol::one_at(ended), none);
    sets[BUSY] = sets[BUSY] & !gone;
    sets[OVER] = sets[OVER] & !gone;

    let (writes, of, root) = (c.input_bit("root_we"), c.input("root_core"), c.input("root_ppn"));
    for (core, kept) in (0u32..).zip(&mut roots) {
        *kept = (writes & of.is(core)).select(root, *kept);
    }
    ((walks, sets), (roots, (read, answer)))
}
