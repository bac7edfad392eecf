// SPDX-License-Identifier: Apache-2.0
//! What is read from the runs of the claims.

use super::super::runs;
use super::plan::Variant;
use crate::manifest::Class;
use crate::means::geomean;
use crate::summary::Summary;

pub type Runs = runs::Runs<Variant, Summary>;

impl Runs {
    /// The programs of these classes that ran.
    pub fn programs<'a>(&'a self, classes: &'a [Class]) -> impl Iterator<Item = &'a str> {
        self.names().filter(|name| classes.contains(&self.class(name)))
    }

    /// Geometric mean of baseline time / time (specification section 8.4).
    pub fn geomean_speedup(&self, classes: &[Class], variant: Variant) -> f64 {
        self.geomean(classes, variant, |base, run| base.time / run.time)
    }

    /// Geometric mean of energy / baseline energy.
    pub fn geomean_energy(&self, classes: &[Class], variant: Variant) -> f64 {
        self.geomean(classes, variant, |base, run| run.energy / base.energy)
    }

    fn geomean(&self, classes: &[Class], variant: Variant, ratio: fn(&Summary, &Summary) -> f64) -> f64 {
        let ratios: Vec<f64> = self
            .programs(classes)
            .map(|name| ratio(self.get(name, Variant::Baseline), self.get(name, variant)))
            .collect();
        geomean(&ratios)
    }
}
