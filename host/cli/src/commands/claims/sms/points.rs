// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9, points 2 to 10. Where the text gives no number, the bound stands here with
//! its reason.

use super::super::report::{self, check, percent, Check};
use super::plan::{Mix, Scheduler};
use super::runs::{mean, unfairness, Metrics, Runs};

/// A point, and whether it needs the workloads of a mix under a scheduler; without a mix: all workloads without their GPU
/// part.
pub type Point = report::Point<fn(Scheduler, Option<Mix>) -> bool, Runs>;

/// "A few percent", and what run-to-run differences of short runs may hide.
const FEW_PERCENT: f64 = 0.05;
const NOISE: f64 = 0.01;

const OTHERS: [Scheduler; 3] = [Scheduler::FrFcfs, Scheduler::Atlas, Scheduler::Tcm];

pub const POINTS: &[Point] = &[
    Point {
        number: 2,
        statement: "With a GPU and 16 CPUs, SMS(0.9) raises CPU weighted speedup over FR-FCFS, ATLAS and TCM, and \
                    lowers unfairness.",
        needs: |s, mix| mix.is_some() && Scheduler::COMPARED.contains(&s),
        evaluate: raises_cpu_performance,
    },
    Point {
        number: 3,
        statement: "p moves the balance monotonically: GPU speedup falls, CPU weighted speedup rises as p goes 0 -> 1.",
        needs: |s, mix| {
            mix == Some(Mix::VARIED)
                && matches!(s, Scheduler::SmsP0 | Scheduler::SmsP50 | Scheduler::Sms | Scheduler::SmsP100)
        },
        evaluate: p_moves_the_balance,
    },
    Point {
        number: 4,
        statement: "SMS(0) behaves like FR-FCFS for the GPU (within a few percent of its GPU speedup).",
        needs: |s, mix| mix.is_some() && matches!(s, Scheduler::SmsP0 | Scheduler::FrFcfs),
        evaluate: p0_is_frfcfs_for_the_gpu,
    },
    Point {
        number: 5,
        statement: "Earlier schedulers gain markedly from 64 -> 256 entries when the GPU is present; SMS does not need \
                    them.",
        needs: |s, mix| {
            mix == Some(Mix::VARIED)
                && matches!(
                    s,
                    Scheduler::FrFcfs64
                        | Scheduler::FrFcfs256
                        | Scheduler::Atlas64
                        | Scheduler::Atlas256
                        | Scheduler::Tcm64
                        | Scheduler::Tcm256
                        | Scheduler::Sms
                        | Scheduler::SmsSmall
                )
        },
        evaluate: others_need_entries,
    },
    Point {
        number: 6,
        statement: "Batch size 1 loses row hits, performance and fairness against 10; beyond 10 nothing.",
        needs: |s, mix| {
            mix == Some(Mix::VARIED) && matches!(s, Scheduler::Sms | Scheduler::Batch1 | Scheduler::Batch20)
        },
        evaluate: batches_matter,
    },
    Point {
        number: 7,
        statement: "Larger DCS FIFOs worsen fairness; too small ones (2) lose bandwidth.",
        needs: |s, mix| {
            mix == Some(Mix::VARIED)
                && matches!(s, Scheduler::Sms | Scheduler::Dcs2 | Scheduler::Dcs5 | Scheduler::Dcs30)
        },
        evaluate: command_fifos_matter,
    },
    Point {
        number: 8,
        statement: "CFR-FCFS recovers much of FR-FCFS's CPU loss; SMS still better overall.",
        needs: |s, mix| {
            mix.is_some() && matches!(s, Scheduler::FrFcfs | Scheduler::Cfrfcfs | Scheduler::Sms)
        },
        evaluate: cpu_first_recovers,
    },
    Point {
        number: 9,
        statement: "In all-high CPU mixes SMS loses throughput to ATLAS/TCM but keeps fairness.",
        needs: |s, mix| {
            mix == Some(Mix::H) && matches!(s, Scheduler::Atlas | Scheduler::Tcm | Scheduler::Sms)
        },
        evaluate: high_mixes_keep_fairness,
    },
    Point {
        number: 10,
        statement: "Without a GPU, SMS stays within about 5-10 % of TCM/ATLAS.",
        needs: |s, mix| mix.is_none() && matches!(s, Scheduler::Atlas | Scheduler::Tcm | Scheduler::Sms),
        evaluate: cpus_alone_lose_little,
    },
];

