// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, share, tenths, Check};
use super::super::runs::Policy;
use super::figures::Figures;
use super::plan::{Group, Kind, Variant};
use super::runs::Runs;
use super::workloads::SENSITIVE;
use crate::means::mean;

/// Which groups and variants a point needs.
type Needs = fn(&Group, Variant) -> bool;
type Point = report::Point<Needs, Runs>;
/// Which groups a figure is of.
type Kinds = fn(Kind) -> bool;

/// "Tens of percent".
const TENS: f64 = 0.2;
/// "Within a few percent".
const FEW: f64 = 0.05;
/// "Several times".
const SEVERAL: f64 = 2.0;
/// What counts as no change.
const SAME: f64 = 0.01;
/// Reads and atomic operations that make a large page.
const READS: f64 = 3.0;
const ATOMICS: f64 = 33.0;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "GPU-MMU-4KB loses tens of percent against Ideal TLB; with zero paging cost GPU-MMU-2MB is within a few percent.",
        needs: |_, v| [Variant::MMU, Variant::MMU_LARGE, Variant::IDEAL].contains(&v),
        evaluate: sizes,
    },
    Point {
        number: 2,
        statement: "With paging cost 2 MB-only is several times slower than 4 KB, and the factor grows with the number of applications.",
        needs: |_, v| [Variant::PAGED_MMU, Variant::PAGED_MMU_LARGE].contains(&v),
        evaluate: paging,
    },
    Point {
        number: 3,
        statement: "Mosaic beats GPU-MMU-4KB on average by tens of percent, and stays within ~10 % (homogeneous) / ~20 % \
                    (heterogeneous) of Ideal.",
        needs: |_, v| {
            [Variant::MMU, Variant::IDEAL, Variant::MOSAIC].contains(&v)
                || [Variant::PAGED_MMU, Variant::PAGED_IDEAL, Variant::PAGED_MOSAIC].contains(&v)
        },
        evaluate: speedup,
    },
    Point {
        number: 4,
        statement: "Coalescing an en-masse allocated array leaves L1 and L2 TLB miss rates below 1 % for working sets under 512 MB; \
                    GPU-MMU's L2 hit rate falls as applications are added, Mosaic's does not.",
        needs: |_, v| [Variant::MMU, Variant::MOSAIC].contains(&v),
        evaluate: miss_rates,
    },
    Point {
        number: 5,
        statement: "Coalescing causes zero TLB flushes, zero SM-stall cycles, zero page copies; its memory cost is 3 reads + 33 \
                    atomics per 2 MB.",
        needs: |_, v| [Variant::COALESCER, Variant::PAGED_MOSAIC].contains(&v),
        evaluate: in_place,
    },
    Point {
        number: 6,
        statement: "Under GPU-MMU with two or more applications no full frame belongs to a single one (coalescing opportunity 0).",
        needs: |group, v| group.members.len() > 1 && [Variant::MMU, Variant::PAGED_MMU].contains(&v),
        evaluate: mixing,
    },
    Point {
        number: 7,
        statement: "Shrinking the L1 base set 128 -> 8 costs Mosaic < 10 % and GPU-MMU much more; large-entry counts matter to \
                    Mosaic only.",
        needs: |group, v| {
            group.runs(Variant::FEW_BASE)
                && ([Variant::MMU, Variant::MOSAIC, Variant::MMU_FEW].contains(&v)
                    || [Variant::FEW_BASE, Variant::FEW_LARGE].contains(&v))
        },
        evaluate: entries,
    },
    Point {
        number: 8,
        statement: "A TLB-sensitive application beside a memory-intensive one keeps a gap to Ideal (walk latency, serial L2 probe): \
                    l2_serial=0 narrows it.",
        needs: |group, v| {
            group.kind == Kind::Heterogeneous(2)
                && [Variant::IDEAL, Variant::MOSAIC, Variant::PARALLEL].contains(&v)
        },
        evaluate: serial,
    },
    Point {
        number: 9,
        statement: "CAC changes nothing until the fragmentation index exceeds ~90 %; then No CAC < CAC < CAC-BC <= Ideal CAC; \
                    benefit falls with occupancy > 35 %.",
        needs: |_, v| v.is_broken(),
        evaluate: compaction,
    },
    Point {
        number: 10,
        statement: "Memory bloat decreases monotonically with occupancy (Table 7.2) and is < 1 % below index 100 %.",
        needs: |_, v| v.is_broken(),
        evaluate: bloat,
    },
    Point {
        number: 11,
        statement: "An unfragmented, TLB-insensitive kernel changes by < 2 %.",
        needs: |group, v| {
            group.kind == Kind::Insensitive && [Variant::MMU, Variant::MOSAIC].contains(&v)
        },
        evaluate: insensitive,
    },
];

