// SPDX-License-Identifier: Apache-2.0
//! MeDiC as an attachment: its four modules on every SM, L2 port, L2 bank and DRAM channel, made for the machine. Each can be
//! left out, and its socket is another's then; what the profiler says is heard by those that are there.

use super::binding::{part, Binding, Configured, Fixed, Options, To};
use super::dram;
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::medic::{MedicController, MedicProfiler, MedicReplacement, MedicRoute, Reuse};
use warpsmith_gpu::Socket;
use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::{Memsched, Profiler, Repl, Route};
use warpsmith_units::ParamInfo;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; warps, L2 banks, DRAM banks and timing are the machine's";
    const OPTIONS: &'static [ParamInfo] = &[
        part("profiler", "its profiler on every SM types the warps; off: the others know no type"),
        ParamInfo::words(
            "placement",
            "types of a warp: one for the requests of an SM, or one for those of an SM to each L2 partition (DEC-1)",
            "sm",
            &["sm", "partition"],
        ),
        part("route", "its route at every port of L2"),
        part("repl", "its replacement beside every bank of L2"),
        part("memsched", "its controller on every DRAM channel"),
        ParamInfo::words(
            "reuse",
            "a line that has gone past L2 not long ago does not go past it again (MeDiC-reuse, outside the RTL)",
            "off",
            &["off", "on"],
        ),
    ];

    fn sockets(options: &Options) -> Vec<Socket> {
        options.sockets_of([
            ("profiler", Socket::WarpTyper),
            ("route", Socket::L2Route),
            ("repl", Socket::L2Replacement),
            ("memsched", dram::SOCKET),
        ])
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let cache = &machine.l2.cache;
        let own = [("warps_per_sm", machine.sm.warps), ("assoc", cache.ways), ("sets", cache.sets)];
        let own = own.into_iter().map(|(key, value)| Fixed::taken(key, value));
        own.chain(dram::behind(machine)).collect()
    }

    fn check(_: &Params, machine: &MachineSpec) -> Result<()> {
        match machine.cpu {
            None => Ok(()),
            Some(_) => Err(usage(format!(
                "medic has no place for CPU cores in its memory controllers, but the machine {} has some: choose --machine medic, or \
                 another without [cpu]",
                machine.name
            ))),
        }
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let (p, on) = (&unit.params, |module| unit.options.is(module, "on"));
        if on("profiler") {
            let partitions = machine.l2_partitions();
            for (n, sm) in (0..).zip(attachments.sms(machine)) {
                sm.typer = Some(Box::new(if unit.options.is("placement", "partition") {
                    let of_sm = (n * partitions..(n + 1) * partitions)
                        .map(|table| backend.make::<Profiler>(p, table));
                    MedicProfiler::in_partitions(of_sm.collect::<Result<_>>()?, p, machine)
                } else {
                    MedicProfiler::new(backend.make::<Profiler>(p, n)?, p)
                }));
            }
        }
        if on("route") {
            let ports = machine.l2.banks().ports;
            for (n, slice) in (0..).zip(attachments.slices(machine)) {
                let of_ports = (n * ports..(n + 1) * ports).map(|port| backend.make::<Route>(p, port));
                let reuse = on("reuse").then(|| Reuse::new(machine));
                slice.route = Some(Box::new(MedicRoute::new(of_ports.collect::<Result<_>>()?, p, reuse)));
            }
        }
        if on("repl") {
            for (n, bank) in (0..).zip(attachments.banks(machine)) {
                bank.replacement = Some(Box::new(MedicReplacement::new(backend.make::<Repl>(p, n)?, p)));
            }
        }
        if on("memsched") {
            for (n, channel) in (0..).zip(attachments.channels(machine)) {
                let controller = MedicController::new(backend.make::<Memsched>(p, n)?, p);
                channel.controller = Some(Box::new(controller));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::binding::configured;
    use super::*;

    fn configure(machine: &str, settings: &[(&str, &str)]) -> Result<Configured<Params>> {
        let settings = settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        configured::<Bound>("medic", &settings, &MachineSpec::load(machine).unwrap())
    }

    #[test]
    fn the_machine_of_the_paper_needs_the_configuration_of_the_paper() {
        let unit = configure("medic", &[]).unwrap();
        assert_eq!(unit.params, Params::PAPER);
    }

    #[test]
    fn each_module_takes_the_socket_of_its_place_and_can_be_left_out() {
        let all = configure("medic", &[]).unwrap();
        assert_eq!(
            Bound::sockets(&all.options),
            [Socket::WarpTyper, Socket::L2Route, Socket::L2Replacement, Socket::MemoryController]
        );
        for (n, module) in ["profiler", "route", "repl", "memsched"].into_iter().enumerate() {
            let without = configure("medic", &[(module, "off")]).unwrap();
            let mut left = Bound::sockets(&all.options);
            left.remove(n);
            assert_eq!(Bound::sockets(&without.options), left);
        }
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        for (key, value, part) in [
            ("warps_per_sm", "32", "has 48"),
            ("assoc", "8", "has 16"),
            ("sets", "64", "has 32"),
            ("n_bank", "16", "has 8"),
            ("route", "maybe", "off or on"),
            ("profile_len", "3", "4..=255"),
        ] {
            let text = configure("medic", &[(key, value)]).err().expect("an error").to_string();
            assert!(text.contains(key) && text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_machine_with_cpu_cores_is_refused_with_what_to_do() {
        let text = configure("cpu-gpu", &[]).err().expect("an error").to_string();
        assert!(text.contains("cpu-gpu") && text.contains("--machine medic"), "{text}");
    }
}
