// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, share, tenths, Check};
use super::super::runs::Policy;
use super::figures::{Figures, DEPTHS};
use super::plan::{Group, Kind, Variant};
use super::runs::Runs;
use super::workloads::Category;
use crate::means::mean;

/// Which groups and variants a point needs.
type Needs = fn(&Group, Variant) -> bool;
type Point = report::Point<Needs, Runs>;

/// "Tens of percent".
const TENS: f64 = 0.2;
/// "Near 100 %" and "near 0" of hit rates.
const NEAR_ALL: f64 = 0.95;
const NEAR_NONE: f64 = 0.1;
/// "Ends up bypassed": the share of the reads of a depth in the whole run, the epochs before that included.
const BYPASSED: f64 = 0.5;
/// "A large part".
const LARGE: f64 = 0.5;

const ONE: [Kind; 1] = [Kind::Pair(2)];
const HUNGRY: [Kind; 2] = [Kind::Pair(1), Kind::Pair(2)];
const PAIRS: [Kind; 3] = [Kind::Pair(0), Kind::Pair(1), Kind::Pair(2)];

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "With two TLB-hungry address spaces, SharedTLB loses >= 30 % against Ideal; MASK recovers at least half of the loss.",
        needs: |group, v| {
            ONE.contains(&group.kind) && [Variant::SHARED_TLB, Variant::IDEAL, Variant::MASK].contains(&v)
        },
        evaluate: loss,
    },
    Point {
        number: 2,
        statement: "MASK >= SharedTLB in weighted speedup in every category; the average gain is tens of percent.",
        needs: |group, v| PAIRS.contains(&group.kind) && Variant::COMPARED.contains(&v),
        evaluate: categories,
    },
    Point {
        number: 3,
        statement: "Each of MASK-TLB, MASK-Cache, MASK-DRAM alone gains; MASK-Cache > MASK-DRAM; the combination exceeds each.",
        needs: |group, v| {
            PAIRS.contains(&group.kind)
                && (Variant::PARTS.contains(&v) || [Variant::SHARED_TLB, Variant::MASK].contains(&v))
        },
        evaluate: parts,
    },
    Point {
        number: 4,
        statement: "Walk L2 hit rate falls with depth (near 100 % at depth 1-2, near 0 at depth 4); with bypass on, depth 4 ends up \
                    bypassed, depths 1-2 do not, and the hit rate of walk reads still cached exceeds 95 %.",
        needs: |group, v| PAIRS.contains(&group.kind) && [Variant::SHARED_TLB, Variant::CACHE].contains(&v),
        evaluate: depths,
    },
    Point {
        number: 5,
        statement: "Co-running raises each application's L2-TLB miss rate; tokens lower it again; the bypass cache serves a large \
                    part of token-less lookups.",
        needs: |group, v| HUNGRY.contains(&group.kind) && [Variant::SHARED_TLB, Variant::TLB].contains(&v),
        evaluate: miss_rates,
    },
    Point {
        number: 6,
        statement: "The golden queue lowers the mean DRAM latency of walk reads below that of data; total bandwidth falls by < 2 %.",
        needs: |group, v| PAIRS.contains(&group.kind) && [Variant::SHARED_TLB, Variant::DRAM].contains(&v),
        evaluate: golden,
    },
    Point {
        number: 7,
        statement: "Silver raises the IPC of the application that suffers most from a bandwidth hog; maximum slowdown falls.",
        needs: |group, v| PAIRS.contains(&group.kind) && [Variant::SHARED_TLB, Variant::DRAM].contains(&v),
        evaluate: silver,
    },
    Point {
        number: 8,
        statement: "The MASK/SharedTLB ratio grows from 1 to 3 applications; an application with few TLB misses changes by < 2 %.",
        needs: |_, v| [Variant::SHARED_TLB, Variant::MASK].contains(&v),
        evaluate: applications,
    },
    Point {
        number: 9,
        statement: "With an L2 TLB large enough for the combined working set (8192), MASK-TLB = SharedTLB (within 1 %).",
        needs: |group, v| {
            HUNGRY.contains(&group.kind)
                && (Variant::SIZES.concat().contains(&v) || [Variant::SHARED_TLB, Variant::TLB].contains(&v))
        },
        evaluate: sizes,
    },
    Point {
        number: 10,
        statement: "InitialTokens swept 20..100 % changes performance by < 2 %.",
        needs: |group, v| {
            HUNGRY.contains(&group.kind) && (Variant::TOKENS.contains(&v) || v == Variant::MASK)
        },
        evaluate: initial_tokens,
    },
    Point {
        number: 11,
        statement: "PWCache <= SharedTLB when L2-cache latency is small (10 cycles).",
        needs: |group, v| PAIRS.contains(&group.kind) && [Variant::SHARED_TLB, Variant::PW_CACHE].contains(&v),
        evaluate: page_walk_cache,
    },
];