fn all(_: Kind) -> bool {
    true
}

fn homogeneous(kind: Kind) -> bool {
    matches!(kind, Kind::Homogeneous(_))
}

fn heterogeneous(kind: Kind) -> bool {
    matches!(kind, Kind::Heterogeneous(_))
}

fn shared(kind: Kind) -> bool {
    homogeneous(kind) || heterogeneous(kind)
}

fn sizes(runs: &Runs) -> Vec<Check> {
    let [small, large] = [Variant::MMU, Variant::MMU_LARGE].map(|v| runs.gain(v, Variant::IDEAL, shared));
    vec![
        check(
            small <= 1.0 - TENS,
            format!("GPU-MMU 4 kB {} of Ideal TLB, to be -20 % or less", percent(small)),
        ),
        check(large >= 1.0 - FEW, format!("GPU-MMU 2 MB {} of Ideal TLB, to be within 5 %", percent(large))),
    ]
}

fn paging(runs: &Runs) -> Vec<Check> {
    let mut factors = Vec::new();
    let mut checks = Vec::new();
    for n in [1, 2, 5] {
        let groups = runs.groups.iter().filter(|group| group.kind == Kind::Homogeneous(n));
        let factor = |group: &Group| {
            let of = |v| runs.weighted(group, v);
            Some(of(Variant::PAGED_MMU)? / of(Variant::PAGED_MMU_LARGE)?)
        };
        let all: Vec<f64> = groups.filter_map(factor).collect();
        if all.is_empty() {
            continue;
        }
        factors.push(mean(&all));
        let what = format!("{n} programs: 4 kB is {:.2} times as fast as 2 MB, to be 2 or more", mean(&all));
        checks.push(check(mean(&all) >= SEVERAL, what));
    }
    let grows = factors.len() > 1 && factors.windows(2).all(|pair| pair[0] < pair[1]);
    checks.push(check(grows, "the factor grows with the number of programs".to_string()));
    checks
}

fn speedup(runs: &Runs) -> Vec<Check> {
    let gain = runs.gain(Variant::MOSAIC, Variant::MMU, shared);
    let mut checks = vec![check(
        gain >= 1.0 + TENS,
        format!("Mosaic {} of GPU-MMU 4 kB, to be at least +20 %", percent(gain)),
    )];
    let kinds: [(&str, Kinds, f64); 2] =
        [("homogeneous", homogeneous, 0.1), ("heterogeneous", heterogeneous, 0.2)];
    for (name, kinds, bound) in kinds {
        let gap = runs.gain(Variant::MOSAIC, Variant::IDEAL, kinds);
        checks.push(check(
            gap >= 1.0 - bound,
            format!("{name}: Mosaic {} of Ideal TLB, to be within {}", percent(gap), share(bound)),
        ));
    }
    let paged = runs.gain(Variant::PAGED_MOSAIC, Variant::PAGED_MMU, homogeneous);
    let ideal = runs.gain(Variant::PAGED_MOSAIC, Variant::PAGED_IDEAL, homogeneous);
    checks.push(check(
        paged >= 1.0 + TENS,
        format!("with paging, homogeneous: Mosaic {} of GPU-MMU 4 kB, to be at least +20 %", percent(paged)),
    ));
    checks.push(check(
        ideal >= 0.9,
        format!("with paging, homogeneous: Mosaic {} of Ideal TLB, to be within 10 %", percent(ideal)),
    ));
    checks
}

