// SPDX-License-Identifier: Apache-2.0
//! The misses of a benchmark's proxy: geometric distances, runs of columns in a row, a few banks at a time
//! (specification of SMS, section 8.2).

use serde::{Deserialize, Serialize};
use warpsmith_units::Rng;

use super::benchmark::Benchmark;
use super::geometry::{Geometry, Target};
use super::miss::Miss;
use crate::types::Place;

/// One in so many misses adds a write-back.
const WRITE_BACKS: u32 = 4;
/// A stream that takes a new row stays in its bank but for one time in so many: at any time few banks are in use,
/// over time all are.
const BANK_CHANGES: u32 = 16;

/// A benchmark's misses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proxy {
    rng: Rng,
    /// Mean instructions from miss to miss.
    distance: f64,
    row_locality: f64,
    /// Streams that a new row may belong to, on average.
    parallelism: f64,
    streams: Vec<Target>,
    current: usize,
}

impl Proxy {
    /// The proxy on core `core`; each core's is another sample.
    pub fn new(benchmark: &Benchmark, core: u32, geometry: &Geometry) -> Proxy {
        let mut rng = Rng::new(u64::from(core));
        let streams = (0..benchmark.parallelism.ceil() as u32).map(|_| anywhere(&mut rng, geometry));
        Proxy {
            streams: streams.collect(),
            rng,
            distance: 1000.0 / benchmark.mpki,
            row_locality: benchmark.row_locality,
            parallelism: benchmark.parallelism,
            current: 0,
        }
    }

    /// The next miss.
    pub fn next(&mut self, geometry: &Geometry) -> Miss {
        if self.unit() < self.row_locality {
            let column = &mut self.streams[self.current].column;
            *column = (*column + 1) % geometry.columns as u16;
        } else {
            self.take_new_row(geometry);
        }
        let write_back = self.rng.one_in(WRITE_BACKS).then(|| anywhere(&mut self.rng, geometry));
        // The whole part of an exponential variable is geometric; half an instruction less makes up for the cut.
        let distance = 1 + ((self.distance - 0.5) * self.exponential()) as u64;
        Miss { distance, read: self.streams[self.current], write_back }
    }

    fn take_new_row(&mut self, geometry: &Geometry) {
        let whole = self.parallelism.floor();
        let streams = whole as u32 + u32::from(self.unit() < self.parallelism - whole);
        self.current = self.rng.below(streams) as usize;
        let old = self.streams[self.current];
        let mut new = anywhere(&mut self.rng, geometry);
        if !self.rng.one_in(BANK_CHANGES) {
            new.channel = old.channel;
            new.place.bank = old.place.bank;
        }
        self.streams[self.current] = new;
    }

    /// A number in 0..1.
    fn unit(&mut self) -> f64 {
        (self.rng.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An exponential variable of mean 1 by von Neumann's comparisons, which are exact on every machine: the length
    /// of a falling run of uniform numbers is odd with the density wanted of its first number.
    fn exponential(&mut self) -> f64 {
        let mut whole = 0.0;
        loop {
            let first = self.unit();
            let (mut last, mut odd) = (first, true);
            loop {
                let next = self.unit();
                if next >= last {
                    break;
                }
                (last, odd) = (next, !odd);
            }
            if odd {
                return whole + first;
            }
            whole += 1.0;
        }
    }
}

/// A random burst.
fn anywhere(rng: &mut Rng, geometry: &Geometry) -> Target {
    Target {
        channel: rng.below(geometry.channels) as u8,
        place: Place { bank: rng.below(geometry.banks) as u8, row: rng.below(geometry.rows) },
        column: rng.below(geometry.columns) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::super::benchmark::BENCHMARKS;
    use super::*;
    use crate::machine::MachineSpec;
    use std::collections::BTreeSet;

    #[test]
    fn every_proxy_misses_as_often_and_as_locally_as_its_benchmark() {
        let machine = MachineSpec::load("cpu-gpu").unwrap();
        let geometry = Geometry::new(&machine, 1 << 15);
        const MISSES: usize = 20_000;
        for entry in BENCHMARKS {
            let benchmark = Benchmark::named(entry.name).unwrap();
            let mut proxy = Proxy::new(&benchmark, 3, &geometry);
            let misses: Vec<Miss> = (0..MISSES).map(|_| proxy.next(&geometry)).collect();
            let near = |got: f64, asked: f64, what| {
                assert!((got / asked - 1.0).abs() < 0.04, "{}: {what} {got}, asked {asked}", entry.name);
            };
            let instructions: u64 = misses.iter().map(|m| m.distance).sum();
            near(1000.0 * MISSES as f64 / instructions as f64, benchmark.mpki, "MPKI");
            let same_row =
                |w: &&[Miss]| (w[0].read.channel, w[0].read.place) == (w[1].read.channel, w[1].read.place);
            let local = misses.windows(2).filter(same_row).count() as f64 / MISSES as f64;
            near(local, benchmark.row_locality, "row-buffer locality");
            let written = misses.iter().filter(|m| m.write_back.is_some()).count();
            near(written as f64 / MISSES as f64, 0.25, "write-backs");
        }
    }

    #[test]
    fn a_proxy_uses_few_banks_at_a_time_and_all_over_time() {
        let machine = MachineSpec::load("cpu-gpu").unwrap();
        let geometry = Geometry::new(&machine, 1 << 15);
        let mut proxy = Proxy::new(&Benchmark::named("mcf").unwrap(), 0, &geometry);
        let mut banks = || -> usize {
            let window = (0..16).map(|_| proxy.next(&geometry).read);
            window.map(|t| (t.channel, t.place.bank)).collect::<BTreeSet<_>>().len()
        };
        let mean = (0..1000).map(|_| banks()).sum::<usize>() as f64 / 1000.0;
        assert!((3.0..=6.5).contains(&mean), "{mean} banks in 16 misses");
        let all: BTreeSet<_> =
            (0..50_000).map(|_| proxy.next(&geometry).read).map(|t| (t.channel, t.place.bank)).collect();
        assert_eq!(all.len() as u32, geometry.channels * geometry.banks);
    }

    #[test]
    fn the_same_core_misses_the_same_and_another_does_not() {
        let machine = MachineSpec::load("cpu-gpu").unwrap();
        let geometry = Geometry::new(&machine, 1 << 15);
        let run = |core| {
            let mut proxy = Proxy::new(&Benchmark::named("lbm").unwrap(), core, &geometry);
            (0..100).map(|_| proxy.next(&geometry)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
