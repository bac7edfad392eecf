// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, tenths, Check};
use super::super::runs::Policy;
use super::distances::Distance;
use super::plan::{Variant, SHORT_OF_REGISTERS};
use super::runs::Runs;
use super::workloads::{name, row, Class, Mix, Row};
use crate::means::geomean;
use std::ops::RangeInclusive;

/// A point, and what it needs.
type Point = report::Point<Needs, Runs>;

/// The variants of single workloads, and whether the mixes run on all GPUs.
pub struct Needs {
    pub alone: &'static [Variant],
    pub mixes: bool,
}

const fn alone(alone: &'static [Variant]) -> Needs {
    Needs { alone, mixes: false }
}

/// "<= 4 warps", "8..16 warps", ">= 24 warps" with the gains that the point gives them.
const GAINS: [(RangeInclusive<u64>, f64, f64); 3] =
    [(0..=4, 1.15, f64::INFINITY), (8..=16, 1.04, 1.20), (24..=32, f64::NEG_INFINITY, 1.03)];
/// "Clearly lower": by at least this.
const CLEARLY: f64 = 0.05;
/// "Many times": at least so many.
const MANY: f64 = 4.0;
/// "NQU-like": few warps and many branches.
const BRANCHING: &str = "NQU";
/// Speeds that count as equal.
const EQUAL: f64 = 0.005;
/// Of the mixes, those whose first workload is short of warps, not of threads.
const FEW_WARPS: [&str; 2] = ["NQU", "STO"];
/// The workload of which point 9 says more.
const SPREAD: &str = "FFT";
/// The number of the point about issue distances.
pub const ISSUE_DISTANCES: u32 = 10;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "Gain of BP+SC falls with concurrent warps: <= 4 warps > 15 %; 8..16 warps 4..20 %; >= 24 warps < 3 %. GM 6..18 %.",
        needs: alone(&[Variant::TLP, Variant::BP_SC]),
        evaluate: by_warps,
    },
    Point {
        number: 2,
        statement: "SC gains more than BP on average; BP+SC is at least the larger and below the sum.",
        needs: alone(&[Variant::TLP, Variant::BP, Variant::SC, Variant::BP_SC]),
        evaluate: parts,
    },
    Point {
        number: 3,
        statement: "GPU-H has the best weighted speedup on average over mixes, GPU-T the lowest; NQU and STO mixes I > T.",
        needs: Needs { alone: &[], mixes: true },
        evaluate: weighted_speedup,
    },
    Point {
        number: 4,
        statement: "ILP with 8k registers beats TLP with 16k on average; SCP's gain at 4k is many times that at 12k.",
        needs: alone(&[
            Variant::TLP,
            Variant::R8K[1],
            Variant::R4K[0],
            Variant::R4K[1],
            Variant::R12K[0],
            Variant::R12K[1],
        ]),
        evaluate: registers,
    },
    Point {
        number: 5,
        statement: "8 entries: within 2 % of 16; 2 entries clearly lower for low-TLP kernels.",
        needs: alone(&[Variant::BP_SC, Variant::E2, Variant::E16]),
        evaluate: entries,
    },
    Point {
        number: 6,
        statement: "Prediction helps NQU-like kernels by 10..30 %, others < 6 %; static within 2 points of gshare; accuracies > 90 %.",
        needs: alone(&[Variant::BP_SC, Variant::STATIC, Variant::GSHARE]),
        evaluate: prediction,
    },
    Point {
        number: 7,
        statement: "Divergent branches never cause a squash.",
        needs: alone(&[Variant::PERFECT]),
        evaluate: divergent,
    },
    Point {
        number: 8,
        statement: "GPU-H has the lowest mix energy.",
        needs: Needs { alone: &[Variant::GPU_I], mixes: true },
        evaluate: mix_energy,
    },
    Point {
        number: 9,
        statement: "Single kernels: each homogeneous GPU wins on its own class; FFT: GPU-I > GPU-H.",
        needs: alone(&Variant::GPUS),
        evaluate: single_kernels,
    },
];

