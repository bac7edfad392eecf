// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, share, tenths, Check};
use super::super::runs::Policy;
use super::figures::Stalls;
use super::plan::{Kind, Variant};
use super::runs::Runs;
use crate::means::{geomean, mean};

/// A point, and the variants that it needs.
type Point = report::Point<&'static [Variant], Runs>;

/// "~ 1.0", "~ 1.02": speedups this near.
const ABOUT: f64 = 0.03;
/// ">=" of two mean speedups that may be equal.
const EQUAL: f64 = 0.005;
/// "Cuts the L1 miss ratio about as much": percentage points between the two.
const ABOUT_AS_MUCH: f64 = 0.03;
/// "Much more": RAW stalls fall by at least so many times what control stalls do.
const MUCH_MORE: f64 = 1.5;
/// "Change little": stalls, against all stalls of the baseline.
const LITTLE: f64 = 0.1;
/// "Matter": a change of the cycles by more than this.
const MATTERS: f64 = 0.01;
/// Entries of the tables of the paper's configuration.
const ENTRIES: f64 = 2.0;
/// "(Almost) no prefetch", "~ 0": a share of demands, or of prefetches.
const ALMOST_NONE: f64 = 0.01;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "Strided kernels with several CTAs per SM gain most; average speedup over all 16 between 3 % and 15 %, none \
                    below 0.97x.",
        needs: &[Variant::BASE, Variant::CTAA],
        evaluate: speedups,
    },
    Point {
        number: 2,
        statement: "CTAA > ORCH >= LAP ~ 1.0, and CTAA > 2xL1D (~ 1.02).",
        needs: &[Variant::BASE, Variant::CTAA, Variant::LAP, Variant::ORCH, Variant::TWICE_L1],
        evaluate: order,
    },
    Point {
        number: 3,
        statement: "Accuracy >= 95 % on every workload except KMN (60 to 80 %); average >= 97 %.",
        needs: &[Variant::CTAA],
        evaluate: accuracy,
    },
    Point {
        number: 4,
        statement: "Irregular kernels (BFS, PTH, HSP) are shut down: coverage below 10 %, speedup within 2 %.",
        needs: &[Variant::BASE, Variant::CTAA],
        evaluate: shut_down,
    },
    Point {
        number: 5,
        statement: "SP cuts the L1D miss ratio about as much as CTAA, yet is slower (accuracy and bandwidth).",
        needs: &[Variant::BASE, Variant::CTAA, Variant::SP],
        evaluate: next_line,
    },
    Point {
        number: 6,
        statement: "RAW stalls fall much more than control stalls; structural stalls change little.",
        needs: &[Variant::BASE, Variant::CTAA],
        evaluate: stalls,
    },
    Point {
        number: 7,
        statement: "Early evictions below 3 %; mean distance of the order of 100 to 300 cycles; larger with leading-warp scheduling \
                    than without.",
        needs: &[Variant::CTAA, Variant::PREFETCH_ONLY],
        evaluate: timeliness,
    },
    Point {
        number: 8,
        statement: "Table size: 4 or more entries matter only for kernels with more than 2 striding loads.",
        needs: &[
            Variant::BASE,
            Variant::CTAA,
            Variant::TABLES[0],
            Variant::TABLES[1],
            Variant::TABLES[2],
            Variant::TABLES[3],
            Variant::TABLES[4],
        ],
        evaluate: table_sizes,
    },
    Point {
        number: 9,
        statement: "32 base addresses are not better than 4 on average.",
        needs: &[Variant::BASE, Variant::CTAA, Variant::BASES[1]],
        evaluate: bases,
    },
    Point {
        number: 10,
        statement: "An L1D of 64 kB against 16 kB under CTAA: at most 4 %.",
        needs: &[Variant::BASE, Variant::CTAA, Variant::L1[2]],
        evaluate: l1_sizes,
    },
    Point {
        number: 11,
        statement: "One CTA per SM (JC1): CTAA issues (almost) no prefetch.",
        needs: &[Variant::CTAA],
        evaluate: alone,
    },
    Point {
        number: 12,
        statement: "INTER(d) accuracy on MM falls to about 0 at d = warps of a CTA - 1.",
        needs: &Variant::INTER,
        evaluate: inter_warp,
    },
];

