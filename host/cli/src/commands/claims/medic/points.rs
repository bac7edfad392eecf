// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, share, tenths, Check};
use super::super::runs::Policy;
use super::figures::Figures;
use super::plan::Variant;
use super::runs::Runs;
use crate::means::{harmonic, mean};

/// A point, and the variants that it needs.
type Point = report::Point<&'static [Variant], Runs>;

/// The classes of the five types, as their places in the figures.
const ALL_HIT: usize = 0;
const BALANCED: usize = 2;
const MOSTLY_MISS: usize = 3;
const ALL_MISS: usize = 4;

/// Workloads that stream, and those on graphs.
const STREAMING: [&str; 2] = ["SCP", "SC"];
const GRAPHS: [&str; 5] = ["BFS", "BH", "DMR", "MST", "SP"];

/// "A sizeable part": of the gain of all three.
const SIZEABLE: f64 = 1.0 / 3.0;
/// "Strongly": the latency in front of the tags falls by more than this.
const STRONGLY: f64 = 0.5;
/// "Does not raise": a miss rate by at most this.
const RAISES: f64 = 0.005;
/// "Bounded": the rise of a miss rate.
const BOUNDED: f64 = 0.1;
/// "Almost all": the share of one type; "low pressure": L2 cycles in front of the tags.
const ALMOST_ALL: f64 = 0.8;
const LOW_PRESSURE: f64 = 5.0;
/// "Change little": by at most this.
const LITTLE: f64 = 0.05;
/// "Compute-bound": share of active cycles that issue.
const COMPUTE_BOUND: f64 = 0.8;
/// ">=" of two means that may be equal.
const EQUAL: f64 = 0.005;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "Warps of irregular kernels spread over the five types; at least three workloads have more than 10 % in two types \
                    that are not neighbours. Streaming is all-miss, graphs are all-hit.",
        needs: &[Variant::BASE],
        evaluate: types,
    },
    Point {
        number: 2,
        statement: "A warp's type is stable: at least 90 % of the warps classified again keep their type.",
        needs: &[Variant::BASE],
        evaluate: stability,
    },
    Point {
        number: 3,
        statement: "MeDiC > each component > Baseline in the mean; each component alone gives a sizeable part.",
        needs: &[
            Variant::BASE,
            Variant::MEDIC,
            Variant::WBYP,
            Variant::WIP,
            Variant::WMS,
            Variant::READINGS[0],
            Variant::READINGS[1],
            Variant::READINGS[2],
            Variant::READINGS[3],
            Variant::PARTITIONS[0],
            Variant::PARTITIONS[1],
            Variant::PARTITIONS[2],
        ],
        evaluate: components,
    },
    Point {
        number: 4,
        statement: "WByp cuts the mean queuing latency of L2, strongly where MM + AM >= 20 %; DRAM requests rise by less than those \
                    of L2 fall.",
        needs: &[Variant::BASE, Variant::WBYP],
        evaluate: queuing,
    },
    Point {
        number: 5,
        statement: "MeDiC > PCAL, PC-Byp, EAF; MeDiC >= the best static Rand, with a lower miss rate.",
        needs: &[
            Variant::BASE,
            Variant::MEDIC,
            Variant::EAF,
            Variant::PC_BYP,
            Variant::PCAL[0],
            Variant::PCAL[1],
            Variant::PCAL[2],
            Variant::PCAL[3],
            Variant::PCAL[4],
            Variant::RAND[0],
            Variant::RAND[1],
            Variant::RAND[2],
            Variant::RAND[3],
            Variant::RAND[4],
            Variant::RAND[5],
            Variant::RAND[6],
            Variant::RAND[7],
            Variant::RAND[8],
        ],
        evaluate: compared,
    },
    Point {
        number: 6,
        statement: "MeDiC does not raise the miss rate of L2 in most workloads; the tuner keeps the rise within 10 points.",
        needs: &[Variant::BASE, Variant::MEDIC],
        evaluate: miss_rates,
    },
    Point {
        number: 7,
        statement: "More L2 banks (< 6 %) or 5 % more capacity (< 1 %) do not give these gains.",
        needs: &[Variant::BASE, Variant::MEDIC, Variant::BANKS[0], Variant::BANKS[1], Variant::LARGER],
        evaluate: capacity,
    },
    Point {
        number: 8,
        statement: "Workloads with no spread of types (almost all BL, or AH with low L2 pressure) change little; compute-bound ones by \
                    less than 1 %.",
        needs: &[Variant::BASE, Variant::MEDIC],
        evaluate: no_spread,
    },
    Point {
        number: 9,
        statement: "Adding a filter for reuse (MeDiC-reuse) does not help.",
        needs: &[Variant::BASE, Variant::MEDIC, Variant::REUSE],
        evaluate: reuse,
    },
    Point {
        number: 10,
        statement: "The inter-bank divergence penalty of all-hit warps is tens of cycles in Baseline and shrinks with WByp.",
        needs: &[Variant::BASE, Variant::WBYP],
        evaluate: divergence,
    },
];

