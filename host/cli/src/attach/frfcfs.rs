// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS as an attachment: one on every DRAM channel.

use super::binding::{Binding, Configured, Fixed, Options, To};
use super::dram;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::frfcfs::FrfcfsController;
use warpsmith_gpu::Socket;
use warpsmith_units::frfcfs::params::Params;
use warpsmith_units::frfcfs::FrFcfs;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = dram::CONFIG;

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![dram::SOCKET]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        dram::machine(machine)
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        dram::attach(to, |backend, channel| {
            Ok(Box::new(FrfcfsController::new(backend.make::<FrFcfs>(&unit.params, channel)?, &unit.params)))
        })
    }
}
