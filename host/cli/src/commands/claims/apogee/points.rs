// SPDX-License-Identifier: Apache-2.0
//! The claims: specification section 9. Where its text gives no number, the bound stands here with a name.

use super::super::report::{self, check, percent, share, tenths, Check};
use super::super::runs::Policy;
use super::beside_memory::{expected, missed, range, settled, Distances, Stream, DISTANCES};
use super::plan::{Kind, Variant};
use super::runs::Runs;
use std::ops::RangeInclusive;
use warpsmith_units::apogee::params::Params;

/// A point, and the variants that it needs.
type Point = report::Point<&'static [Variant], Runs>;

/// "Within a few %": a speedup not below this.
const A_FEW_PERCENT: f64 = 0.95;
/// "Close": speedups that differ by at most this.
const CLOSE: f64 = 0.1;
/// "Enough": a larger table changes the cycles by at most this.
const ENOUGH: f64 = 0.01;
/// Latency and interval of the points that want one.
const MEMORY: (u64, u64) = (400, 100);
/// "Moves it", "recovers": to where the distance should be, or so many iterations farther, from where nothing takes it back as
/// long as no line is lost.
const FARTHER: u64 = 1;
/// "A too-large forced distance": so many times what it should be, 800 iterations, of which the L1D holds 128.
const FORCED: u64 = 160;
/// The number of the point about the distance.
pub const CONVERGES: u32 = 4;

pub const POINTS: &[Point] = &[
    Point {
        number: 1,
        statement: "Streaming kernels with 4 warps + APOGEE reach the performance of 32 warps without it (within a few %, often above).",
        needs: &[Variant::SIMT_32, Variant::APOGEE_4],
        evaluate: as_fast_as_32_warps,
    },
    Point {
        number: 2,
        statement: "With 4 warps: APOGEE > MTA > stride per warp on kernels with TIA loads; on pure FOA kernels MTA is close.",
        needs: &[Variant::SIMT_4, Variant::APOGEE_4, Variant::MTA_4, Variant::STRIDE],
        evaluate: order,
    },
    Point {
        number: 3,
        statement: "Accuracy > 90 % on regular kernels; below it on data-dependent ones (MS).",
        needs: &[Variant::APOGEE_4],
        evaluate: accuracy,
    },
    Point {
        number: CONVERGES,
        statement: "The distance converges to ceil((L + issue_latency) / I) and stays; a change of I or L moves it; the literal preset does \
                    not converge for L > I.",
        needs: &[],
        evaluate: converges,
    },
    Point {
        number: 5,
        statement: "Extra traffic is small (order of 2 to 5 %) with accurate, timely prefetching.",
        needs: &[Variant::SIMT_4, Variant::APOGEE_4],
        evaluate: traffic,
    },
    Point {
        number: 6,
        statement: "TIA off: kernels with invariant loads lose; the trigger walks back until loads hit.",
        needs: &[Variant::APOGEE_4, Variant::NO_TIA],
        evaluate: invariant,
    },
    Point {
        number: 7,
        statement: "The miss rate falls by more than half on streaming kernels; a too-large forced distance raises it again (early \
                    evictions).",
        needs: &[Variant::SIMT_4, Variant::APOGEE_4],
        evaluate: miss_rate,
    },
    Point {
        number: 8,
        statement: "A conditional access pattern resets the entry, and it recovers at the next regular access.",
        needs: &[],
        evaluate: recovers,
    },
    Point {
        number: 9,
        statement: "64 entries are enough for kernels with fewer than 32 distinct loads.",
        needs: &[
            Variant::APOGEE_4,
            Variant::ENTRIES[0],
            Variant::ENTRIES[1],
            Variant::ENTRIES[2],
        ],
        evaluate: table_sizes,
    },
];

fn as_fast_as_32_warps(runs: &Runs) -> Vec<Check> {
    let of = |name| {
        let speedup = runs.speedup(name, Variant::APOGEE_4, Variant::SIMT_32);
        check(speedup >= A_FEW_PERCENT, format!("{name}: {}, to be at least -5 %", percent(speedup)))
    };
    runs.workloads(Kind::REGULAR).map(of).collect()
}