/// Mean of a figure over the groups of so many copies, and of so many programs; none if none ran.
fn by_members(runs: &Runs, members: usize, variant: Variant, figure: fn(&Figures) -> f64) -> Option<f64> {
    let groups = runs.with(variant, shared).filter(|group| group.members.len() == members);
    let figures: Vec<f64> = groups.map(|group| figure(runs.of(group, variant))).collect();
    (!figures.is_empty()).then(|| mean(&figures))
}

fn miss_rates(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    let groups: Vec<&Group> = runs.with(Variant::MOSAIC, all).collect();
    for (name, figure) in [("L1", (|f| f.l1_misses) as fn(&Figures) -> f64), ("shared", |f| f.l2_misses)] {
        let below = groups.iter().filter(|group| figure(runs.of(group, Variant::MOSAIC)) < 0.01).count();
        let mean =
            mean(&groups.iter().map(|group| figure(runs.of(group, Variant::MOSAIC))).collect::<Vec<_>>());
        checks.push(check(
            below == groups.len(),
            format!(
                "Mosaic misses in the {name} TLB less than 1 % in {below} of {} groups, {} in the mean",
                groups.len(),
                tenths(mean)
            ),
        ));
    }
    let hits =
        |v| -> Vec<f64> { (1..=5).filter_map(|n| by_members(runs, n, v, |f| 1.0 - f.l2_misses)).collect() };
    let text = |rates: &[f64]| rates.iter().map(|rate| tenths(*rate)).collect::<Vec<_>>().join(", ");
    let [mmu, mosaic] = [Variant::MMU, Variant::MOSAIC].map(hits);
    checks.push(check(
        mmu.windows(2).all(|pair| pair[0] > pair[1]),
        format!("GPU-MMU's hit rate of the shared TLB, 1 to 5 programs: {}", text(&mmu)),
    ));
    checks.push(check(
        mosaic.iter().all(|rate| *rate >= mosaic[0] - SAME),
        format!("Mosaic's: {}", text(&mosaic)),
    ));
    checks
}

fn in_place(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for variant in [Variant::COALESCER, Variant::PAGED_MOSAIC] {
        let sum = |figure: fn(&Figures) -> f64| -> f64 {
            runs.with(variant, all).map(|group| figure(runs.of(group, variant))).sum()
        };
        let groups = runs.with(variant, all).count() as f64;
        let (made, reads, atomics) = (sum(|f| f.coalesced), sum(|f| f.table_reads), sum(|f| f.table_atomics));
        // A command that the end of a run has cut off has done a part of its operations, in each run one at most.
        let within = |done: f64, each: f64| made * each <= done && done <= (made + groups) * each;
        let name = variant.name();
        checks.push(check(
            sum(|f| f.splintered) == 0.0 && sum(|f| f.page_flushes) == 0.0,
            format!("{name}: {} flushes of {made} large pages", sum(|f| f.page_flushes)),
        ));
        checks.push(check(
            sum(|f| f.copied + f.migration_stalls) == 0.0,
            format!(
                "{name}: {} pages copied, {} SM cycles stalled",
                sum(|f| f.copied),
                sum(|f| f.migration_stalls)
            ),
        ));
        checks.push(check(
            made > 0.0 && within(reads, READS) && within(atomics, ATOMICS),
            format!("{name}: {reads} reads and {atomics} atomic operations for {made} large pages"),
        ));
    }
    checks
}

fn mixing(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for variant in [Variant::MMU, Variant::PAGED_MMU] {
        let groups = runs.with(variant, shared).filter(|group| group.members.len() > 1);
        let (full, single) = groups
            .map(|group| runs.of(group, variant))
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.full_frames, sum.1 + one.single_frames));
        checks.push(check(
            full > 0.0 && single == 0.0,
            format!("{}: {single} of {full} full frames have pages of one program only", variant.name()),
        ));
    }
    checks
}