fn speedups(runs: &Runs) -> Vec<Check> {
    let of = |kind| geomean(&runs.speedups(&[kind], Variant::CTAA));
    let (strided, irregular, alone) = (of(Kind::Strided), of(Kind::Irregular), of(Kind::Alone));
    let all = runs.mean_speedup(Variant::CTAA);
    let arithmetic = mean(&runs.speedups(&Kind::ALL, Variant::CTAA));
    let mut checks = vec![
        check(
            strided > irregular.max(alone),
            format!(
                "strided {} against irregular {} and one CTA an SM {}",
                percent(strided),
                percent(irregular),
                percent(alone)
            ),
        ),
        check(
            (1.03..=1.15).contains(&all),
            format!(
                "geometric mean {}, arithmetic {}, to be +3 % to +15 %",
                percent(all),
                percent(arithmetic)
            ),
        ),
    ];
    checks.extend(runs.workloads(&Kind::ALL).map(|name| {
        let speedup = runs.speedup(name, Variant::CTAA);
        check(speedup >= 0.97, format!("{name}: {}", percent(speedup)))
    }));
    checks
}

fn order(runs: &Runs) -> Vec<Check> {
    let [ctaa, orch, lap, twice] =
        [Variant::CTAA, Variant::ORCH, Variant::LAP, Variant::TWICE_L1].map(|v| runs.mean_speedup(v));
    vec![
        check(ctaa > orch, format!("CTAA {} above ORCH {}", percent(ctaa), percent(orch))),
        check(orch >= lap - EQUAL, format!("ORCH {} not below LAP {}", percent(orch), percent(lap))),
        check((lap - 1.0).abs() <= ABOUT, format!("LAP {} within 3 % of none", percent(lap))),
        check(ctaa > twice, format!("CTAA {} above twice the L1 {}", percent(ctaa), percent(twice))),
        check((twice - 1.02).abs() <= ABOUT, format!("twice the L1 {} within 3 % of +2 %", percent(twice))),
    ]
}

fn accuracy(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for name in runs.workloads(&Kind::ALL) {
        let Some(accuracy) = runs.get(name, Variant::CTAA).accuracy else { continue };
        let (pass, bound) = match name {
            "KMN" => ((0.6..=0.8).contains(&accuracy), ", to be 60 to 80 %"),
            _ => (accuracy >= 0.95, ""),
        };
        checks.push(check(pass, format!("{name}: {}{bound}", share(accuracy))));
    }
    let mean = runs.mean(Variant::CTAA, |f| f.accuracy);
    checks.push(check(mean >= 0.97, format!("mean {}", tenths(mean))));
    checks
}

fn shut_down(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for name in ["BFS", "PTH", "HSP"].into_iter().filter_map(|name| runs.workload(name)) {
        let (coverage, speedup) = (runs.get(name, Variant::CTAA).coverage, runs.speedup(name, Variant::CTAA));
        checks.push(check(coverage < 0.1, format!("{name}: coverage {}", share(coverage))));
        checks.push(check((speedup - 1.0).abs() <= 0.02, format!("{name}: {}", percent(speedup))));
    }
    checks
}

