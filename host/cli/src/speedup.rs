// SPDX-License-Identifier: Apache-2.0
//! How fast cores and GPU are when they share the memory, against each alone (specification of SMS, section 8.4).

use crate::summary::{ipc, ratio};
use serde::{Deserialize, Serialize};
use warpsmith_gpu::stats::{CoreStats, Stats};

/// How fast everything on a machine was.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Speeds {
    /// Instructions per CPU cycle, by core.
    pub cpus: Vec<f64>,
    /// Warp instructions per SM cycle, all SMs together; 0 without a program, and with several.
    pub gpu: f64,
    /// Warp instructions per SM cycle of each of several programs, all its SMs together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applications: Vec<f64>,
}

impl Speeds {
    /// Of a run and its cores.
    pub fn of<'a>(total: &Stats, cores: impl IntoIterator<Item = &'a CoreStats>) -> Speeds {
        let cpus = cores.into_iter().map(|core| ratio(core.instructions as f64, core.cycles as f64));
        Speeds { cpus: cpus.collect(), gpu: ipc(total), applications: Vec::new() }
    }
}

/// What sharing costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Speedups {
    /// Sum over the cores, and over several programs, of IPC shared / alone.
    pub weighted_speedup: f64,
    /// GPU instructions per cycle, shared / alone; 0 without a GPU.
    pub gpu_speedup: f64,
    /// Largest IPC alone / shared over the cores, and over several programs: the maximum slowdown.
    pub unfairness: f64,
    /// The same over the cores and the GPU (conference version).
    pub unfairness_with_gpu: f64,
    /// Sum of the IPC of several programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ipc_throughput: Option<f64>,
}

impl Speedups {
    /// Of a run and of its parts alone.
    pub fn of(shared: &Speeds, alone: &Speeds) -> Speedups {
        let parts = |speeds: &Speeds| [&speeds.cpus[..], &speeds.applications].concat();
        let speedups: Vec<f64> = parts(shared).iter().zip(parts(alone)).map(|(s, a)| ratio(*s, a)).collect();
        let gpu_speedup = ratio(shared.gpu, alone.gpu);
        let worst = speedups.iter().copied().fold(f64::MAX, f64::min);
        let worst_of_all = if shared.gpu > 0.0 { worst.min(gpu_speedup) } else { worst };
        Speedups {
            weighted_speedup: speedups.iter().sum(),
            gpu_speedup,
            unfairness: 1.0 / worst,
            unfairness_with_gpu: 1.0 / worst_of_all,
            ipc_throughput: (!shared.applications.is_empty()).then(|| shared.applications.iter().sum()),
        }
    }

    /// System performance, the GPU with this weight.
    pub fn system(&self, weight: f64) -> f64 {
        self.weighted_speedup + weight * self.gpu_speedup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metrics_are_those_of_the_definitions() {
        let speeds = |cpus: [f64; 2], gpu| Speeds { cpus: cpus.to_vec(), gpu, ..Default::default() };
        let shared = speeds([1.0, 0.5], 3.0);
        let m = Speedups::of(&shared, &speeds([2.0, 2.0], 12.0));
        assert_eq!((m.weighted_speedup, m.gpu_speedup), (0.75, 0.25));
        assert_eq!((m.unfairness, m.unfairness_with_gpu), (4.0, 4.0));
        assert_eq!(m.system(10.0), 3.25);
        let alone = speeds([2.0, 1.0], 12.0);
        let cpu_only = Speedups::of(&Speeds { gpu: 0.0, ..shared }, &alone);
        assert_eq!(cpu_only.unfairness_with_gpu, 2.0);
    }

    #[test]
    fn the_metrics_of_several_programs_are_those_of_the_definitions() {
        let speeds =
            |applications: [f64; 2]| Speeds { applications: applications.to_vec(), ..Default::default() };
        let m = Speedups::of(&speeds([3.0, 1.0]), &speeds([4.0, 4.0]));
        assert_eq!((m.weighted_speedup, m.unfairness, m.ipc_throughput), (1.0, 4.0, Some(4.0)));
        // A core beside them is one more that shares.
        let beside = |cpu, applications| Speeds { cpus: vec![cpu], ..speeds(applications) };
        let m = Speedups::of(&beside(0.25, [3.0, 1.0]), &beside(2.0, [4.0, 4.0]));
        assert_eq!((m.weighted_speedup, m.unfairness, m.ipc_throughput), (1.125, 8.0, Some(4.0)));
    }
}
