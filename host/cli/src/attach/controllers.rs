// SPDX-License-Identifier: Apache-2.0
//! SMS and FR-FCFS as attachments: one on every DRAM channel, made for the machine's sources, banks and timing.

#[cfg(feature = "rtl")]
use super::source;
use super::source::Source;
use super::{Backend, Parameter, Resolved, Settings, UnitEntry};
use crate::failure::{unknown, usage};
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::socket::MemoryController;
use warpsmith_gpu::unit::frfcfs::FrfcfsController;
use warpsmith_gpu::unit::sms::SmsController;

use warpsmith_units::dram_timing::{Channel, Timing};
use warpsmith_units::{frfcfs, sms, Parameters};

/// What a run without `--with` has on a machine with CPU cores.
pub const DEFAULT: &str = "frfcfs";

/// The socket of both.
pub const SOCKET: &str = "memory controller";

pub const SMS: UnitEntry = UnitEntry {
    name: "sms",
    sockets: |_| vec![SOCKET],
    parameters: || {
        let mut all = parameters::<sms::params::Params>();
        let p = Parameter {
            name: "p",
            meaning: "probability of a shortest-job-first pick; sets p_q10",
            default: "0.9".to_string(),
            range: "0..=1".to_string(),
        };
        all.insert(1, p);
        all
    },
    ports: || vec![("sms", sms::ports(&sms::params::Params::paper()))],
    attach: |settings, backend, machine, attachments| {
        let (config, params) = configured(settings, machine, |p: &mut sms::params::Params| &mut p.channel)?;
        let controllers =
            (0..machine.dram.channels).map(|n| sms_controller(&params, backend, n)).collect::<Result<_>>()?;
        attachments.controllers = controllers;
        Ok(resolved(config, &params))
    },
};

pub const FRFCFS: UnitEntry = UnitEntry {
    name: "frfcfs",
    sockets: |_| vec![SOCKET],
    parameters: parameters::<frfcfs::params::Params>,
    ports: || vec![("frfcfs", frfcfs::ports(&frfcfs::params::Params::paper()))],
    attach: |settings, backend, machine, attachments| {
        let (config, params) =
            configured(settings, machine, |p: &mut frfcfs::params::Params| &mut p.channel)?;
        let controllers = (0..machine.dram.channels)
            .map(|n| frfcfs_controller(&params, backend, n))
            .collect::<Result<_>>()?;
        attachments.controllers = controllers;
        Ok(resolved(config, &params))
    },
};

fn parameters<P: Parameters>() -> Vec<Parameter> {
    let config = "named configuration to start from; sources, banks and timing are the machine's";
    Parameter::of_unit::<P>(config).collect()
}

/// The parameters that the settings ask for on a machine, and the configuration that they start from.
fn configured<P: Parameters>(
    settings: &Settings,
    machine: &MachineSpec,
    channel: impl Fn(&mut P) -> &mut Channel,
) -> Result<(String, P)> {
    let config = settings.iter().rev().find(|(key, _)| key == "config").map_or(P::NAMED[0], |(_, v)| v);
    let mut params = P::named(config).map_err(usage)?;
    let given = *channel(&mut params);
    *channel(&mut params) = machine_channel(machine, &given);
    let fixed = machine_values(&params);
    for (key, value) in settings.iter().filter(|(key, _)| key != "config") {
        let probability = key == "p" && P::TABLE.iter().any(|p| p.name == "p_q10");
        match probability {
            true => params.set("p_q10", &in_1024ths(value)?).map_err(usage)?,
            false if P::TABLE.iter().any(|p| p.name == key) => params.set(key, value).map_err(usage)?,
            false => {
                let names: Vec<&str> = P::TABLE.iter().map(|p| p.name).collect();
                return Err(unknown(&format!("parameter of {}", P::UNIT), key, &names));
            }
        }
    }
    for ((key, machine_s), (_, ours)) in fixed.iter().zip(machine_values(&params)) {
        if *machine_s != ours {
            return Err(usage(format!(
                "{} with {key} = {ours} does not fit the machine {}, which has {machine_s}; change the machine with \
                 `-m` instead",
                P::UNIT,
                machine.name
            )));
        }
    }
    params.validate().map_err(usage)?;
    Ok((config.to_string(), params))
}

/// The parameters that must be the machine's.
fn machine_values<P: Parameters>(params: &P) -> Vec<(&'static str, String)> {
    let machine =
        |key: &str| matches!(key, "n_cpu" | "n_gpu" | "n_bank" | "col_bits") || key.starts_with("t_");
    params.values().into_iter().filter(|(key, _)| machine(key)).collect()
}

/// A probability as the number of 1024ths.
fn in_1024ths(text: &str) -> Result<String> {
    let p = text.parse().ok().filter(|p: &f64| (0.0..=1.0).contains(p));
    let p = p.ok_or_else(|| usage(format!("SMS parameter `p` cannot be `{text}`: it must be 0..=1")))?;
    Ok(format!("{:.0}", p * 1024.0))
}

