// SPDX-License-Identifier: Apache-2.0
//! Random lockstep of every unit in every configuration, long enough to see every event.

use std::collections::BTreeSet;

use warpsmith_testbenches::{bench, BenchError};

/// Runs a configuration of a unit, or every compiled one, all of which must cover everything.
fn agrees_and_covers_everything(unit: &str, config: Option<&str>) {
    let mut last = (0, 0);
    let report = bench(unit, config, None, 1, None, &mut |done, total| {
        assert!(done >= last.0 && done <= total);
        last = (done, total);
    });
    let report = report.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(last.0, last.1);
    let runs: BTreeSet<_> = report.runs.iter().map(|r| (r.config.as_str(), r.module)).collect();
    let modules = &warpsmith_units::find(unit).unwrap().modules;
    let benched = modules.iter().map(|m| config.map_or(m.benched.len(), |_| 1));
    assert_eq!(runs.len(), benched.sum::<usize>());
    for run in &report.runs {
        assert!(run.coverage.values().all(|n| *n > 0), "{run:?}");
        println!(
            "{} {}: {:.2} M cycles/s {:?}",
            run.module,
            run.config,
            run.cycles_per_second / 1e6,
            run.coverage
        );
    }
}

/// Two tests for each unit, the second of which runs for as long as many RTL configurations take to compile.
macro_rules! tests {
    ($($unit:ident: $($module:ident)+;)*) => {
        mod the_first_and_the_last_configuration_agree_and_cover_everything {
            $(
                #[test]
                fn $unit() {
                    let unit = stringify!($unit);
                    let benched = warpsmith_units::find(unit).unwrap().modules[0].benched;
                    for config in [benched[0], benched[benched.len() - 1]] {
                        super::agrees_and_covers_everything(unit, Some(config));
                    }
                }
            )*
        }
        mod every_configuration_agrees_and_covers_everything {
            $(
                #[test]
                #[ignore = "minutes: scripts/test.sh --all"]
                fn $unit() {
                    super::agrees_and_covers_everything(stringify!($unit), None);
                }
            )*
        }
    };
}
warpsmith_units::units!(tests);

#[test]
fn a_seed_fixes_the_run() {
    let run = |seed| bench("equalizer", Some("small"), Some(50_000), seed, None, &mut |_, _| {}).unwrap();
    let coverage = |seed| run(seed).runs.into_iter().map(|r| r.coverage).collect::<Vec<_>>();
    assert_eq!(coverage(7), coverage(7));
    assert_ne!(coverage(7), coverage(8));
}

#[test]
fn an_unknown_unit_or_configuration_lists_the_known_ones() {
    let e = bench("equaliser", None, None, 1, None, &mut |_, _| {}).unwrap_err();
    assert!(matches!(e, BenchError::UnknownUnit { .. }) && e.to_string().contains("equalizer"), "{e}");
    let e = bench("equalizer", Some("kepler"), None, 1, None, &mut |_, _| {}).unwrap_err();
    assert!(e.to_string().contains("kepler") && e.to_string().contains("fermi, small, large, dense"), "{e}");
}

#[test]
fn a_waveform_is_written_for_each_run_that_asks_for_one() {
    let dir = tempfile::tempdir().unwrap();
    let wave = dir.path().join("run.fst");
    let report = bench("equalizer", Some("small"), Some(20_000), 1, Some(&wave), &mut |_, _| {}).unwrap();
    for run in report.runs {
        let path = run.wave.unwrap();
        assert_eq!(path, dir.path().join(format!("run.{}.small.fst", run.module)));
        assert!(std::fs::metadata(&path).unwrap().len() > 1000, "{}", path.display());
    }
}
