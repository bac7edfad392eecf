// SPDX-License-Identifier: Apache-2.0
//! The models that are proved equal to modules of the RTL: which port is which signal of the model.

use warpsmith_units::arbiter;
use warpsmith_units::equalizer::fm::{State as Manager, Votes};
use warpsmith_units::equalizer::params::Params as EqualizerParams;
use warpsmith_units::equalizer::sm::{arm, Arm, Sums};
use warpsmith_units::mascar::params::Params as MascarParams;
use warpsmith_units::mascar::sat::saturated;
use warpsmith_units::sms::params::Params as SmsParams;
use warpsmith_units::sms::{BatchScheduler, Choice};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use super::circuit::Circuit;
use super::symbol::{Symbol, SymbolicBit};
use crate::engine::Engine;
use crate::error::Error;
use crate::properties::{Property, Text};

/// Draws a model of a unit in a named configuration.
pub type Draw = fn(&mut Circuit, &str) -> Result<(), Error>;

/// Each line: unit, module, configuration, checker, the function that draws the model, and the engine.
macro_rules! equalities {
    ($($unit:literal $module:literal $configuration:literal $name:literal $draw:ident $engine:expr;)*) => {
        /// Every model that is proved equal.
        pub const EQUALITIES: &[Property] = &[$(Property {
            unit: $unit,
            module: $module,
            name: $name,
            configuration: $configuration,
            text: Text::Model($draw, $engine),
        }),*];
    };
}

equalities! {
    "equalizer" "eq_decision" "fermi" "eq_decision_model" eq_decision Engine::Pdr;
    "equalizer" "eq_decision" "dense" "eq_decision_model" eq_decision Engine::Pdr;
    "equalizer" "eq_fm" "fermi" "eq_fm_model" eq_fm Engine::Induction(1);
    "equalizer" "eq_fm" "dense" "eq_fm_model" eq_fm Engine::Induction(1);
    "sms" "sms_batch_scheduler" "cpu4" "sms_batch_scheduler_model" sms_batch_scheduler Engine::Induction(1);
    "sms" "sms_batch_scheduler" "variant" "sms_batch_scheduler_model" sms_batch_scheduler Engine::Induction(1);
    "sms" "round_robin" "paper" "round_robin_model" round_robin Engine::Pdr;
    "sms" "min_tree" "cpu4" "min_tree_model" min_tree Engine::Pdr;
    "frfcfs" "first_set" "small_collapse" "first_set_model" first_set Engine::Pdr;
    "mascar" "mascar_sat" "paper" "mascar_sat_model" mascar_sat Engine::Pdr;
}

/// Algorithm 1 of Equalizer: `eq_decision`.
fn eq_decision(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = EqualizerParams::named(configuration)?;
    let sums = Sums {
        active: c.input("active"),
        wait: c.input("waiting"),
        xalu: c.input("xalu"),
        xmem: c.input("xmem"),
    };
    let fired = arm(&sums, c.input("w_cta"), &params);
    let decide = c.input_bit("decide");
    let any = |wanted: fn(Arm) -> bool| {
        let arms = Arm::ALL.into_iter().filter(|arm| wanted(*arm));
        decide & arms.fold(false.into(), |any: SymbolicBit, arm| any | fired.is(arm as u32))
    };
    c.equal("raise", any(|arm| arm.blocks() == 1));
    c.equal("lower", any(|arm| arm.blocks() == -1));
    let none = Symbol::from(0);
    let action = |rest, arm: Arm| fired.is(arm as u32).select(Symbol::from(arm.action() as u32), rest);
    c.equal("action", decide.select(Arm::ALL.into_iter().fold(none, action), none));
    Ok(())
}

/// The frequency manager of Equalizer: `eq_fm`.
fn eq_fm(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = EqualizerParams::named(configuration)?;
    let mut vote = c.elements("vote", 32).into_iter();
    let vote = std::array::from_fn(|_| vote.next().unwrap_or(Symbol::from(0)));
    let votes = Votes { valid: c.input("vote_valid"), vote: &vote, performance: c.input_bit("mode") };
    let mut state = c.registers(Manager::<Symbol>::layout(&params), Manager::reset());
    c.equal("sm_level", state.level[0]);
    c.equal("mem_level", state.level[1]);
    c.equal("sm_change", state.changed[0]);
    c.equal("mem_change", state.changed[1]);
    let busy = state.busy();
    c.equal("vr_busy", Symbol::from(busy[0]) | Symbol::from(busy[1]) << 1);
    manager_registers(c, &state);
    state.step(&params, &votes);
    c.next(state);
    Ok(())
}

