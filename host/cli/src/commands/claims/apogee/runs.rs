// SPDX-License-Identifier: Apache-2.0
//! What is read from the runs of the claims. Programs go by the paper's names of the workloads.

use super::super::runs;
use super::figures::Figures;
use super::plan::{Kind, Variant};
use crate::means::geomean;

pub type Runs = runs::Runs<Variant, Figures>;

impl Runs {
    /// The workloads of these kinds that ran.
    pub fn workloads<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        self.names().filter(|name| kinds.contains(&Kind::of(name)))
    }

    /// Cycles of `reference` / cycles.
    pub fn speedup(&self, workload: &str, variant: Variant, reference: Variant) -> f64 {
        self.get(workload, reference).cycles / self.get(workload, variant).cycles
    }

    /// Geometric mean of the speedup over the workloads of these kinds.
    pub fn mean_speedup(&self, kinds: &[Kind], variant: Variant, reference: Variant) -> f64 {
        let of = |name| self.speedup(name, variant, reference);
        geomean(&self.workloads(kinds).map(of).collect::<Vec<_>>())
    }
}
