// SPDX-License-Identifier: Apache-2.0
//! The reference models of Equalizer keep the invariants of specification section 11.

use proptest::prelude::*;
use warpsmith_units::equalizer::params::{Params, PauseOrder};
use warpsmith_units::equalizer::{fm, sm};
use warpsmith_units::{Monitor, Stimulus, Unit};

/// Parameters of any legal kind, with epochs short enough to see many.
fn params() -> impl Strategy<Value = Params> {
    let sizes = (1u32..=64, 8u32..=64, 1u32..=32, 0u32..=5, 1u32..=7, 0u32..=8, 0u32..=1200);
    (sizes, prop::array::uniform5(any::<bool>())).prop_map(|(s, flags)| Params {
        n_sm: s.0,
        n_warps: s.1,
        n_cta: s.2.min(s.1),
        epoch_len: 512,
        sample_period: 1 << s.3,
        hyst_epochs: s.4,
        bw_sat: s.5,
        vr_cycles: s.6,
        comp_ge: flags[0],
        maintain_nominal: flags[1],
        barrier_active: flags[2],
        pause_order: if flags[3] { PauseOrder::Youngest } else { PauseOrder::Oldest },
        nb_reset_on_launch: flags[4],
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn eq_sm_keeps_its_invariants(params in params(), seed: u64) {
        let mut unit = sm::Model::new(&params);
        let mut checker = sm::Checker::new(&params);
        let mut environment = sm::Environment::new(&params, seed);
        let mut out = sm::Out::default();
        for _ in 0..40 * params.epoch_len {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            if let Err(e) = checker.check(&input, &out, &unit) {
                prop_assert!(false, "{e}");
            }
        }
    }

    #[test]
    fn eq_fm_keeps_its_invariants(params in params(), seed: u64) {
        let mut unit = fm::Model::new(&params);
        let (mut checker, mut out) = (fm::Checker::new(&params), fm::Out::default());
        let mut environment = fm::Environment::new(&params, seed);
        for _ in 0..60 * params.epoch_len {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            if let Err(e) = checker.check(&input, &out, &unit) {
                prop_assert!(false, "{e}");
            }
        }
    }

    #[test]
    fn a_resumed_unit_goes_on_as_if_it_had_not_stopped(seed: u64, at in 1u32..20_000) {
        let params = Params::SMALL;
        let mut unit = sm::Model::new(&params);
        let mut environment = sm::Environment::new(&params, seed);
        let mut out = sm::Out::default();
        for _ in 0..at {
            out = unit.step(&environment.next_input(&out));
        }
        let mut resumed = sm::Model::resume(&params, unit.state().clone());
        for _ in 0..2 * params.epoch_len {
            let input = environment.next_input(&out);
            out = unit.step(&input);
            prop_assert_eq!(out, resumed.step(&input));
        }
    }
}