/// How the registers of `eq_fm` follow from those of the model: each domain has a timer of its own, which counts one less.
fn manager_registers(c: &mut Circuit, state: &Manager<Symbol>) {
    c.equal("cycle", state.cycle);
    c.equal("ballot__comp", state.comp);
    c.equal("ballot__mem", state.mem);
    let one = Symbol::from(1);
    for (domain, regulator) in ["sm_regulator", "mem_regulator"].into_iter().enumerate() {
        let (level, pending) = (state.level[domain], state.pending[domain]);
        let busy = state.busy()[domain];
        c.equal(&format!("{regulator}__busy"), busy);
        c.equal_if(busy, &format!("{regulator}__timer"), state.timer - one);
        c.equal_if(busy, &format!("{regulator}__level_next"), pending);
        c.claim(level.below(3u32) & pending.below(3u32));
        c.claim(pending.is(level) | pending.is(level + one) | level.is(pending + one));
    }
    let [sm, memory] = state.moves();
    c.claim(!(state.timer.any() ^ (sm | memory)));
}

/// Stage 2 of SMS: `sms_batch_scheduler`.
fn sms_batch_scheduler(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = SmsParams::named(configuration)?;
    let choice = Choice { ready: c.input("ready"), bypass: c.input_bit("bypass"), p_q10: c.input("p_q10") };
    let n_src = params.channel.n_src();
    let inflight = c.array("inflight", n_src);
    let (moved, last) = (c.input_bit("moved"), c.input_bit("last"));
    let mut state = c.registers(BatchScheduler::<Symbol>::layout(&params), BatchScheduler::reset());
    let drained = |value: Symbol| state.drained.select(value, Symbol::from(0));
    c.equal("stat_pick", state.drained);
    c.equal("stat_pick_src", drained(state.src));
    c.equal("stat_sjf", drained(state.sjf.into()));
    c.equal("stat_batch_len", drained(state.moved));
    scheduler_registers(c, &state, n_src);
    state.pick(n_src, &choice, |s| inflight[s as usize]);
    c.equal("busy", state.draining);
    c.equal_if(state.draining, "source", state.src);
    // Only a batch that is being drained moves, and it has no more requests than the deepest FIFO.
    let deepest = params.cpu_fifo.max(params.gpu_fifo);
    c.assume(!moved | state.draining & state.moved.below(deepest));
    state.drain(moved, last);
    c.next(state);
    Ok(())
}

/// How the registers of `sms_batch_scheduler` follow from those of the model, which keeps a batch when it is drained.
fn scheduler_registers(c: &mut Circuit, state: &BatchScheduler<Symbol>, n_src: u32) {
    c.equal("draining", state.draining);
    c.equal_if(state.draining, "active", state.src);
    c.equal_if(state.draining, "active_sjf", state.sjf);
    c.equal("length", state.draining.select(state.moved, Symbol::from(0)));
    c.equal("rr_ptr", state.rr_ptr);
    c.equal("random__state", state.rng);
    c.claim(state.rr_ptr.below(n_src) & !(state.draining & state.drained));
}

/// `round_robin`: the arbiter that chooses among the banks in stage 3 of SMS.
fn round_robin(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let (requests, start) = (c.input("requests"), c.input("start"));
    let index = arbiter::first(requests, start);
    c.equal("index", index);
    c.equal("grant", requests.any().select(Symbol::one_at(index), Symbol::from(0)));
    Ok(())
}

/// `first_set`: the same with the order fixed.
fn first_set(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let requests = c.input("requests");
    let index = arbiter::first(requests, Symbol::from(0));
    c.equal("index", index);
    c.equal("first", requests.any().select(Symbol::one_at(index), Symbol::from(0)));
    Ok(())
}

/// `min_tree`: the choice of the shortest job in stage 2 of SMS.
fn min_tree(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let candidates = c.input("candidates");
    let keys = c.array("keys", candidates.width());
    for (i, key) in (0..).zip(&keys) {
        // Keys are compared as numbers if all are in the lower half of the range.
        c.assume(!candidates.bit(i) | !key.bit(key.width() - 1));
    }
    c.equal("index", arbiter::smallest(candidates, Symbol::from(0), |i| keys[i as usize]));
    Ok(())
}

/// The saturation detector of Mascar: `mascar_sat`.
fn mascar_sat(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = MascarParams::named(configuration)?;
    let mp = c.registers(vec![("mp".to_string(), 1)], SymbolicBit::from(false));
    c.equal("mp", mp);
    let others = c.input_bit("sat_tex") | c.input_bit("sat_const");
    let next = saturated(&params, c.input("mshr_used"), c.input("mq_used"), others);
    c.next(next);
    Ok(())
}
