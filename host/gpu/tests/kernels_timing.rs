// SPDX-License-Identifier: Apache-2.0
//! Latencies and throughputs of an SM, measured by small kernels and compared with the machine file.

#[path = "kernels/support.rs"]
#[allow(dead_code)] // other tests use the rest
mod support;

use support::{Arg, Bench};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::CollectorStats;
use warpsmith_gpu::unit::ilp::{IlpCore, IlpStats};
use warpsmith_gpu::{policy, KernelRecord};
use warpsmith_units::ilp::params::{BpMode, Params};

const TIMING: &str = include_str!("kernels/timing.ptx");

/// Rounds of each kernel's loop: enough that what is outside the loop does not count.
const ROUNDS: u32 = 400;

/// One warp; returns the clock cycles that it measured per round.
fn measured(kernel: &str, more: impl Fn(Arg) -> Vec<Arg>) -> (Bench, f64) {
    let mut bench = Bench::new(TIMING);
    let out = bench.upload(&[0, 0]);
    let args = [vec![out, Arg::U32(ROUNDS)], more(out)].concat();
    bench.run(kernel, 1, 32, &args);
    let cycles = bench.download(out, 1)[0];
    (bench, f64::from(cycles) / f64::from(ROUNDS))
}

/// Half of the warps of every SM, in round robin so that they end together; returns the SM cycles per round.
fn filled(kernel: &str, more: &[Arg]) -> (Bench, f64) {
    filled_on(MachineSpec::load("gtx480").unwrap(), kernel, more)
}

/// The same on another machine.
fn filled_on(machine: MachineSpec, kernel: &str, more: &[Arg]) -> (Bench, f64) {
    let mut bench = Bench::on(machine, TIMING, |machine, a| {
        policy::attach("lrr", &[], machine, a).unwrap();
    });
    let args = [&[Arg::U64(0), Arg::U32(ROUNDS)], more].concat();
    let warps = bench.gpu.machine().sm.warps;
    let r = bench.run(kernel, bench.gpu.machine().sm.count, warps / 2 * 32, &args);
    (bench, r.cycles as f64 / f64::from(ROUNDS))
}

fn close(measured: f64, expected: f64) {
    assert!((measured / expected - 1.0).abs() < 0.05, "{measured} instead of {expected}");
}

#[test]
fn a_dependent_addition_takes_operand_collection_and_the_adder() {
    let (bench, cycles) = measured("add_chain", |_| vec![]);
    let sm = &bench.gpu.machine().sm;
    let add = f64::from(sm.operand_latency + sm.int.add.latency);
    // Four additions, the comparison, and the branch with its refetch of two cycles.
    close(cycles, 5.0 * add + 2.0);
}

#[test]
fn independent_additions_of_many_warps_fill_both_schedulers() {
    let (bench, cycles) = filled("add_many", &[]);
    let sm = &bench.gpu.machine().sm;
    let instructions = 11.0 * f64::from(sm.warps / 2);
    close(cycles, instructions / f64::from(sm.schedulers));
}

#[test]
fn a_register_file_of_one_bank_reads_or_writes_a_register_a_cycle() {
    let mut machine = MachineSpec::load("gtx480").unwrap();
    machine.sm.operand_collectors.banks = 1;
    let (bench, cycles) = filled_on(machine, "add_many", &[]);
    let machine = bench.gpu.machine();
    let (sms, warps) = (machine.sm.count, machine.sm.warps / 2);
    // Each of the eleven instructions of a round reads a register, the guard of the branch among them, and ten write one.
    close(cycles, f64::from((11 + 10) * warps));
    let counted: CollectorStats = bench.gpu.totals().units.of().unwrap();
    let rounds = u64::from(ROUNDS * sms * warps);
    assert!(counted.reads >= 11 * rounds && counted.writes >= 10 * rounds, "{counted:?}");
}

#[test]
fn special_functions_are_limited_by_their_initiation_interval() {
    let (bench, cycles) = filled("rcp_many", &[]);
    let sm = &bench.gpu.machine().sm;
    close(cycles, f64::from(4 * sm.warps / 2 * sm.sfu.initiation / sm.sfu_units));
}