/// Memory controllers, units and policies alike, keep a distance of their own between reads and writes.
///
/// # Errors
/// The machine asks for a longer one.
pub fn check_turnaround(machine: &MachineSpec) -> Result<()> {
    let dram = &machine.dram;
    let turnaround = dram.timing.turnaround;
    let most = (dram.column_distance() + 2).saturating_sub(dram.burst_cycles());
    if turnaround <= most {
        return Ok(());
    }
    Err(usage(format!(
        "the machine's timing cannot be met: dram.timing.turnaround = {turnaround} asks for more cycles between a read and a \
         write than the controllers leave; it may be at most {most}"
    )))
}

/// The channel of a machine as a controller sees it; widths that the machine leaves open are those of `given`.
fn machine_channel(machine: &MachineSpec, given: &Channel) -> Channel {
    let dram = &machine.dram;
    let (t, t_ccd, t_bl) = (&dram.timing, dram.column_distance(), dram.burst_cycles());
    Channel {
        n_cpu: machine.cpu.as_ref().map_or(0, |cpu| cpu.cores),
        n_gpu: 1,
        n_bank: dram.banks,
        col_bits: (dram.row_bytes / dram.burst_bytes()).ilog2(),
        timing: Timing {
            t_rcd: t.rcd,
            t_cl: t.cl,
            t_rp: t.rp,
            t_ras: t.ras,
            t_rc: t.rc,
            t_rrd: t.rrd,
            t_wtr: t.cdlr,
            t_rtp: t.rtp,
            t_wr: t.wr,
            t_cwl: t.wl,
            t_ccd,
            t_bl,
            t_faw: t.faw,
        },
        ..*given
    }
}

fn resolved<P: Parameters>(config: String, params: &P) -> Resolved {
    std::iter::once(("config", config)).chain(params.values()).collect()
}

/// `$function` makes the controller of one channel, stepped by a backend; `$Top` is its RTL.
macro_rules! controller {
    ($function:ident, $unit:ident, $Controller:ident, $Top:ident) => {
        fn $function(
            params: &$unit::params::Params,
            backend: Backend,
            channel: u32,
        ) -> Result<Box<dyn MemoryController>> {
            Ok(match backend {
                Backend::Model => {
                    let (model, health) = Source::model(|| $unit::Model::new(params)).of(channel)?;
                    Box::new($Controller::new(model, health, params))
                }
                #[cfg(feature = "rtl")]
                Backend::Rtl => {
                    let (rtl, health) = source::rtl::<warpsmith_cosim::$Top>(params).of(channel)?;
                    Box::new($Controller::new(rtl, health, params))
                }
                #[cfg(feature = "rtl")]
                Backend::Lockstep => {
                    let (pair, health) = source::lockstep::<warpsmith_cosim::$Top>(params).of(channel)?;
                    Box::new($Controller::new(pair, health, params))
                }
                #[cfg(not(feature = "rtl"))]
                Backend::Rtl | Backend::Lockstep => return Err(super::no_rtl(backend)),
            })
        }
    };
}
controller!(sms_controller, sms, SmsController, Sms);
controller!(frfcfs_controller, frfcfs, FrfcfsController, FrFcfs);

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(name: &str) -> MachineSpec {
        MachineSpec::load(name).unwrap()
    }

    #[test]
    fn the_machines_need_the_configurations_that_are_compiled() {
        for (name, config) in [("cpu-gpu", "paper"), ("gtx480", "gtx480")] {
            let (_, sms) =
                configured(&vec![], &machine(name), |p: &mut sms::params::Params| &mut p.channel).unwrap();
            assert_eq!(sms.name(), Some(config));
            let (_, frfcfs) =
                configured(&vec![], &machine(name), |p: &mut frfcfs::params::Params| &mut p.channel).unwrap();
            assert_eq!(frfcfs.name(), Some(config));
        }
    }

    fn error(setting: (&str, &str), machine: &MachineSpec) -> String {
        let settings = vec![(setting.0.to_string(), setting.1.to_string())];
        let done = configured(&settings, machine, |p: &mut sms::params::Params| &mut p.channel);
        done.unwrap_err().to_string()
    }

    #[test]
    fn settings_that_do_not_fit_the_machine_are_refused_with_both_values() {
        let text = error(("n_bank", "16"), &machine("cpu-gpu"));
        assert!(text.contains("n_bank = 16") && text.contains("has 8"), "{text}");
        assert!(error(("t_rc", "50"), &machine("cpu-gpu")).contains("has 38"));
        assert!(error(("p", "1.5"), &machine("cpu-gpu")).contains("0..=1"));
        assert!(error(("pp", "1"), &machine("cpu-gpu")).contains("`pp`"));
    }

    #[test]
    fn a_turnaround_that_no_controller_leaves_is_refused() {
        let mut slow = machine("cpu-gpu");
        slow.dram.timing.turnaround = 3;
        assert!(check_turnaround(&slow).unwrap_err().to_string().contains("at most 2"));
    }
}
