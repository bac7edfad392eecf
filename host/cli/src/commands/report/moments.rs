// SPDX-License-Identifier: Apache-2.0
//! The samples of a run in the order of time, as many as a chart can show.

use crate::page::{Band, Trace};
use std::collections::BTreeMap;
use warpsmith_gpu::socket::WarpTypes;
use warpsmith_gpu::stats::UnitStats;
use warpsmith_gpu::{KernelRecord, Sample, SAMPLE_CYCLES};

/// Moments of a chart at most; more are averaged.
const MOST: usize = 1500;

/// Kernels that are named in a chart at most.
const MOST_BANDS: usize = 200;

/// What holds in a stretch of time.
pub struct Moment<'a> {
    /// SM cycles since the GPU was made.
    pub from: f64,
    pub to: f64,
    /// What was sampled in it: once for each kernel that ran then, in each period.
    sampled: Vec<Sampled<'a>>,
}

/// A sample of a kernel, with what stands beside it.
#[derive(Clone, Copy)]
struct Sampled<'a> {
    sample: &'a Sample,
    types: Option<&'a WarpTypes>,
    units: Option<&'a UnitStats>,
}

impl Moment<'_> {
    /// The mean of a figure over the samples.
    pub fn mean(&self, of: impl Fn(&Sample) -> f64) -> f64 {
        self.sampled.iter().map(|one| of(one.sample)).sum::<f64>() / self.sampled.len() as f64
    }

    /// A count of the period, of all kernels together, in each SM cycle.
    pub fn per_cycle(&self, of: impl Fn(&Sample) -> u64) -> f64 {
        self.sampled.iter().map(|one| of(one.sample) as f64).sum::<f64>() / (self.to - self.from)
    }

    /// What units counted, by group and key; only what is not 0.
    pub fn counts(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.sampled.iter().filter_map(|one| one.units).flat_map(UnitStats::iter)
    }

    /// One of these counts in each SM cycle.
    pub fn count_per_cycle(&self, group: &str, key: &str) -> f64 {
        let counts = self.counts().filter(|count| (count.0, count.1) == (group, key));
        counts.map(|count| count.2 as f64).sum::<f64>() / (self.to - self.from)
    }

    /// Warps of a type, mean over the periods; `None` without a typer.
    pub fn warps(&self, of: fn(&WarpTypes) -> u32) -> Option<f64> {
        let typed: Vec<f64> = self.sampled.iter().filter_map(|one| one.types).map(|t| of(t).into()).collect();
        let periods = (self.to - self.from) / SAMPLE_CYCLES as f64;
        (!typed.is_empty()).then(|| typed.iter().sum::<f64>() / periods)
    }
}

/// The samples of `kernels`.
pub fn moments(kernels: &[KernelRecord]) -> Vec<Moment<'_>> {
    // Kernels of several lanes have samples at the same time.
    let mut periods: BTreeMap<u64, Vec<Sampled>> = BTreeMap::new();
    for kernel in kernels {
        for (i, sample) in kernel.timeline.iter().enumerate() {
            let (types, units) = (kernel.warp_types.get(i), kernel.units.get(i));
            periods.entry(sample.cycle).or_default().push(Sampled { sample, types, units });
        }
    }
    let mut moments: Vec<Moment> = Vec::new();
    let each = periods.len().div_ceil(MOST).max(1);
    let mut room = 0;
    for (cycle, sampled) in periods {
        let (from, to) = (cycle.saturating_sub(SAMPLE_CYCLES) as f64, cycle as f64);
        match moments.last_mut().filter(|last| room > 0 && last.to == from) {
            Some(last) => {
                last.to = to;
                last.sampled.extend(sampled);
                room -= 1;
            }
            None => {
                moments.push(Moment { from, to, sampled });
                room = each - 1;
            }
        }
    }
    moments
}

/// A figure over the moments, with a gap where there are none.
pub fn trace(name: &str, moments: &[Moment], of: impl Fn(&Moment) -> f64) -> Trace {
    let mut points: Vec<[f64; 2]> = Vec::new();
    for moment in moments {
        let value = of(moment);
        let gap = points.last().is_none_or(|last| last[0] < moment.from);
        if gap {
            // No number: the line ends and begins anew.
            points.extend(points.last().map(|last| [last[0], f64::NAN]));
            points.push([moment.from, value]);
        }
        points.push([moment.to, value]);
    }
    Trace { name: name.to_string(), points, step: true }
}

