// SPDX-License-Identifier: Apache-2.0
//! A kernel over time: one sample per 4096 SM cycles.

use serde::{Deserialize, Serialize};

use crate::gpu::Counted;
use crate::sm::Sm;
use crate::socket::{Bottlenecks, Levels, WarpTypes};
use crate::stats::UnitStats;
use crate::types::SmCycle;

/// SM cycles between two samples.
pub const SAMPLE_CYCLES: u64 = 4096;

/// One sample, taken at the end of its period. Means are over the SMs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// SM cycles since the GPU was made.
    pub cycle: u64,
    /// Mean target of concurrent CTAs.
    pub num_blocks: f64,
    /// Mean CTAs that run (resident and not paused).
    pub running_ctas: f64,
    /// Mean CTAs that are paused.
    pub paused_ctas: f64,
    /// Levels in force.
    pub levels: Levels,
    /// Reports of what limits an SM in the period: nothing, compute, memory.
    pub votes: [u32; 3],
    /// Warp instructions issued in the period, all SMs.
    pub issued: u64,
}

/// The samples of one kernel.
pub type Timeline = Vec<Sample>;

/// Takes the samples.
#[derive(Serialize, Deserialize)]
pub struct Recorder {
    samples: Timeline,
    warp_types: Vec<WarpTypes>,
    units: Vec<UnitStats>,
    /// Up to the last sample.
    counted: UnitStats,
    votes: [u32; 3],
    issued: u64,
}

impl Recorder {
    /// Starts with what was `counted` before the kernel.
    pub fn new(counted: Counted) -> Self {
        Self {
            samples: Vec::new(),
            warp_types: Vec::new(),
            units: Vec::new(),
            counted: counted.units,
            votes: [0; 3],
            issued: counted.counts.sm.warp_instructions,
        }
    }

    /// Counts the reports of one cycle.
    #[inline]
    pub fn count(&mut self, reports: &Bottlenecks) {
        let none = reports.valid & !reports.compute & !reports.memory;
        for (count, of) in self.votes.iter_mut().zip([none, reports.compute, reports.memory]) {
            *count += of.count_ones();
        }
    }

    /// Takes a sample of a lane with `sms` at the end of a period, up to which they have `counted` that for it.
    pub fn sample<'a>(
        &mut self,
        cycle: SmCycle,
        lane: u8,
        sms: impl Iterator<Item = &'a Sm> + Clone,
        counted: Counted,
        levels: Levels,
    ) {
        // None, where all have been given away.
        let number = sms.clone().count().max(1) as f64;
        let mean = |count: &dyn Fn(&Sm) -> u32| f64::from(sms.clone().map(count).sum::<u32>()) / number;
        let issued = counted.counts.sm.warp_instructions;
        let before = std::mem::replace(&mut self.issued, issued);
        self.samples.push(Sample {
            cycle: cycle.0,
            num_blocks: mean(&|sm| sm.throttle_output().num_blocks.into()),
            running_ctas: mean(&|sm| (sm.resident_of(lane) & !sm.throttle_output().pause_cta).count_ones()),
            paused_ctas: mean(&|sm| (sm.resident_of(lane) & sm.throttle_output().pause_cta).count_ones()),
            levels,
            votes: std::mem::take(&mut self.votes),
            issued: self.issued - before,
        });
        self.warp_types.extend(sms.filter_map(Sm::warp_types).reduce(WarpTypes::plus));
        if !counted.units.is_empty() {
            self.units.push(counted.units.clone().since(&self.counted).nonzero());
            self.counted = counted.units;
        }
    }

    /// The samples; and at each of them, if there is a typer of warps, what the live warps of all SMs are, and, if units sit in the SMs
    /// that count, what they counted in its period.
    pub fn finish(self) -> (Timeline, Vec<WarpTypes>, Vec<UnitStats>) {
        (self.samples, self.warp_types, self.units)
    }
}
