// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `medic_memsched` must accept: the requests of both queues are those of two sources.

use super::ports::{In, Out};
use super::Memsched;
use crate::dram_timing::{Channel, Request, Traffic};
use crate::medic::params::Params;
use crate::Stimulus;

/// What the L2 sends to one controller.
#[derive(Clone, Debug)]
pub struct Environment {
    traffic: Traffic,
}

impl Stimulus<Memsched> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let channel = Channel { n_cpu: 1, n_gpu: 1, ..params.channel };
        Environment { traffic: Traffic::new(&channel, seed) }
    }

    fn next_input(&mut self, out: &Out) -> In {
        let ready = u64::from(out.rdy_lo) | u64::from(out.rdy_hi) << 1;
        let arrival = self.traffic.next(ready).0.map(|r| (Request { src: 0, ..r }, r.src == 1));
        let mut input = In::default();
        input.present(arrival.as_ref().map(|(request, hi)| (request, *hi)));
        if let Some(issue) = out.command().filter(|issue| issue.command.is_column()) {
            self.traffic.release(issue.request.id);
        }
        input
    }
}
