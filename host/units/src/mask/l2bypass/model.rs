// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mask_l2bypass`, which remembers nothing.

use super::decision::{bypasses, Read};
use super::ports::{In, Out};
use crate::mask::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// The decision about a walk read.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone() }
    }
}

impl Snapshot for Model {
    type State = ();

    fn snapshot(&self) {}

    fn restore(&mut self, (): ()) -> Result<(), ForeignState> {
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {}

    fn step(&mut self, i: &In) -> Out {
        self.eval(i)
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        let read = Read { addr: i.wm_addr, depth: i.wm_depth.into() };
        Out { wm_bypass: bypasses(&self.params, &read, i.bypass_bits.into(), i.en_l2bypass) }
    }
}
