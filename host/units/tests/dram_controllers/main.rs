// SPDX-License-Identifier: Apache-2.0
//! The reference models of the DRAM controllers keep the invariants of specification section 11 under random traffic.

mod plain;

use plain::Plain;
use proptest::prelude::*;
use warpsmith_units::dram_timing::{Channel, Timing};
use warpsmith_units::frfcfs::params::AgeMode;
use warpsmith_units::sms::params::BypassScope;
use warpsmith_units::{frfcfs, sms, Monitor, Parameters, Snapshot, Stimulus, Unit, Violation};

/// Channels of any legal kind, mostly small.
fn channel() -> impl Strategy<Value = Channel> {
    let sizes = (0u32..=9, 1u32..=4, 2u32..=5, 1u32..=8, 1u32..=12, 10u32..=14);
    (sizes, timing()).prop_map(|(s, timing)| Channel {
        n_cpu: s.0,
        n_gpu: s.1,
        n_bank: 1 << s.2,
        row_bits: s.3,
        col_bits: s.4,
        id_bits: s.5,
        timing,
    })
}

/// The two sets, and any other that is legal.
fn timing() -> impl Strategy<Value = Timing> {
    let short = || 1u32..=12;
    let any = prop::array::uniform9(short()).prop_map(|t| Timing {
        t_rcd: t[0],
        t_cl: t[1],
        t_rp: t[2],
        t_ras: t[0] + t[3],
        t_rc: t[0] + t[3] + t[4],
        t_rrd: t[5],
        t_wtr: t[6],
        t_rtp: t[7],
        t_wr: t[8],
        t_cwl: t[1],
        t_ccd: t[5].min(6),
        t_bl: t[5].min(6),
        t_faw: 4 * t[5] + t[6],
    });
    prop_oneof![Just(Timing::DDR3_1600), Just(Timing::DDR3_1066), any]
}

fn sms_params() -> impl Strategy<Value = sms::params::Params> {
    let sizes = (2u32..=12, 2u32..=12, 2u32..=8, 256u32..=600, 1u32..=8, 3u32..=6);
    (channel(), sizes, any::<bool>(), any::<bool>()).prop_map(|(channel, s, dcs, space)| {
        sms::params::Params {
            channel,
            cpu_fifo: s.0,
            gpu_fifo: s.1,
            dcs_fifo: s.2,
            mpkc_window: s.3,
            mpkc_lo: 4,
            mpkc_hi: 30,
            mpkc_scale: s.4,
            cpu_inflight_bits: s.5,
            mpkc_bits: 6,
            gb_scope: if dcs { BypassScope::CommandScheduler } else { BypassScope::Controller },
            pick_checks_space: space,
            ..sms::params::Params::PAPER
        }
    })
}