fn weighted(metrics: &[Metrics]) -> f64 {
    mean(metrics, |m| m.speedups.weighted_speedup)
}

fn gpu(metrics: &[Metrics]) -> f64 {
    mean(metrics, |m| m.speedups.gpu_speedup)
}

fn system(metrics: &[Metrics]) -> f64 {
    mean(metrics, |m| m.speedups.system(1.0))
}

fn varied(runs: &Runs, scheduler: Scheduler) -> Vec<Metrics> {
    runs.metrics(scheduler, &[Mix::VARIED], true)
}

fn raises_cpu_performance(runs: &Runs) -> Vec<Check> {
    let of = |s| runs.metrics(s, &runs.mixes(), true);
    let sms = of(Scheduler::Sms);
    let compare = |other: Scheduler| {
        let theirs = of(other);
        let gain = weighted(&sms) / weighted(&theirs);
        let fairer = unfairness(&theirs) / unfairness(&sms);
        let all = mean(&sms, |m| m.speedups.unfairness_with_gpu)
            / mean(&theirs, |m| m.speedups.unfairness_with_gpu);
        let costs = gpu(&sms) / gpu(&theirs);
        [
            check(gain > 1.0, format!("CPU weighted speedup {} against {}", percent(gain), other.name())),
            check(
                fairer > 1.0,
                format!(
                    "unfairness {:.2} against {:.2} of {} ({fairer:.2} times fairer; unfairness with the GPU {}, GPU \
                     speedup {})",
                    unfairness(&sms),
                    unfairness(&theirs),
                    other.name(),
                    percent(all),
                    percent(costs),
                ),
            ),
        ]
    };
    OTHERS.into_iter().flat_map(compare).collect()
}

fn p_moves_the_balance(runs: &Runs) -> Vec<Check> {
    let sweep = [Scheduler::SmsP0, Scheduler::SmsP50, Scheduler::Sms, Scheduler::SmsP100];
    let metrics = sweep.map(|s| varied(runs, s));
    let (cpu, gpu) = (metrics.each_ref().map(|m| weighted(m)), metrics.each_ref().map(|m| gpu(m)));
    let list = |values: [f64; 4]| values.map(|v| format!("{v:.3}")).join(", ");
    vec![
        check(
            cpu.windows(2).all(|w| w[1] > w[0] * (1.0 - NOISE)) && cpu[3] > cpu[0],
            format!("CPU weighted speedup at p = 0, 0.5, 0.9, 1: {}", list(cpu)),
        ),
        check(
            gpu.windows(2).all(|w| w[1] < w[0] * (1.0 + NOISE)) && gpu[3] < gpu[0],
            format!("GPU speedup: {}", list(gpu)),
        ),
    ]
}

fn p0_is_frfcfs_for_the_gpu(runs: &Runs) -> Vec<Check> {
    let of = |s| gpu(&runs.metrics(s, &runs.mixes(), true));
    let relative = of(Scheduler::SmsP0) / of(Scheduler::FrFcfs);
    vec![check(
        (relative - 1.0).abs() <= FEW_PERCENT,
        format!("GPU speedup of SMS(0) {} against FR-FCFS, at most 5 % apart", percent(relative)),
    )]
}

fn others_need_entries(runs: &Runs) -> Vec<Check> {
    let pairs = [
        (Scheduler::FrFcfs64, Scheduler::FrFcfs256),
        (Scheduler::Atlas64, Scheduler::Atlas256),
        (Scheduler::Tcm64, Scheduler::Tcm256),
    ];
    let gain = |(small, large)| system(&varied(runs, large)) / system(&varied(runs, small));
    let mut checks: Vec<Check> = pairs
        .map(|pair| {
            let gain = gain(pair);
            // More than SMS may lose below.
            let text = format!("system performance {} from {} to 256", percent(gain), pair.0.name());
            check(gain > 1.0 + FEW_PERCENT, text)
        })
        .into();
    let kept = gain((Scheduler::Sms, Scheduler::SmsSmall));
    checks.push(check(
        kept > 1.0 - FEW_PERCENT,
        format!("system performance of SMS(0.9) {} with 128 entries instead of 300", percent(kept)),
    ));
    checks
}

