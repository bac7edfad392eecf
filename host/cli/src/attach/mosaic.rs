// SPDX-License-Identifier: Apache-2.0
//! Mosaic as an attachment: not yet, as its modules have no adapters to sockets.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::Socket;
use warpsmith_units::mosaic::params::Params;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = "named configuration to start from; SMs and warps are the machine's";

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        vec![Fixed::taken("num_cores", machine.sm.count), Fixed::taken("warps_per_core", machine.sm.warps)]
    }

    fn attach(_: &Configured<Params>, _: To) -> Result<()> {
        Err(usage(
            "mosaic cannot be attached yet: its modules have RTL, models, benches and proofs (`warpsmith bench-unit mosaic`), but no \
             adapters to sockets, and the cycle model has no memory manager with pages of two sizes",
        ))
    }
}