fn frfcfs_params() -> impl Strategy<Value = frfcfs::params::Params> {
    (channel(), 4u32..=80, any::<bool>(), 1u32..=2).prop_map(|(mut channel, n, collapse, cycles)| {
        // Its entries learn of a row that was opened or closed a cycle late (S22).
        let t = &mut channel.timing;
        (t.t_rcd, t.t_rp, t.t_rtp) = (t.t_rcd.max(2), t.t_rp.max(2), t.t_rtp.max(2));
        t.t_ras = t.t_ras.max(t.t_rcd + 1);
        t.t_rc = t.t_rc.max(t.t_ras + t.t_rp);
        let age_mode = if collapse { AgeMode::Collapse } else { AgeMode::Timestamp };
        let choice_cycles = if collapse { 1 } else { cycles };
        let params = |age_bits| frfcfs::params::Params { channel, n, age_mode, age_bits, choice_cycles };
        // The shortest time stamps that hold, so that they wrap often.
        (8..24).map(params).find(|p| p.validate().is_ok()).unwrap_or(params(24))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sms_keeps_its_invariants(params in sms_params(), seed: u64) {
        params.validate().unwrap();
        let mut checker = sms::Checker::new(&params);
        let mut environment = sms::Environment::new(&params, seed);
        let unit = sms::Model::new(&params);
        let out = unit.out();
        let check = |input: &_, out: &_, unit: &sms::Model| checker.check(input, out, unit);
        keeps_its_invariants(unit, out, |out| environment.next_input(out), check)?;
    }

    #[test]
    fn frfcfs_keeps_its_invariants(params in frfcfs_params(), seed: u64) {
        params.validate().unwrap();
        let mut checker = frfcfs::Checker::new(&params);
        let mut environment = frfcfs::Environment::new(&params, seed);
        let unit = frfcfs::Model::new(&params);
        let out = unit.out();
        let check = |input: &_, out: &_, unit: &frfcfs::Model| checker.check(input, out, unit);
        keeps_its_invariants(unit, out, |out| environment.next_input(out), check)?;
    }

    #[test]
    fn frfcfs_decides_as_the_plain_one_that_looks_at_every_entry(params in frfcfs_params(), seed: u64) {
        let (mut unit, mut plain) = (frfcfs::Model::new(&params), Plain::new(&params));
        let mut environment = frfcfs::Environment::new(&params, seed);
        let mut out = unit.out();
        for cycle in 0..8_000 {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            prop_assert_eq!(out, plain.step(&input), "cycle {}", cycle);
        }
    }

    #[test]
    fn a_resumed_sms_goes_on_as_if_it_had_not_stopped(seed: u64, at in 1u32..20_000) {
        let params = sms::params::Params::SMALL;
        let mut environment = sms::Environment::new(&params, seed);
        let new = || sms::Model::new(&params);
        goes_on_alike(new, new().out(), |out| environment.next_input(out), at)?;
    }

    #[test]
    fn a_resumed_frfcfs_goes_on_as_if_it_had_not_stopped(seed: u64, at in 1u32..20_000) {
        let params = frfcfs::params::Params::SMALL;
        let mut environment = frfcfs::Environment::new(&params, seed);
        let new = || frfcfs::Model::new(&params);
        goes_on_alike(new, new().out(), |out| environment.next_input(out), at)?;
    }
}

/// Runs a unit, whose outputs at first are `out`, for 20,000 cycles and checks each.
fn keeps_its_invariants<M: Unit>(
    mut unit: M,
    mut out: M::Out,
    mut next_input: impl FnMut(&M::Out) -> M::In,
    mut check: impl FnMut(&M::In, &M::Out, &M) -> Result<(), Violation>,
) -> Result<(), TestCaseError> {
    for _ in 0..20_000 {
        let input = next_input(&out);
        out = unit.step(&input);
        if let Err(e) = check(&input, &out, &unit) {
            prop_assert!(false, "{e}");
        }
    }
    Ok(())
}

/// Runs a unit, whose outputs at first are `out`, for `at` cycles, puts its state into a new one, and compares the two from there on.
fn goes_on_alike<M: Unit + Snapshot>(
    new: impl Fn() -> M,
    mut out: M::Out,
    mut next_input: impl FnMut(&M::Out) -> M::In,
    at: u32,
) -> Result<(), TestCaseError>
where
    M::Out: PartialEq + std::fmt::Debug,
{
    let (mut unit, mut resumed) = (new(), new());
    for _ in 0..at {
        out = unit.step(&next_input(&out));
    }
    resumed.restore(unit.snapshot()).expect("a state of the same unit");
    for _ in 0..2_000 {
        let input = next_input(&out);
        out = unit.step(&input);
        prop_assert_eq!(&out, &resumed.step(&input));
    }
    Ok(())
}

/// A command stream that keeps the rules, and the first rule that each change breaks.
#[test]
fn the_timing_checker_finds_each_rule_broken_by_one_cycle() {
    use warpsmith_units::dram_timing::{Checker, Command, Issue, Request};
    let mut channel = Channel::PAPER;
    // So that tRC says more than tRAS + tRP.
    channel.timing.t_rc = 40;
    let issue = |command, bank, row| Issue { command, request: Request { bank, row, ..Request::default() } };
    /// Cycle, command, bank, row.
    type At = (u64, Command, u8, u32);
    // Commands of which the last is allowed from its cycle on, and the rule that says so.
    let act = |cycle, bank| (cycle, Command::Act, bank, 1);
    let cases: [(&str, Vec<At>); 12] = [
        ("tRCD", vec![act(0, 0), (10, Command::Rd, 0, 1)]),
        ("tRAS", vec![act(0, 0), (28, Command::Pre, 0, 1)]),
        ("tRP", vec![act(0, 0), (30, Command::Pre, 0, 1), act(40, 0)]),
        ("tRC", vec![act(0, 0), (28, Command::Pre, 0, 1), act(40, 0)]),
        ("tRRD", vec![act(0, 0), act(5, 1)]),
        ("tFAW", vec![act(0, 0), act(5, 1), act(10, 2), act(15, 3), act(32, 4)]),
        ("tCCD", vec![act(0, 0), (10, Command::Rd, 0, 1), (14, Command::Rd, 0, 1)]),
        ("tRTP", vec![act(0, 0), (30, Command::Rd, 0, 1), (36, Command::Pre, 0, 1)]),
        ("tCL - tCWL", vec![act(0, 0), (10, Command::Rd, 0, 1), (18, Command::Wr, 0, 1)]),
        ("tCWL + tBL + tWTR", vec![act(0, 0), act(5, 1), (20, Command::Wr, 0, 1), (38, Command::Rd, 1, 1)]),
        ("tCWL + tBL + tWR", vec![act(0, 0), (20, Command::Wr, 0, 1), (44, Command::Pre, 0, 1)]),
        ("tCCD", vec![act(0, 0), (10, Command::Wr, 0, 1), (14, Command::Wr, 0, 1)]),
    ];
    for (rule, stream) in cases {
        for early in [0, 1] {
            let mut checker = Checker::new(&channel);
            let (last, before) = stream.split_last().unwrap();
            for (cycle, command, bank, row) in before {
                checker.check(*cycle, &issue(*command, *bank, *row)).unwrap();
            }
            let result = checker.check(last.0 - early, &issue(last.1, last.2, last.3));
            assert_eq!(result.is_ok(), early == 0, "{rule}: {result:?}");
            assert!(early == 0 || result.unwrap_err().rule.starts_with(rule), "{rule}");
        }
    }
    let mut checker = Checker::new(&channel);
    assert!(checker.check(0, &issue(Command::Pre, 0, 1)).is_err());
    checker.check(1, &issue(Command::Act, 0, 1)).unwrap();
    assert!(checker.check(50, &issue(Command::Act, 0, 2)).is_err());
    assert!(checker.check(51, &issue(Command::Rd, 0, 2)).is_err());
}
