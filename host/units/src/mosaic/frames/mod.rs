// SPDX-License-Identifier: Apache-2.0
//! `mosaic_frames`: the lists of large page frames, with the pages of each that are allocated.

mod environment;
mod frame;
mod invariants;
mod model;
mod ports;
#[cfg(test)]
mod tests;

pub use environment::Environment;
pub use frame::{channel, Frame, Status};
pub use invariants::Checker;
pub use model::{Model, State, LATENCY};
pub use ports::{
    In, Out, ACTION_EMERG, ACTION_NONE, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE,
    ALLOC_BASE, ALLOC_LARGE, EMERG_POP, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mosaic_frames`.
pub struct Frames;

impl Module for Frames {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_frames";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::status("free_frames", 0x00), SoftwarePort::status("emergency", 0x04)]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        i.cmd_valid = false;
    }
}