fn entries(runs: &Runs) -> Vec<Check> {
    let [mosaic, mmu] = [(Variant::FEW_BASE, Variant::MOSAIC), (Variant::MMU_FEW, Variant::MMU)]
        .map(|(few, many)| runs.gain(few, many, all));
    let large = runs.gain(Variant::FEW_LARGE, Variant::MOSAIC, all);
    vec![
        check(mosaic > 0.9, format!("8 base entries: Mosaic {}", percent(mosaic))),
        check(
            1.0 - mmu > SEVERAL * (1.0 - mosaic) && mmu < mosaic,
            format!("8 entries: GPU-MMU {}", percent(mmu)),
        ),
        check(
            large < 1.0 - SAME,
            format!("4 large entries: Mosaic {}, to be a loss; GPU-MMU has none", percent(large)),
        ),
    ]
}

fn serial(runs: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for group in runs.with(Variant::PARALLEL, |kind| kind == Kind::Heterogeneous(2)) {
        let Some(place) = group.members.iter().position(|one| SENSITIVE.contains(one)) else { continue };
        let of = |v| runs.of(group, v).ipcs[place];
        let [gap, parallel] = [Variant::MOSAIC, Variant::PARALLEL].map(|v| 1.0 - of(v) / of(Variant::IDEAL));
        checks.push(check(
            gap > 0.0 && parallel < gap,
            format!(
                "{} in {}: {} below Ideal TLB, {} with l2_serial=0",
                group.members[place].program,
                group.name(),
                tenths(gap),
                tenths(parallel)
            ),
        ));
    }
    checks
}

/// Gains of the three ways in which pages move over none, where memory was broken up so.
fn gains(runs: &Runs, ways: [Variant; 4]) -> [f64; 3] {
    [1, 2, 3].map(|way| runs.gain(ways[way], ways[0], all))
}

fn compaction(runs: &Runs) -> Vec<Check> {
    let text = |gains: [f64; 3]| gains.map(percent).join(", ");
    let mut checks = Vec::new();
    let [low @ .., full] = Variant::BY_INDEX;
    for (index, ways) in [50, 90].into_iter().zip(low) {
        let gains = gains(runs, ways);
        checks.push(check(
            gains.iter().all(|gain| (gain - 1.0).abs() < SAME),
            format!("index {index} %: CAC, CAC-BC, Ideal CAC {} of No CAC, to be no change", text(gains)),
        ));
    }
    let [copy, bulk, ideal] = gains(runs, Variant::BY_OCCUPANCY[2]);
    checks.push(check(
        1.0 < copy && copy < bulk && bulk <= ideal * (1.0 + SAME),
        format!("index 100 %, occupancy 25 %: {}, to be gains in this order", text([copy, bulk, ideal])),
    ));
    let [.., at_35, at_75] = Variant::BY_OCCUPANCY;
    let [at_35, at_50, at_75] = [at_35, full, at_75].map(|ways| gains(runs, ways)[1]);
    checks.push(check(
        at_35 >= at_50 && at_50 >= at_75 && at_35 > at_75,
        format!(
            "CAC-BC at occupancies of 35, 50 and 75 %: {}, {}, {}, to be falling",
            percent(at_35),
            percent(at_50),
            percent(at_75)
        ),
    ));
    checks
}

/// The bloat by occupancy where every frame is broken, with CAC.
pub fn bloats(runs: &Runs) -> Option<Vec<(u32, f64)>> {
    let [one, ten, quarter, third, most] = Variant::BY_OCCUPANCY;
    let ways = [(1, one), (10, ten), (25, quarter), (35, third), (50, Variant::BY_INDEX[3]), (75, most)];
    ways.into_iter().map(|(occupancy, ways)| Some((occupancy, bloat_of(runs, ways[1])?))).collect()
}

/// The same of one variant.
fn bloat_of(runs: &Runs, variant: Variant) -> Option<f64> {
    let figures: Vec<f64> = runs.with(variant, all).map(|group| runs.of(group, variant).bloat).collect();
    (!figures.is_empty()).then(|| mean(&figures))
}

