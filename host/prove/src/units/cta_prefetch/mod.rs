// SPDX-License-Identifier: Apache-2.0
//! What is proved of CTA-aware prefetching.

mod engine;

use warpsmith_units::cta_prefetch::engine::{mispredicted, neighbours, stride, Load, Registered, BASES};
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::sched::{Events, State};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::properties::{invariants, models, verilog, Proofs, Property};
use engine::cta_pf_engine;

pub(crate) const PROOFS: Proofs = Proofs {
    invariants: INVARIANTS,
    equalities: EQUALITIES,
    common: concat!(verilog!("cta_prefetch/entries.v"), verilog!("cta_prefetch/status.v")),
};

const INVARIANTS: &[Property] = invariants! {
    "cta_prefetch";
    "cta_pf_engine" "tiny" "cta_prefetch/cta_pf_engine":
        "i01_requests" "i02_unique" "i03_silent" "i04_tables";
    "cta_sched" "tiny" "cta_prefetch/cta_sched": "i05_queue" "i06_warps" "i07_classes" "i08_promotion";
    "cta_pf_engine" "tiny" "cta_prefetch/cta_pf_engine": "i09_progress" "i10_jobs";
    "cta_pf_engine" "tiny_baseline" "cta_prefetch/cta_pf_engine": "i11_no_prefetch";
    "cta_sched" "tiny_baseline" "cta_prefetch/cta_sched": "i11_plain";
};

const EQUALITIES: &[Property] = models! {
    "cta_prefetch";
    "cta_pf_compare" "tiny" "cta_pf_compare_model" cta_pf_compare Engine::Pdr;
    "cta_pf_engine" "tiny" "cta_pf_engine_model" cta_pf_engine Engine::Induction(1),
        "n_cta=2 percta_entries=2 dist_entries=2 n_base=2 job_depth=2";
    "cta_sched" "tiny" "cta_sched_model" cta_sched Engine::Induction(1);
    "cta_sched" "single" "cta_sched_model" cta_sched Engine::Induction(1);
};

/// What a load teaches: `cta_pf_compare`.
fn cta_pf_compare(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = Params::named(configuration)?;
    let (none, one) = (Symbol::from(0), Symbol::from(1));
    let mut addresses = |name| {
        let mut words = c.elements(name, params.addr_w).into_iter();
        std::array::from_fn::<_, BASES, _>(|_| words.next().unwrap_or(none))
    };
    let (addr, base) = (addresses("addresses"), addresses("bases"));
    let load = Load { widx: none, n: c.input("last") + one, addr, leads: false.into() };
    let base = Registered { hit: true.into(), lead: none, n: c.input("bases_last") + one, base };
    let dw = c.input("distance");
    let (adjacent, behind) = neighbours(&params, dw);
    let (uniform, step) = stride(&params, &load, &base, behind);
    c.equal("adjacent", adjacent);
    c.equal("uniform", uniform);
    c.equal("step", step);
    let known = c.input("stride");
    c.equal("differs", mispredicted(&params, &load, &base, known, dw));
    Ok(())
}

