// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `frfcfs` must accept.

use super::params::Params;
use super::ports::{In, Out};
use super::FrFcfs;
use crate::dram_timing::{ControllerIn, ControllerOut, Traffic};
use crate::Stimulus;

/// The sources around one `frfcfs`.
#[derive(Clone, Debug)]
pub struct Environment {
    traffic: Traffic,
}

impl Stimulus<FrFcfs> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment { traffic: Traffic::new(&params.channel, seed) }
    }

    fn next_input(&mut self, out: &Out) -> In {
        let mut input = In::default();
        input.present(self.traffic.next(out.src_ready).0.as_ref());
        if let Some(issue) = out.command().filter(|i| i.command.is_column()) {
            self.traffic.release(issue.request.id);
        }
        input
    }
}
