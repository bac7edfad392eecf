// SPDX-License-Identifier: Apache-2.0
//! MASK as an attachment: its shared TLB with monitors and epoch engine, its walk route, and its scheduler on every DRAM channel, made
//! for the machine. Each can be left out, and its socket is another's then.

use super::binding::{part, Binding, Configured, Fixed, Options, To};
use super::dram;
use super::translation::translates;
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mask::{MaskController, MaskRoute, MaskTlb};
use warpsmith_gpu::Socket;
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::{DramSched, Epoch, L2Bypass, L2Tlb, Monitor};
use warpsmith_units::ParamInfo;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; SMs, warps, shared TLB, page tables and DRAM banks are the machine's";
    const OPTIONS: &'static [ParamInfo] = &[
        part(
            "tlb",
            "its shared TLB, with a monitor in each SM and the epoch engine; off: nothing learns of epochs",
        ),
        part("route", "its walk route"),
        part("sched", "its scheduler in every DRAM channel, and a way of their own there for walk reads"),
    ];

    fn sockets(options: &Options) -> Vec<Socket> {
        options.sockets_of([
            ("tlb", Socket::SharedTlb),
            ("route", Socket::WalkRoute),
            ("sched", dram::SOCKET),
        ])
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let (sm, d) = (&machine.sm, &machine.dram);
        let rows = d.capacity() / u64::from(d.channels * d.banks * d.row_bytes);
        let own = [
            ("num_cores", sm.count),
            ("warps_per_core", sm.warps),
            ("issue_ports", sm.schedulers),
            ("n_bank", d.banks),
            ("col_bits", (d.row_bytes / d.burst_bytes()).ilog2()),
            ("row_bits", rows.next_power_of_two().ilog2()),
        ];
        let of_mmu = machine.mmu.iter().flat_map(|mmu| {
            [
                ("pt_levels", mmu.levels),
                ("page_bits", mmu.page_bits),
                ("walk_ctx", mmu.walks),
                ("l2tlb_entries", mmu.l2.entries),
                ("l2tlb_ways", mmu.l2.ways),
                ("l2tlb_ports", mmu.l2.ports),
                ("l2tlb_latency", mmu.l2.latency),
                ("replay_depth", mmu.l2.replay_queue),
            ]
        });
        own.into_iter().chain(of_mmu).map(|(key, value)| Fixed::taken(key, value)).collect()
    }

    fn check(_: &Params, machine: &MachineSpec) -> Result<()> {
        translates("mask", machine)?;
        match &machine.cpu {
            None => Ok(()),
            Some(_) => Err(usage(format!(
                "mask has no place for CPU cores in its memory controllers, but the machine {} has some: choose --machine \
                 maxwell, or another without [cpu]",
                machine.name
            ))),
        }
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let (p, on) = (&unit.params, |module| unit.options.is(module, "on"));
        let schedules = on("sched");
        for mmu in attachments.mmus(machine) {
            if on("tlb") {
                let monitors =
                    (0..p.num_cores).map(|sm| backend.make::<Monitor>(p, sm)).collect::<Result<_>>()?;
                let (tlb, epoch) = (backend.make::<L2Tlb>(p, 0)?, backend.make::<Epoch>(p, 0)?);
                mmu.shared_tlb = Some(Box::new(MaskTlb::new(tlb, monitors, epoch, p)));
            }
            if on("route") {
                let route = MaskRoute::new(backend.make::<L2Bypass>(p, 0)?, p, schedules);
                mmu.walk_route = Some(Box::new(route));
            }
        }
        if schedules {
            dram::attach(To { backend, machine, attachments }, |backend, n| {
                Ok(Box::new(MaskController::new(backend.make::<DramSched>(p, n)?, p, machine)))
            })?;
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
        configured::<Bound>("mask", &settings, &MachineSpec::load(machine).unwrap())
    }

    #[test]
    fn the_machine_of_the_paper_needs_the_configuration_of_the_paper() {
        assert_eq!(configure("maxwell", &[]).unwrap().params, Params::PAPER);
    }

    #[test]
    fn each_part_takes_the_socket_of_its_place_and_can_be_left_out() {
        let all = configure("maxwell", &[]).unwrap();
        assert_eq!(
            Bound::sockets(&all.options),
            [Socket::SharedTlb, Socket::WalkRoute, Socket::MemoryController]
        );
        for (n, module) in ["tlb", "route", "sched"].into_iter().enumerate() {
            let without = configure("maxwell", &[(module, "off")]).unwrap();
            let mut left = Bound::sockets(&all.options);
            left.remove(n);
            assert_eq!(Bound::sockets(&without.options), left);
        }
    }

    #[test]
    fn machines_without_translation_or_with_cpu_cores_are_refused_with_what_to_do() {
        for machine in ["gtx480", "cpu-gpu"] {
            let text = configure(machine, &[]).err().expect("an error").to_string();
            assert!(text.contains(machine) && text.contains("--machine maxwell"), "{text}");
        }
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        for (key, value, part) in
            [("num_cores", "4", "has 30"), ("l2tlb_entries", "64", "has 512"), ("n_bank", "16", "has 8")]
        {
            let text = configure("maxwell", &[(key, value)]).err().expect("an error").to_string();
            assert!(text.contains(key) && text.contains(part), "{text}");
        }
    }
}
