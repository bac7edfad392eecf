// SPDX-License-Identifier: Apache-2.0
//! Mascar as an attachment: its three modules on every SM, made for the machine's warps, schedulers and L1.

#[cfg(feature = "rtl")]
use super::source;
use super::source::Source;
use super::{Backend, Parameter, Resolved, Settings, UnitEntry};
use crate::failure::{unknown, usage};
use anyhow::Result;
#[cfg(feature = "rtl")]
use warpsmith_cosim::{MascarRexq, MascarSat, MascarSched};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::socket::{LoadPath, MissRule, SmScheduler};
use warpsmith_gpu::unit::mascar::{MascarDetector, MascarQueue, MascarScheduler};
use warpsmith_gpu::Attachments;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::{rexq, sat, sched};
use warpsmith_units::{Combinational, Parameters, Snapshot, Unit};

pub const ENTRY: UnitEntry = UnitEntry {
    name: "mascar",
    // A load gate beside it would bar loads that it has granted.
    sockets: |_| vec!["warp scheduler", "miss rule", "load gate", "load path"],
    parameters: || Parameter::of_unit::<Params>(CONFIG).collect(),
    ports: || {
        let p = Params::paper();
        vec![
            ("mascar_sat", sat::ports(&p)),
            ("mascar_sched", sched::ports(&p)),
            ("mascar_rexq", rexq::ports(&p)),
        ]
    },
    attach,
};

const CONFIG: &str =
    "named configuration to start from; warps, schedulers, MSHRs and miss queue are the machine's";

/// Bits that every device address fits.
const ADDRESS_BITS: u32 = 40;

/// What the machine fixes: key, value of the unit, value of the machine.
fn fixed(params: &Params, machine: &MachineSpec) -> [(&'static str, u32, u32); 6] {
    let (sm, l1) = (&machine.sm, &machine.l1);
    [
        ("n_warps", params.n_warps, sm.warps),
        ("n_sched", params.n_sched, sm.schedulers),
        ("mshr_entries", params.mshr_entries, l1.mshrs),
        ("mq_entries", params.mq_entries, l1.miss_queue),
        ("line_bytes", params.line_bytes, warpsmith_gpu::types::LINE_BYTES as u32),
        ("warp_size", params.warp_size, 32),
    ]
}

/// The parameters that the settings ask for on a machine, and the configuration that they start from.
fn configured(settings: &Settings, machine: &MachineSpec) -> Result<(String, Params)> {
    let config = settings.iter().rev().find(|(key, _)| key == "config").map_or("paper", |(_, v)| v);
    let mut params = Params::named(config).map_err(usage)?;
    (params.n_warps, params.n_sched) = (machine.sm.warps, machine.sm.schedulers);
    (params.mshr_entries, params.mq_entries) = (machine.l1.mshrs, machine.l1.miss_queue);
    for (key, value) in settings.iter().filter(|(key, _)| key != "config") {
        if !Params::TABLE.iter().any(|p| p.name == key) {
            let names: Vec<&str> =
                std::iter::once("config").chain(Params::TABLE.iter().map(|p| p.name)).collect();
            return Err(unknown("parameter of mascar", key, &names));
        }
        params.set(key, value).map_err(usage)?;
    }
    for (key, ours, machines) in fixed(&params, machine) {
        if ours != machines {
            return Err(usage(format!(
                "mascar is made for {key} = {ours}, the machine {} has {machines}; leave {key} out or choose another \
                 machine",
                machine.name
            )));
        }
    }
    if params.addr_bits < ADDRESS_BITS {
        return Err(usage(format!(
            "mascar with addr_bits = {} cannot hold the machine's addresses: at least {ADDRESS_BITS} bits",
            params.addr_bits
        )));
    }
    params.validate().map_err(usage)?;
    Ok((config.to_string(), params))
}

fn attach(
    settings: &Settings,
    backend: Backend,
    machine: &MachineSpec,
    attachments: &mut Attachments,
) -> Result<Resolved> {
    let (config, params) = configured(settings, machine)?;
    with_units(&params, backend, Install { params: &params, machine, attachments })?;
    Ok(std::iter::once(("config", config)).chain(params.values()).collect())
}

/// Puts the modules on every SM.
struct Install<'a> {
    params: &'a Params,
    machine: &'a MachineSpec,
    attachments: &'a mut Attachments,
}

impl Install<'_> {
    fn run<D, S, Q>(self, sat: Source<D>, sched: Source<S>, rexq: Source<Q>) -> Result<()>
    where
        D: Unit<In = sat::In, Out = sat::Out> + Snapshot + Send + 'static,
        S: Unit<In = sched::In, Out = sched::Out> + Snapshot + Send + 'static,
        Q: Combinational<In = rexq::In, Out = rexq::Out> + Snapshot + Send + 'static,
    {
        let Install { params, machine, attachments } = self;
        let sms = 0..machine.sm.count;
        if params.sched_en {
            let scheduler = |n| -> Result<Box<dyn SmScheduler>> {
                let (scheduler, health) = sched.of(n)?;
                Ok(Box::new(MascarScheduler::new(scheduler, health, params)))
            };
            let rule = |n| -> Result<Box<dyn MissRule>> {
                let (detector, health) = sat.of(n)?;
                Ok(Box::new(MascarDetector::new(detector, health, params)))
            };
            attachments.miss_rules = sms.clone().map(rule).collect::<Result<_>>()?;
            attachments.sm_schedulers = sms.clone().map(scheduler).collect::<Result<_>>()?;
        }
        if params.rexq_en {
            let path = |n| -> Result<Box<dyn LoadPath>> {
                let (queue, health) = rexq.of(n)?;
                Ok(Box::new(MascarQueue::new(queue, health)))
            };
            attachments.load_paths = sms.map(path).collect::<Result<_>>()?;
        }
        Ok(())
    }
}

/// Installs the units of a backend.
fn with_units(p: &Params, backend: Backend, install: Install) -> Result<()> {
    match backend {
        Backend::Model => install.run(
            Source::model(|| sat::Model::new(p)),
            Source::model(|| sched::Model::new(p)),
            Source::model(|| rexq::Model::new(p)),
        ),
        #[cfg(feature = "rtl")]
        Backend::Rtl => {
            use source::rtl;
            install.run(rtl::<MascarSat>(p), rtl::<MascarSched>(p), rtl::<MascarRexq>(p))
        }
        #[cfg(feature = "rtl")]
        Backend::Lockstep => {
            use source::lockstep;
            install.run(lockstep::<MascarSat>(p), lockstep::<MascarSched>(p), lockstep::<MascarRexq>(p))
        }
        #[cfg(not(feature = "rtl"))]
        Backend::Rtl | Backend::Lockstep => Err(super::no_rtl(backend)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(key: &str, value: &str) -> String {
        let settings = vec![(key.to_string(), value.to_string())];
        configured(&settings, &MachineSpec::load("gtx480").unwrap()).unwrap_err().to_string()
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