fn next_line(runs: &Runs) -> Vec<Check> {
    let ratio = |v| runs.mean(v, |f| Some(f.miss_ratio));
    let [base, ctaa, sp] = [Variant::BASE, Variant::CTAA, Variant::SP].map(ratio);
    let (cut, cut_sp) = (base - ctaa, base - sp);
    let (speedup, speedup_sp) = (runs.mean_speedup(Variant::CTAA), runs.mean_speedup(Variant::SP));
    vec![
        check(
            (cut - cut_sp).abs() <= ABOUT_AS_MUCH,
            format!(
                "mean miss ratio {:.1} %: CTAA cuts {:.1} points, SP {:.1}, to be within 3 of each other",
                base * 100.0,
                cut * 100.0,
                cut_sp * 100.0
            ),
        ),
        check(speedup_sp < speedup, format!("SP {} below CTAA {}", percent(speedup_sp), percent(speedup))),
    ]
}

fn stalls(runs: &Runs) -> Vec<Check> {
    // Each workload counts alike: shares of its own stalls under the baseline.
    let of = |v, cause: fn(&Stalls) -> f64| {
        let share = |name| {
            let base = runs.get(name, Variant::BASE).stalls.total();
            crate::summary::ratio(cause(&runs.get(name, v).stalls), base)
        };
        mean(&runs.workloads(&Kind::ALL).map(share).collect::<Vec<_>>())
    };
    let fall = |cause| (of(Variant::BASE, cause), of(Variant::CTAA, cause));
    let (raw, control, structural) = (fall(|s| s.raw), fall(|s| s.control), fall(|s| s.structural));
    let reduction = |(before, after): (f64, f64)| 1.0 - crate::summary::ratio(after, before);
    let figures = |(before, after)| format!("{} to {} of the baseline's stalls", share(before), share(after));
    vec![
        check(reduction(raw) > 0.0, format!("RAW: {}", figures(raw))),
        check(
            reduction(raw) >= MUCH_MORE * reduction(control),
            format!(
                "control: {}; RAW {}, control {}",
                figures(control),
                percent(1.0 - reduction(raw)),
                percent(1.0 - reduction(control))
            ),
        ),
        check((structural.1 - structural.0).abs() <= LITTLE, format!("structural: {}", figures(structural))),
    ]
}

fn timeliness(runs: &Runs) -> Vec<Check> {
    let early = runs.mean(Variant::CTAA, |f| f.accuracy.map(|_| f.early));
    let distance = |v| runs.mean(v, |f| f.distance);
    let (with, without) = (distance(Variant::CTAA), distance(Variant::PREFETCH_ONLY));
    vec![
        check(early < 0.03, format!("{} of prefetched lines leave early", tenths(early))),
        check((100.0..=300.0).contains(&with), format!("mean distance {with:.0} cycles")),
        check(with > without, format!("{without:.0} cycles without leading warps")),
    ]
}

fn table_sizes(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let largest = Variant::TABLES[Variant::TABLES.len() - 1];
    for name in runs.workloads(&Kind::ALL) {
        let loads = runs.get(name, largest).striding_loads;
        let against = |v| runs.get(name, Variant::CTAA).cycles / runs.get(name, v).cycles;
        let changes = Variant::TABLES.map(against);
        let matters = changes.iter().any(|change| (change - 1.0).abs() > MATTERS);
        let figures: Vec<String> = changes.iter().map(|change| percent(*change)).collect();
        checks.push(check(
            loads > ENTRIES || !matters,
            format!("{name}: {loads:.1} striding loads; 4 to 64 entries {}", figures.join(", ")),
        ));
    }
    checks
}

fn bases(runs: &Runs) -> Vec<Check> {
    let [few, many] = [Variant::CTAA, Variant::BASES[1]].map(|v| runs.mean_speedup(v));
    vec![check(many <= few + EQUAL, format!("32 bases {}, 4 bases {}", percent(many), percent(few)))]
}

fn l1_sizes(runs: &Runs) -> Vec<Check> {
    let [paper, large] = [Variant::CTAA, Variant::L1[2]].map(|v| runs.mean_speedup(v));
    vec![check(large / paper <= 1.04, format!("64 kB {} over 16 kB", percent(large / paper)))]
}