/// Whether two types that are not neighbours have more than a tenth each.
fn spreads(types: &[f64; 5]) -> bool {
    (0..5).any(|a| (a + 2..5).any(|b| types[a] > 0.1 && types[b] > 0.1))
}

/// The largest of the types.
fn dominant(types: &[f64; 5]) -> usize {
    (0..5).max_by(|a, b| types[*a].total_cmp(&types[*b])).unwrap_or_default()
}

fn types(runs: &Runs) -> Vec<Check> {
    let of = |name| &runs.get(name, Variant::BASE).types;
    let spread: Vec<&str> = runs.names().filter(|name| spreads(of(name))).collect();
    let mut checks =
        vec![check(spread.len() >= 3, format!("{} workloads spread: {}", spread.len(), spread.join(", ")))];
    for (names, class, what) in [(&STREAMING[..], ALL_MISS, "all miss"), (&GRAPHS, ALL_HIT, "all hit")] {
        for name in names.iter().filter_map(|name| runs.workload(name)) {
            let figure = format!("{name}: {} {what}", share(of(name)[class]));
            checks.push(check(dominant(of(name)) == class, figure));
        }
    }
    checks
}

fn stability(runs: &Runs) -> Vec<Check> {
    let all: u64 = runs.names().map(|name| runs.get(name, Variant::BASE).reclassified).sum();
    let kept = |f: &Figures| f.kept.unwrap_or_default() * f.reclassified as f64;
    let kept: f64 = runs.names().map(|name| kept(runs.get(name, Variant::BASE))).sum();
    let kept = crate::summary::ratio(kept, all as f64);
    vec![check(kept >= 0.9, format!("{} of {all} classifications", tenths(kept)))]
}

fn components(runs: &Runs) -> Vec<Check> {
    let medic = runs.mean_speedup(Variant::MEDIC);
    let mut checks = vec![check(medic > 1.0, format!("MeDiC {}", percent(medic)))];
    for part in Variant::PARTS {
        let alone = runs.mean_speedup(part);
        let name = part.name();
        checks
            .push(check(medic > alone, format!("MeDiC {} above {name} {}", percent(medic), percent(alone))));
        checks.push(check(
            alone > 1.0 && alone - 1.0 >= SIZEABLE * (medic - 1.0),
            format!("{name} {}, to be at least a third of MeDiC's gain", percent(alone)),
        ));
    }
    checks
}