#[test]
fn both_schedulers_get_their_share_of_the_special_function_unit() {
    let mut bench = Bench::new(TIMING);
    let sms = bench.gpu.machine().sm.count;
    let r = bench.run("rcp_many", sms, 256, &[Arg::U64(0), Arg::U32(ROUNDS)]);
    let s = &r.stats.counters.sm;
    // A scheduler whose warps were starved would leave the other without warps for half of the time.
    assert!(s.slots_empty * 20 < 2 * s.active_cycles, "{} of {}", s.slots_empty, 2 * s.active_cycles);
}

#[test]
fn bank_conflicts_multiply_the_time_of_shared_memory() {
    // With fewer conflicts the schedulers have a part in the time of this loop.
    for (stride, degree) in [(8, 8), (32, 32)] {
        let (bench, cycles) = filled("shared_stride", &[Arg::U32(stride)]);
        let accesses = f64::from(4 * bench.gpu.machine().sm.warps / 2);
        close(cycles, accesses * f64::from(degree));
    }
}

#[test]
fn a_load_that_hits_takes_the_hit_latency_after_its_turn_in_the_queue() {
    let mut bench = Bench::new(TIMING);
    let out = bench.upload(&[0, 0]);
    let pointer = bench.upload(&[0, 0]);
    let Arg::U64(address) = pointer else { panic!() };
    bench.gpu.memory().write(address, &address.to_le_bytes()).unwrap();
    bench.run("chase", 1, 32, &[out, Arg::U32(ROUNDS), pointer]);
    let cycles = f64::from(bench.download(out, 1)[0]) / f64::from(ROUNDS);
    let sm = &bench.gpu.machine().sm;
    // One cycle in the queue, then the hit; the loop's counter and branch overlap with the loads but for the
    // refetch after the branch.
    close(cycles, 4.0 * f64::from(sm.l1_hit_latency + 1) + 2.0);
}

/// A kernel on one SM with a front end, as it is or with the ILP units.
fn on_front_end(kernel: &str, threads: u32, more: &[Arg], units: Option<&Params>) -> KernelRecord {
    let mut machine = MachineSpec::load("ilp").unwrap();
    machine.sm.count = 1;
    let mut bench = Bench::on(machine, TIMING, |machine, attachments| {
        if let Some(p) = units {
            attachments.sms(machine)[0].hazards = Some(Box::new(IlpCore::of_models(p)));
        }
    });
    let out = bench.upload(&[0, 0]);
    bench.run(kernel, 2, threads, &[&[out, Arg::U32(50)], more].concat())
}

#[test]
fn the_ilp_units_with_everything_off_are_the_tlp_core_of_the_front_end() {
    let off = Params { sb_en: false, bypass_en: false, bp_mode: BpMode::Off, ..Params::PAPER };
    for threads in [32, 96, 256] {
        for (kernel, more) in
            [("add_chain", &[][..]), ("add_many", &[]), ("rcp_many", &[]), ("shared_stride", &[Arg::U32(8)])]
        {
            let all = |record: KernelRecord| format!("{:?}", (record.cycles, record.stats.counters));
            let bare = all(on_front_end(kernel, threads, more, None));
            assert_eq!(all(on_front_end(kernel, threads, more, Some(&off))), bare, "{kernel}, {threads}");
        }
    }
}

#[test]
fn with_few_warps_each_part_of_an_ilp_core_saves_time_and_both_save_most() {
    let cycles = |sb_en, bypass_en| {
        let p = Params { sb_en, bypass_en, bp_mode: BpMode::Off, ..Params::PAPER };
        on_front_end("add_many", 32, &[], Some(&p)).cycles
    };
    let [tlp, bp, sc, both] =
        [(false, false), (false, true), (true, false), (true, true)].map(|(s, b)| cycles(s, b));
    assert!(tlp > bp && bp > both && tlp > sc && sc >= both, "{tlp} {bp} {sc} {both}");
}

#[test]
fn results_of_special_functions_on_a_wrong_path_are_awaited_and_lost() {
    let p = Params { bp_mode: BpMode::Static, ..Params::PAPER };
    let record = on_front_end("rcp_first", 64, &[], Some(&p));
    let counted: IlpStats = record.stats.units.of().unwrap();
    // The end of the loop, in each of four warps.
    assert_eq!((counted.branches_predicted, counted.branches_wrong), (4 * 50, 4));
    assert!(counted.nullified > 0, "{counted:?}");
    assert!(counted.committed < counted.issued_entry, "{counted:?}");
    let bare = on_front_end("rcp_first", 64, &[], None);
    assert_eq!(record.stats.counters.sm.warp_instructions, bare.stats.counters.sm.warp_instructions);
}
