// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9, points 1 to 8. Thresholds come from the specification's text alone.

use super::super::report::{self, check, percent, share, Check};
use super::super::runs::Policy;
use super::plan::{Variant, CLASSES};
use super::runs::Runs;
use super::time_line::{while_busy, FallAndRise};
use crate::manifest::{Class, Program};
use crate::summary::{Summary, HIGH, LOW, NOMINAL};

/// A point, and whether it needs a program with a variant.
type Point = report::Point<fn(&Program, Variant) -> bool, Runs>;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "Cache-sensitive kernels gain most, from fewer CTAs (the L1D miss rate falls); the gain exceeds \
                    the one from MEM boost alone.",
        needs: |p, v| {
            p.class != Class::Phase && matches!(v, Variant::Baseline | Variant::Performance | Variant::MemHigh)
        },
        evaluate: cache_kernels_gain_most,
    },
    Point {
        number: 2,
        statement: "Performance mode: compute kernels gain about the SM step (10-15 %) with SM high; memory kernels are \
                    within 3 points of the best static point (MEM high), what fewer CTAs add beside it.",
        needs: |p, v| match p.class {
            Class::Compute => matches!(v, Variant::Baseline | Variant::Performance),
            Class::Memory => !matches!(v, Variant::Energy | Variant::DynCta | Variant::Ccws),
            _ => false,
        },
        evaluate: performance_mode_gains_the_step,
    },
    Point {
        number: 3,
        statement: "Energy mode: compute kernels lose less than 1 % with MEM low; memory kernels less than 4 % with SM \
                    low; cache kernels gain.",
        needs: |p, v| {
            matches!(p.class, Class::Compute | Class::Memory | Class::Cache)
                && matches!(v, Variant::Baseline | Variant::Energy)
        },
        evaluate: energy_mode_keeps_performance,
    },
    Point {
        number: 4,
        statement: "Over all kernels Equalizer is faster than each static point, at lower energy than SM boost.",
        needs: |p, v| {
            p.class != Class::Phase && !matches!(v, Variant::Energy | Variant::BlocksOnly | Variant::DynCta | Variant::Ccws)
        },
        evaluate: beats_every_static_point,
    },
    Point {
        number: 5,
        statement: "An adaptive kernel (first cache-contended, then latency-bound) sees num_blocks fall, then rise; \
                    DynCTA does not recover.",
        needs: |p, v| p.name == "phases" && matches!(v, Variant::Performance | Variant::DynCta),
        evaluate: adapts_to_phases,
    },
    Point {
        number: 6,
        statement: "An idle-SM majority (one long CTA) raises the SM level (performance) or lowers the memory level \
                    (energy).",
        needs: |p, v| p.name == "longtail" && matches!(v, Variant::Performance | Variant::Energy),
        evaluate: idle_majority_moves_the_levels,
    },
    Point {
        number: 7,
        statement: "A degenerate kernel (few waiting, few X) changes nothing.",
        needs: |p, v| {
            p.name == "degenerate" && matches!(v, Variant::Baseline | Variant::Performance | Variant::Energy)
        },
        evaluate: degenerate_changes_nothing,
    },
    Point {
        number: 8,
        statement: "A texture-heavy kernel without LD/ST back-pressure is not recognised as memory-bound (the known \
                    blind spot).",
        needs: |p, v| {
            p.name == "texture"
                && matches!(v, Variant::Baseline | Variant::Performance | Variant::SmHigh | Variant::MemHigh)
        },
        evaluate: textures_are_not_seen,
    },
];

/// The static points.
const STATIC: [Variant; 4] = [Variant::SmHigh, Variant::MemHigh, Variant::SmLow, Variant::MemLow];

/// "Within 3 points" of the best static one (point 2).
const POINTS_OF_STATIC: f64 = 0.03;