fn order(runs: &Runs) -> Vec<Check> {
    let variants = [Variant::APOGEE_4, Variant::MTA_4, Variant::STRIDE];
    let speedups = |kind| variants.map(|v| runs.mean_speedup(&[kind], v, Variant::SIMT_4));
    let [apogee, mta, stride] = speedups(Kind::Invariant);
    let [apogee_foa, mta_foa, _] = speedups(Kind::Streaming);
    vec![
        check(
            apogee > mta,
            format!("invariant loads: APOGEE {} above MTA {}", percent(apogee), percent(mta)),
        ),
        check(mta > stride, format!("MTA {} above stride {}", percent(mta), percent(stride))),
        check(
            (mta_foa / apogee_foa - 1.0).abs() <= CLOSE,
            format!("FOA alone: MTA {} within 10 % of APOGEE {}", percent(mta_foa), percent(apogee_foa)),
        ),
    ]
}

fn accuracy(runs: &Runs) -> Vec<Check> {
    let of = |kinds, right: fn(f64) -> bool, bound: &str| -> Vec<Check> {
        let figure = |name| Some((name, runs.get(name, Variant::APOGEE_4).accuracy?));
        let all = runs.workloads(kinds).filter_map(figure);
        all.map(|(name, figure)| check(right(figure), format!("{name}: {}, {bound}", share(figure))))
            .collect()
    };
    let mut checks = of(Kind::REGULAR, |figure| figure > 0.9, "to be above 90 %");
    checks.extend(of(&[Kind::Irregular], |figure| figure < 0.9, "to be below 90 %"));
    checks
}

fn converges(_: &Runs) -> Vec<Check> {
    let mut checks = Vec::new();
    for of in &*DISTANCES {
        let (Distances { latency, interval, expected, .. }, paper) = (of, &of.paper);
        let what = format!("L {latency}, I {interval}: {}, to be {expected}", range(paper));
        checks.push(check(*paper == (*expected..=*expected), what));
        if latency > interval {
            let what = format!("by the letter {}", range(&of.literal));
            checks.push(check(of.literal != (*expected..=*expected), what));
        }
    }
    let (latency, interval) = MEMORY;
    let mut stream = Stream::new(&Params::PAPER, latency, interval);
    let mut before = settled(&mut stream);
    for (latency, interval) in [(2 * latency, interval), (2 * latency, interval / 2)] {
        (stream.latency, stream.interval) = (latency, interval);
        let (found, wanted) = (settled(&mut stream), expected(&Params::PAPER, latency, interval));
        let what = format!(
            "then L {latency}, I {interval}: {} -> {}, to be {wanted} or one more",
            range(&before),
            range(&found)
        );
        checks.push(check(is_at(&found, wanted), what));
        before = found;
    }
    checks
}

/// Whether a distance stays, where it should be or little farther.
fn is_at(found: &RangeInclusive<u64>, wanted: u64) -> bool {
    found.start() == found.end() && (wanted..=wanted + FARTHER).contains(found.start())
}

fn traffic(runs: &Runs) -> Vec<Check> {
    let more = |name| {
        let [without, with] = [Variant::SIMT_4, Variant::APOGEE_4].map(|v| runs.get(name, v).requests);
        with / without
    };
    let of = |name| check(more(name) <= 1.05, format!("{name}: {}, to be at most +5 %", percent(more(name))));
    runs.workloads(Kind::REGULAR).map(of).collect()
}

fn invariant(runs: &Runs) -> Vec<Check> {
    let of = |name| {
        let without = runs.speedup(name, Variant::NO_TIA, Variant::APOGEE_4);
        let run = runs.get(name, Variant::APOGEE_4);
        let what = format!(
            "{name}: {} without TIA; {} triggers fired, {} moved",
            percent(without),
            run.triggers,
            run.trigger_moves
        );
        check(without < 1.0 && run.trigger_moves > 0, what)
    };
    runs.workloads(&[Kind::Invariant]).map(of).collect()
}

fn miss_rate(runs: &Runs) -> Vec<Check> {
    let of = |name| {
        let [without, with] = [Variant::SIMT_4, Variant::APOGEE_4].map(|v| runs.get(name, v).miss_ratio);
        check(with < without / 2.0, format!("{name}: {} -> {}", tenths(without), tenths(with)))
    };
    let mut checks: Vec<Check> = runs.workloads(Kind::REGULAR).map(of).collect();
    let (latency, interval) = MEMORY;
    let [right, forced] = [1, FORCED].map(|farther| missed(&Params::PAPER, latency, interval, farther));
    checks.push(check(
        forced > 0.5 && right < 0.01,
        format!(
            "beside a memory of {latency} cycles: {} at its own distance, {} {FORCED} times as far",
            tenths(right),
            tenths(forced)
        ),
    ));
    checks
}

