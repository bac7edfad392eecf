// SPDX-License-Identifier: Apache-2.0
//! Claims about statistics and energy.

#[path = "support/traffic.rs"]
mod traffic;

use std::collections::BTreeSet;

use traffic::{read, Bench};
use warpsmith_gpu::catalogue;
use warpsmith_gpu::clock::ClockTree;
use warpsmith_gpu::energy::EnergyMeter;
use warpsmith_gpu::machine::{EnergySpec, MachineSpec};
use warpsmith_gpu::stats::{
    CocoaStats, CollectorStats, CoreStats, Counters, FramesStats, IssueStats, L1TlbStats, L2TlbStats,
    MigrationStats, PagingStats, PrefetchStats, SharedStats, SmStats, SourceStats, Stats, TimeStats,
    UnitStats,
};
use warpsmith_gpu::types::{Domain, Group, Level};
use warpsmith_gpu::unit::apogee::ApogeeStats;
use warpsmith_gpu::unit::{
    cta_prefetch::CtaPrefetchStats, ilp::IlpStats, mascar::MascarStats, mask::MaskStats, medic::MedicStats,
    mosaic::MosaicStats, sms::SmsStats,
};

fn gtx480() -> MachineSpec {
    MachineSpec::load("gtx480").unwrap()
}

#[test]
fn the_catalogue_lists_exactly_the_keys_of_a_result() {
    let mut json = serde_json::to_value(Stats::default()).unwrap();
    json["sources"] = serde_json::to_value(SourceStats::default()).unwrap();
    json["shared"] = serde_json::to_value(SharedStats::default()).unwrap();
    let mut units = UnitStats::default();
    units.add(&MascarStats::default());
    units.add(&CtaPrefetchStats::default());
    units.add(&ApogeeStats::default());
    units.add(&L1TlbStats::default());
    units.add(&L2TlbStats::default());
    units.add(&PagingStats::default());
    units.add(&CocoaStats::default());
    units.add(&FramesStats::default());
    units.add(&MigrationStats::default());
    units.add(&PrefetchStats::default());
    units.add(&IssueStats::default());
    units.add(&CollectorStats::default());
    units.add(&SmsStats::default());
    units.add(&MedicStats::default());
    units.add(&MaskStats::default());
    units.add(&MosaicStats::default());
    units.add(&IlpStats::default());
    for (unit, values) in serde_json::to_value(units).unwrap().as_object().unwrap() {
        json[format!("units.{unit}")] = values.clone();
    }
    json["cpus"] = serde_json::to_value(CoreStats::default()).unwrap();
    let mut keys = BTreeSet::new();
    for (group, fields) in json.as_object().unwrap() {
        for key in fields.as_object().unwrap().keys() {
            keys.insert((group.clone(), key.clone()));
        }
    }
    let listed: Vec<_> = catalogue().map(|s| (s.group.to_string(), s.key.to_string())).collect();
    assert_eq!(listed.len(), keys.len(), "no key is listed twice");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), keys);
}

#[test]
fn every_statistic_has_a_unit_and_a_meaning() {
    for s in catalogue() {
        assert!(!s.unit.is_empty() && s.meaning.len() > 5, "{}.{}", s.group, s.key);
    }
}

#[test]
fn statistics_survive_serialisation() {
    let mut stats = Stats::default();
    stats.counters.sm.warp_instructions = u64::MAX;
    stats.energy.leakage = 0.1;
    let text = serde_json::to_string(&stats).unwrap();
    assert_eq!(serde_json::from_str::<Stats>(&text).unwrap(), stats);
}

#[test]
fn time_statistics_split_the_run_by_level() {
    let mut clocks = ClockTree::new(&gtx480().clock);
    let run = |clocks: &mut ClockTree, sm_cycles| {
        let end = clocks.cycles(Domain::Sm) + sm_cycles;
        while clocks.cycles(Domain::Sm) < end {
            clocks.advance();
        }
    };
    run(&mut clocks, 7000);
    clocks.set_level(Group::Sm, Level::High);
    run(&mut clocks, 8050);
    let time = TimeStats::of(&clocks);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-8;
    assert!(close(time.sm_nominal_seconds, 10e-6) && close(time.sm_high_seconds, 10e-6), "{time:?}");
    assert!(close(time.memory_nominal_seconds, 20e-6) && close(time.seconds, 20e-6), "{time:?}");
    assert_eq!(time.sm_cycles, 15050);
}

/// Warp contexts of a GTX 480.
const CONTEXTS: u32 = 15 * 48;

