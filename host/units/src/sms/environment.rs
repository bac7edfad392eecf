// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `sms` must accept: sources, the DRAM's completions, and run-time configuration.

use std::collections::VecDeque;

use super::params::Params;
use super::ports::{pack_thresholds, In, Out};
use super::Sms;
use crate::dram_timing::{ControllerIn, ControllerOut, Traffic};
use crate::{Rng, Stimulus};

/// Sources and DRAM around one `sms`.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    traffic: Traffic,
    cycle: u64,
    /// Inputs that stay until the next regime.
    config: In,
    /// Completions to come: cycle, source, identification.
    transfers: VecDeque<(u64, u8, u32)>,
}

impl Stimulus<Sms> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(!seed),
            traffic: Traffic::new(&params.channel, seed),
            cycle: 0,
            config: In::idle(params),
            transfers: VecDeque::new(),
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        let (request, new_regime) = self.traffic.next(out.src_ready);
        if new_regime {
            self.configure();
        }
        let mut input = self.config;
        input.present(request.as_ref());
        if let Some(issue) = out.command().filter(|i| i.command.is_column()) {
            let done = self.cycle + u64::from(self.params.channel.timing.completion(issue.request.wr));
            self.transfers.push_back((done, issue.request.src, issue.request.id));
        }
        if let Some((_, src, id)) = self.transfers.front().copied().filter(|t| t.0 == self.cycle) {
            self.transfers.pop_front();
            (input.cpl_valid, input.cpl_src) = (true, src);
            self.traffic.release(id);
        }
        self.cycle += 1;
        input
    }
}

impl Environment {
    /// Other values of the run-time inputs; half the time those of the parameters.
    fn configure(&mut self) {
        let rng = &mut self.rng;
        self.config = In::idle(&self.params);
        if rng.one_in(2) {
            return;
        }
        self.config.cfg_p_q10 = [0, 1024, 922, rng.below(1025)][rng.below(4) as usize];
        self.config.cfg_gb_thr = [0, 0, rng.below(65), 127][rng.below(4) as usize] as u8;
        let most = [1, 20, 100, 1024][rng.below(4) as usize];
        self.config.cfg_thr = pack_thresholds(std::array::from_fn(|_| rng.below(most)));
    }
}