fn cache_kernels_gain_most(runs: &Runs) -> Vec<Check> {
    let gain = |class| runs.geomean_speedup(&[class], Variant::Performance);
    let cache = gain(Class::Cache);
    let mut checks: Vec<Check> = [Class::Compute, Class::Memory, Class::Unsaturated]
        .into_iter()
        .map(|c| check(cache > gain(c), format!("cache {} against {c} {}", percent(cache), percent(gain(c)))))
        .collect();
    let boost = runs.geomean_speedup(&[Class::Cache], Variant::MemHigh);
    checks
        .push(check(cache > boost, format!("cache {} against MEM boost {}", percent(cache), percent(boost))));
    for name in runs.programs(&[Class::Cache]) {
        let (base, eq) = (runs.get(name, Variant::Baseline), runs.get(name, Variant::Performance));
        checks.push(check(
            eq.mean_ctas < base.mean_ctas,
            format!("{name}: mean CTAs {:.2} to {:.2}", base.mean_ctas, eq.mean_ctas),
        ));
        checks.push(check(
            eq.l1_miss_rate < base.l1_miss_rate,
            format!("{name}: L1D miss rate {} to {}", share(base.l1_miss_rate), share(eq.l1_miss_rate)),
        ));
    }
    checks
}

fn performance_mode_gains_the_step(runs: &Runs) -> Vec<Check> {
    let gain = runs.geomean_speedup(&[Class::Compute], Variant::Performance);
    let mut checks = vec![check(
        (1.10..=1.15).contains(&gain),
        format!("{} {}, to be within +10 % and +15 %", Class::Compute, percent(gain)),
    )];
    checks.extend(residency(runs, Class::Compute, Variant::Performance, Domain::Sm, HIGH));
    let of = |variant| runs.geomean_speedup(&[Class::Memory], variant);
    let (memory, blocks) = (of(Variant::Performance), of(Variant::BlocksOnly));
    let fixed = STATIC.map(|variant| (of(variant), variant));
    let (best, variant) = fixed.into_iter().fold(fixed[0], |a, b| if b.0 > a.0 { b } else { a });
    checks.push(check(
        memory > best - POINTS_OF_STATIC && variant == Variant::MemHigh,
        format!(
            "{} {} (fewer CTAs alone {}), to be above the best static point, {} {}, less 3 points",
            Class::Memory,
            percent(memory),
            percent(blocks),
            variant.name(),
            percent(best)
        ),
    ));
    checks.extend(residency(runs, Class::Memory, Variant::Performance, Domain::Memory, HIGH));
    checks
}

fn energy_mode_keeps_performance(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let rows = [(Class::Compute, 0.99, Domain::Memory), (Class::Memory, 0.96, Domain::Sm)];
    for (class, least, low) in rows {
        let kept = runs.geomean_speedup(&[class], Variant::Energy);
        checks
            .push(check(kept > least, format!("{class} {}, to be above {}", percent(kept), percent(least))));
        checks.extend(residency(runs, class, Variant::Energy, low, LOW));
    }
    let cache = runs.geomean_speedup(&[Class::Cache], Variant::Energy);
    checks.push(check(cache > 1.0, format!("cache {}, to be a gain", percent(cache))));
    checks
}

#[derive(Clone, Copy)]
enum Domain {
    Sm,
    Memory,
}

/// Each program of the class spends most of its time at `level`.
fn residency(runs: &Runs, class: Class, variant: Variant, domain: Domain, level: usize) -> Vec<Check> {
    let part = |s: &Summary| match domain {
        Domain::Sm => s.sm_share[level],
        Domain::Memory => s.memory_share[level],
    };
    let label = match domain {
        Domain::Sm => "SM",
        Domain::Memory => "MEM",
    };
    let level = ["low", "nominal", "high"][level];
    let one = |name: &str| {
        let part = part(runs.get(name, variant));
        check(part > 0.5, format!("{name}: {label} {level} in {} of the time", share(part)))
    };
    runs.programs(&[class]).map(one).collect()
}

fn beats_every_static_point(runs: &Runs) -> Vec<Check> {
    let eq = runs.geomean_speedup(&CLASSES, Variant::Performance);
    let mut checks: Vec<Check> = STATIC
        .into_iter()
        .map(|v| {
            let fixed = runs.geomean_speedup(&CLASSES, v);
            check(eq > fixed, format!("Equalizer {} against {} {}", percent(eq), v.name(), percent(fixed)))
        })
        .collect();
    let energy = runs.geomean_energy(&CLASSES, Variant::Performance);
    let boost = runs.geomean_energy(&CLASSES, Variant::SmHigh);
    checks.push(check(
        energy < boost,
        format!("energy: Equalizer {} against SM boost {}", percent(energy), percent(boost)),
    ));
    checks
}