/// An SM-side and a memory-side event each, priced at 1 nJ; powers of 40 W leakage and 20 W standby.
fn simple_prices() -> EnergySpec {
    let zero = gtx480().energy;
    EnergySpec { leakage_watts: 40.0, standby_watts: 20.0, issue_nj: 1.0, flit_nj: 1.0, ..zero }
}

#[test]
fn events_cost_by_the_level_in_force_when_they_happened() {
    let mut meter = EnergyMeter::new(&simple_prices(), CONTEXTS);
    let mut total = Counters::default();
    let mut seconds = 0.0;
    for (sm, memory) in
        [(Level::Nominal, Level::Nominal), (Level::High, Level::Low), (Level::Low, Level::High)]
    {
        total.sm.warp_instructions += 1_000_000_000;
        total.icnt.request_flits += 1_000_000_000;
        seconds += 1.0;
        meter.charge(&total, seconds, sm, memory);
    }
    let spent = meter.spent();
    let squares = 1.0 + 1.15 * 1.15 + 0.85 * 0.85;
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * b;
    assert!(close(spent.issue, squares), "{spent:?}");
    assert!(close(spent.noc, squares), "{spent:?}");
    assert!(close(spent.leakage, 3.0 * 40.0), "leakage does not scale: {spent:?}");
    assert!(close(spent.standby, 20.0 * (1.0 + 0.85 + 1.15)), "{spent:?}");
    assert!(close(spent.total(), spent.issue + spent.noc + spent.leakage + spent.standby), "{spent:?}");
}

#[test]
fn fewer_warp_contexts_leak_less_and_spend_the_same_on_events() {
    let prices = EnergySpec { context_watts: Some(0.5), ..simple_prices() };
    let spent = |contexts| {
        let mut total = Counters::default();
        total.sm.warp_instructions = 1_000_000_000;
        let mut meter = EnergyMeter::new(&prices, contexts);
        meter.charge(&total, 2.0, Level::High, Level::Nominal);
        meter.spent()
    };
    let (few, many) = (spent(4), spent(32));
    assert_eq!((few.leakage, many.leakage), (2.0 * (40.0 + 2.0), 2.0 * (40.0 + 16.0)));
    assert_eq!((few.sm_domain(), few.memory_domain()), (many.sm_domain(), many.memory_domain()));
}

#[test]
fn charging_twice_without_new_events_costs_nothing() {
    let mut meter = EnergyMeter::new(&simple_prices(), CONTEXTS);
    let mut total = Counters::default();
    total.sm.warp_instructions = 5;
    meter.charge(&total, 1.0, Level::High, Level::High);
    let before = meter.spent();
    meter.charge(&total, 1.0, Level::Low, Level::Low);
    assert_eq!(meter.spent(), before);
}

/// Watts of a GTX 480 at nominal levels whose counters reached `total` in `seconds`.
fn watts(total: &Counters, seconds: f64) -> f64 {
    let mut meter = EnergyMeter::new(&gtx480().energy, CONTEXTS);
    meter.charge(total, seconds, Level::Nominal, Level::Nominal);
    meter.spent().total() / seconds
}

/// SMs that were resident for `cycles` in sum and issued `instructions` warp instructions, half floating point.
fn busy_sms(cycles: u64, instructions: u64) -> SmStats {
    SmStats {
        active_cycles: cycles,
        warp_instructions: instructions,
        thread_instructions: instructions * 32,
        fp_lanes: instructions * 16,
        int_lanes: instructions * 16,
        ..SmStats::default()
    }
}

#[test]
fn a_gtx480_that_issues_nine_tenths_of_its_slots_takes_100_to_200_watts() {
    let machine = gtx480();
    let cycles = u64::from(machine.clock.sm_mhz) * 1000 * u64::from(machine.sm.count);
    let sm = busy_sms(cycles, cycles * u64::from(machine.sm.schedulers) * 9 / 10);
    let watts = watts(&Counters { sm, ..Counters::default() }, 1e-3);
    assert!((100.0..200.0).contains(&watts), "{watts} W");
}

#[test]
fn a_gtx480_that_streams_at_full_bandwidth_takes_100_to_200_watts() {
    let machine = gtx480();
    let mut bench = Bench::new(&machine);
    let mut line = 0;
    let stream = |sm| {
        line += 1;
        read(sm, line, 0)
    };
    bench.run(40_000, u32::MAX, stream, |_| {});
    let (icnt, l2, dram) = bench.memory.stats();
    let cycles = bench.clocks.cycles(Domain::Sm) * u64::from(machine.sm.count);
    let total = Counters { sm: busy_sms(cycles, cycles / 8), icnt, l2, dram, ..Counters::default() };
    let watts = watts(&total, bench.clocks.seconds(bench.clocks.now()));
    assert!((100.0..200.0).contains(&watts), "{watts} W");
}
