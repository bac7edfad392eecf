// SPDX-License-Identifier: Apache-2.0
//! `mosaic_coalescer`: makes 512 base pages a large page where they are, and takes it apart again.

mod environment;
mod invariants;
mod model;
mod ports;
mod state;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::Model;
pub use ports::{
    In, Out, ANDN8, ANDN_LINE, COALESCE, OR8, OR_LINE, RD_LINE, READ8, SPLINTER, STATUS_ALREADY,
    STATUS_FAULT, STATUS_NOTCONTIG, STATUS_NOTLARGE, STATUS_OK,
};
pub use state::{Command, Done, Offer, State, Taken, ASK, CLEAR_LARGE, IDLE, SET_LARGE, WAIT, WALK};

use super::params::Params;
use super::BENCHED;
use crate::{Module, SoftwarePort};

/// The module `mosaic_coalescer`.
pub struct Coalescer;

impl Module for Coalescer {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "mosaic_coalescer";
    const BENCHED: &'static [&'static str] = BENCHED;

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![SoftwarePort::count("done", 0x00), SoftwarePort::count("large_on", 0x04)]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(i: &mut In) {
        (i.cmd_valid, i.a_valid, i.fl_done) = (false, false, false);
    }
}