fn queuing(runs: &Runs) -> Vec<Check> {
    let [base, wbyp] = [Variant::BASE, Variant::WBYP].map(|v| runs.mean(v, |f| Some(f.queue_latency)));
    let mut checks = vec![check(wbyp < base, format!("mean {wbyp:.1} L2 cycles, {base:.1} in Baseline"))];
    for name in runs.names() {
        let [base, wbyp] = [Variant::BASE, Variant::WBYP].map(|v| runs.get(name, v));
        let missing = base.types[MOSTLY_MISS] + base.types[ALL_MISS];
        if missing < 0.2 {
            continue;
        }
        checks.push(check(
            wbyp.queue_latency <= STRONGLY * base.queue_latency,
            format!(
                "{name}, MM + AM {}: {:.1} L2 cycles, {:.1} in Baseline, to be at most half",
                share(missing),
                wbyp.queue_latency,
                base.queue_latency
            ),
        ));
    }
    let change = |figure: fn(&Figures) -> f64| {
        let of = |name| {
            let [base, wbyp] = [Variant::BASE, Variant::WBYP].map(|v| figure(runs.get(name, v)));
            wbyp - base
        };
        runs.names().map(of).sum::<f64>()
    };
    let (more, fewer) = (change(|f| f.dram_requests), -change(|f| f.looked));
    checks.push(check(
        more < fewer,
        format!("DRAM requests rise by {more:.0}, those of L2 fall by {fewer:.0}"),
    ));
    checks
}

fn compared(runs: &Runs) -> Vec<Check> {
    let medic = runs.mean_speedup(Variant::MEDIC);
    let mut checks = Vec::new();
    for other in [runs.best(&Variant::PCAL), Variant::PC_BYP, Variant::EAF] {
        let theirs = runs.mean_speedup(other);
        let figures = format!("MeDiC {} above {} {}", percent(medic), other.name(), percent(theirs));
        checks.push(check(medic > theirs, figures));
    }
    let best = |name| runs.best_for(name, &Variant::RAND);
    let rand = harmonic(&runs.names().map(|name| runs.speedup(name, best(name))).collect::<Vec<_>>());
    checks.push(check(
        medic >= rand - EQUAL,
        format!("MeDiC {}, Rand with the best share for each workload {}", percent(medic), percent(rand)),
    ));
    let rate = |v| runs.mean(v, |f| Some(f.miss_rate));
    let theirs = mean(&runs.names().map(|name| runs.get(name, best(name)).miss_rate).collect::<Vec<_>>());
    let ours = rate(Variant::MEDIC);
    checks
        .push(check(ours < theirs, format!("miss rate {} against {} of Rand", tenths(ours), tenths(theirs))));
    checks
}

fn miss_rates(runs: &Runs) -> Vec<Check> {
    let rise = |name| runs.get(name, Variant::MEDIC).miss_rate - runs.get(name, Variant::BASE).miss_rate;
    let (all, raised) = (runs.names().count(), runs.names().filter(|name| rise(name) > RAISES).count());
    let mut checks = vec![check(2 * raised < all, format!("raised in {raised} of {all} workloads"))];
    checks.extend(
        runs.names()
            .map(|name| check(rise(name) <= BOUNDED, format!("{name}: {:+.1} points", 100.0 * rise(name)))),
    );
    checks
}

fn capacity(runs: &Runs) -> Vec<Check> {
    let medic = runs.mean_speedup(Variant::MEDIC);
    let bound = |v: Variant, most: f64| {
        let gain = runs.mean_speedup(v);
        let what = format!("{} {}, MeDiC {}", v.name(), percent(gain), percent(medic));
        check(gain < 1.0 + most && gain < medic, what)
    };
    vec![bound(Variant::BANKS[0], 0.06), bound(Variant::BANKS[1], 0.06), bound(Variant::LARGER, 0.01)]
}

fn no_spread(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for name in runs.names() {
        let (base, speedup) = (runs.get(name, Variant::BASE), runs.speedup(name, Variant::MEDIC));
        let quiet = base.types[ALL_HIT] >= ALMOST_ALL && base.queue_latency <= LOW_PRESSURE;
        if base.issued >= COMPUTE_BOUND {
            let figures =
                format!("{name} issues in {} of the cycles: {}", share(base.issued), percent(speedup));
            checks.push(check((speedup - 1.0).abs() < 0.01, figures));
        } else if base.types[BALANCED] >= ALMOST_ALL || quiet {
            checks.push(check((speedup - 1.0).abs() <= LITTLE, format!("{name}: {}", percent(speedup))));
        }
    }
    checks
}

