// SPDX-License-Identifier: Apache-2.0
//! What is proved of MeDiC.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{type2, type5, Events, State};
use warpsmith_units::medic::repl::{Set, ALLOC, TOUCH_HIT};
use warpsmith_units::medic::route::{route, Request};
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::properties::{invariants, models, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: "" };

const INVARIANTS: &[Property] = invariants! {
    "medic";
    "medic_profiler" "tiny" "medic/medic_profiler": "i01_counts" "i02_profile" "i05_boundary";
    "medic_route" "tiny" "medic/medic_route": "i02_tagged" "i03_bypass" "i04_priority";
    "medic_repl" "tiny" "medic/medic_repl": "i06_ranks" "i07_victim";
    "medic_memsched" "tiny" "medic/medic_memsched":
        "i08_requests" "i08_occupancy" "i09_banks" "i10_priority";
    "medic_route" "tiny" "medic/medic_route": "i11_switches";
    "medic_repl" "tiny_stack" "medic/medic_repl": "i06_ranks" "i11_lru";
};

const EQUALITIES: &[Property] = models! {
    "medic";
    "medic_classify" "tiny" "medic_classify_model" medic_classify Engine::Pdr;
    "medic_route" "paper" "medic_route_model" medic_route Engine::Pdr;
    "medic_victim" "tiny" "medic_victim_model" medic_victim Engine::Pdr;
    "medic_insertion" "tiny" "medic_insertion_model" medic_insertion Engine::Pdr;
    "medic_insertion" "tiny_stack" "medic_insertion_model" medic_insertion Engine::Pdr;
    "medic_repl" "tiny" "medic_repl_model" medic_repl Engine::Induction(1);
    "medic_repl" "tiny_stack" "medic_repl_model" medic_repl Engine::Induction(1);
    "dram_timing" "tiny" "dram_timing_model" dram_timing Engine::Induction(1);
    "medic_profiler" "tiny" "medic_profiler_model" medic_profiler Engine::Bounded(10);
};

/// Row state and timing: `dram_timing`.
fn dram_timing(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    super::dram_timing::dram_timing(c, &Params::named(configuration)?.channel);
    Ok(())
}

/// The whole module `medic_profiler`, in its first cycles: every one more takes longer to prove.
fn medic_profiler(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let events = Events {
        alloc: c.input_bit("alloc_valid"),
        alloc_wid: c.input("alloc_wid"),
        reply: c.input_bit("r_valid"),
        reply_wid: c.input("r_wid"),
        hit: c.input_bit("r_hit"),
        bypassed: c.input_bit("r_byp"),
        tagged: c.input_bit("r_prof"),
    };
    let (asks, asked) = (c.input_bit("q_valid"), c.input("q_wid"));
    // Warp slots that there are.
    for (valid, slot) in [(events.alloc, events.alloc_wid), (events.reply, events.reply_wid), (asks, asked)] {
        c.assume(!valid | slot.below(p.warps_per_sm));
    }
    let mut state = c.registers(State::<Symbol>::layout(&p), State::reset(&p));
    let (warp_type, profiled) = state.tags(asked);
    c.equal("q_type", asks.select(warp_type, Symbol::from(0)));
    c.equal("q_prof", asks & profiled);
    c.equal("lo_pct_o", state.lo(&p));
    c.equal("ev_classify", state.classified);
    c.equal("ev_wid", state.wid);
    c.equal("ev_type5", state.type5);
    c.equal("epoch_pulse", state.epoch);
    // What comes out only after an epoch, which is deeper than the proof goes.
    c.equal("cycle", state.epoch_cnt);
    c.equal("profiled", low::<Symbol>(p.warps_per_sm) ^ state.prof);
    for (pair, replies, misses) in
        [("reference", state.ref_acc, state.ref_miss), ("current", state.cur_acc, state.cur_miss)]
    {
        c.equal(&format!("tuner__{pair}__replies"), replies);
        c.equal(&format!("tuner__{pair}__misses"), misses);
    }
    state.step(&p, &events);
    c.next(state);
    Ok(())
}

/// The types of a warp: `medic_classify`.
fn medic_classify(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (hits, accesses, boundary) = (c.input("hits"), c.input("accesses"), c.input("boundary"));
    let enable = c.input_bit("enable");
    c.assume(enable & accesses.any() & !hits.above(accesses));
    let high = c.input("high_boundary");
    c.assume(high.is(p.hi_pct));
    c.equal("warp_type", type2(&p, boundary, hits, accesses));
    c.equal("of_five", type5(&p, boundary, hits, accesses));
    Ok(())
}