/// What stands for the point that is judged without runs of workloads.
const CHAIN: &str = "Issue distances of the table in 2.0, cycle-exact, on a one-warp dependent chain.";

fn by_warps(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let gains = runs.gains(Variant::BP_SC, Variant::TLP);
    for (warps, least, most) in GAINS {
        for (row, gain) in gains.iter().filter(|(row, _)| warps.contains(&row.warps())) {
            let bound = match (least.is_finite(), most.is_finite()) {
                (true, true) => format!("{} to {}", percent(least), percent(most)),
                (true, false) => format!("more than {}", percent(least)),
                _ => format!("less than {}", percent(most)),
            };
            let what = format!("{}, {} warps: {}, to be {bound}", row.name, row.warps(), percent(*gain));
            checks.push(check(least <= *gain && *gain <= most, what));
        }
    }
    let mean = runs.mean_gain(Variant::BP_SC, Variant::TLP);
    let what = format!("geometric mean {}, to be +6 % to +18 %", percent(mean));
    checks.push(check((1.06..=1.18).contains(&mean), what));
    checks
}

fn parts(runs: &Runs) -> Vec<Check> {
    let [bp, sc, both] = [Variant::BP, Variant::SC, Variant::BP_SC].map(|v| runs.mean_gain(v, Variant::TLP));
    let sum = bp + sc - 1.0;
    vec![
        check(sc > bp, format!("SC {} above BP {}", percent(sc), percent(bp))),
        check(both >= sc.max(bp), format!("BP+SC {}, to be at least the larger", percent(both))),
        check(both < sum, format!("BP+SC {}, to be below the sum {}", percent(both), percent(sum))),
    ]
}

/// A figure of mixes, the mean with each GPU: of GPU-T, GPU-I and GPU-H.
fn of_gpus(runs: &Runs, figure: impl Fn(&Mix, Variant) -> Option<f64>) -> Option<[f64; 3]> {
    let [t, i, h] = Variant::GPUS.map(|gpu| runs.mean_of_mixes(|mix| figure(mix, gpu)));
    Some([t?, i?, h?])
}

fn weighted_speedup(runs: &Runs) -> Vec<Check> {
    let Some([t, i, h]) = of_gpus(runs, |mix, gpu| runs.weighted(mix, gpu)) else { return Vec::new() };
    let mut checks = vec![
        check(h > t && h > i, format!("means: GPU-H {h:.3}, to be above GPU-I {i:.3} and GPU-T {t:.3}")),
        check(t < i, format!("GPU-T {t:.3} below GPU-I {i:.3}")),
    ];
    for mix in runs.mixes.iter().filter(|mix| FEW_WARPS.contains(&&mix[0].name[..])) {
        let of = |gpu| runs.weighted(mix, gpu);
        if let (Some(i), Some(t)) = (of(Variant::GPU_I), of(Variant::GPU_T)) {
            checks.push(check(i > t, format!("{}: GPU-I {i:.3} above GPU-T {t:.3}", name(mix))));
        }
    }
    checks
}

fn registers(runs: &Runs) -> Vec<Check> {
    let ilp = Variant::R8K[1];
    let left_out: Vec<&str> = runs
        .rows()
        .filter(|row| runs.gain(row, ilp, Variant::TLP).is_none())
        .map(|row| &row.name[..])
        .collect();
    let mean = runs.mean_gain(ilp, Variant::TLP);
    let without = match &left_out[..] {
        [] => String::new(),
        some => format!(", without {}, of which no CTA fits 8k", some.join(", ")),
    };
    let mut checks =
        vec![check(mean > 1.0, format!("ILP with 8k {} of TLP with 16k{without}", percent(mean)))];
    let of = |row| {
        let gain = |[tlp, ilp]: [Variant; 2]| runs.gain(row, ilp, tlp);
        Some((gain(Variant::R4K)?, gain(Variant::R12K)?))
    };
    if let Some((few, more)) = row(SHORT_OF_REGISTERS).and_then(of) {
        let what = format!(
            "{SHORT_OF_REGISTERS}: {} at 4k, to be at least {MANY} times {} at 12k",
            percent(few),
            percent(more)
        );
        checks.push(check(few > 1.0 && few - 1.0 >= MANY * (more - 1.0), what));
    }
    checks
}

