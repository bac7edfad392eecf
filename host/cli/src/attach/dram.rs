// SPDX-License-Identifier: Apache-2.0
//! What the units that are DRAM controllers share: one on every channel, made for the machine's sources, banks and timing.

use super::backend::Backend;
use super::binding::{Fixed, To};
use crate::failure::usage;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::socket::{Interface, MemoryController};
use warpsmith_gpu::{Attachments, Socket};

/// What a run without `--with` has on a machine with CPU cores.
pub const DEFAULT: &str = "frfcfs";

pub const SOCKET: Socket = Socket::MemoryController;

pub const CONFIG: &str = "named configuration to start from; sources, banks and timing are the machine's";

/// The channel of a machine as a controller sees it; widths that the machine leaves open are those of the configuration.
pub fn machine(machine: &MachineSpec) -> Vec<Fixed> {
    let cpus = machine.cpu.as_ref().map_or(0, |cpu| cpu.cores);
    let sources = [("n_cpu", cpus), ("n_gpu", 1)].map(|(key, value)| Fixed::taken(key, value));
    sources.into_iter().chain(behind(machine)).collect()
}

/// The DRAM behind a controller.
pub fn behind(machine: &MachineSpec) -> Vec<Fixed> {
    let dram = &machine.dram;
    let t = &dram.timing;
    let channel = [
        ("n_bank", dram.banks),
        ("col_bits", (dram.row_bytes / dram.burst_bytes()).ilog2()),
        ("t_rcd", t.rcd),
        ("t_cl", t.cl),
        ("t_rp", t.rp),
        ("t_ras", t.ras),
        ("t_rc", t.rc),
        ("t_rrd", t.rrd),
        ("t_wtr", t.cdlr),
        ("t_rtp", t.rtp),
        ("t_wr", t.wr),
        ("t_cwl", t.wl),
        ("t_ccd", dram.column_distance()),
        ("t_bl", dram.burst_cycles()),
        ("t_faw", t.faw),
    ];
    channel.map(|(key, value)| Fixed::taken(key, value)).into()
}

/// Puts on every channel what `make` makes for its number.
pub fn attach(to: To, make: impl Fn(Backend, u32) -> Result<Box<dyn MemoryController>>) -> Result<()> {
    for (n, channel) in (0..).zip(to.attachments.channels(to.machine)) {
        channel.controller = Some(make(to.backend, n)?);
    }
    Ok(())
}

/// Memory controllers that issue commands themselves, units and policies alike, keep a distance of their own between reads and writes;
/// those that are a part of the cycle model go by the machine's.
///
/// # Errors
/// The machine asks for a longer one than the attached controllers keep.
pub fn check_turnaround(machine: &MachineSpec, attachments: &mut Attachments) -> Result<()> {
    let dram = &machine.dram;
    let turnaround = dram.timing.turnaround;
    let most = (dram.column_distance() + 2).saturating_sub(dram.burst_cycles());
    let issues = |controller: &dyn MemoryController| controller.shape().interface == Interface::Ports;
    let mut channels = attachments.channels(machine).iter();
    if turnaround <= most || !channels.any(|channel| channel.controller.as_deref().is_some_and(issues)) {
        return Ok(());
    }
    Err(usage(format!(
        "the machine's timing cannot be met: dram.timing.turnaround = {turnaround} asks for more cycles between a read and a \
         write than the controllers leave; it may be at most {most}"
    )))
}

#[cfg(test)]
mod tests {
    use super::super::binding::configured;
    use super::super::{frfcfs, sms};
    use super::*;
    use warpsmith_units::Parameters;

    fn machine(name: &str) -> MachineSpec {
        MachineSpec::load(name).unwrap()
    }

    #[test]
    fn the_machines_need_the_configurations_that_are_compiled() {
        for (name, config) in [("cpu-gpu", "paper"), ("gtx480", "gtx480")] {
            let sms = configured::<sms::Bound>("sms", &vec![], &machine(name)).unwrap();
            assert_eq!(sms.params.name(), Some(config));
            let frfcfs = configured::<frfcfs::Bound>("frfcfs", &vec![], &machine(name)).unwrap();
            assert_eq!(frfcfs.params.name(), Some(config));
        }
    }

    fn error(setting: (&str, &str), machine: &MachineSpec) -> String {
        let settings = vec![(setting.0.to_string(), setting.1.to_string())];
        configured::<sms::Bound>("sms", &settings, machine).err().expect("an error").to_string()
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
    fn a_turnaround_that_the_attached_controller_does_not_leave_is_refused() {
        let attached = |with: &str, turnaround| {
            let mut slow = machine("maxwell");
            slow.dram.timing.turnaround = turnaround;
            super::super::attach_all(&[with.to_string()], Backend::Model, &slow)
        };
        let refused = attached("frfcfs", 1000).err().expect("an error").to_string();
        assert!(refused.contains("turnaround = 1000") && refused.contains("at most"), "{refused}");
        for with in ["mask", "buffer_frfcfs", "gto"] {
            assert!(attached(with, 1000).is_ok(), "{with}");
        }
    }
}
