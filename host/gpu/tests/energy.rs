// SPDX-License-Identifier: Apache-2.0
//! What another constant makes of a finished run's energy is what the meter would have counted with it.

use warpsmith_gpu::energy::{EnergyMeter, CONSTANTS};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::{Counters, EnergyStats};
use warpsmith_gpu::types::Level;

/// Counts in which nothing is zero that has a price.
fn counted() -> Counters {
    let mut counted = Counters::default();
    let sm = &mut counted.sm;
    (sm.active_cycles, sm.warp_instructions, sm.thread_instructions) = (900, 700, 20_000);
    (sm.int_lanes, sm.fp_lanes, sm.dp_lanes, sm.sfu_lanes, sm.shared_passes) = (9_000, 7_000, 300, 50, 40);
    (counted.l1.accesses, counted.texture.fills, counted.constant.accesses) = (210, 9, 33);
    (counted.icnt.request_flits, counted.l2.accesses) = (500, 190);
    (counted.dram.activates, counted.dram.read_bursts, counted.dram.write_bursts) = (20, 90, 30);
    counted
}

fn spent(machine: &MachineSpec) -> EnergyStats {
    let mut meter = EnergyMeter::new(&machine.energy, machine.sm.count * machine.sm.warps);
    meter.charge(&counted(), 1e-6, Level::High, Level::Low);
    meter.spent()
}

#[test]
fn changing_a_constant_afterwards_gives_what_the_meter_gives_with_it_changed() {
    let machine = MachineSpec::load("apogee").expect("it is built in");
    let text = toml::to_string(&machine).expect("TOML");
    for constant in CONSTANTS {
        let mut table: toml::Table = text.parse().expect("TOML");
        let keys = table["energy"].as_table_mut().expect("a table");
        keys[constant.key] = toml::Value::Float((constant.value)(&machine.energy) * 2.0);
        let changed: MachineSpec = table.try_into().expect("a machine");
        let expected = spent(&changed).total();
        let afterwards = constant.times(2.0, &machine, &counted(), spent(&machine)).total();
        assert!((afterwards / expected - 1.0).abs() < 1e-12, "{}: {afterwards} {expected}", constant.key);
        assert!(expected > spent(&machine).total(), "{}", constant.key);
    }
}

#[test]
fn a_constant_of_a_component_in_which_nothing_was_spent_changes_nothing() {
    let machine = MachineSpec::load("gtx480").expect("it is built in");
    let nothing = EnergyStats::default();
    for constant in CONSTANTS {
        let after = constant.times(2.0, &machine, &Counters::default(), nothing);
        assert_eq!(after, nothing, "{}", constant.key);
    }
}
