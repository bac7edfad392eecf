// SPDX-License-Identifier: Apache-2.0
//! Sizes: capacity and associativity of the caches by the step in misses, MSHRs by the step in refusals, and the
//! lines that the coalescer makes.

use super::bench::{difference, Bench};
use super::figure::Figure;
use super::latency::Pattern;
use anyhow::Result;
use warpsmith_gpu::machine::{CacheSpec, SetIndex};
use warpsmith_gpu::KernelRecord;

const LANES: u64 = 32;

/// How the misses of a lap are counted.
type Lap<'a> = &'a dyn Fn(Pattern) -> Result<f64>;

pub fn measure(bench: &Bench) -> Result<Vec<Figure>> {
    let m = &bench.machine;
    let (line_bytes, constant_line) = (m.lines().bytes(), m.lines().constant().bytes());
    let partitions = u64::from(m.l2_partitions());
    let interleave = u64::from(m.dram.interleave_bytes);
    let rotation = partitions * interleave;
    // From here on the L1 and every part of the L2 begin with their first set.
    let align = (rotation * u64::from(m.l1.sets.max(m.l2.cache.sets))).to_string();
    let sweeps = |pattern: Pattern, laps: [u64; 2]| -> Result<Vec<KernelRecord>> {
        let sweeps = laps.map(|laps| pattern.argument("sweep", laps));
        bench.run("memory", &[&[align.clone()][..], &sweeps].concat())
    };
    // The L1 is invalidated when a kernel starts, so its later laps are in one launch; L2 keeps its lines, and only
    // the first lap of a launch is sure to reach it.
    let l1_lap = |p: Pattern| Ok(difference(&sweeps(p, [1, 3])?, |k| k.stats.counters.l1.misses) / 2.0);
    let l2_lap = |p: Pattern| Ok(sweeps(p, [1, 1])?[1].stats.counters.l2.misses as f64);

    let mut figures = Vec::new();
    let levels: [(&str, &CacheSpec, u64, u64, Lap); 2] =
        [("L1", &m.l1, 1, 1, &l1_lap), ("L2", &m.l2.cache, partitions, interleave / line_bytes, &l2_lap)];
    for (name, cache, parts, chunk, lap) in levels {
        let fit = parts * u64::from(cache.sets * cache.ways);
        let ways = u64::from(cache.ways);
        // Lines of one set of one part.
        let one_set = |lines: u64| Pattern::line(set_distance(cache) * line_bytes * parts, lines);
        for (what, pattern, misses) in [
            ("as many lines as fit", Pattern::line(line_bytes, fit), 0),
            ("one chunk of lines more", Pattern::line(line_bytes, fit + chunk), chunk * (ways + 1)),
            ("lines of one set, as many as ways", one_set(ways), 0),
            ("lines of one set, one more", one_set(ways + 1), ways + 1),
        ] {
            figures.push(exact(
                format!("{name} misses a lap, {what}"),
                "lines",
                misses,
                lap(pattern)?,
                CAPACITY,
            ));
        }
    }
    let constant_lap = |p: Pattern| -> Result<f64> {
        Ok(difference(&constants(bench, p, [1, 3])?, |k| k.stats.counters.constant.misses) / 2.0)
    };
    let (sets, ways) = (u64::from(m.constant.sets), u64::from(m.constant.ways));
    for (what, pattern, misses) in [
        ("as many lines as fit", Pattern::line(constant_line, sets * ways), 0),
        ("one line more", Pattern::line(constant_line, sets * ways + 1), ways + 1),
        ("lines of one set, one more", Pattern::line(constant_line * sets, ways + 1), ways + 1),
    ] {
        let what = format!("constant cache misses a lap, {what}");
        figures.push(exact(what, "lines", misses, constant_lap(pattern)?, CAPACITY));
    }
    let refused = |stride: u64, width: u64, most: u64, count: fn(&KernelRecord) -> u64| -> Result<f64> {
        let bursts = (1..=most).map(|n| Pattern::line(stride, n).argument("burst", width));
        let args: Vec<String> = std::iter::once(rotation.to_string()).chain(bursts).collect();
        let launches = bench.run("memory", &args)?;
        Ok(launches.iter().take_while(|k| count(k) == 0).count() as f64)
    };
    let (mshrs, merges) = (u64::from(m.l1.mshrs), u64::from(m.l1.mshr_merges));
    let measured = refused(line_bytes, LANES, 2 * mshrs, |k| k.stats.counters.l1.fail_mshr)?;
    figures.push(exact("L1 lines outstanding at most".into(), "lines", mshrs, measured, MSHRS));
    let measured = refused(0, 1, (2 * merges).min(LANES), |k| k.stats.counters.l1.fail_merge)?;
    figures.push(exact(
        "L1 accesses that wait on a line at most".into(),
        "accesses",
        merges,
        measured,
        MSHRS,
    ));

    for words in [1, 2, 4, 8, 16, 32] {
        let pattern = Pattern::line(4 * words, LANES * 8);
        let launches = bench.run("memory", &[rotation.to_string(), pattern.argument("burst", LANES)])?;
        let s = &launches[0].stats.counters.sm;
        let lines = (LANES * words * 4).div_ceil(line_bytes).min(LANES);
        let measured = s.transactions as f64 / s.loads as f64;
        figures.push(exact(format!("lines of a load, stride {words}"), "lines", lines, measured, COALESCING));
    }
    Ok(figures)
}

/// Launches that follow `pattern` in constant memory for so many laps.
pub fn constants<const N: usize>(
    bench: &Bench,
    pattern: Pattern,
    laps: [u64; N],
) -> Result<Vec<KernelRecord>> {
    let chases = laps.map(|laps| pattern.argument("constant", laps * pattern.count));
    bench.run("memory", &[&["1".to_string()][..], &chases].concat())
}

const CAPACITY: &str =
    "sets, ways and set_index under LRU: what fits never misses again; of a set with one line too \
                        many, each access misses";
const MSHRS: &str =
    "mshrs and mshr_merges: the largest number of accesses under way of which none is refused";
const COALESCING: &str = "a warp's bytes, spread by the stride, in lines of 128 bytes";

fn exact(what: String, unit: &'static str, configured: u64, measured: f64, why: &'static str) -> Figure {
    Figure { what, unit, configured: configured as f64, measured, tolerance: 0.0, why }
}

/// Lines between two of one set, whichever index the cache has.
fn set_distance(cache: &CacheSpec) -> u64 {
    let sets = u64::from(cache.sets);
    match cache.set_index {
        SetIndex::Linear => sets,
        SetIndex::Xor => sets * sets * sets,
    }
}
