// SPDX-License-Identifier: Apache-2.0
//! The ILP units as an attachment: not yet, as an SM has no front end that they could stand in.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::Socket;
use warpsmith_units::ilp::params::Params;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = "named configuration to start from; warps are the machine's";

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        vec![Fixed::taken("n_warps", machine.sm.warps)]
    }

    fn attach(_: &Configured<Params>, _: To) -> Result<()> {
        Err(usage(
            "ilp cannot be attached yet: its modules have RTL, models, benches and proofs (`warpsmith bench-unit ilp`), but the SMs of \
             the cycle model have no front end with a scoreboard",
        ))
    }
}
