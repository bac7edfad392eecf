// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetching as an attachment: its two modules on every SM, made for the machine's warps and CTAs. Without its
//! engine (`prefetcher=off`) the socket of the prefetcher is another's: what the evaluation compares with keeps the scheduler.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::cta_prefetch::{CtaEngine, CtaScheduler};
use warpsmith_gpu::Socket;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{Engine, Sched};
use warpsmith_units::ParamInfo;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str = "named configuration to start from; warps and CTA slots are the machine's";
    const OPTIONS: &'static [ParamInfo] = &[ParamInfo::words(
        "prefetcher",
        "its engine asks for lines; off: only its scheduler is attached, and another prefetcher can be",
        "on",
        &["off", "on"],
    )];

    fn sockets(options: &Options) -> Vec<Socket> {
        let mut sockets = vec![Socket::Issue];
        if options.is("prefetcher", "on") {
            sockets.push(Socket::Prefetcher);
        }
        sockets
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        vec![
            Fixed::taken("n_warps", machine.sm.warps),
            Fixed::taken("n_cta", machine.sm.ctas),
            Fixed::taken("line_log2", machine.lines().offset_bits()),
        ]
    }

    fn check(params: &Params, machine: &MachineSpec) -> Result<()> {
        let schedulers = machine.sm.schedulers;
        if schedulers != 1 {
            return Err(usage(format!(
                "cta_prefetch has one ready queue for an SM, but an SM of the machine {} has {schedulers} warp schedulers: choose \
                 --machine cta, or set -m sm.schedulers=1",
                machine.name
            )));
        }
        // Addresses count from the start of device memory.
        let needed = (machine.dram.capacity() - 1).ilog2() + 1;
        if params.addr_w < needed {
            return Err(usage(format!(
                "cta_prefetch with addr_w = {} cannot hold the addresses of the machine {}: at least {needed} bits",
                params.addr_w, machine.name
            )));
        }
        Ok(())
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let p = &unit.params;
        for (n, sm) in (0..).zip(attachments.sms(machine)) {
            sm.issue = Some(Box::new(CtaScheduler::new(backend.make::<Sched>(p, n)?, p)));
            if unit.options.is("prefetcher", "on") {
                sm.prefetcher = Some(Box::new(CtaEngine::new(backend.make::<Engine>(p, n)?, p)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::binding::configured;
    use super::*;

    fn error(machine: &str, change: impl FnOnce(&mut MachineSpec), key: &str, value: &str) -> String {
        let mut machine = MachineSpec::load(machine).unwrap();
        change(&mut machine);
        let settings = vec![(key.to_string(), value.to_string())];
        let done = configured::<Bound>("cta_prefetch", &settings, &machine);
        done.err().expect("an error").to_string()
    }

    #[test]
    fn a_machine_with_several_schedulers_is_refused_with_what_to_do() {
        let text = error("gtx480", |_| (), "pf_en", "1");
        assert!(text.contains("gtx480 has 2") && text.contains("--machine cta"), "{text}");
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        for (key, value, part) in [
            ("n_warps", "64", "has 48"),
            ("n_cta", "4", "has 8"),
            ("line_log2", "6", "has 7"),
            ("addr_w", "28", "at least 31"),
            ("ready_entries", "17", "1..=16"),
            ("prefetcher", "maybe", "off or on"),
        ] {
            let text = error("cta", |_| (), key, value);
            assert!(text.contains(key) && text.contains(part), "{text}");
        }
    }

    #[test]
    fn without_its_engine_it_leaves_the_prefetcher_to_another() {
        let machine = MachineSpec::load("cta").unwrap();
        let settings = vec![("prefetcher".to_string(), "off".to_string())];
        let unit = configured::<Bound>("cta_prefetch", &settings, &machine).unwrap();
        assert_eq!(Bound::sockets(&unit.options), [Socket::Issue]);
    }
}
