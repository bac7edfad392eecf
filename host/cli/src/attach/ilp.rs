// SPDX-License-Identifier: Apache-2.0
//! The ILP units as an attachment: scoreboard, bypass and branch predictor in every SM that is no TLP core, made for the machine's front
//! end, and the dispatcher if SMs are of two kinds. Switches make TLP cores, cores with a bypass or a scoreboard alone, and ILP cores.

use super::binding::{Binding, Configured, Fixed, Options, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::ilp::{HetDispatcher, IlpCore};
use warpsmith_gpu::Socket;
use warpsmith_units::ilp::params::{BpMode, Params};
use warpsmith_units::ilp::{Bpred, Bypass, Dispatch, Scoreboard};

pub struct Bound;

impl Binding for Bound {
    type Params = Params;
    const CONFIG: &'static str =
        "named configuration to start from; warps, lanes, EX stages and the stage of branches are the machine's";

    fn sockets(_: &Options) -> Vec<Socket> {
        vec![Socket::HazardControl, Socket::CtaDispatcher]
    }

    fn machine(machine: &MachineSpec) -> Vec<Fixed> {
        let mut fixed = vec![
            Fixed::taken("n_warps", machine.sm.warps),
            Fixed::required("warp_size", 32),
            Fixed::required("n_src", 3),
            Fixed::required("spec_mem", 0),
        ];
        if let Some(front) = &machine.front_end {
            fixed.extend([
                Fixed::taken("simd", front.lanes),
                Fixed::taken("alu_lat", front.alu_latency),
                Fixed::taken("br_stage", front.branch_stage),
            ]);
            let sm = &machine.sm;
            if machine.is_heterogeneous() {
                fixed.extend([
                    Fixed::taken("n_tlp", front.tlp_sms),
                    Fixed::taken("n_ilp", sm.count - front.tlp_sms),
                    Fixed::taken("sm_tbs", sm.ctas),
                    Fixed::taken("sm_threads", sm.threads),
                    Fixed::taken("sm_regs", sm.registers),
                    Fixed::taken("sm_smem", sm.shared_bytes),
                ]);
            }
        }
        fixed
    }

    fn check(p: &Params, machine: &MachineSpec) -> Result<()> {
        let Some(front) = &machine.front_end else {
            return Err(usage(format!(
                "ilp sits in the front end of SMs, but the machine {} has none: choose --machine ilp, or another with [front_end]",
                machine.name
            )));
        };
        if front.tlp_sms == machine.sm.count {
            return Err(usage(
                "front_end.tlp_sms makes all SMs of the machine TLP cores, on which ilp has no place: lower it",
            ));
        }
        if machine.is_heterogeneous() && machine.mmu.is_some() {
            return Err(usage(
                "SMs of two kinds change hands between programs, which a machine with [mmu] cannot: leave [mmu] out, or set front_end.tlp_sms=0",
            ));
        }
        if !p.sb_en && p.bp_mode != BpMode::Off {
            return Err(usage(
                "ilp with sb_en = 0 has nothing to go back to after a wrong prediction: set bp_mode=off",
            ));
        }
        Ok(())
    }

    fn attach(unit: &Configured<Params>, to: To) -> Result<()> {
        let To { backend, machine, attachments } = to;
        let p = &unit.params;
        let tlp = machine.front_end.as_ref().map_or(0, |front| front.tlp_sms);
        for (n, sm) in (0..).zip(attachments.sms(machine)).skip(tlp as usize) {
            let scoreboard = backend.make::<Scoreboard>(p, n)?;
            let (bypass, predictor) = (backend.make::<Bypass>(p, n)?, backend.make::<Bpred>(p, n)?);
            sm.hazards = Some(Box::new(IlpCore::new(scoreboard, bypass, predictor, p)));
        }
        if machine.is_heterogeneous() {
            for (n, chip) in (0..).zip(attachments.chip(machine)) {
                let unit = backend.make::<Dispatch>(p, n)?;
                chip.dispatcher = Some(Box::new(HetDispatcher::new(unit, p)));
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
        configured::<Bound>("ilp", &settings, &MachineSpec::load(machine).unwrap())
    }

    fn error(machine: &str, settings: &[(&str, &str)]) -> String {
        configure(machine, settings).err().expect("an error").to_string()
    }

    #[test]
    fn the_machine_of_the_paper_needs_the_configuration_of_the_paper() {
        assert_eq!(configure("ilp", &[]).unwrap().params, Params::PAPER);
    }

    /// The machine with so many TLP SMs of 38.
    fn of_kinds(tlp_sms: u32) -> MachineSpec {
        let mut machine = MachineSpec::load("ilp").unwrap();
        machine.sm.count = 38;
        machine.front_end.as_mut().unwrap().tlp_sms = tlp_sms;
        machine
    }

    #[test]
    fn on_sms_of_two_kinds_the_dispatcher_is_made_for_them() {
        let params = |tlp_sms| configured::<Bound>("ilp", &Vec::new(), &of_kinds(tlp_sms)).unwrap().params;
        assert_eq!(params(20), Params::PAPER);
        assert_eq!((params(30).n_tlp, params(30).n_ilp), (30, 8));
        let error = configured::<Bound>("ilp", &Vec::new(), &of_kinds(38)).err().unwrap().to_string();
        assert!(error.contains("front_end.tlp_sms"), "{error}");
    }

    #[test]
    fn a_machine_without_a_front_end_is_refused_with_what_to_do() {
        let text = error("gtx480", &[]);
        assert!(text.contains("gtx480") && text.contains("--machine ilp"), "{text}");
    }

    #[test]
    fn predictions_need_a_scoreboard() {
        assert!(error("ilp", &[("sb_en", "0")]).contains("bp_mode=off"));
        assert!(configure("ilp", &[("sb_en", "0"), ("bp_mode", "off")]).is_ok());
    }

    #[test]
    fn settings_that_do_not_fit_the_front_end_are_refused_with_both_values() {
        for (key, value, has) in
            [("alu_lat", "6", "has 8"), ("n_warps", "24", "has 32"), ("spec_mem", "1", "has 0")]
        {
            let text = error("ilp", &[(key, value)]);
            assert!(text.contains(key) && text.contains(has), "{text}");
        }
    }
}
