// SPDX-License-Identifier: Apache-2.0
//! What is proved of SMS.

use warpsmith_units::arbiter;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{BatchScheduler, Choice};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::engine::Engine;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::properties::{invariants, models, Proofs, Property};

pub(crate) const PROOFS: Proofs = Proofs { invariants: INVARIANTS, equalities: EQUALITIES, common: "" };

const INVARIANTS: &[Property] = invariants! {
    "sms";
    "sms" "tiny" "sms": "i01_conservation" "i02_requests" "i03_batches" "i05_marks" "i06_ready";
    "sms" "variant" "sms": "i07_picks";
    "sms" "tiny" "sms": "i08_open" "i09_rates";
    "sms" "tiny" "dram_controller": "i10_timing";
    "sms" "tiny" "sms": "i11_fifos" "i11_total";
};

const EQUALITIES: &[Property] = models! {
    "sms";
    "sms_batch_scheduler" "cpu4" "sms_batch_scheduler_model" sms_batch_scheduler Engine::Induction(1);
    "sms_batch_scheduler" "variant" "sms_batch_scheduler_model" sms_batch_scheduler Engine::Induction(1);
    "round_robin" "paper" "round_robin_model" round_robin Engine::Pdr;
    "min_pairs" "cpu4" "min_pairs_model" min_pairs Engine::Pdr;
    "dram_timing" "tiny" "dram_timing_model" dram_timing Engine::Induction(1);
};

/// Row state and timing: `dram_timing`.
fn dram_timing(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    super::dram_timing::dram_timing(c, &Params::named(configuration)?.channel);
    Ok(())
}

/// Stage 2 of SMS: `sms_batch_scheduler`.
fn sms_batch_scheduler(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let params = Params::named(configuration)?;
    let choice = Choice { ready: c.input("ready"), bypass: c.input_bit("bypass"), p_q10: c.input("p_q10") };
    let n_src = params.channel.n_src();
    let inflight = c.array("inflight", n_src);
    let (blocked, last): (Symbol, Symbol) = (c.input("blocked"), c.input("last"));
    let mut state = c.registers(BatchScheduler::<Symbol>::layout(&params), BatchScheduler::reset());
    let drained = |value: Symbol| state.drained.select(value, Symbol::from(0));
    c.equal("stat_pick", state.drained);
    c.equal("stat_pick_src", drained(state.src));
    c.equal("stat_sjf", drained(state.sjf.into()));
    c.equal("stat_batch_len", drained(state.moved));
    scheduler_registers(c, &state, n_src);
    state.pick(n_src, &choice, |s| inflight[s as usize]);
    let source = state.draining.select(Symbol::one_at(state.src), Symbol::from(0));
    c.equal("source_bit", source);
    c.equal_if(state.draining, "source", state.src);
    let moved = (source & !blocked).any();
    // A batch has no more requests than the deepest FIFO.
    let deepest = params.cpu_fifo.max(params.gpu_fifo);
    c.assume(!moved | state.moved.below(deepest));
    state.drain(moved, (source & last).any());
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

/// `min_pairs`: the choice of the shortest job in stage 2 of SMS.
fn min_pairs(c: &mut Circuit, _: &str) -> Result<(), Error> {
    let candidates = c.input("candidates");
    let keys = c.array("keys", candidates.width());
    for (i, key) in (0..).zip(&keys) {
        // Keys are compared as numbers if all are in the lower half of the range.
        c.assume(!candidates.bit(i) | !key.bit(key.width() - 1));
    }
    let index = arbiter::smallest(candidates, Symbol::from(0), |i| keys[i as usize]);
    c.equal("pick", candidates.any().select(Symbol::one_at(index), Symbol::from(0)));
    Ok(())
}