/// Mean weighted speedup over the groups of some kinds.
fn weighted(runs: &Runs, kinds: &[Kind], variant: Variant) -> f64 {
    let groups = runs.groups.iter().filter(|group| kinds.contains(&group.kind));
    runs.mean_weighted(groups, variant).unwrap_or_default()
}

/// What the run of a group with a variant gave; it must have been wanted.
fn of<'a>(runs: &'a Runs, group: &Group, variant: Variant) -> &'a Figures {
    runs.find(group, variant).expect("a run that the point needs")
}

fn loss(runs: &Runs) -> Vec<Check> {
    let [ideal, shared, mask] =
        [Variant::IDEAL, Variant::SHARED_TLB, Variant::MASK].map(|v| weighted(runs, &ONE, v));
    let recovered = (mask - shared) / (ideal - shared);
    vec![
        check(shared <= 0.7 * ideal, format!("SharedTLB {} of Ideal", percent(shared / ideal))),
        check(recovered >= 0.5, format!("MASK recovers {} of the loss", share(recovered))),
    ]
}

fn categories(runs: &Runs) -> Vec<Check> {
    let gain =
        |kinds: &[Kind]| weighted(runs, kinds, Variant::MASK) / weighted(runs, kinds, Variant::SHARED_TLB);
    let mut checks: Vec<Check> = (0..)
        .zip(PAIRS)
        .filter(|(_, kind)| runs.of(*kind).next().is_some())
        .map(|(hungry, kind)| {
            let gain = gain(&[kind]);
            check(gain >= 1.0, format!("{hungry}-HMR: {}", percent(gain)))
        })
        .collect();
    let all = gain(&PAIRS);
    checks.push(check(all >= 1.0 + TENS, format!("all pairs: {}, to be at least +20 %", percent(all))));
    checks
}

fn parts(runs: &Runs) -> Vec<Check> {
    let base = weighted(runs, &PAIRS, Variant::SHARED_TLB);
    let gain = |v| weighted(runs, &PAIRS, v) / base;
    let mask = gain(Variant::MASK);
    let mut checks = Vec::new();
    for part in Variant::PARTS {
        let own = gain(part);
        checks.push(check(own > 1.0, format!("{} {}", part.name(), percent(own))));
        checks.push(check(
            mask > own,
            format!("MASK {} above {} {}", percent(mask), part.name(), percent(own)),
        ));
    }
    let [cache, dram] = [Variant::CACHE, Variant::DRAM].map(gain);
    checks.push(check(
        cache > dram,
        format!("MASK-Cache {} above MASK-DRAM {}", percent(cache), percent(dram)),
    ));
    checks
}

/// A figure of each depth, summed over all pairs.
fn summed(runs: &Runs, variant: Variant, figure: fn(&Figures) -> [f64; DEPTHS]) -> [f64; DEPTHS] {
    let all = runs.pairs().map(|group| figure(of(runs, group, variant)));
    all.fold([0.0; DEPTHS], |sum, one| std::array::from_fn(|depth| sum[depth] + one[depth]))
}

fn depths(runs: &Runs) -> Vec<Check> {
    let rates = |part: [f64; DEPTHS], all: [f64; DEPTHS]| -> [f64; DEPTHS] {
        std::array::from_fn(|depth| part[depth] / all[depth].max(1.0))
    };
    let base = rates(
        summed(runs, Variant::SHARED_TLB, |f| f.read_hits),
        summed(runs, Variant::SHARED_TLB, |f| f.reads),
    );
    let [reads, hits, past] = [|f: &Figures| f.reads, |f: &Figures| f.read_hits, |f: &Figures| f.reads_past]
        .map(|figure| summed(runs, Variant::CACHE, figure));
    let gone = rates(past, reads);
    let cached = hits.iter().sum::<f64>() / (reads.iter().sum::<f64>() - past.iter().sum::<f64>()).max(1.0);
    let mut checks = vec![check(
        base.windows(2).all(|pair| pair[0] >= pair[1]),
        format!("hit rates by depth with SharedTLB: {}", base.map(tenths).join(", ")),
    )];
    for depth in [0, 1] {
        checks.push(check(base[depth] >= NEAR_ALL, format!("depth {}: {}", depth + 1, tenths(base[depth]))));
        checks.push(check(
            gone[depth] < BYPASSED,
            format!("depth {}: {} of the reads go past L2 with MASK-Cache", depth + 1, tenths(gone[depth])),
        ));
    }
    checks.push(check(base[3] <= NEAR_NONE, format!("depth 4: {}, to be near 0", tenths(base[3]))));
    checks.push(check(
        gone[3] > BYPASSED,
        format!("depth 4: {} of the reads go past L2 with MASK-Cache", tenths(gone[3])),
    ));
    checks.push(check(
        cached > NEAR_ALL,
        format!("hit rate of the walk reads that look in L2: {}", tenths(cached)),
    ));
    checks
}