fn adapts_to_phases(runs: &Runs) -> Vec<Check> {
    let equalizer = FallAndRise::of(&while_busy(runs.get("phases", Variant::Performance)));
    let dyncta = FallAndRise::of(&while_busy(runs.get("phases", Variant::DynCta)));
    vec![
        check(
            equalizer.first - equalizer.lowest >= 1.0,
            format!("Equalizer's num_blocks falls from {:.2} to {:.2}", equalizer.first, equalizer.lowest),
        ),
        check(
            equalizer.then - equalizer.lowest >= 1.0,
            format!("Equalizer's num_blocks rises again to {:.2}", equalizer.then),
        ),
        check(
            dyncta.then - dyncta.lowest < 1.0,
            format!(
                "DynCTA's goes from {:.2} to {:.2}, then at most {:.2}",
                dyncta.first, dyncta.lowest, dyncta.then
            ),
        ),
    ]
}

fn idle_majority_moves_the_levels(runs: &Runs) -> Vec<Check> {
    let performance = runs.get("longtail", Variant::Performance).sm_share[HIGH];
    let energy = runs.get("longtail", Variant::Energy).memory_share[LOW];
    vec![
        check(performance > 0.5, format!("performance: SM high in {} of the time", share(performance))),
        check(energy > 0.5, format!("energy: MEM low in {} of the time", share(energy))),
    ]
}

fn degenerate_changes_nothing(runs: &Runs) -> Vec<Check> {
    let base = runs.get("degenerate", Variant::Baseline);
    let mut checks = Vec::new();
    for variant in [Variant::Performance, Variant::Energy] {
        let run = runs.get("degenerate", variant);
        let nominal = run.sm_share[NOMINAL].min(run.memory_share[NOMINAL]);
        checks.push(check(
            nominal == 1.0,
            format!("{}: nominal in {} of the time", variant.name(), share(nominal)),
        ));
        let blocks = FallAndRise::of(&run.num_blocks);
        checks.push(check(
            blocks.lowest == blocks.first,
            format!(
                "{}: num_blocks {:.2} at first, {:.2} at least",
                variant.name(),
                blocks.first,
                blocks.lowest
            ),
        ));
        checks.push(check(
            run.time == base.time,
            format!("{}: time {:.6} ms, baseline {:.6} ms", variant.name(), run.time * 1e3, base.time * 1e3),
        ));
    }
    checks
}