fn reuse(runs: &Runs) -> Vec<Check> {
    let [medic, reuse] = [Variant::MEDIC, Variant::REUSE].map(|v| runs.mean_speedup(v));
    let figures = format!("MeDiC-reuse {}, MeDiC {}", percent(reuse), percent(medic));
    vec![check(reuse <= medic + EQUAL, figures)]
}

fn divergence(runs: &Runs) -> Vec<Check> {
    let of = |v| runs.mean(v, |f| f.divergence);
    let (base, wbyp) = (of(Variant::BASE), of(Variant::WBYP));
    vec![
        check((10.0..100.0).contains(&base), format!("{base:.1} SM cycles in Baseline")),
        check(wbyp < base, format!("{wbyp:.1} with WByp")),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::super::report::pass;
    use super::*;

    fn ipc(ipc: f64) -> Figures {
        Figures { ipc: vec![ipc], total_ipc: ipc, ..Figures::default() }
    }

    #[test]
    fn types_spread_if_two_that_are_no_neighbours_have_a_tenth() {
        assert!(spreads(&[0.4, 0.0, 0.2, 0.1, 0.3]));
        assert!(!spreads(&[0.6, 0.4, 0.0, 0.0, 0.0]) && !spreads(&[0.95, 0.0, 0.05, 0.0, 0.0]));
    }

    #[test]
    fn a_component_that_gives_less_than_a_third_fails() {
        let of = |wms| {
            pass(&components(&Runs::of_workloads(&[
                ("BFS", Variant::BASE, ipc(1.0)),
                ("BFS", Variant::MEDIC, ipc(1.3)),
                ("BFS", Variant::WBYP, ipc(1.2)),
                ("BFS", Variant::WIP, ipc(1.2)),
                ("BFS", Variant::WMS, ipc(wms)),
            ])))
        };
        assert!(of(1.15) && !of(1.05) && !of(1.35));
    }

    #[test]
    fn the_miss_rate_may_rise_in_a_minority_and_by_ten_points() {
        let of = |rises: [f64; 3]| {
            let rate = |miss_rate| Figures { miss_rate, ..Figures::default() };
            let runs = ["BFS", "SS", "SCP"].into_iter().zip(rises);
            let runs = runs.flat_map(|(name, rise)| {
                [(name, Variant::BASE, rate(0.3)), (name, Variant::MEDIC, rate(0.3 + rise))]
            });
            pass(&miss_rates(&Runs::of_workloads(&runs.collect::<Vec<_>>())))
        };
        assert!(of([0.08, 0.0, -0.1]) && !of([0.12, 0.0, 0.0]) && !of([0.02, 0.02, 0.0]));
    }

    #[test]
    fn latency_must_halve_where_a_fifth_of_the_warps_misses() {
        let of = |with| {
            let run = |queue_latency, looked, dram_requests| Figures {
                types: [0.5, 0.0, 0.2, 0.1, 0.2],
                queue_latency,
                looked,
                dram_requests,
                ..Figures::default()
            };
            let runs = [
                ("BFS", Variant::BASE, run(30.0, 100.0, 50.0)),
                ("BFS", Variant::WBYP, run(with, 60.0, 60.0)),
            ];
            pass(&queuing(&Runs::of_workloads(&runs)))
        };
        assert!(of(14.0) && !of(16.0));
    }

    #[test]
    fn the_penalty_must_be_tens_of_cycles_and_shrink() {
        let of = |base, wbyp| {
            let run = |cycles| Figures { divergence: Some(cycles), ..Figures::default() };
            pass(&divergence(&Runs::of_workloads(&[
                ("BFS", Variant::BASE, run(base)),
                ("BFS", Variant::WBYP, run(wbyp)),
            ])))
        };
        assert!(of(24.0, 12.0) && !of(24.0, 25.0) && !of(5.0, 4.0));
    }
}