/// The scheduler: `cta_sched`.
fn cta_sched(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = Params::named(configuration)?;
    let events = Events {
        kernel_start: c.input_bit("kernel_start"),
        start: c.input_bit("cta_start_valid"),
        start_slot: c.input("cta_start_slot"),
        start_first: c.input("cta_start_first"),
        start_nw: c.input("cta_start_nw"),
        end: c.input_bit("cta_end_valid"),
        end_slot: c.input("cta_end_slot"),
        hold_fill: c.input_bit("hold_fill"),
        can_issue: c.input("w_can_issue"),
        stall: c.input("w_stall"),
        done: c.input_bit("warp_done_valid"),
        done_warp: c.input("warp_done"),
        wake: c.input_bit("wake_valid"),
        wake_warp: c.input("wake_warp"),
    };
    // Slots and warps that there are.
    let fits = events.start_slot.below(params.n_cta)
        & !(events.start_first + events.start_nw).above(params.n_warps)
        & events.start_first.below(params.n_warps);
    c.assume(!events.start | fits);
    c.assume(!events.end | events.end_slot.below(params.n_cta));
    c.assume(!events.done | events.done_warp.below(params.n_warps));
    c.assume(!events.wake | events.wake_warp.below(params.n_warps));
    let mut state = c.registers(State::<Symbol>::layout(&params), State::reset());
    let issue = state.issue(&params, events.can_issue);
    c.equal("issue_valid", issue.valid);
    c.equal("issue_warp", issue.warp);
    c.equal("ready_mask", state.ready);
    c.equal("lead_cta", state.lead_cta);
    c.equal("lead_valid", state.lead_valid);
    c.equal("st_promote", state.promoted);
    c.equal("st_demote", state.demoted);
    c.equal("st_swap", state.swapped);
    c.equal("st_wakedrop", state.wake_lost);
    scheduler_registers(c, &state, &params);
    state.step(&params, &events, &issue);
    c.next(state);
    Ok(())
}

/// The lowest `n` bits.
fn lowest(n: Symbol) -> Symbol {
    Symbol::one_at(n) - Symbol::from(1)
}

/// How the registers of `cta_sched` follow from those of the model.
fn scheduler_registers(c: &mut Circuit, state: &State<Symbol>, params: &Params) {
    c.equal("live", state.live);
    c.equal("marked", state.lead);
    c.equal("queue__used", lowest(state.count));
    words(c, "queue__words", state.count, &state.list, params);
    c.equal("wake_queue__used", lowest(state.wakes));
    words(c, "wake_queue__words", state.wakes, &state.wake, params);
    c.equal("issue__ahead", lowest(state.rr));
    c.equal("slots__active", state.active);
    for i in 0..params.n_cta {
        c.equal_if(state.active.bit(i), &format!("slots__first_warp_{i}"), state.first[i as usize]);
        c.equal_if(state.active.bit(i), &format!("slots__warps_{i}"), state.nw[i as usize]);
        let leads = state.lead_valid & state.lead_cta.is(i);
        c.equal_if(leads, "lead_first", state.first[i as usize]);
        c.equal_if(leads, "lead_nw", state.nw[i as usize]);
    }
    let (moved, last) = (c.input_bit("pending__moved"), c.input("pending__last") + Symbol::from(1));
    let next = last.is(params.n_warps).select(Symbol::from(0), last);
    c.claim(state.pend_ptr.is(moved.select(next, Symbol::from(0))));
    claims(c, state, params);
}

/// The first `count` words of a list are those of the model.
fn words(c: &mut Circuit, name: &str, count: Symbol, model: &[Symbol], params: &Params) {
    let words = c.elements(name, params.warp_width() as u32);
    let equal = |(i, (word, of_model)): (u32, (Symbol, &Symbol))| !count.above(i) | word.is(*of_model);
    let equal = (0..).zip(words.into_iter().zip(model)).map(equal);
    let all = equal.fold(SymbolicBit::from(true), |all, equal| all & equal);
    c.claim(all);
}

/// What is true of the model's list.
fn claims(c: &mut Circuit, state: &State<Symbol>, params: &Params) {
    let none = Symbol::from(0);
    let mut listed = none;
    let mut sound: SymbolicBit = true.into();
    for i in 0..params.ready_entries {
        let warp = state.list[i as usize];
        let here = state.count.above(i);
        let mask = here.select(Symbol::one_at(warp), none);
        sound = sound & !(listed & mask).any() & (!here | warp.below(params.n_warps));
        listed = listed | mask;
    }
    c.claim(sound & listed.is(state.ready));
    c.claim(!state.count.above(params.ready_entries) & !state.wakes.above(params.wake_depth));
    c.claim(state.rr.below(state.count) | state.rr.is(0u32));
    c.claim(state.lead_valid | state.lead_cta.is(0u32));
    c.claim(!state.lead_valid | (state.active & Symbol::one_at(state.lead_cta)).any());
}
