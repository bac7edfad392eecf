// SPDX-License-Identifier: Apache-2.0
//! The models that are proved equal to modules of the RTL: which port is which signal of the model.

use warpsmith_units::arbiter;
use warpsmith_units::equalizer::fm::{State as Manager, Votes};
use warpsmith_units::equalizer::params::Params as EqualizerParams;
use warpsmith_units::equalizer::sm::{arm, Arm, Sums};
use warpsmith_units::sms::params::Params as SmsParams;
use warpsmith_units::sms::{BatchScheduler, Choice};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use super::circuit::Circuit;
use super::symbol::{Symbol, SymbolicBit};
use crate::error::Error;
use crate::properties::{Property, Text};

/// Draws a model of a unit in a named configuration.
pub type Draw = fn(&mut Circuit, &str) -> Result<(), Error>;

/// Each line: unit, module, configuration, checker and the function that draws the model.
macro_rules! equalities {
    ($($unit:literal $module:literal $configuration:literal $name:literal $draw:ident;)*) => {
        /// Every model that is proved equal.
        pub const EQUALITIES: &[Property] = &[$(Property {
            unit: $unit,
            module: $module,
            name: $name,
            configuration: $configuration,
            text: Text::Model($draw),
        }),*];
    };
}

equalities! {
    "equalizer" "eq_decision" "fermi" "eq_decision_model" eq_decision;
    "equalizer" "eq_fm" "tiny" "eq_fm_model" eq_fm;
    "sms" "sms_batch_scheduler" "tiny" "sms_batch_scheduler_model" sms_batch_scheduler;
    "sms" "round_robin" "paper" "round_robin_model" round_robin;
    "sms" "min_tree" "small" "min_tree_model" min_tree;
    "frfcfs" "first_set" "small_collapse" "first_set_model" first_set;
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
    c.output("raise", any(|arm| arm.blocks() == 1));
    c.output("lower", any(|arm| arm.blocks() == -1));
    let none = Symbol::from(0);
    let action = |rest, arm: Arm| fired.is(arm as u32).select(Symbol::from(arm.action() as u32), rest);
    c.output("action", decide.select(Arm::ALL.into_iter().fold(none, action), none));
    Ok(())
}

/// The frequency manager of Equalizer: `eq_fm`.
fn eq_fm(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = EqualizerParams::named(configuration)?;
    let mut vote = c.elements("vote", 32).into_iter();
    let vote = std::array::from_fn(|_| vote.next().unwrap_or(Symbol::from(0)));
    let votes = Votes { valid: c.input("vote_valid"), vote: &vote, performance: c.input_bit("mode") };
    let mut state = c.registers(Manager::<Symbol>::layout(&params), Manager::reset());
    c.output("sm_level", state.level[0]);
    c.output("mem_level", state.level[1]);
    c.output("sm_change", state.changed[0]);
    c.output("mem_change", state.changed[1]);
    let [sm, mem] = state.busy().map(Symbol::from);
    c.output("vr_busy", sm | mem << 1);
    state.step(&params, &votes);
    c.next(state);
    Ok(())
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
    c.output("stat_pick", state.drained);
    c.output("stat_pick_src", drained(state.src));
    c.output("stat_sjf", drained(state.sjf.into()));
    c.output("stat_batch_len", drained(state.moved));
    state.pick(n_src, &choice, |s| inflight[s as usize]);
    c.output("busy", state.draining);
    c.output_if(state.draining, "source", state.src);
    // Only a batch that is being drained moves, and it has no more requests than the deepest FIFO.
    let deepest = params.cpu_fifo.max(params.gpu_fifo);
    c.assume(!moved | state.draining & state.moved.below(deepest));
    state.drain(moved, last);
    c.next(state);
    Ok(())
}

/// `round_robin`: the arbiter that chooses among the banks in stage 3 of SMS.
fn round_robin(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let (requests, start) = (c.input("requests"), c.input("start"));
    let index = arbiter::first(requests, start);
    c.output("index", index);
    c.output("grant", requests.any().select(Symbol::one_at(index), Symbol::from(0)));
    Ok(())
}

/// `first_set`: the same with the order fixed.
fn first_set(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let requests = c.input("requests");
    let index = arbiter::first(requests, Symbol::from(0));
    c.output("index", index);
    c.output("first", requests.any().select(Symbol::one_at(index), Symbol::from(0)));
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
    c.output("index", arbiter::smallest(candidates, Symbol::from(0), |i| keys[i as usize]));
    Ok(())
}