fn bloat(runs: &Runs) -> Vec<Check> {
    let by_occupancy = bloats(runs).unwrap_or_default();
    let text: Vec<String> =
        by_occupancy.iter().map(|(occupancy, bloat)| format!("{occupancy} %: {}", tenths(*bloat))).collect();
    let mut checks = vec![check(
        !by_occupancy.is_empty() && by_occupancy.windows(2).all(|pair| pair[0].1 >= pair[1].1),
        format!("bloat by occupancy: {}", text.join(", ")),
    )];
    for (index, ways) in [50, 90, 95].into_iter().zip(Variant::BY_INDEX) {
        let bloat = bloat_of(runs, ways[1]).unwrap_or_default();
        checks.push(check(bloat < 0.01, format!("index {index} %: {}, to be below 1 %", tenths(bloat))));
    }
    checks
}

fn insensitive(runs: &Runs) -> Vec<Check> {
    let of = |group: &Group| {
        let gain = runs.of(group, Variant::MOSAIC).ipcs[0] / runs.of(group, Variant::MMU).ipcs[0];
        check((gain - 1.0).abs() < 0.02, format!("{}: {}", group.name(), percent(gain)))
    };
    runs.with(Variant::MOSAIC, |kind| kind == Kind::Insensitive).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::sharing;
    use super::super::plan::groups;
    use super::super::workloads::{Workload, INSENSITIVE};
    use super::*;

    type Job = sharing::Job<Variant, &'static Workload>;

    /// Which of some ways, and which way of it, a variant is.
    fn place(all: &[[Variant; 4]], v: Variant) -> Option<(usize, usize)> {
        all.iter().enumerate().find_map(|(i, ways)| Some((i, ways.iter().position(|one| *one == v)?)))
    }

    /// What a run gives on a GPU where the paper's claims hold.
    fn as_claimed(job: &Job) -> Option<Figures> {
        let (v, members) = (job.policy, job.members.len() as f64);
        let insensitive = *job.members[0] == *INSENSITIVE;
        let by_index = place(&Variant::BY_INDEX, v);
        let by_occupancy = place(&Variant::BY_OCCUPANCY, v);
        let ipc = match (by_index, by_occupancy) {
            _ if insensitive => 1.0,
            (Some((3, way)), _) => 0.5 + 0.025 * way as f64,
            (Some(_), _) => 0.9,
            (_, Some((occupancy, way))) => 0.5 + 0.01 * way as f64 * (6 - occupancy) as f64,
            _ => match v {
                Variant::MMU | Variant::PAGED_MMU => 0.6 - 0.01 * members,
                Variant::PAGED_MMU_LARGE => 0.2 / members,
                Variant::MMU_FEW => 0.3,
                Variant::MOSAIC | Variant::PAGED_MOSAIC => 0.95,
                Variant::FEW_LARGE => 0.92,
                _ => 0.98,
            },
        };
        let bloats = [0.10, 0.08, 0.07, 0.05, 0.02];
        let bloat = match (by_index, by_occupancy) {
            (Some((3, _)), _) => 0.04,
            (_, Some((occupancy, _))) => bloats[occupancy],
            _ => 0.0,
        };
        let base = matches!(v, Variant::MMU | Variant::PAGED_MMU);
        Some(Figures {
            ipcs: vec![ipc; job.members.len()],
            l1_misses: if base { 0.3 } else { 0.005 },
            l2_misses: if base { 0.1 * members } else { 0.005 },
            coalesced: 10.0,
            table_reads: 30.0,
            table_atomics: 330.0,
            bloat,
            full_frames: 5.0,
            ..Figures::default()
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
    fn a_mosaic_that_changes_nothing_fails_the_points_about_its_gain() {
        let nothing = |job: &Job| {
            let paged = Variant::PAGED.contains(&job.policy);
            let policy = if paged { Variant::PAGED_MMU } else { Variant::MMU };
            as_claimed(&Job { policy, ..job.clone() })
        };
        assert_eq!(held(nothing), [5, 6, 10, 11]);
    }
}
