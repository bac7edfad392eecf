// SPDX-License-Identifier: Apache-2.0
//! What is read from the runs of the claims. Programs go by the paper's names of the workloads.

use super::super::runs;
use super::figures::Figures;
use super::plan::{Kind, Variant};
use crate::means::{geomean, mean};

pub type Runs = runs::Runs<Variant, Figures>;

impl Runs {
    /// The workloads of these kinds that ran.
    pub fn workloads<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        self.names().filter(|name| kinds.contains(&Kind::of(name)))
    }

    /// The workload of this name, if it ran.
    pub fn workload<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.names().find(|ran| *ran == name)
    }

    /// Cycles of the baseline / cycles.
    pub fn speedup(&self, workload: &str, variant: Variant) -> f64 {
        self.get(workload, Variant::BASE).cycles / self.get(workload, variant).cycles
    }

    /// Speedups of all workloads of these kinds.
    pub fn speedups(&self, kinds: &[Kind], variant: Variant) -> Vec<f64> {
        self.workloads(kinds).map(|name| self.speedup(name, variant)).collect()
    }

    /// Geometric mean of the speedup over all workloads.
    pub fn mean_speedup(&self, variant: Variant) -> f64 {
        geomean(&self.speedups(&Kind::ALL, variant))
    }

    /// Mean of a figure over the workloads that have it.
    pub fn mean(&self, variant: Variant, of: impl Fn(&Figures) -> Option<f64>) -> f64 {
        mean(&self.workloads(&Kind::ALL).filter_map(|name| of(self.get(name, variant))).collect::<Vec<_>>())
    }
}