fn entries(runs: &Runs) -> Vec<Check> {
    let more = runs.mean_gain(Variant::E16, Variant::BP_SC);
    let low: Vec<f64> =
        runs.of_class(Class::Ilp).filter_map(|row| runs.gain(row, Variant::E2, Variant::BP_SC)).collect();
    let few = geomean(&low);
    vec![
        check((more - 1.0).abs() <= 0.02, format!("16 entries {} of 8, to be within 2 %", percent(more))),
        check(
            few <= 1.0 - CLEARLY,
            format!("low-TLP kernels: 2 entries {} of 8, to be -5 % or less", percent(few)),
        ),
    ]
}

fn prediction(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let predictors = [Variant::STATIC, Variant::GSHARE];
    for predictor in predictors {
        for (row, gain) in runs.gains(predictor, Variant::BP_SC) {
            let (holds, bound) = match row.name == BRANCHING {
                true => ((1.10..=1.30).contains(&gain), "+10 % to +30 %"),
                false => (gain < 1.06, "less than +6 %"),
            };
            let what = format!("{}, {}: {}, to be {bound}", row.name, predictor.name(), percent(gain));
            checks.push(check(holds, what));
        }
    }
    let [fixed, learned] = predictors.map(|predictor| runs.mean_gain(predictor, Variant::BP_SC));
    checks.push(check(
        (fixed - learned).abs() <= 0.02,
        format!("means: static {}, gshare {}, to be within 2 points", percent(fixed), percent(learned)),
    ));
    for predictor in predictors {
        let accuracy = runs.accuracy(predictor);
        let what = format!("accuracy of {} {}, to be above 90 %", predictor.name(), tenths(accuracy));
        checks.push(check(accuracy > 0.9, what));
    }
    checks
}

/// With perfect prediction only a divergent branch could be what a squash comes from.
fn divergent(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for row in runs.rows() {
        let Some(run) = runs.find(row, Variant::PERFECT).filter(|run| run.divergent > 0) else { continue };
        checks.push(check(
            run.wrong == 0 && run.nullified == 0,
            format!(
                "{}, perfect prediction: {} of {} branches diverge; {} squash, {} instructions nullified",
                row.name, run.divergent, run.predicted, run.wrong, run.nullified
            ),
        ));
    }
    let what = format!("{} workloads with divergent branches", checks.len());
    checks.push(check(!checks.is_empty(), what));
    checks
}

fn mix_energy(runs: &Runs) -> Vec<Check> {
    let against = |base| of_gpus(runs, |mix, gpu| Some(runs.energy(mix, gpu)? / runs.energy(mix, base)?));
    let (Some([_, _, of_t]), Some([_, _, of_i])) = (against(Variant::GPU_T), against(Variant::GPU_I)) else {
        return Vec::new();
    };
    vec![
        check(of_t < 1.0, format!("GPU-H {} of GPU-T, to be less", percent(of_t))),
        check(of_i < 1.0, format!("GPU-H {} of GPU-I, to be less", percent(of_i))),
    ]
}

