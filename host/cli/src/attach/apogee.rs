// SPDX-License-Identifier: Apache-2.0
//! APOGEE as an attachment: the prefetcher of every SM, made for the machine's warps and lines.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::apogee::{Advance, ApogeePrefetcher};
use warpsmith_gpu::Socket;
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::Apogee;
use warpsmith_units::ParamInfo;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; warps, threads of a warp and lines are the machine's";
    /// With whole addresses, and the threads of a whole grid.
    const START: &'static str = "addr32";
    const OPTIONS: &'static [ParamInfo] = &[ParamInfo::words(
        "advance",
        "which threads advance together from iteration to iteration: those that an SM runs at a time, or the grid's",
        "grid",
        &["sm", "grid"],
    )];

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![Socket::Prefetcher]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        vec![
            Fixed::taken("n_warps", machine.sm.warps),
            Fixed::taken("line_bytes", 1 << machine.lines().offset_bits()),
            Fixed::required("warp_size", 32),
        ]
    }

    fn check(params: &Params, machine: &MachineSpec) -> Result<()> {
        // Addresses count from the start of device memory.
        let needed = (machine.dram.capacity() - 1).ilog2() + 1;
        if params.addr_bits < needed {
            return Err(usage(format!(
                "apogee with addr_bits = {} cannot hold the addresses of the machine {}: at least {needed} bits, as config=addr32 has",
                params.addr_bits, machine.name
            )));
        }
        Ok(())
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let p = &unit.params;
        let advance = if unit.options.is("advance", "sm") { Advance::Sm } else { Advance::Grid };
        for (n, sm) in (0..).zip(attachments.sms(machine)) {
            let apogee = ApogeePrefetcher::new(backend.make::<Apogee>(p, n)?, p, advance);
            sm.prefetcher = Some(Box::new(apogee));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::binding::configured;
    use super::*;

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        for (key, value, part) in [
            ("n_warps", "4", "has 48"),
            ("line_bytes", "32", "has 128"),
            ("warp_size", "64", "has 32"),
            ("addr_bits", "28", "at least 31"),
            ("n_entries", "1000", "4..=256"),
            ("advance", "warp", "sm or grid"),
        ] {
            let machine = MachineSpec::load("cta").unwrap();
            let settings = vec![(key.to_string(), value.to_string())];
            let done = configured::<Bound>("apogee", &settings, &machine);
            let text = done.err().expect("an error").to_string();
            assert!(text.contains(key) && text.contains(part), "{text}");
        }
    }
}
