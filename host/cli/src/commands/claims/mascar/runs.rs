// SPDX-License-Identifier: Apache-2.0
//! What is read from the runs of the claims.

use super::super::runs;
use super::figures::Figures;
use super::plan::{Kind, Variant};
use crate::means::geomean;

pub type Runs = runs::Runs<Variant, Figures>;

impl Runs {
    /// What limits a program that ran.
    pub fn kind(&self, program: &str) -> Kind {
        Kind::of(self.class(program), self.get(program, Variant::Lrr).instructions_per_miss)
    }

    /// Whether every program ran with this variant.
    pub fn ran(&self, variant: Variant) -> bool {
        self.names().all(|program| self.find(program, variant).is_some())
    }

    /// The programs of these kinds.
    pub fn programs<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        self.names().filter(|name| kinds.contains(&self.kind(name)))
    }

    /// Time under LRR / time.
    pub fn speedup(&self, program: &str, variant: Variant) -> f64 {
        self.get(program, Variant::Lrr).time / self.get(program, variant).time
    }

    /// Geometric mean of a ratio to LRR over the programs of these kinds.
    pub fn mean(&self, kinds: &[Kind], variant: Variant, of: fn(&Figures) -> f64) -> f64 {
        let against = |name| of(self.get(name, variant)) / of(self.get(name, Variant::Lrr));
        geomean(&self.programs(kinds).map(against).collect::<Vec<_>>())
    }

    /// Geometric mean of the speedup over LRR.
    pub fn mean_speedup(&self, kinds: &[Kind], variant: Variant) -> f64 {
        1.0 / self.mean(kinds, variant, |f| f.time)
    }
}