/// The whole module `medic_route`.
fn medic_route(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let request = Request {
        valid: c.input_bit("valid"),
        kind: c.input("kind"),
        atomic: c.input_bit("atomic"),
        fence: c.input_bit("fence"),
        warp_type: c.input("warp_type"),
        prof: c.input_bit("prof"),
        wbyp_en: c.input_bit("wbyp_en"),
        wms_en: c.input_bit("wms_en"),
    };
    let decision = route(&p, &request);
    c.equal("bypass", decision.bypass);
    c.equal("no_alloc", decision.no_alloc);
    c.equal("hi", decision.hi);
    c.equal("inval", decision.inval);
    Ok(())
}

/// What a block sees of a set, whose ranks are all different and below the number of ways.
fn set(c: &mut Circuit, p: &Params) -> Set<Symbol> {
    let used = c.input_bit("used");
    let ranks = c.array("ranks", p.assoc);
    let types = c.array("types", p.assoc);
    let mut kept = Set::reset();
    let mut seen = Symbol::from(0);
    for (way, (rank, warp_type)) in ranks.into_iter().zip(types).enumerate() {
        (kept.rank[way], kept.types[way]) = (rank, warp_type);
        seen = seen | Symbol::one_at(rank);
    }
    c.assume(!used | seen.is(low::<Symbol>(p.assoc)));
    used.select(kept, Set::reset())
}

/// The way that a line takes: `medic_victim`.
fn medic_victim(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let state = set(c, &p);
    let victim = state.victim(&p, c.input("valid"), c.input("reserved"));
    c.equal("way", victim.way);
    c.equal("none", victim.none);
    Ok(())
}

/// What a hit or a new line makes of a set: `medic_insertion`.
fn medic_insertion(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let mut state = set(c, &p);
    let op = c.input_bit("allocates").select(Symbol::from(ALLOC), Symbol::from(TOUCH_HIT));
    let (way, warp_type) = (c.input("way"), c.input("warp_type"));
    c.assume(way.below(p.assoc));
    state.apply(&p, op, way, warp_type);
    let (ranks, types) = packed(&p, &state);
    c.equal("next_ranks", ranks);
    c.equal("next_types", types);
    Ok(())
}

/// Ranks and types of a set as words, from way 0 on.
fn packed(p: &Params, set: &Set<Symbol>) -> (Symbol, Symbol) {
    let word = |elements: &[Symbol], width: u32| {
        let places = (0..).step_by(width as usize).zip(&elements[..p.assoc as usize]);
        places.fold(Symbol::from(0), |all, (place, element)| all | *element << place)
    };
    (word(&set.rank, p.way_width() as u32), word(&set.types, 2))
}

/// The whole module `medic_repl`, shown of any one set: the one whose victim is asked for first, and then in all cycles.
fn medic_repl(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (query, valid, reserved) = (c.input("vq_set"), c.input("vq_valid_mask"), c.input("vq_resv_mask"));
    let (acts, op, op_set) = (c.input_bit("op_valid"), c.input("op"), c.input("op_set"));
    let (way, warp_type) = (c.input("way"), c.input("warp_type"));
    let none = Symbol::from(0);
    let mut layout = Set::<Symbol>::layout(&p);
    layout.extend([("asked".to_string(), 1), ("first_set".to_string(), p.sets.ilog2())]);
    let (mut set, (asked, first_set)) = c.registers(layout, (Set::reset(), (none, none)));
    c.assume(way.below(p.assoc));
    c.assume(!asked.any() | query.is(first_set));
    let victim = set.victim(&p, valid, reserved);
    c.equal("vq_way", victim.way);
    c.equal("vq_none", victim.none);
    let (ranks, types) = packed(&p, &set);
    c.equal("victim__rank", ranks);
    c.equal("victim__type_word", types);
    let seen = set.rank[..p.assoc as usize].iter().fold(none, |seen, rank| seen | Symbol::one_at(*rank));
    c.claim(seen.is(low::<Symbol>(p.assoc)));
    (acts & op_set.is(query)).when(&mut set, |set| set.apply(&p, op, way, warp_type));
    c.next((set, (Symbol::from(1), query)));
    Ok(())
}
