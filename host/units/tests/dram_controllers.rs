// SPDX-License-Identifier: Apache-2.0
//! The reference models of the DRAM controllers keep the invariants of specification section 11 under random traffic.

use proptest::prelude::*;
use warpsmith_units::dram_timing::{Channel, Timing};
use warpsmith_units::frfcfs::params::AgeMode;
use warpsmith_units::sms::params::BypassScope;
use warpsmith_units::{frfcfs, sms, Parameters, Unit};

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
    prop_oneof![Just(Timing::ddr3_1600()), Just(Timing::ddr3_1066()), any]
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
            ..sms::params::Params::paper()
        }
    })
}

fn frfcfs_params() -> impl Strategy<Value = frfcfs::params::Params> {
    (channel(), 4u32..=80, any::<bool>()).prop_map(|(channel, n, collapse)| {
        let age_mode = if collapse { AgeMode::Collapse } else { AgeMode::Timestamp };
        let params = |age_bits| frfcfs::params::Params { channel, n, age_mode, age_bits };
        // The shortest time stamps that hold, so that they wrap often.
        (8..24).map(params).find(|p| p.validate().is_ok()).unwrap_or(params(24))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sms_keeps_its_invariants(params in sms_params(), seed: u64) {
        params.validate().unwrap();
        let mut unit = sms::Model::new(&params);
        let mut checker = sms::Checker::new(&params);
        let mut environment = sms::Environment::new(&params, seed);
        let mut out = unit.out();
        for _ in 0..20_000 {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            if let Err(e) = checker.check(&input, &out, unit.state().0) {
                prop_assert!(false, "{e}");
            }
        }
    }

    #[test]
    fn frfcfs_keeps_its_invariants(params in frfcfs_params(), seed: u64) {
        params.validate().unwrap();
        let mut unit = frfcfs::Model::new(&params);
        let mut checker = frfcfs::Checker::new(&params);
        let mut environment = frfcfs::Environment::new(&params, seed);
        let mut out = unit.out();
        for _ in 0..20_000 {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            if let Err(e) = checker.check(&input, &out, unit.state().0) {
                prop_assert!(false, "{e}");
            }
        }
    }
}
