// SPDX-License-Identifier: Apache-2.0
//! What is read from the runs of the claims. Programs go by the dissertation's names of the workloads.

use super::super::runs;
use super::figures::Figures;
use super::plan::Variant;
use crate::means::{harmonic, mean};

pub type Runs = runs::Runs<Variant, Figures>;

/// The harmonic mean over the launches of IPC / IPC of the baseline; of the whole runs if the launches are not the same.
pub fn speedup(base: &Figures, run: &Figures) -> f64 {
    if base.ipc.len() != run.ipc.len() || base.ipc.iter().chain(&run.ipc).any(|ipc| *ipc <= 0.0) {
        return run.total_ipc / base.total_ipc;
    }
    harmonic(&base.ipc.iter().zip(&run.ipc).map(|(base, run)| run / base).collect::<Vec<_>>())
}

/// IPC / energy against the baseline's.
pub fn efficiency(base: &Figures, run: &Figures) -> f64 {
    speedup(base, run) * base.energy / run.energy
}

impl Runs {
    /// The workload of this name, if it ran.
    pub fn workload<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.names().find(|ran| *ran == name)
    }

    /// Of one workload over the baseline.
    pub fn speedup(&self, workload: &str, variant: Variant) -> f64 {
        speedup(self.get(workload, Variant::BASE), self.get(workload, variant))
    }

    /// Harmonic mean of the speedup over all workloads.
    pub fn mean_speedup(&self, variant: Variant) -> f64 {
        harmonic(&self.names().map(|name| self.speedup(name, variant)).collect::<Vec<_>>())
    }

    /// The one of `variants` with the best mean.
    pub fn best(&self, variants: &[Variant]) -> Variant {
        let by = |a: &&Variant, b: &&Variant| self.mean_speedup(**a).total_cmp(&self.mean_speedup(**b));
        *variants.iter().max_by(by).expect("some variants")
    }

    /// The one of `variants` that is best for a workload.
    pub fn best_for(&self, workload: &str, variants: &[Variant]) -> Variant {
        let by =
            |a: &&Variant, b: &&Variant| self.speedup(workload, **a).total_cmp(&self.speedup(workload, **b));
        *variants.iter().max_by(by).expect("some variants")
    }

    /// Mean of a figure over the workloads that have it.
    pub fn mean(&self, variant: Variant, of: impl Fn(&Figures) -> Option<f64>) -> f64 {
        mean(&self.names().filter_map(|name| of(self.get(name, variant))).collect::<Vec<_>>())
    }
}
