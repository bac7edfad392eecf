// SPDX-License-Identifier: Apache-2.0
//! The reference vectors of specification section 8.6.

use std::collections::BTreeSet;

use warpsmith_units::cta_prefetch::params::Params;

use super::{Prefetch, Pulses, Sm, INSTALLED, REGISTERED, RIGHT};
use crate::directed::directed;
use crate::BenchError;

/// LPS: 100 x 100 floats a plane, blocks of 32 x 4; the first element of the CTAs (0,0), (3,3), (7,2), (11,1) as (y, x).
const LPS: [(u64, u64); 4] = [(0, 0), (3, 3), (7, 2), (11, 1)];

/// The lines of a warp of LPS.
fn lps(cta: u8, widx: u8) -> Vec<u64> {
    let (y, x) = LPS[usize::from(cta)];
    let first = y * 1600 + x * 128 + u64::from(widx) * 400;
    let elements = 32.min(100 - x * 32);
    let lines: BTreeSet<u64> = (0..elements).map(|e| (first + 4 * e) & !127).collect();
    lines.into_iter().collect()
}

/// A load of LPS.
fn lps_load(sm: &mut Sm, cta: u8, widx: u8, expected: Pulses) -> Result<(), BenchError> {
    sm.expect_load(0x40, cta, widx, &lps(cta, widx), expected)
}

/// LPS with warps 0, 1 and 2 of slot 0 before those of the other CTAs: its prefetches.
fn lps_late(params: &Params) -> Result<(usize, Sm), BenchError> {
    let mut sm = Sm::with_ctas(params, 4, 4)?;
    lps_load(&mut sm, 0, 0, REGISTERED)?;
    lps_load(&mut sm, 0, 1, INSTALLED)?;
    lps_load(&mut sm, 0, 2, RIGHT)?;
    for cta in 1..4 {
        lps_load(&mut sm, cta, 0, REGISTERED)?;
        sm.steps(20)?;
    }
    lps_load(&mut sm, 0, 3, RIGHT)?;
    Ok((sm.prefetches(30)?.len(), sm))
}

/// MM: A and B of 80 floats a row, tiles of 16 x 16, CTAs of 8 warps in column 0 and tile rows 0, 3, 6, 9: the lines of a warp.
fn mm(matrix: u64, cta: u8, widx: u8, iteration: u64) -> [u64; 2] {
    let tile = match matrix {
        0 => 0x10000 + u64::from(cta) * 3 * 16 * 320 + iteration * 64,
        _ => 0x40000 + iteration * 16 * 320,
    };
    let row = |row: u64| (tile + row * 320) & !127;
    [row(2 * u64::from(widx)), row(2 * u64::from(widx) + 1)]
}

/// What MM shows.
#[derive(Debug, Default, PartialEq)]
struct Mm {
    /// Prefetches of each iteration.
    prefetches: Vec<usize>,
    /// Different ones.
    distinct: usize,
    demands: usize,
    mispredictions: usize,
}

fn run_mm(params: &Params) -> Result<Mm, BenchError> {
    let mut sm = Sm::with_ctas(params, 4, 8)?;
    let (mut seen, mut found) = (BTreeSet::new(), Mm::default());
    let leading = (0..4).map(|cta| (cta, 0));
    let trailing = (0..4).flat_map(|cta| (1..8).map(move |widx| (cta, widx)));
    let order: Vec<(u8, u8)> = leading.chain(trailing).collect();
    for iteration in 0..5 {
        let mut taken: Vec<Prefetch> = Vec::new();
        for (cta, widx) in &order {
            for matrix in 0..2 {
                let lines = mm(matrix, *cta, *widx, iteration);
                let pulses = sm.load(0x200 + 8 * matrix, *cta, *widx, &lines)?;
                found.mispredictions += usize::from(pulses[4]);
                found.demands += lines.len();
                taken.extend(sm.prefetches(20)?);
            }
        }
        found.prefetches.push(taken.len());
        seen.extend(taken);
    }
    found.distinct = seen.len();
    Ok(found)
}

