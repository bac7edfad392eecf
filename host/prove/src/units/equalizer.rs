// SPDX-License-Identifier: Apache-2.0
//! What is proved of Equalizer.

use warpsmith_units::equalizer::fm::{State as Manager, Votes};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{arm, Arm, Sums};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::properties::{invariants, models, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: "" };

const INVARIANTS: &[Property] = invariants! {
    "equalizer";
    "eq_sm" "tiny" "equalizer/eq_sm":
        "i01_classes" "i01_counts" "i01_sums" "i02_target" "i03_order" "i03_running" "i04_hysteresis" "i04_steps" "i05_arms"
        "i05_votes" "i07_request" "i08_paused_warps" "i09_timing" "i09_votes" "i10_progress";
    "eq_fm" "tiny" "equalizer/eq_fm": "i06_levels";
};

const EQUALITIES: &[Property] = models! {
    "equalizer";
    "eq_decision" "fermi" "eq_decision_model" eq_decision Engine::Pdr;
    "eq_decision" "dense" "eq_decision_model" eq_decision Engine::Pdr;
    "eq_fm" "fermi" "eq_fm_model" eq_fm Engine::Induction(1);
    "eq_fm" "dense" "eq_fm_model" eq_fm Engine::Induction(1);
};

/// Algorithm 1 of Equalizer: `eq_decision`.
fn eq_decision(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = Params::named(configuration)?;
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
    let params = Params::named(configuration)?;
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
