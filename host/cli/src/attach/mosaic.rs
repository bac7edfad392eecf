// SPDX-License-Identifier: Apache-2.0
//! Mosaic as an attachment: its shared TLB with its walker, made for the machine; its L1 TLB in each SM, its coalescer and its
//! migrator, each of which can be left out. `mosaic_frames` is no part of it: its lists are software of the driver (decision O47).

use super::binding::{part, Binding, Configured, Fixed, Options, To};
use super::translation::translates;
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mosaic::{MosaicCoalescer, MosaicL1Tlb, MosaicMigrator, MosaicTlb};
use warpsmith_gpu::{Socket, VIRTUAL_BITS};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::{Coalescer, L1Tlb, Migrator, Xlat};
use warpsmith_units::ParamInfo;

/// Bytes of a line that the coalescer changes at once, and the migrator copies.
const LINE_BYTES: u32 = 128;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; SMs, warps, page tables and the shared TLB's base entries are the machine's";
    const OPTIONS: &'static [ParamInfo] = &[
        part(
            "l1",
            "its L1 TLB in each SM, with entries for base and large pages of its own; off: the machine's, for base pages alone",
        ),
        part(
            "coalescer",
            "its coalescer, which makes large pages of frames that the memory manager has filled; off: the driver does, in no time",
        ),
        part("migrator", "its migrator, which copies the pages that the memory manager moves; off: they take that one's time"),
    ];

    fn sockets(options: &Options) -> Vec<Socket> {
        let parts = options.sockets_of([
            ("l1", Socket::L1TlbArray),
            ("coalescer", Socket::PageCoalescer),
            ("migrator", Socket::PageMigrator),
        ]);
        parts.into_iter().chain([Socket::SharedTlb]).collect()
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let own = [("num_cores", machine.sm.count), ("warps_per_core", machine.sm.warps)];
        let of_mmu = machine.mmu.iter().flat_map(|mmu| {
            [
                ("pt_levels", mmu.levels),
                ("base_page_log2", mmu.page_bits),
                ("walk_ctx", mmu.walks),
                ("l2_base", mmu.l2.entries),
                ("l2_ways", mmu.l2.ways),
                ("l2_ports", mmu.l2.ports),
                ("l2_lat", mmu.l2.latency),
            ]
        });
        own.into_iter().chain(of_mmu).map(|(key, value)| Fixed::taken(key, value)).collect()
    }

    fn check(p: &Params, machine: &MachineSpec) -> Result<()> {
        translates("mosaic", machine)?;
        let name = &machine.name;
        let capacity = machine.dram.capacity();
        let least = capacity.next_power_of_two().ilog2();
        for (key, bits, least) in [("va_w", p.va_w, VIRTUAL_BITS), ("pa_w", p.pa_w, least)] {
            if bits < least {
                return Err(usage(format!(
                    "mosaic with {key} = {bits} does not fit the machine {name}, whose addresses have {least} bits: set {key} = {least} \
                     or more, or choose another configuration"
                )));
            }
        }
        Ok(())
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let [coalesces, migrates] = ["coalescer", "migrator"].map(|part| unit.options.is(part, "on"));
        if (coalesces || migrates) && machine.line_bytes != LINE_BYTES {
            return Err(usage(format!(
                "the coalescer and the migrator of mosaic work on lines of {LINE_BYTES} bytes, and those of the machine {} have {}: set \
                 mosaic:coalescer=off,migrator=off, or -m line_bytes={LINE_BYTES}",
                machine.name, machine.line_bytes
            )));
        }
        for mmu in attachments.mmus(machine) {
            let xlat = backend.make::<Xlat>(&unit.params, 0)?;
            mmu.shared_tlb = Some(Box::new(MosaicTlb::new(xlat, &unit.params)));
            if coalesces {
                let coalescer = backend.make::<Coalescer>(&unit.params, 0)?;
                mmu.coalescer = Some(Box::new(MosaicCoalescer::new(coalescer, &unit.params)));
            }
            if migrates {
                let migrator = backend.make::<Migrator>(&unit.params, 0)?;
                mmu.migrator = Some(Box::new(MosaicMigrator::new(migrator, &unit.params)));
            }
        }
        if unit.options.is("l1", "on") {
            for (n, sm) in (0..).zip(attachments.sms(machine)) {
                sm.l1_tlb = Some(Box::new(MosaicL1Tlb::new(backend.make::<L1Tlb>(&unit.params, n)?)));
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
        configured::<Bound>("mosaic", &settings, &MachineSpec::load(machine).unwrap())
    }

    #[test]
    fn the_machine_of_mask_has_the_shared_tlb_of_the_configuration_of_the_paper() {
        assert_eq!(configure("maxwell", &[]).unwrap().params, Params::PAPER);
    }

    #[test]
    fn its_l1_tlb_its_coalescer_and_its_migrator_can_be_left_out_and_what_is_there_else_is_then() {
        let sockets =
            |settings: &[(&str, &str)]| Bound::sockets(&configure("mosaic", settings).unwrap().options);
        let parts = [
            ("l1", Socket::L1TlbArray),
            ("coalescer", Socket::PageCoalescer),
            ("migrator", Socket::PageMigrator),
        ];
        let all = parts.map(|(_, socket)| socket).into_iter().chain([Socket::SharedTlb]);
        assert_eq!(sockets(&[]), all.clone().collect::<Vec<_>>());
        for (part, socket) in parts {
            assert_eq!(
                sockets(&[(part, "off")]),
                all.clone().filter(|one| *one != socket).collect::<Vec<_>>()
            );
        }
        assert_eq!(configure("maxwell", &[("config", "l1base8")]).unwrap().params.l1_base, 8);
    }

    #[test]
    fn machines_without_translation_are_refused_with_what_to_do() {
        let text = configure("gtx480", &[]).err().expect("an error").to_string();
        assert!(text.contains("gtx480") && text.contains("--machine maxwell"), "{text}");
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_what_would() {
        for (key, value, part) in [
            ("num_cores", "4", "has 30"),
            ("l2_base", "64", "has 512"),
            ("va_w", "40", "have 41 bits"),
            ("pa_w", "30", "set pa_w = 3"),
        ] {
            let text = configure("maxwell", &[(key, value)]).err().expect("an error").to_string();
            assert!(text.contains(key) && text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_configuration_with_small_addresses_is_refused() {
        let text = configure("maxwell", &[("config", "tiny")]).err().expect("an error").to_string();
        assert!(text.contains("va_w = "), "{text}");
    }
}