fn recovers(_: &Runs) -> Vec<Check> {
    let (latency, interval) = MEMORY;
    let mut stream = Stream::new(&Params::PAPER, latency, interval);
    let before = settled(&mut stream);
    stream.disturbed = true;
    // The loads that have begun before it come first.
    let found = (0..64).find(|_| !stream.next_load());
    let reset = stream.trained().filter(|_| found.is_some()).map(|entry| (entry.conf, entry.distance));
    let trusted = stream.next_load();
    let after = settled(&mut stream);
    vec![
        check(
            reset == Some((0, 1)),
            format!("one lane elsewhere: confidence and distance {reset:?}, to be 0 and 1"),
        ),
        check(trusted, "the next regular load goes by the offset again".to_string()),
        check(
            is_at(&after, *before.end()),
            format!(
                "distance {} before, {} once settled again, to be one more at most",
                range(&before),
                range(&after)
            ),
        ),
    ]
}

fn table_sizes(runs: &Runs) -> Vec<Check> {
    let of = |name| {
        let against = |v| runs.speedup(name, v, Variant::APOGEE_4);
        let figures = Variant::ENTRIES.map(|v| format!("{} {}", v.name(), percent(against(v))));
        let change = against(Variant::ENTRIES[2]) - 1.0;
        check(change.abs() <= ENOUGH, format!("{name}: against 64 entries {}", figures.join(", ")))
    };
    runs.names().map(of).collect()
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
    fn a_streaming_kernel_that_is_slower_than_with_32_warps_fails() {
        let of = |name, with| {
            as_fast_as_32_warps(&Runs::of_workloads(&[
                (name, Variant::SIMT_32, cycles(100.0)),
                (name, Variant::APOGEE_4, cycles(with)),
            ]))
        };
        assert!(pass(&of("FT", 104.0)) && !pass(&of("FT", 110.0)) && of("MS", 110.0).is_empty());
    }

    #[test]
    fn the_order_is_apogee_mta_stride_where_loads_are_invariant() {
        let of = |mta, stride, foa| {
            let all = |name, mta, stride| {
                [
                    (Variant::SIMT_4, 100.0),
                    (Variant::APOGEE_4, 50.0),
                    (Variant::MTA_4, mta),
                    (Variant::STRIDE, stride),
                ]
                .map(|(v, n)| (name, v, cycles(n)))
            };
            pass(&order(&Runs::of_workloads(&[all("SP", mta, stride), all("FT", foa, 90.0)].concat())))
        };
        assert!(
            of(60.0, 70.0, 52.0) && !of(49.0, 70.0, 52.0) && !of(70.0, 60.0, 52.0) && !of(60.0, 70.0, 80.0)
        );
    }

    #[test]
    fn merge_sort_must_be_less_accurate_than_the_others() {
        let of = |name, accuracy| {
            let figures = Figures { accuracy: Some(accuracy), ..Figures::default() };
            pass(&super::accuracy(&Runs::of_workloads(&[(name, Variant::APOGEE_4, figures)])))
        };
        assert!(of("FT", 0.93) && !of("FT", 0.85) && of("MS", 0.6) && !of("MS", 0.95));
    }

    #[test]
    fn the_distance_settles_where_it_should_and_by_the_letter_does_not() {
        assert!(pass(&converges(&Runs::of_workloads(&[]))));
    }

    #[test]
    fn an_entry_recovers_from_one_irregular_load() {
        assert!(pass(&recovers(&Runs::of_workloads(&[]))));
    }

    #[test]
    fn a_larger_table_must_not_matter() {
        let of = |with_128| {
            let sizes = Variant::ENTRIES.into_iter().zip([150.0, 120.0, with_128]);
            let mut all = vec![("FT", Variant::APOGEE_4, cycles(100.0))];
            all.extend(sizes.map(|(v, n)| ("FT", v, cycles(n))));
            pass(&table_sizes(&Runs::of_workloads(&all)))
        };
        assert!(of(99.5) && !of(95.0));
    }
}
