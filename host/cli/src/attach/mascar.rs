// SPDX-License-Identifier: Apache-2.0
//! Mascar as an attachment: its three modules on every SM, made for the machine's warps, schedulers and L1.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler};
use warpsmith_gpu::Socket;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{Rexq, Sat, Sched};

/// Bits that every device address fits.
const ADDRESS_BITS: u32 = 40;

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; warps, schedulers, MSHRs and miss queue are the machine's";

    /// A load gate beside it would bar loads that it has granted.
    fn sockets(_: &Options) -> Vec<Socket> {
        vec![Socket::Issue, Socket::MissRule, Socket::LoadGate, Socket::LoadPath]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let (sm, l1) = (&machine.sm, &machine.l1);
        vec![
            Fixed::taken("n_warps", sm.warps),
            Fixed::taken("n_sched", sm.schedulers),
            Fixed::taken("mshr_entries", l1.mshrs),
            Fixed::taken("mq_entries", l1.miss_queue),
            Fixed::required("line_bytes", machine.line_bytes),
            Fixed::required("warp_size", 32),
        ]
    }

    fn check(params: &Params, _: &MachineSpec) -> Result<()> {
        if params.addr_bits >= ADDRESS_BITS {
            return Ok(());
        }
        Err(usage(format!(
            "mascar with addr_bits = {} cannot hold the machine's addresses: at least {ADDRESS_BITS} bits",
            params.addr_bits
        )))
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let p = &unit.params;
        for (n, sm) in (0..).zip(attachments.sms(machine)) {
            if p.sched_en {
                sm.issue = Some(Box::new(MascarScheduler::new(backend.make::<Sched>(p, n)?, p)));
                sm.miss_rule = Some(Box::new(MascarDetector::new(backend.make::<Sat>(p, n)?, p)));
            }
            if p.rexq_en {
                sm.path = Some(Box::new(MascarQueue::new(backend.make::<Rexq>(p, n)?)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::binding::configured;
    use super::*;

    fn error(key: &str, value: &str) -> String {
        let settings = vec![(key.to_string(), value.to_string())];
        let done = configured::<Bound>("mascar", &settings, &MachineSpec::load("gtx480").unwrap());
        done.err().expect("an error").to_string()
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        let text = error("n_warps", "24");
        assert!(text.contains("n_warps = 24") && text.contains("has 48"), "{text}");
        assert!(error("mshr_entries", "64").contains("has 32"));
        assert!(error("addr_bits", "32").contains("at least 40"));
    }

    #[test]
    fn an_unknown_parameter_lists_the_known_ones_and_a_value_out_of_range_the_range() {
        let text = error("rexq_entris", "4");
        assert!(text.contains("did you mean `rexq_entries`"), "{text}");
        assert!(error("rexq_entries", "65").contains("0..=64"));
        assert!(error("mshr_margin", "17").contains("1..=16"));
    }
}