fn single_kernels(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for row in runs.rows() {
        let (own, other) = match row.class() {
            Class::Ilp => (Variant::GPU_I, Variant::GPU_T),
            Class::Tlp => (Variant::GPU_T, Variant::GPU_I),
        };
        let gain = |gpu| runs.gain(row, own, gpu);
        let (Some(other_gain), Some(mixed_gain)) = (gain(other), gain(Variant::GPU_H)) else { continue };
        checks.push(check(
            other_gain >= 1.0 - EQUAL && mixed_gain >= 1.0 - EQUAL,
            format!(
                "{}: {} {} of {}, {} of GPU-H, to be the best",
                row.name,
                own.name(),
                percent(other_gain),
                other.name(),
                percent(mixed_gain)
            ),
        ));
    }
    let spread = |row: &Row| runs.gain(row, Variant::GPU_I, Variant::GPU_H);
    if let Some(gain) = row(SPREAD).and_then(spread) {
        checks.push(check(gain > 1.0, format!("{SPREAD}: GPU-I {} of GPU-H, to be more", percent(gain))));
    }
    checks
}

/// Point 10.
pub fn issue_distances(all: &[Distance]) -> report::Verdict {
    let of = |one: &Distance| {
        let Distance { core, stages, table, found } = one;
        check(*found == *table as f64, format!("{core}, {stages} EX stages: {found}, to be {table}"))
    };
    report::Verdict::new(ISSUE_DISTANCES, CHAIN, all.iter().map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::super::super::report::pass;
    use super::super::energy::Work;
    use super::super::figures::{Figures, Part, Together};
    use super::*;

    fn ipc(ipc: f64) -> Figures {
        Figures { ipc, ..Figures::default() }
    }

    fn alone(all: &[(&str, Variant, Figures)]) -> Runs {
        Runs::made_up(all, |_, _| None)
    }

    /// Some workloads with figures that go with a base.
    fn gaining(base: Variant, variant: Variant, gains: &[(&'static str, f64)]) -> Runs {
        let of = |(name, gain): &(&'static str, f64)| [(*name, base, ipc(1.0)), (*name, variant, ipc(*gain))];
        alone(&gains.iter().flat_map(of).collect::<Vec<_>>())
    }

    #[test]
    fn gains_must_fall_with_warps() {
        let of = |nqu, fft, mm| {
            pass(&by_warps(&gaining(Variant::TLP, Variant::BP_SC, &[("NQU", nqu), ("FFT", fft), ("MM", mm)])))
        };
        assert!(of(1.3, 1.1, 1.01) && !of(1.1, 1.1, 1.01) && !of(1.3, 1.3, 1.01) && !of(1.3, 1.1, 1.05));
    }

    #[test]
    fn both_parts_together_must_be_between_the_larger_and_the_sum() {
        let of = |bp, sc, both| {
            let with = [(Variant::TLP, 1.0), (Variant::BP, bp), (Variant::SC, sc), (Variant::BP_SC, both)];
            pass(&parts(&alone(&with.map(|(v, n)| ("STO", v, ipc(n))))))
        };
        assert!(
            of(1.06, 1.09, 1.12) && !of(1.09, 1.06, 1.12) && !of(1.06, 1.09, 1.08) && !of(1.06, 1.09, 1.16)
        );
    }

    #[test]
    fn a_workload_that_does_not_fit_is_named() {
        let runs = alone(&[
            ("RAY", Variant::TLP, ipc(1.0)),
            ("SCP", Variant::TLP, ipc(1.0)),
            ("SCP", Variant::R8K[1], ipc(1.1)),
            ("SCP", Variant::R4K[0], ipc(0.5)),
            ("SCP", Variant::R4K[1], ipc(0.7)),
            ("SCP", Variant::R12K[0], ipc(0.95)),
            ("SCP", Variant::R12K[1], ipc(0.96)),
        ]);
        let checks = registers(&runs);
        assert!(pass(&checks) && checks[0].what.contains("without RAY"), "{checks:?}");
    }

    #[test]
    fn two_entries_must_cost_low_tlp_kernels_something() {
        let of = |two, sixteen| {
            let with = [(Variant::BP_SC, 1.0), (Variant::E2, two), (Variant::E16, sixteen)];
            pass(&entries(&alone(&with.map(|(v, n)| ("STO", v, ipc(n))))))
        };
        assert!(of(0.9, 1.01) && !of(0.99, 1.01) && !of(0.9, 1.05));
    }

    #[test]
    fn predictors_must_help_nqu_alone_and_be_right() {
        let of = |nqu, scan, wrong| {
            let predicted = |ipc| Figures { ipc, predicted: 100, divergent: 50, wrong, ..Figures::default() };
            let runs = [("NQU", nqu), ("Scan", scan)].map(|(name, gain)| {
                [Variant::STATIC, Variant::GSHARE]
                    .map(|v| (name, v, predicted(gain)))
                    .into_iter()
                    .chain([(name, Variant::BP_SC, ipc(1.0))])
                    .collect::<Vec<_>>()
            });
            pass(&prediction(&alone(&runs.concat())))
        };
        assert!(of(1.2, 1.02, 2) && !of(1.05, 1.02, 2) && !of(1.2, 1.08, 2) && !of(1.2, 1.02, 6));
    }

    #[test]
    fn a_squash_with_perfect_prediction_fails() {
        let of = |divergent, wrong| {
            let run = Figures { predicted: 10, divergent, wrong, ..Figures::default() };
            pass(&super::divergent(&alone(&[("RAY", Variant::PERFECT, run)])))
        };
        assert!(of(3, 0) && !of(3, 1) && !of(0, 0));
    }

    #[test]
    fn each_gpu_must_be_best_of_its_class_and_ffts_best_is_gpu_i() {
        let of = |sto: [f64; 3], mm: [f64; 3], fft: [f64; 3]| {
            let all = [("STO", sto), ("MM", mm), ("FFT", fft)].map(|(name, ipcs)| {
                Variant::GPUS.into_iter().zip(ipcs).map(|(gpu, n)| (name, gpu, ipc(n))).collect::<Vec<_>>()
            });
            pass(&single_kernels(&alone(&all.concat())))
        };
        let (low, high) = ([1.0, 1.2, 1.1], [1.0, 0.9, 0.95]);
        assert!(of(low, high, low) && !of(high, high, low) && !of(low, low, low));
        assert!(!of(low, high, [1.0, 1.2, 1.202]));
    }

    /// Mixes whose programs are so fast on GPU-T, GPU-I and GPU-H, and need so many core cycles.
    fn sharing(speed: [f64; 3], core_cycles: [f64; 3]) -> Runs {
        Runs::made_up(&[], |_, gpu| {
            let place = Variant::GPUS.iter().position(|one| *one == gpu)?;
            let work = Work { instructions: 1.0, core_cycles: core_cycles[place], ..Work::default() };
            let part = Part { ipc: speed[place], work, sms: 18.0, on_ilp: false };
            Some(Together { parts: vec![part.clone(), part], ..Together::default() })
        })
    }

    #[test]
    fn gpu_h_must_be_ahead_of_gpu_i_and_that_of_gpu_t() {
        let of = |speed| pass(&weighted_speedup(&sharing(speed, [1.0; 3])));
        assert!(of([0.8, 1.0, 1.1]) && !of([0.8, 1.1, 1.0]) && !of([1.0, 0.8, 1.1]));
        assert_eq!(
            sharing([0.8, 1.0, 1.1], [1.0; 3])
                .weighted(&[row("NQU").unwrap(), row("MM").unwrap()], Variant::GPU_H),
            Some(0.55)
        );
    }

    #[test]
    fn gpu_h_must_take_the_least_energy() {
        let of = |core_cycles| pass(&mix_energy(&sharing([1.0; 3], core_cycles)));
        assert!(of([3.0, 2.0, 1.0]) && !of([3.0, 1.0, 2.0]) && !of([1.0, 3.0, 2.0]));
    }

    #[test]
    fn a_distance_beside_the_table_fails() {
        let of = |found| {
            let one = Distance { core: "TLP", stages: 8, table: 20, found };
            pass(&issue_distances(&[one]).checks)
        };
        assert!(of(20.0) && !of(20.5));
    }
}