fn miss_rates(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let (mut raised, mut lowered, mut all) = (0, 0, 0);
    let mut served = Vec::new();
    for group in runs.groups.iter().filter(|group| HUNGRY.contains(&group.kind)) {
        let Some(alone) = runs.each_alone(group) else { continue };
        let [shared, tlb] = [Variant::SHARED_TLB, Variant::TLB].map(|v| of(runs, group, v));
        for (index, alone) in alone.iter().enumerate() {
            let [alone, shared, tlb] =
                [alone.programs[0], shared.programs[index], tlb.programs[index]].map(|one| one.miss_rate);
            all += 1;
            raised += u32::from(shared > alone);
            lowered += u32::from(tlb < shared);
        }
        served.push(tlb.bypass_hits);
    }
    checks
        .push(check(raised == all, format!("co-running raises the miss rate of {raised} of {all} programs")));
    checks.push(check(2 * lowered > all, format!("tokens lower it of {lowered} of {all}, to be most")));
    let served = mean(&served);
    checks.push(check(
        served >= LARGE,
        format!(
            "the bypass cache answers {} as many lookups as come from warps without a token",
            share(served)
        ),
    ));
    checks
}

fn golden(runs: &Runs) -> Vec<Check> {
    let average = |v, figure: fn(&Figures) -> f64| {
        mean(&runs.pairs().map(|g| figure(of(runs, g, v))).collect::<Vec<_>>())
    };
    let (walks, data) =
        (average(Variant::DRAM, |f| f.walk_latency), average(Variant::DRAM, |f| f.data_latency));
    let before = average(Variant::SHARED_TLB, |f| f.walk_latency);
    let bandwidth = average(Variant::DRAM, |f| f.bandwidth) / average(Variant::SHARED_TLB, |f| f.bandwidth);
    vec![
        check(
            walks < data,
            format!("walk reads {walks:.0} DRAM cycles ({before:.0} with SharedTLB), data {data:.0}"),
        ),
        check(bandwidth > 0.98, format!("bandwidth {}", percent(bandwidth))),
    ]
}

fn silver(runs: &Runs) -> Vec<Check> {
    let (mut helped, mut all) = (0, 0);
    for group in runs.pairs() {
        let [shared, dram] = [Variant::SHARED_TLB, Variant::DRAM].map(|v| runs.speedups(group, v));
        let (Some(shared), Some(dram)) = (shared, dram) else { continue };
        let worst = (0..shared.len()).min_by(|a, b| shared[*a].total_cmp(&shared[*b])).unwrap_or_default();
        all += 1;
        helped += u32::from(dram[worst] > shared[worst]);
    }
    let slowdown = |v| mean(&runs.pairs().filter_map(|group| runs.unfairness(group, v)).collect::<Vec<_>>());
    let [before, after] = [Variant::SHARED_TLB, Variant::DRAM].map(slowdown);
    vec![
        check(
            2 * helped > all,
            format!("the program that suffers most gains in {helped} of {all} pairs, to be most"),
        ),
        check(after < before, format!("maximum slowdown {after:.2}, {before:.2} with SharedTLB")),
    ]
}

fn applications(runs: &Runs) -> Vec<Check> {
    let gain = |groups: Vec<&Group>| {
        let of = |v| runs.mean_weighted(groups.iter().copied(), v);
        Some(of(Variant::MASK)? / of(Variant::SHARED_TLB)?)
    };
    let with = |members: usize| runs.groups.iter().filter(|group| group.members.len() == members).collect();
    let ratios: Vec<f64> = (1..=3).filter_map(|members| gain(with(members))).collect();
    let text: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
    let mut checks = vec![check(
        ratios.len() == 3 && ratios.windows(2).all(|pair| pair[0] < pair[1]),
        format!("ratio with 1, 2, 3 programs: {}", text.join(", ")),
    )];
    for group in runs.of(Kind::Single).filter(|group| group.members[0].category == Category::LowLow) {
        let gain = gain(vec![group]).unwrap_or_default();
        checks.push(check((gain - 1.0).abs() < 0.02, format!("{} alone: {}", group.name(), percent(gain))));
    }
    checks
}