/// The kernel gains from the memory clock and not from the SM clock, and yet few votes are for memory.
fn textures_are_not_seen(runs: &Runs) -> Vec<Check> {
    let base = runs.get("texture", Variant::Baseline);
    let gain = |variant| base.time / runs.get("texture", variant).time;
    let (memory, sm) = (gain(Variant::MemHigh), gain(Variant::SmHigh));
    let run = runs.get("texture", Variant::Performance);
    vec![
        check(
            memory >= 1.10,
            format!("memory-bound: MEM boost {}, to be a gain of the step", percent(memory)),
        ),
        check(sm < 1.01, format!("memory-bound: SM boost {}, to be no gain", percent(sm))),
        check(run.mem_votes < 0.5, format!("{} of the votes are for memory", share(run.mem_votes))),
        check(
            run.memory_share[HIGH] < 0.5,
            format!("performance: MEM high in {} of the time", share(run.memory_share[HIGH])),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_own_number() {
        let numbers: Vec<u32> = POINTS.iter().map(|p| p.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    fn passes(checks: &[Check]) -> bool {
        checks.iter().all(|c| c.pass)
    }

    /// A compute and a memory kernel that gain in performance mode, the second beside static points that gain 14 and lose 10 %, with the
    /// boosted clock high for `share`.
    fn boosted(compute: f64, memory: f64, share: f64) -> Runs {
        let base = Summary { time: 1.0, energy: 1.0, ..Default::default() };
        let run = |gain: f64| Summary {
            time: 1.0 / gain,
            sm_share: [0.0, 1.0 - share, share],
            memory_share: [0.0, 1.0 - share, share],
            ..base.clone()
        };
        let others =
            Variant::ALL.iter().filter(|v| !matches!(v, Variant::Baseline | Variant::Performance)).map(|v| {
                let gain = if *v == Variant::MemHigh { 1.14 } else { 0.9 };
                ("m", Class::Memory, *v, run(gain))
            });
        let all = [
            ("c", Class::Compute, Variant::Baseline, base.clone()),
            ("c", Class::Compute, Variant::Performance, run(compute)),
            ("m", Class::Memory, Variant::Baseline, base.clone()),
            ("m", Class::Memory, Variant::Performance, run(memory)),
        ];
        Runs::made_up(&all.into_iter().chain(others).collect::<Vec<_>>())
    }

    #[test]
    fn the_step_and_the_best_static_point_with_the_clock_high_pass_and_less_of_any_fails() {
        let passes = |compute, memory, share| {
            passes(&performance_mode_gains_the_step(&boosted(compute, memory, share)))
        };
        assert!(passes(1.12, 1.12, 0.9) && passes(1.12, 1.3, 0.9));
        assert!(!passes(1.05, 1.12, 0.9));
        assert!(!passes(1.12, 1.10, 0.9));
        assert!(!passes(1.12, 1.12, 0.4));
    }

    fn phases(equalizer: &[f64], dyncta: &[f64]) -> Runs {
        let run = |blocks: &[f64]| Summary {
            num_blocks: blocks.to_vec(),
            ctas: vec![1.0; blocks.len()],
            ..Default::default()
        };
        Runs::made_up(&[
            ("phases", Class::Phase, Variant::Performance, run(equalizer)),
            ("phases", Class::Phase, Variant::DynCta, run(dyncta)),
        ])
    }

    #[test]
    fn the_block_count_must_fall_and_rise_and_dyncta_must_not_recover() {
        assert!(passes(&adapts_to_phases(&phases(&[6.0, 2.0, 5.0], &[3.0, 1.0, 1.0]))));
        assert!(!passes(&adapts_to_phases(&phases(&[6.0, 2.0, 2.0], &[3.0, 1.0, 1.0]))));
        assert!(!passes(&adapts_to_phases(&phases(&[6.0, 6.0, 6.0], &[3.0, 1.0, 1.0]))));
        assert!(!passes(&adapts_to_phases(&phases(&[6.0, 2.0, 5.0], &[3.0, 1.0, 4.0]))));
    }

    #[test]
    fn any_change_by_a_degenerate_kernel_fails() {
        let calm = Summary {
            time: 1.0,
            sm_share: [0.0, 1.0, 0.0],
            memory_share: [0.0, 1.0, 0.0],
            num_blocks: vec![1.0, 1.0],
            ..Default::default()
        };
        let runs = |energy: Summary| {
            Runs::made_up(&[
                ("degenerate", Class::Phase, Variant::Baseline, calm.clone()),
                ("degenerate", Class::Phase, Variant::Performance, calm.clone()),
                ("degenerate", Class::Phase, Variant::Energy, energy),
            ])
        };
        assert!(passes(&degenerate_changes_nothing(&runs(calm.clone()))));
        let moved = Summary { memory_share: [0.01, 0.99, 0.0], ..calm.clone() };
        assert!(!passes(&degenerate_changes_nothing(&runs(moved))));
        let slower = Summary { time: 1.1, ..calm.clone() };
        assert!(!passes(&degenerate_changes_nothing(&runs(slower))));
    }

    #[test]
    fn the_blind_spot_needs_a_kernel_that_is_memory_bound_and_few_votes_for_memory() {
        let run = |time| Summary { time, ..Default::default() };
        let runs = |memory: f64, sm: f64, mem_votes: f64| {
            Runs::made_up(&[
                ("texture", Class::Phase, Variant::Baseline, run(1.0)),
                ("texture", Class::Phase, Variant::MemHigh, run(1.0 / memory)),
                ("texture", Class::Phase, Variant::SmHigh, run(1.0 / sm)),
                ("texture", Class::Phase, Variant::Performance, Summary { mem_votes, ..run(1.0) }),
            ])
        };
        assert!(passes(&textures_are_not_seen(&runs(1.14, 1.0, 0.2))));
        assert!(!passes(&textures_are_not_seen(&runs(1.05, 1.0, 0.2))));
        assert!(!passes(&textures_are_not_seen(&runs(1.14, 1.05, 0.2))));
        assert!(!passes(&textures_are_not_seen(&runs(1.14, 1.0, 0.6))));
    }
}
