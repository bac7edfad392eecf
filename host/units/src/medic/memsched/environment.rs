// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `medic_memsched` must accept: the requests of both queues are those of two sources.

use super::ports::{In, Out};
use super::Memsched;
use crate::dram_timing::{ControllerIn, ControllerOut, Traffic};
use crate::medic::params::Params;
use crate::Stimulus;

/// What the L2 sends to one controller.
#[derive(Clone, Debug)]
pub struct Environment {
    traffic: Traffic,
}

impl Stimulus<Memsched> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { traffic: Traffic::new(&params.channel, seed) }
    }

    fn next_input(&mut self, out: &Out) -> In {
        let mut input = In::default();
        input.present(self.traffic.next(out.src_ready()).0.as_ref());
        if let Some(issue) = out.command().filter(|issue| issue.command.is_column()) {
            self.traffic.release(issue.request.id);
        }
        input
    }
}
