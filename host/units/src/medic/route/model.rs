// SPDX-License-Identifier: Apache-2.0
//! Reference model of `medic_route`, which remembers nothing.

use super::decision::{route, Request};
use super::ports::{In, Out};
use crate::medic::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// The decision at an input port of the L2.
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

impl From<&In> for Request<u64> {
    fn from(i: &In) -> Request<u64> {
        Request {
            valid: i.valid,
            kind: i.kind.into(),
            atomic: i.atomic,
            fence: i.fence,
            warp_type: i.warp_type.into(),
            prof: i.prof,
            wbyp_en: i.wbyp_en,
            wms_en: i.wms_en,
        }
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
        let d = route(&self.params, &Request::from(i));
        Out { bypass: d.bypass, no_alloc: d.no_alloc, hi: d.hi, inval: d.inval }
    }
}
