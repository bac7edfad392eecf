// SPDX-License-Identifier: Apache-2.0
//! `frfcfs` under random stimulus.

use warpsmith_cosim::FrFcfs;
use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::{Checker, Environment, In, Model, Out};

use crate::dram;
use crate::random::{Coverage, Stimulus};
use crate::Monitor;

const FULL: &str = "buffer full";
const GPUS_FULL: &str = "GPUs refused, CPUs accepted";
const URGENT: &str = "request becomes urgent";

/// Requests of the random traffic rarely wait for longer than this.
const LONG_WAIT: u64 = 1 << 11;

/// Stimulus and checks.
pub struct Random {
    params: Params,
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
    urgent: u32,
}

impl Stimulus<FrFcfs> for Random {
    type Monitor = Checker;

    fn new(params: &Params, seed: u64) -> Random {
        let mut events = [&[FULL][..], &dram::EVENTS].concat();
        if params.channel.n_cpu > 0 {
            events.push(GPUS_FULL);
        }
        if params.age_mode == AgeMode::Timestamp && 1 << (params.age_bits - 2) < LONG_WAIT {
            events.push(URGENT);
        }
        Random {
            params: params.clone(),
            environment: Environment::new(params, seed),
            checker: Checker::new(params),
            coverage: Coverage::new(&events),
            urgent: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        self.environment.next_input(out)
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out, model: &Model) -> Result<(), String> {
        Monitor::check(&mut self.checker, i, o, model)?;
        let c = &mut self.coverage;
        dram::note::<FrFcfs>(c, &self.params, i, before, o);
        c.note(FULL, o.src_ready == 0);
        c.note(GPUS_FULL, o.src_ready == (1 << self.params.channel.n_cpu) - 1 && o.src_ready != 0);
        let urgent = model.state().0.buffer.urgent;
        c.note(URGENT, urgent > self.urgent);
        self.urgent = urgent;
        Ok(())
    }

    fn coverage(self) -> Coverage {
        self.coverage
    }

    fn full_run(_: &Params) -> u64 {
        200_000
    }
}
