// SPDX-License-Identifier: Apache-2.0
//! SMS as an attachment: one on every DRAM channel.

use super::binding::{Alias, Binding, Configured, Fixed, Options, To};
use super::dram;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::sms::SmsController;
use warpsmith_gpu::Socket;
use warpsmith_units::sms::params::Params;
use warpsmith_units::sms::Sms;
use warpsmith_units::{number, ParamInfo, Value};

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = dram::CONFIG;
    const ALIASES: &'static [Alias] = &[Alias {
        info: ParamInfo {
            name: "p",
            meaning: "probability of a shortest-job-first pick; sets p_q10",
            default: Value::Word("0.9"),
            range: number(0, 1),
            source: "",
        },
        sets: "p_q10",
        value: in_1024ths,
    }];

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![dram::SOCKET]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        dram::machine(machine)
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        dram::attach(to, |backend, channel| {
            Ok(Box::new(SmsController::new(backend.make::<Sms>(&unit.params, channel)?, &unit.params)))
        })
    }
}

/// A probability as the number of 1024ths.
fn in_1024ths(text: &str) -> Option<String> {
    let p = text.parse().ok().filter(|p: &f64| (0.0..=1.0).contains(p))?;
    Some(format!("{:.0}", p * 1024.0))
}