fn batches_matter(runs: &Runs) -> Vec<Check> {
    let [ten, one, twenty] = [Scheduler::Sms, Scheduler::Batch1, Scheduler::Batch20].map(|s| varied(runs, s));
    let hits = |m: &[Metrics]| mean(m, |m| m.row_hits) * 100.0;
    let beyond = system(&twenty) / system(&ten);
    vec![
        check(
            hits(&one) < hits(&ten),
            format!(
                "row hits {:.1} % with batches of 1, {:.1} % of 10 (of {:.2} requests on average)",
                hits(&one),
                hits(&ten),
                mean(&ten, |m| m.batch)
            ),
        ),
        check(
            system(&one) < system(&ten),
            format!("system performance {} with batches of 1", percent(system(&one) / system(&ten))),
        ),
        check(
            unfairness(&one) > unfairness(&ten),
            format!("unfairness {:.2} with batches of 1, {:.2} of 10", unfairness(&one), unfairness(&ten)),
        ),
        check(
            beyond < 1.0 + FEW_PERCENT,
            format!("system performance {} with batches of 20", percent(beyond)),
        ),
    ]
}

fn command_fifos_matter(runs: &Runs) -> Vec<Check> {
    let sizes = [Scheduler::Dcs2, Scheduler::Dcs5, Scheduler::Sms, Scheduler::Dcs30].map(|s| varied(runs, s));
    let [two, five, fifteen, thirty] = &sizes;
    let unfair = [five, fifteen, thirty].map(|m| unfairness(m));
    let bandwidth = |m: &[Metrics]| mean(m, |m| m.bandwidth) / 1e9;
    vec![
        check(
            unfair.windows(2).all(|w| w[1] > w[0] * (1.0 - NOISE)) && unfair[2] > unfair[0],
            format!("unfairness with FIFOs of 5, 15, 30: {}", unfair.map(|u| format!("{u:.2}")).join(", ")),
        ),
        check(
            bandwidth(two) < bandwidth(fifteen),
            format!("{:.2} GB/s with FIFOs of 2, {:.2} of 15", bandwidth(two), bandwidth(fifteen)),
        ),
    ]
}

fn cpu_first_recovers(runs: &Runs) -> Vec<Check> {
    let [plain, first, sms] =
        [Scheduler::FrFcfs, Scheduler::Cfrfcfs, Scheduler::Sms].map(|s| runs.metrics(s, &runs.mixes(), true));
    let (gain, better) = (weighted(&first) / weighted(&plain), system(&sms) / system(&first));
    vec![
        check(gain > 1.0 + FEW_PERCENT, format!("CPU weighted speedup of CFR-FCFS {}", percent(gain))),
        check(better > 1.0, format!("system performance of SMS(0.9) {} against CFR-FCFS", percent(better))),
    ]
}

fn high_mixes_keep_fairness(runs: &Runs) -> Vec<Check> {
    let of = |s| runs.metrics(s, &[Mix::H], true);
    let sms = of(Scheduler::Sms);
    [Scheduler::Atlas, Scheduler::Tcm]
        .into_iter()
        .flat_map(|other| {
            let theirs = of(other);
            let loss = weighted(&sms) / weighted(&theirs);
            [
                check(loss < 1.0, format!("CPU weighted speedup {} against {}", percent(loss), other.name())),
                check(
                    unfairness(&sms) < unfairness(&theirs),
                    format!(
                        "unfairness {:.2} against {:.2} of {}",
                        unfairness(&sms),
                        unfairness(&theirs),
                        other.name()
                    ),
                ),
            ]
        })
        .collect()
}

fn cpus_alone_lose_little(runs: &Runs) -> Vec<Check> {
    let of = |s| weighted(&runs.metrics(s, &runs.mixes(), false));
    let sms = of(Scheduler::Sms);
    [Scheduler::Atlas, Scheduler::Tcm]
        .into_iter()
        .map(|other| {
            let kept = sms / of(other);
            check(kept > 0.9, format!("CPU weighted speedup {} against {}", percent(kept), other.name()))
        })
        .collect()
}
