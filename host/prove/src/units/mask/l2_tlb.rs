// SPDX-License-Identifier: Apache-2.0
//! The shared TLB without the blocks inside, each of which has a proof of its own: what it tells stores, walks and queue, and what it makes of
//! their answers.

use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::{clog2, Parameters};

use super::lookup::Parts;
use crate::equality::list::{bits, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const CORES: usize = 2;
const APPS: usize = 2;
const PORTS: usize = 2;
const LANES: usize = PORTS + 1;
const STAGES: usize = 2;
const PERM: u32 = 4;

/// Of an SM: page table, address space, application.
type Root = [Symbol; 3];
/// The ports with a lookup, and the lookups.
type Stage = (Symbol, [Symbol; PORTS]);
/// Where the pages of the lanes are as the cycle begins: ways of the main array, entries of the bypass cache, walks; and the set of the walk
/// that ends.
type Places = ([[Symbol; LANES]; 3], Symbol);
/// A flush is under way; cycles since it began, whether it is of all, and else of which address space.
type Flush = (SymbolicBit, [Symbol; 3]);
/// Lanes that have begun a walk in the cycle before, and for which applications.
type Begun = (Symbol, [Symbol; LANES]);
/// Walks of each application.
type Live = ([Symbol; APPS], Begun);
/// A walk read: valid, page, SM, table, depth, application, context.
type Read = [Symbol; 7];
/// Answers of the ports: valid, hits, hits in the bypass cache; SM, page, frame and permissions of each.
type Answers = ([Symbol; 3], [[Symbol; 4]; PORTS]);
/// The other answer: valid, of a walk, fault, SMs, page, frame, permissions; and the end of a flush.
type Answer = ([Symbol; 7], SymbolicBit);

type State =
    (([Root; CORES], ([Stage; STAGES], Places)), ((Flush, Live), ((Read, SymbolicBit), (Answers, Answer))));

/// What follows from the state and the inputs of a cycle.
struct Cycle {
    parts: Parts,
    tick: FlushCycle,
    /// Lookups of the lanes, and those that look for their page.
    lookups: [Symbol; LANES],
    looks: [SymbolicBit; LANES],
    found: [SymbolicBit; LANES],
    frames: [Symbol; LANES],
    /// The walk that ends: whether one does, its lookup and its frame.
    ends: SymbolicBit,
    end_lookup: Symbol,
    frame: Symbol,
    replays: SymbolicBit,
    free_read: SymbolicBit,
    ready: Symbol,
}

/// What a flush does in a cycle.
struct FlushCycle {
    held: SymbolicBit,
    held_next: SymbolicBit,
    first: SymbolicBit,
    clears: SymbolicBit,
    last: SymbolicBit,
}

/// The module `mask_l2_tlb` around its blocks.
pub fn mask_l2_tlb(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mask_l2_tlb_model";
    fits(name, "SMs", p.num_cores, CORES)?;
    fits(name, "applications", p.num_apps, APPS)?;
    fits(name, "ports", p.l2tlb_ports, PORTS)?;
    fits(name, "cycles of a lookup", p.l2tlb_latency - 1, STAGES)?;
    let parts = Parts::new(&p);
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let (vpn, ppn, table) = (p.vpn_width() as u32, p.ppn_width() as u32, p.table_width() as u32);
    let context = p.context_width() as u32;
    let flush = clog2(p.l2tlb_latency + p.sets() + 1) as u32;

    let mut layout: Vec<(String, u32)> = Vec::new();
    let mut add = |name: &str, widths: &[u32]| {
        layout.extend(widths.iter().enumerate().map(|(i, width)| (format!("{name}_{i}"), *width)));
    };
    (0..CORES).for_each(|core| add(&format!("root_{core}"), &[table, p.asid_w, parts.app]));
    let of_port = parts.width();
    (0..STAGES).for_each(|stage| add(&format!("stage_{stage}"), &[p.l2tlb_ports, of_port, of_port]));
    add("ways", &[p.l2tlb_ways; LANES]);
    add("entries", &[p.bypass_entries; LANES]);
    add("walks", &[p.walk_ctx; LANES]);
    add("end_set", &[p.sets()]);
    add("flush", &[1, flush, 1, p.asid_w]);
    add("live", &[7; APPS]);
    add("began", &[LANES as u32, parts.app, parts.app, parts.app]);
    add("read", &[1, vpn, parts.core, table, 3, parts.app, context]);
    add("known", &[1]);
    add("answers", &[p.l2tlb_ports; 3]);
    (0..PORTS).for_each(|port| add(&format!("answer_{port}"), &[parts.core, vpn, ppn, PERM]));
    add("answer", &[1, 1, 1, p.num_cores, vpn, ppn, PERM, 1]);

    let places: Places = ([[none; LANES]; 3], none);
    let live: Live = ([none; APPS], (none, [none; LANES]));
    let answers: Answers = ([none; 3], [[none; 4]; PORTS]);
    let lookups = ([(none, [none; PORTS]); STAGES], places);
    let rest = (([none; 7], no), (answers, ([none; 7], no)));
    let reset: State = (([[none; 3]; CORES], lookups), (((no, [none; 3]), live), rest));
    let state: State = c.registers(layout, reset);
    same_registers(c, &parts, &state);
    outputs(c, &p, &parts, &state);
    let cycle = Cycle::new(c, &p, parts, &state);
    told(c, &p, &cycle, &state);
    let next = step(c, &p, &cycle, state);
    c.next(next);
    Ok(())
}

/// A bit for each port.
fn of_ports(bits: Symbol) -> [SymbolicBit; PORTS] {
    std::array::from_fn(|port| bits.bit(port as u32))
}

/// Walks of an application that the cycle before has begun.
fn newcomers((began, began_for): &Begun, app: u32) -> Symbol {
    bits((0..).zip(began_for).map(|(lane, of)| began.bit(lane) & of.is(app))).ones()
}

/// The RTL's registers are those of the model, but that walks which the cycle before has begun do not count yet.
fn same_registers(c: &mut Circuit, parts: &Parts, state: &State) {
    let ((roots, (stages, (places, end_set))), ((flush, (live, begun)), ((read, known), _))) = *state;
    let yes = SymbolicBit::from(true);
    for (number, name) in ["tables", "spaces", "apps"].into_iter().enumerate() {
        let values = roots.map(|root| root[number]);
        let width = c.array(name, CORES as u32)[0].width();
        c.equal_elements_if(yes, name, &values, width);
    }
    c.equal_elements_if(yes, "flying", &stages.map(|(valid, _)| valid), PORTS as u32);
    let records = stages.iter().flat_map(|(valid, lookups)| of_ports(*valid).into_iter().zip(*lookups));
    c.equal_elements_where("stage", records, parts.width());
    c.equal("flights", flying(&stages));
    for (name, values) in ["lane_ways", "lane_entries", "lane_walks"].into_iter().zip(places) {
        let width = c.array(name, LANES as u32)[0].width();
        c.equal_elements_if(known, name, &values, width);
    }
    c.equal_if(known, "end_set", end_set);
    let (flushing, [cycle, all, asid]) = flush;
    c.equal("flushing", flushing);
    c.equal_if(flushing, "flush_cycle", cycle);
    c.equal_if(flushing, "flushes_all", all);
    c.equal_if(flushing, "flushed", asid);
    let counted = (0u32..).zip(live).map(|(app, live)| live.wrapping_sub(newcomers(&begun, app)) & low(7));
    c.equal_elements_if(yes, "live", &counted.collect::<Vec<_>>(), 7);
    c.equal("began", begun.0);
    let lanes = (0..).zip(begun.1).map(|(lane, app)| (begun.0.bit(lane), app));
    c.equal_elements_where("began_for", lanes, parts.app);
    let [reads, vpn, core, table, ..] = read;
    for (name, value) in [("read_vpn", vpn), ("read_core", core), ("read_table", table)] {
        c.equal_if(reads.any(), name, value);
    }
}

/// The outputs that are registers, or follow from them.
fn outputs(c: &mut Circuit, p: &Params, parts: &Parts, state: &State) {
    let ((roots, _), ((flush, (live, _)), ((read, _), (answers, answer)))) = *state;
    let yes = SymbolicBit::from(true);
    for (name, value) in ["res_valid", "res_hit", "res_bypass"].into_iter().zip(answers.0) {
        c.equal(name, value);
    }
    let widths = [parts.core, p.vpn_width() as u32, p.ppn_width() as u32, PERM];
    for (number, name) in ["res_core", "res_vpn", "res_ppn", "res_perm"].into_iter().enumerate() {
        c.equal_elements_if(yes, name, &answers.1.map(|of| of[number]), widths[number]);
    }
    let names = ["valid", "walk", "fault", "mask", "vpn", "ppn", "perm"];
    for (name, value) in names.into_iter().zip(answer.0) {
        c.equal(&format!("wrsp_{name}"), value);
    }
    c.equal("flush_ack", answer.1);
    c.equal("flush_ready", !flush.0);
    c.equal_elements_if(yes, "ptw_live", &live, 7);

    // A table has 512 entries of 8 bytes.
    let [reads, vpn, core, table, depth, app, tag] = read;
    for (name, value) in [("wm_valid", reads), ("wm_depth", depth), ("wm_app", app), ("wm_tag", tag)] {
        c.equal(name, value);
    }
    let root = pick(roots.map(|[table, ..]| table), core, Symbol::from(0));
    let node = depth.is(1u32).select(root, table);
    let index = (1..=p.pt_levels).fold(Symbol::from(0), |index, level| {
        let own = (vpn >> (9 * (p.pt_levels - level))) & low(9);
        depth.is(level).select(own, index)
    });
    // `mask_tlb_walks` reads no other depths.
    let has_depth = !reads.any() | depth.any() & !depth.above(p.pt_levels);
    c.equal_if(has_depth, "wm_addr", reads.any().select((node << 12) | (index << 3), Symbol::from(0)));
}

impl Cycle {
    fn new(c: &mut Circuit, p: &Params, parts: Parts, state: &State) -> Cycle {
        let ((_, (stages, _)), ((flush, _), ((read, _), _))) = *state;
        let (flushing, [cycle, ..]) = flush;
        let behind = |cycles: u32| flushing & !cycle.below(cycles);
        let last = flushing & cycle.is(p.l2tlb_latency + p.sets());
        c.claim(!cycle.above(p.l2tlb_latency + p.sets()));
        let tick = FlushCycle {
            held: behind(p.l2tlb_latency),
            held_next: behind(p.l2tlb_latency - 1),
            first: flushing & cycle.is(p.l2tlb_latency),
            clears: behind(p.l2tlb_latency) & !last,
            last,
        };
        let ends = c.input_bit("walks__ends");
        let waiting = !c.input_bit("replay__empty");
        let replays = waiting & c.input_bit("walks__room") & !ends & !tick.held;
        let (due, [first, second]) = stages[STAGES - 1];
        let lookups = [c.input("replay__head"), first, second];
        let looks = [replays, due.bit(0), due.bit(1)];
        let hits = c.input("main__found") | c.input("bypass__found");
        let found = std::array::from_fn(|lane| looks[lane] & hits.bit(lane as u32));
        let frames = ["main__frames", "bypass__frames"].map(|name| c.array(name, LANES as u32));
        let end_lookup = c.input("walks__end_lookup");
        // Of the frame of 4 KB, that of the page.
        let ppn = c.input("walks__end_table") >> (p.page_bits - 12);
        let words = c.input("replay__words");
        c.equal("replay__empty", !words.any());
        c.equal("replay__lone", words.below(2u32));
        let all_lookups = flying(&stages) + words;
        c.claim(!all_lookups.above(p.replay_depth));
        let full = all_lookups.above(p.replay_depth - 2);
        let all = low::<Symbol>(p.l2tlb_ports);
        let ports = c.input_bit("walks__fills_main").select(all >> 1, all);
        Cycle {
            parts,
            tick,
            lookups,
            looks,
            found,
            frames: std::array::from_fn(|lane| frames[0][lane] | frames[1][lane]),
            ends,
            end_lookup,
            frame: (ppn << PERM) | c.input("walks__end_perm"),
            replays,
            free_read: !read[0].any() | c.input_bit("wm_ready"),
            ready: (flushing | full).select(Symbol::from(0), ports),
        }
    }

    fn misses(&self) -> Symbol {
        bits((0..LANES).map(|lane| self.looks[lane] & !self.found[lane]))
    }
}

/// Lookups in flight.
fn flying(stages: &[Stage; STAGES]) -> Symbol {
    stages.iter().fold(Symbol::from(0), |sum, (valid, _)| sum + valid.ones())
}

/// What the blocks are told.
fn told(c: &mut Circuit, p: &Params, cycle: &Cycle, state: &State) {
    c.equal("lk_ready", cycle.ready);
    asked(c, &cycle.parts, &state.0 .1 .0);
    stores(c, cycle, state);
    flush(c, p, cycle, &state.1 .0 .0);
    walks(c, cycle, state);
    queue(c, cycle);
}

/// Bits of the number of a set.
fn set_bits(c: &mut Circuit) -> u32 {
    c.input("main__this_set").width()
}

/// What is looked up for the next cycle: the head of the queue and the one behind it, and what is due then.
fn asked(c: &mut Circuit, parts: &Parts, stages: &[Stage; STAGES]) {
    let (due, coming) = stages[STAGES - 2];
    let [first, second] = of_ports(due);
    let asked = [!c.input_bit("replay__empty"), !c.input_bit("replay__lone"), first, second];
    let lookups = [c.input("replay__head"), c.input("replay__behind_head"), coming[0], coming[1]];
    for block in ["walks", "main", "bypass"] {
        c.equal(&format!("{block}__asked"), bits(asked));
    }
    let pages = lookups.map(|lookup| parts.page(lookup));
    let set_bits = set_bits(c);
    c.equal_elements_where("walks__asked_pages", asked.into_iter().zip(pages), parts.page);
    c.equal_elements_where("bypass__asked_keys", asked.into_iter().zip(pages), parts.page);
    c.equal_elements_where(
        "main__asked_sets",
        asked.into_iter().zip(pages.map(|page| page & low(set_bits))),
        set_bits,
    );
    c.equal_elements_where(
        "main__asked_keys",
        asked.into_iter().zip(pages.map(|page| page >> set_bits)),
        parts.page - set_bits,
    );
}

/// Where the pages of the lanes are, and what is filled.
fn stores(c: &mut Circuit, cycle: &Cycle, ((_, (_, (places, end_set))), (_, ((_, known), _))): &State) {
    let set_bits = set_bits(c);
    let page = cycle.parts.page(cycle.end_lookup);
    let [fills_main, fills_bypass] =
        ["walks__fills_main", "walks__fills_bypass"].map(|name| c.input_bit(name));
    c.claim(!(fills_main & fills_bypass));
    let with_end = c.input("walks__with_end") | Symbol::from(1);
    let told = [("main", places[0], fills_main, page >> set_bits), ("bypass", places[1], fills_bypass, page)];
    for (block, places, fills, key) in told {
        let of = |name: &str| format!("{block}__{name}");
        c.equal(&of("looks"), bits(cycle.looks) | fills.into());
        let width = c.array(&of("hits"), LANES as u32)[0].width();
        c.equal_elements_if(*known, &of("hits"), &places, width);
        c.equal(&of("fill"), fills);
        for (name, value) in [("key", key), ("frame", cycle.frame), ("with_fill", with_end)] {
            c.equal_if(fills, &of(name), value);
        }
    }
    let set = |page: Symbol| page & low(set_bits);
    c.equal_if(fills_main, "main__this_set", set(page));
    c.equal_if(*known, "main__this_set_bit", *end_set);
    c.equal("bypass__this_set_bit", Symbol::from(1));
    let sets = c.array("main__sets", LANES as u32);
    c.claim(!cycle.ends | sets[0].is(set(page)));
    c.equal_elements_where("main__sets", cycle.looks.into_iter().zip(cycle.lookups.map(set)), set_bits);
}

/// What a flush invalidates, and what it holds.
fn flush(c: &mut Circuit, p: &Params, cycle: &Cycle, (_, [at, all, asid]): &Flush) {
    let (tick, parts, set_bits) = (&cycle.tick, &cycle.parts, set_bits(c));
    let of_space = low::<Symbol>(parts.page) & !low::<Symbol>(parts.page - parts.asid);
    let mask = all.any().select(Symbol::from(0), of_space);
    let page = *asid << (parts.page - parts.asid);
    c.equal("main__clear", tick.clears);
    let set = at.wrapping_sub(Symbol::from(p.l2tlb_latency)) & low(set_bits);
    c.equal_if(tick.clears, "main__clear_set", set);
    c.equal("bypass__clear", tick.first);
    for (name, value) in [("clear_key", page), ("clear_mask", mask)] {
        c.equal_if(tick.first, &format!("bypass__{name}"), value);
        c.equal_if(tick.clears, &format!("main__{name}"), value >> set_bits);
    }
    for (name, value) in [("held", tick.held), ("held_next", tick.held_next), ("poison", tick.first)] {
        c.equal(&format!("walks__{name}"), value);
    }
    c.equal_if(tick.first, "walks__poison_all", *all);
    c.equal_if(tick.first, "walks__poison_asid", *asid);
}

/// Lanes that miss, and inputs that go to the walks.
fn walks(c: &mut Circuit, cycle: &Cycle, ((_, (_, (places, _))), (_, ((_, known), _))): &State) {
    let Cycle { parts, looks, lookups, .. } = cycle;
    c.equal_elements_where("walks__lookups", looks.iter().copied().zip(*lookups), parts.width());
    let width = c.array("walks__lane_walks", LANES as u32)[0].width();
    c.equal_elements_if(*known, "walks__lane_walks", &places[2], width);
    c.equal("walks__looking", bits(*looks).any());
    c.equal("walks__misses", cycle.misses());
    let (waiting, several) = (!c.input_bit("replay__empty"), !c.input_bit("replay__lone"));
    c.equal("walks__queued", waiting & (several | !cycle.replays));
    for name in ["en_tokens", "seen", "share"] {
        let values = c.elements(name, 9);
        c.equal_elements_if(true.into(), &format!("walks__{name}"), &values, 9);
    }
    c.equal("walks__read", cycle.free_read);
    let entry = c.input("wd_pte");
    let data = [
        ("data", c.input("wd_valid")),
        ("data_context", c.input("wd_tag")),
        ("data_valid", entry & low(1)),
        ("data_perm", (entry >> 1) & low(PERM)),
        ("data_table", (entry >> 12) & low(c.input("walks__data_table").width())),
    ];
    for (name, value) in data {
        c.equal(&format!("walks__{name}"), value);
    }
}

/// Misses that neither join a walk nor begin one wait.
fn queue(c: &mut Circuit, cycle: &Cycle) {
    let settled = c.input("walks__joined") | c.input("walks__begun");
    let waits = cycle.misses() & !settled;
    c.equal("replay__pop", cycle.replays);
    for (name, lane) in [("first", 1), ("second", 2)] {
        let goes = waits.bit(lane);
        c.equal(&format!("replay__push_{name}"), goes);
        c.equal_if(goes, &format!("replay__{name}_data"), cycle.lookups[lane as usize]);
    }
}

/// The state after a cycle.
fn step(c: &mut Circuit, p: &Params, cycle: &Cycle, state: State) -> State {
    let ((mut roots, (stages, _)), ((flush, (mut live, _)), ((read, _), _))) = state;
    let Cycle { parts, tick, lookups, looks, found, frames, ends, end_lookup, .. } = cycle;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let vpn = |lookup: Symbol| lookup & low(p.vpn_width() as u32);

    // Answers.
    let (joined, begun) = (c.input("walks__joined"), c.input("walks__begun"));
    let bypassed = c.input("bypass__found");
    let lanes = || 1..LANES;
    let resolved = bits(lanes().map(|lane| looks[lane] & !joined.bit(lane as u32)));
    let hits = bits(lanes().map(|lane| found[lane]));
    let in_bypass = bits(lanes().map(|lane| looks[lane] & bypassed.bit(lane as u32)));
    let of_port = |port: usize| {
        let (lookup, frame) = (lookups[port + 1], frames[port + 1]);
        let core = resolved.bit(port as u32).select(parts.core(lookup), none);
        let hit = [vpn(lookup), frame >> PERM, frame & low(PERM)];
        let [vpn, ppn, perm] = hits.bit(port as u32).select(hit, [none; 3]);
        [core, vpn, ppn, perm]
    };
    let answers: Answers = ([resolved, hits, in_bypass], std::array::from_fn(of_port));
    let waiters = c.input("walks__end_waiters");
    let there = c.input_bit("walks__end_found");
    let of_frame = |frame: Symbol| [frame >> PERM, frame & low(PERM)];
    let [ppn, perm] = there.select(of_frame(cycle.frame), [none; 2]);
    let one = Symbol::from(1);
    let of_walk = [one, one, (!there).into(), waiters, vpn(*end_lookup), ppn, perm];
    let [ppn, perm] = of_frame(frames[0]);
    let core = Symbol::one_at(parts.core(lookups[0])) & low(p.num_cores);
    let of_replay = [one, none, none, core, vpn(lookups[0]), ppn, perm];
    let answer = ends.select(of_walk, found[0].select(of_replay, [none; 7]));

    // Walks of each application.
    let began_for = lookups.map(|lookup| parts.app(lookup));
    for (app, live) in (0u32..).zip(&mut live) {
        let newcomers = newcomers(&(begun, began_for), app);
        let ended = *ends & parts.app(*end_lookup).is(app);
        *live = (*live + newcomers).wrapping_sub(ended.into()) & low(7);
    }

    // The next walk read.
    let reads = c.input_bit("walks__reads");
    let lookup = c.input("walks__read_lookup");
    let names = ["walks__read_table", "walks__read_depth", "walks__read_context"];
    let [table, depth, context] = names.map(|name| c.input(name));
    let fresh = [one, vpn(lookup), parts.core(lookup), table, depth, parts.app(lookup), context];
    let read = cycle.free_read.select(reads.select(fresh, [none; 7]), read);

    // What was asked for. If the head stays it is lane 0 again, else the one behind it.
    let asked = |c: &mut Circuit, name: &str| {
        let found = c.array(name, LANES as u32 + 1);
        [cycle.replays.select(found[1], found[0]), found[2], found[3]]
    };
    let names = ["main__next_hits", "bypass__next_hits", "walks__next_walks"];
    let places = names.map(|name| asked(c, name));
    let next_end = c.input("walks__next_end");
    let set_bits = set_bits(c);
    let end_set = Symbol::one_at(next_end & low(set_bits)) & low(p.sets());

    // Lookups come in.
    let valid = c.input("lk_valid") & cycle.ready;
    let [cores, warps, vpns] = ["lk_core", "lk_warp", "lk_vpn"].map(|name| c.array(name, p.l2tlb_ports));
    let record = |port: usize| {
        let [_, asid, app] = pick(roots, cores[port], [none; 3]);
        let page = vpns[port] | (asid << (parts.page - parts.asid));
        let above = warps[port] | (cores[port] << parts.warp) | (app << (parts.warp + parts.core));
        page | (above << parts.page)
    };
    let records = std::array::from_fn(record);
    let stages = [(valid, records), stages[0]];

    let written = c.input_bit("root_we");
    let core = c.input("root_core");
    let root = ["root_ppn", "root_asid", "root_app"].map(|name| c.input(name));
    for (number, kept) in (0u32..).zip(&mut roots) {
        *kept = (written & core.is(number)).select(root, *kept);
    }

    // A flush goes on, or begins.
    let (flushing, [at, all, asid]) = flush;
    let begins = !flushing & c.input_bit("flush_req");
    let fresh = [none, c.input("flush_all"), c.input("flush_asid")];
    let goes_on = tick.last.select(none, at + one);
    let flush =
        (begins | flushing & !tick.last, begins.select(fresh, [flushing.select(goes_on, none), all, asid]));

    let live: Live = (live, (begun, began_for));
    let rest = ((read, !no), (answers, (answer, tick.last)));
    ((roots, (stages, (places, end_set))), ((flush, live), rest))
}