fn alone(runs: &Runs) -> Vec<Check> {
    let coverage = |name| runs.get(name, Variant::CTAA).coverage;
    let one =
        |name| check(coverage(name) <= ALMOST_NONE, format!("{name}: coverage {}", tenths(coverage(name))));
    runs.workload("JC1").map(one).into_iter().collect()
}

fn inter_warp(runs: &Runs) -> Vec<Check> {
    let Some(name) = runs.workload("MM") else { return Vec::new() };
    let accuracy = |v| runs.get(name, v).accuracy.unwrap_or_default();
    let all: Vec<String> = Variant::INTER.map(|v| format!("{} {}", v.name(), share(accuracy(v)))).into();
    // MM has CTAs of eight warps.
    let [first, last] = [0, 6].map(|at| accuracy(Variant::INTER[at]));
    vec![
        check(last <= ALMOST_NONE, format!("accuracy of {}", all.join(", "))),
        check(first > 0.5, format!("{} at d = 1", share(first))),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::super::report::pass;
    use super::super::figures::Figures;
    use super::*;

    fn cycles(cycles: f64) -> Figures {
        Figures { cycles, ..Figures::default() }
    }

    #[test]
    fn one_workload_that_loses_four_percent_fails() {
        let of = |bfs| {
            pass(&speedups(&Runs::of_workloads(&[
                ("LPS", Variant::BASE, cycles(100.0)),
                ("LPS", Variant::CTAA, cycles(85.0)),
                ("BFS", Variant::BASE, cycles(100.0)),
                ("BFS", Variant::CTAA, cycles(bfs)),
                ("JC1", Variant::BASE, cycles(100.0)),
                ("JC1", Variant::CTAA, cycles(100.0)),
            ])))
        };
        assert!(of(100.0) && !of(104.0));
    }

    #[test]
    fn kmeans_must_be_less_accurate_than_the_others() {
        let of = |name, accuracy| {
            let figures = Figures { accuracy: Some(accuracy), ..Figures::default() };
            accuracy_of_one(&Runs::of_workloads(&[(name, Variant::CTAA, figures)]))
        };
        fn accuracy_of_one(runs: &Runs) -> bool {
            accuracy(runs)[0].pass
        }
        assert!(of("KMN", 0.7) && !of("KMN", 0.9) && of("MM", 0.96) && !of("MM", 0.94));
    }

    #[test]
    fn larger_tables_may_matter_only_with_more_loads_than_entries() {
        let of = |striding_loads, with_64| {
            let mut all = vec![("MRQ", Variant::CTAA, cycles(100.0))];
            all.extend(Variant::TABLES.map(|v| ("MRQ", v, cycles(100.0))));
            all.last_mut().unwrap().2 = Figures { striding_loads, ..cycles(with_64) };
            pass(&table_sizes(&Runs::of_workloads(&all)))
        };
        assert!(of(2.0, 99.5) && !of(2.0, 95.0) && of(5.0, 95.0));
    }

    #[test]
    fn stalls_by_data_must_fall_much_more_than_by_control() {
        let of = |raw, control| {
            let figures = |raw, control| Figures {
                stalls: Stalls { raw, control, structural: 10.0 },
                ..Figures::default()
            };
            pass(&stalls(&Runs::of_workloads(&[
                ("LPS", Variant::BASE, figures(60.0, 30.0)),
                ("LPS", Variant::CTAA, figures(raw, control)),
            ])))
        };
        assert!(of(20.0, 19.0) && !of(40.0, 19.0) && !of(61.0, 31.0));
    }

    #[test]
    fn accuracy_at_distance_seven_must_vanish() {
        let of = |at_seven| {
            let accuracy = |at| Some(if at == 6 { at_seven } else { 0.8 });
            let all = (0..8).map(|at| {
                ("MM", Variant::INTER[at], Figures { accuracy: accuracy(at), ..Figures::default() })
            });
            pass(&inter_warp(&Runs::of_workloads(&all.collect::<Vec<_>>())))
        };
        assert!(of(0.0) && !of(0.3));
    }
}
