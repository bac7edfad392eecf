// SPDX-License-Identifier: Apache-2.0
//! `sms` under random stimulus.

use warpsmith_cosim::Sms;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::{Checker, Environment, In, Model, Out};

use crate::dram;
use crate::random::{Coverage, Stimulus};
use crate::Monitor;

const EVENTS: [&str; 7] = [
    "picked shortest job first",
    "picked round robin",
    "batch of one",
    "batch of several",
    "full batch",
    "batch too old",
    "drain stalls",
];

/// Only CPUs have classes.
const CLASS_CHANGES: &str = "class changes";

/// Stimulus and checks.
pub struct Random {
    params: Params,
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
    /// Sources whose youngest batch is open.
    open: u64,
}

impl Stimulus<Sms> for Random {
    type Monitor = Checker;

    fn new(params: &Params, seed: u64) -> Random {
        let mut events = [&EVENTS[..], &dram::EVENTS].concat();
        if params.channel.n_cpu > 0 {
            events.push(CLASS_CHANGES);
        }
        Random {
            params: params.clone(),
            environment: Environment::new(params, seed),
            checker: Checker::new(params),
            coverage: Coverage::new(&events),
            open: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        self.environment.next_input(out)
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out, model: &Model) -> Result<(), String> {
        Monitor::check(&mut self.checker, i, o, model)?;
        let c = &mut self.coverage;
        dram::note::<Sms>(c, &self.params, i, before, o);
        c.note("picked shortest job first", o.stat_pick && o.stat_sjf);
        c.note("picked round robin", o.stat_pick && !o.stat_sjf);
        c.note("batch of one", o.stat_batch_len == 1);
        c.note("batch of several", o.stat_batch_len > 1);
        let depth = self.params.depth(o.stat_pick_src.into());
        c.note("full batch", o.stat_pick && u32::from(o.stat_batch_len) == depth);
        c.note(CLASS_CHANGES, o.stat_class != before.stat_class);
        let state = model.state().0;
        let arrived = if i.req_valid { 1 << i.req_src } else { 0 };
        let closed = self.open & state.formation.closed & !arrived;
        c.note("batch too old", closed != 0 && i.cfg_gb_thr == 0);
        self.open = state.formation.occupied & !state.formation.closed;
        let stalled = state.scheduler.active().is_some_and(|batch| {
            let head = state.formation.sources[usize::from(batch.src)].fifo.front();
            let bank = head.map_or(0, |e| usize::from(e.request.bank));
            state.commands.banks[bank].len() == self.params.dcs_fifo as usize
        });
        c.note("drain stalls", stalled);
        Ok(())
    }

    fn coverage(self) -> Coverage {
        self.coverage
    }

    fn full_run(_: &Params) -> u64 {
        200_000
    }
}