/// Three loads a warp, three CTAs of four warps: the prefetches.
fn three_loads(params: &Params) -> Result<usize, BenchError> {
    let mut sm = Sm::with_ctas(params, 3, 4)?;
    let leading = (0..3).map(|cta| (cta, 0));
    let trailing = (0..3).flat_map(|cta| (1..4).map(move |widx| (cta, widx)));
    for (cta, widx) in leading.chain(trailing) {
        for pc in 0..3 {
            let place = 0x10000 * u64::from(cta) + 0x100 * u64::from(widx) + 0x4000 * pc;
            sm.load(0x300 + 8 * pc, cta, widx, &[place])?;
            sm.steps(20)?;
        }
    }
    Ok(sm.prefetches(20)?.len())
}

directed! {
    fn lps_has_the_lines_of_the_specification() {
        let sm = Sm::new(&Params::PAPER)?;
        let expected: [[&[u64]; 4]; 4] = [
            [&[0], &[384, 512], &[768, 896], &[1152, 1280]],
            [&[5120], &[5504], &[5888], &[6272]],
            [&[11392, 11520], &[11776, 11904], &[12160, 12288], &[12544, 12672]],
            [&[17664, 17792], &[18048, 18176], &[18432, 18560], &[18816, 18944]],
        ];
        for (cta, warps) in (0..).zip(expected) {
            for (widx, lines) in (0..).zip(warps) {
                sm.h.expect("lines", lps(cta, widx), lines.to_vec())?;
            }
        }
        Ok(())
    }

    fn lps_with_leading_warps_first_makes_15_prefetches_that_are_all_used() {
        let mut sm = Sm::with_ctas(&Params::PAPER, 4, 4)?;
        for cta in 0..4 {
            lps_load(&mut sm, cta, 0, REGISTERED)?;
        }
        lps_load(&mut sm, 0, 1, INSTALLED)?;
        sm.expect_stride("stride", 0x40, Some((384, 0)))?;
        for widx in 2..4 {
            lps_load(&mut sm, 0, widx, RIGHT)?;
        }
        let expected = vec![
            (5, 5504), (9, 11776), (9, 11904), (13, 18048), (13, 18176),
            (6, 5888), (10, 12160), (10, 12288), (14, 18432), (14, 18560),
            (7, 6272), (11, 12544), (11, 12672), (15, 18816), (15, 18944),
        ];
        let prefetches = sm.prefetches(40)?;
        let used = |(warp, line): &Prefetch| lps(warp / 4, warp % 4).contains(line);
        sm.h.expect("used", prefetches.iter().all(used), true)?;
        sm.h.expect("prefetches", prefetches, expected)?;
        for cta in 1..4 {
            for widx in 1..4 {
                lps_load(&mut sm, cta, widx, RIGHT)?;
            }
        }
        sm.expect_stride("mispredictions", 0x40, Some((384, 0)))?;
        sm.expect_prefetches("further prefetches", 40, vec![])
    }

    fn lps_with_leading_warps_after_the_stride_makes_15_prefetches_or_20() {
        let (prefetches, sm) = lps_late(&Params::PAPER)?;
        sm.h.expect("prefetches with skip_own_done", prefetches, 15)?;
        let (prefetches, sm) = lps_late(&Params::VARIANT)?;
        sm.h.expect("prefetches without it", prefetches, 20)
    }

    fn mm_makes_84_prefetches_in_the_first_iteration_and_112_in_each_of_the_others() {
        let found = run_mm(&Params::PAPER)?;
        let expected = Mm {
            prefetches: vec![84, 112, 112, 112, 112],
            distinct: 406,
            demands: 640,
            mispredictions: 0,
        };
        let sm = Sm::new(&Params::PAPER)?;
        sm.h.expect("all prefetches", found.prefetches.iter().sum::<usize>(), 532)?;
        sm.h.expect("MM", found, expected)
    }

    fn mm_makes_868_prefetches_if_case_1_repeats_what_case_2_did() {
        let found = run_mm(&Params::VARIANT)?;
        let sm = Sm::new(&Params::VARIANT)?;
        sm.h.expect("all prefetches", found.prefetches.iter().sum::<usize>(), 868)?;
        sm.h.expect("different ones, mispredictions", (found.distinct, found.mispredictions), (406, 0))
    }

    fn three_loads_a_warp_make_no_prefetches_with_two_entries_and_18_with_four() {
        let sm = Sm::new(&Params::PAPER)?;
        sm.h.expect("prefetches with two", three_loads(&Params::PAPER)?, 0)?;
        sm.h.expect("prefetches with four", three_loads(&Params::TABLES4)?, 18)
    }
}
