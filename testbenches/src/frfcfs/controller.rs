// SPDX-License-Identifier: Apache-2.0
//! `frfcfs` as a DRAM controller under test.

use warpsmith_cosim::FrFcfs;
use warpsmith_units::dram_timing::{Channel, ControllerIn};
use warpsmith_units::frfcfs::params::Params;
use warpsmith_units::frfcfs::{Checker, In, Model, Out};

use crate::dram::{self, Batch, Controller};
use crate::Monitor;

/// One `frfcfs` with its DRAM.
pub type Driver = dram::Driver<FrFcfs, Checker>;

impl Monitor<FrFcfs> for Checker {
    fn new(params: &Params) -> Checker {
        Checker::new(params)
    }

    fn check(&mut self, input: &In, out: &Out, model: &Model) -> Result<(), String> {
        Checker::check(self, input, out, model.state().0).map_err(|e| e.to_string())
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(input: &mut In) {
        input.present(None);
    }
}

impl Controller for FrFcfs {
    fn channel(params: &Params) -> &Channel {
        &params.channel
    }

    /// It does not count what is in flight.
    fn complete(_: &mut In, _: u8) {}

    fn batch(_: &Out) -> Option<Batch> {
        None
    }
}