fn sizes(runs: &Runs) -> Vec<Check> {
    let gain = |[shared, tlb]: [Variant; 2]| weighted(runs, &HUNGRY, tlb) / weighted(runs, &HUNGRY, shared);
    let large = gain(Variant::SIZES[2]);
    let mut checks = vec![check((large - 1.0).abs() <= 0.01, format!("8192 entries: {}", percent(large)))];
    let smaller = [
        ("64", Variant::SIZES[0]),
        ("512", [Variant::SHARED_TLB, Variant::TLB]),
        ("2048", Variant::SIZES[1]),
    ];
    for (entries, variants) in smaller {
        let gain = gain(variants);
        checks.push(check(gain > 1.0, format!("{entries} entries: {}, to be a gain", percent(gain))));
    }
    checks
}

fn initial_tokens(runs: &Runs) -> Vec<Check> {
    let mask = weighted(runs, &HUNGRY, Variant::MASK);
    let change = |v: Variant| {
        let ratio = weighted(runs, &HUNGRY, v) / mask;
        check((ratio - 1.0).abs() < 0.02, format!("{}: {}", v.name(), percent(ratio)))
    };
    Variant::TOKENS.map(change).into()
}

fn page_walk_cache(runs: &Runs) -> Vec<Check> {
    let [shared, cache] = [Variant::SHARED_TLB, Variant::PW_CACHE].map(|v| weighted(runs, &PAIRS, v));
    vec![check(cache <= shared, format!("PWCache {} of SharedTLB", percent(cache / shared)))]
}

#[cfg(test)]
mod tests {
    use super::super::super::sharing;
    use super::super::figures::Program;
    use super::super::plan::groups;
    use super::super::workloads::Workload;
    use super::*;

    type Job = sharing::Job<Variant, &'static Workload>;

    /// What a run gives on a GPU where the paper's claims hold.
    fn as_claimed(job: &Job) -> Option<Figures> {
        let (members, alone) = (job.members.len() as f64, job.sms.is_some());
        let v = job.policy;
        let size = Variant::SIZES.iter().position(|pair| pair.contains(&v));
        let ipc = match v {
            _ if alone => 1.0,
            Variant::SHARED_TLB if members == 1.0 => 0.99,
            _ if size == Some(2) => 0.9,
            Variant::IDEAL => 1.0,
            Variant::SHARED_TLB => 0.55 - 0.05 * members,
            Variant::TLB => 0.6,
            Variant::CACHE => 0.65,
            Variant::DRAM => 0.5,
            Variant::PW_CACHE => 0.3,
            _ if size.is_some() => {
                if v == Variant::SIZES[size?][1] {
                    0.6
                } else {
                    0.5
                }
            }
            _ => 1.0,
        };
        let miss_rate = if alone {
            0.1
        } else {
            if v == Variant::TLB {
                0.3
            } else {
                0.4
            }
        };
        let past = if v == Variant::CACHE { 95.0 } else { 0.0 };
        Some(Figures {
            programs: vec![Program { ipc, miss_rate }; job.members.len()],
            reads: [100.0; DEPTHS],
            read_hits: [100.0, 99.0, 98.0, 100.0 - past - if past > 0.0 { 0.0 } else { 95.0 }],
            reads_past: [0.0, 0.0, 0.0, past],
            walk_latency: if v == Variant::DRAM { 100.0 } else { 300.0 },
            data_latency: 200.0,
            bandwidth: 1e9,
            tokenless: 0.6,
            bypass_hits: 0.6,
        })
    }

    /// The points that hold.
    fn held(figures: impl Fn(&Job) -> Option<Figures>) -> Vec<u32> {
        report::held(POINTS, &Runs::made_up(groups(false), 30, figures))
    }

    #[test]
    fn every_point_holds_where_the_paper_is_right() {
        assert_eq!(held(as_claimed), (1..=11).collect::<Vec<_>>());
    }

    #[test]
    fn a_mask_that_changes_nothing_fails_the_points_about_its_gain() {
        let nothing = |job: &Job| as_claimed(&Job { policy: Variant::SHARED_TLB, ..job.clone() });
        assert_eq!(held(nothing), [10, 11]);
    }
}