/// When each kernel ran; those that follow on one of the same name without a pause are one stretch.
pub fn bands(kernels: &[KernelRecord]) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for kernel in kernels {
        let (from, to) = (kernel.start as f64, (kernel.start + kernel.cycles) as f64);
        let name = warpsmith_protocol::short_name(&kernel.kernel).into_owned();
        match bands.last_mut().filter(|last| last.name == name && last.to <= from) {
            Some(last) => last.to = to,
            None => bands.push(Band { name, from, to }),
        }
    }
    if bands.len() > MOST_BANDS {
        bands.clear();
    }
    bands
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use warpsmith_gpu::socket::Levels;
    use warpsmith_gpu::stats::Stats;
    use warpsmith_gpu::{Limit, Occupancy};

    /// A kernel with samples at these cycles, of so many CTAs.
    pub fn kernel(start: u64, cycles: u64, samples: &[(u64, f64)]) -> KernelRecord {
        let timeline = samples.iter().map(|&(cycle, running_ctas)| Sample {
            cycle,
            num_blocks: 8.0,
            running_ctas,
            paused_ctas: 0.0,
            levels: Levels::NOMINAL,
            votes: [0; 3],
            issued: 4096,
        });
        let occupancy = Occupancy {
            warps_per_cta: 1,
            ctas_per_sm: 8,
            registers_per_cta: 0,
            shared_per_cta: 0,
            limit: Limit::CtaSlots,
        };
        KernelRecord {
            kernel: "_Z4stepf".to_string(),
            name: "step(float)".to_string(),
            grid: [1; 3],
            block: [32, 1, 1],
            dynamic_shared: 0,
            occupancy,
            start,
            cycles,
            stats: Stats::default(),
            timeline: timeline.collect(),
            warp_types: Vec::new(),
            units: Vec::new(),
        }
    }

    #[test]
    fn a_line_has_a_gap_where_no_kernel_was_sampled() {
        let kernels = [
            kernel(0, 9000, &[(4096, 1.0), (8192, 2.0)]),
            kernel(20_000, 9000, &[(24_576, 3.0), (28_672, 3.0)]),
        ];
        let points = trace("x", &moments(&kernels), |m| m.mean(|s| s.running_ctas)).points;
        let text = format!("{points:?}");
        assert_eq!(
            text,
            "[[0.0, 1.0], [4096.0, 1.0], [8192.0, 2.0], [8192.0, NaN], [20480.0, 3.0], [24576.0, 3.0], [28672.0, 3.0]]"
        );
    }

    #[test]
    fn what_a_chart_cannot_show_is_averaged_and_counts_stay_per_cycle() {
        let samples: Vec<(u64, f64)> = (1..=4 * MOST as u64).map(|i| (i * 4096, (i % 4) as f64)).collect();
        let kernels = [kernel(0, 1, &samples)];
        let moments = moments(&kernels);
        assert_eq!(moments.len(), MOST);
        assert!(moments
            .iter()
            .all(|m| m.mean(|s| s.running_ctas) == 1.5 && m.per_cycle(|s| s.issued) == 1.0));
    }

    #[test]
    fn kernels_of_two_lanes_share_a_moment() {
        let kernels = [kernel(0, 5000, &[(4096, 1.0)]), kernel(0, 5000, &[(4096, 3.0)])];
        let moments = moments(&kernels);
        assert_eq!(moments.len(), 1);
        assert_eq!((moments[0].mean(|s| s.running_ctas), moments[0].per_cycle(|s| s.issued)), (2.0, 2.0));
    }

    #[test]
    fn launches_of_one_kernel_after_another_are_one_stretch() {
        let bands = bands(&[kernel(0, 10, &[]), kernel(10, 10, &[])]);
        assert_eq!((bands.len(), bands[0].from, bands[0].to, &bands[0].name[..]), (1, 0.0, 20.0, "step"));
    }
}
