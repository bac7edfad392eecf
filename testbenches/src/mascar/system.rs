// SPDX-License-Identifier: Apache-2.0
//! The three modules together: the corner cases of specification section 10 that need several of them, and the deadlocks
//! that it names.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::{Parameters, Rng};

use super::machine::{Machine, Op};
use crate::directed::directed;
use crate::BenchError;

/// Far more cycles than any program here needs.
const LIMIT: u64 = 50_000;

/// A line that nothing else uses.
fn line(warp: u64, n: u64) -> u64 {
    0x1_0000 * (warp + 1) + n
}

/// So many lines, all different.
fn lines(warp: u64, from: u64, count: u64) -> Vec<u64> {
    (from..from + count).map(|n| line(warp, n)).collect()
}

/// Programs of random instructions for so many warps, all with the same number of barriers.
fn random_programs(rng: &mut Rng, warps: u32) -> Vec<Vec<Op>> {
    let parts = rng.below(4);
    let (reuse, wide) = (rng.one_in(2), rng.one_in(2));
    let address = |rng: &mut Rng, w: u32| match reuse && !rng.one_in(4) {
        true => u64::from(rng.below(24)),
        false => line(u64::from(w), rng.bits() & 0xfff),
    };
    let part = |rng: &mut Rng, w: u32| {
        let mut ops = vec![];
        for _ in 0..rng.below(8) {
            let count = if wide { 1 + rng.below(8) } else { 1 };
            let lines = (0..count).map(|_| address(rng, w)).collect();
            ops.push(match rng.below(8) {
                0..=3 => Op::Load(lines),
                4 => Op::Store(lines),
                5 => Op::Compute,
                6 => Op::Use,
                _ if rng.one_in(4) => Op::Fence,
                _ => Op::Use,
            });
        }
        ops
    };
    let program = |w: u32| {
        let mut ops = part(rng, w);
        for _ in 0..parts {
            ops.push(Op::Barrier);
            ops.extend(part(rng, w));
        }
        ops
    };
    (0..warps).map(program).collect()
}

/// Runs random programs in a configuration, and returns the most requests that were in the queue, and the cycles in MP.
fn run_random(
    config: &str,
    seeds: std::ops::Range<u64>,
    forced: Option<fn(u64) -> bool>,
) -> Result<(u8, u64), BenchError> {
    let p = Params::named(config)?;
    let (mut most, mut mp) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let warps = 1 + rng.below(p.n_warps);
        let programs = random_programs(&mut rng, warps);
        let mut m = Machine::new(&p, programs)?;
        m.forced = forced;
        let seen = m.run(LIMIT).map_err(|cause| BenchError::Random { seed, cause: Box::new(cause) })?;
        (most, mp) = (most.max(seen.most), mp + seen.mp);
    }
    Ok((most, mp))
}

/// A machine in `config` for comparing values with.
fn empty(config: &str) -> Result<Machine, BenchError> {
    Machine::new(&Params::named(config)?, vec![vec![]])
}

/// Those whose addresses hold the machine's lines.
fn configurations() -> impl Iterator<Item = &'static str> {
    let wide = |name: &&str| Params::named(name).is_ok_and(|p| p.addr_bits >= 32);
    Params::NAMED.iter().copied().filter(wide)
}

directed! {
    fn an_instruction_of_32_requests_with_8_free_mshrs_parks_24_and_its_warp_owns_until_all_are_accepted() {
        let mut m = Machine::new(&Params::PAPER, vec![vec![Op::Load(lines(0, 0, 32)), Op::Use]])?;
        m.occupy(56);
        // The occupancy gives MP; it is forced so that it begins with the grant and outlasts the misses.
        m.forced = Some(|_| true);
        m.steps(33)?;
        m.expect("parked, unsent, owner", (m.parked(), m.unsent(0), m.owner()), (24, 24, Some(0)))?;
        while m.unsent(0) > 0 {
            m.expect("owner", m.owner(), Some(0))?;
            m.step()?;
        }
        m.step()?;
        m.expect("owner", m.owner(), None)?;
        m.run(LIMIT).map(drop)
    }

    fn an_owner_that_arrives_at_a_barrier_or_a_fence_before_the_other_warps_of_its_cta_does_not_keep_them_from_it() {
        for config in configurations() {
            let p = Params::named(config)?;
            for place in [Op::Barrier, Op::Fence] {
                // Enough misses for MP. Warps with an odd number compute while the first owner goes ahead.
                let head_start = |w: u64| vec![Op::Compute; if w % 2 == 1 { 100 } else { 0 }];
                let program = |w: u64| {
                    let loads = vec![Op::Load(lines(w, 0, 32)), Op::Load(lines(w, 32, 32)), place.clone()];
                    [head_start(w), loads, vec![Op::Load(lines(w, 64, 1)), Op::Barrier, Op::Use]].concat()
                };
                let mut m = Machine::new(&p, (0..8).map(program).collect())?;
                let seen = m.run(LIMIT)?;
                m.expect("an owner was there", seen.owner_waits > 0, true)?;
            }
        }
        Ok(())
    }

    fn a_queue_full_of_others_misses_with_the_owner_stuck_in_the_lsu_drains_when_mp_falls() {
        let program = |w: u64| vec![Op::Load(lines(w, 0, 6)), Op::Use];
        for config in ["small", "single", "variant"] {
            let p = Params::named(config)?;
            let mut m = Machine::new(&p, (0..8).map(program).collect())?;
            let seen = m.run(LIMIT)?;
            m.expect("the queue was full", u32::from(seen.most), p.rexq_entries)?;
            m.expect("there was MP", seen.mp > 0, true)?;
        }
        Ok(())
    }

    fn without_a_queue_mp_still_comes_and_goes_and_nothing_hangs() {
        let (most, mp) = run_random("rexq0", 0..6, None)?;
        let m = empty("rexq0")?;
        m.expect("requests parked", most, 0)?;
        m.expect("there was MP", mp > 0, true)
    }

    fn a_mode_that_toggles_each_cycle_loses_and_doubles_no_request() {
        for config in ["small", "variant", "rexq0"] {
            run_random(config, 0..4, Some(|now| now % 2 == 0))?;
        }
        Ok(())
    }

    fn random_programs_end_in_every_configuration_with_every_request_accepted_once() {
        for config in configurations() {
            let (most, mp) = run_random(config, 100..104, None)?;
            let m = empty(config)?;
            let entries = Params::named(config)?.rexq_entries;
            m.expect("some request was parked, if there is a queue", most > 0, entries > 0)?;
            m.expect("there was MP", mp > 0, true)?;
        }
        Ok(())
    }
}
