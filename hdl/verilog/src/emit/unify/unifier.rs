// SPDX-License-Identifier: Apache-2.0
//! What all shapes have in common.

use super::super::ir::Signal;
use super::super::refusal::Refusal;
use super::constants;
use super::solver::Solver;
use crate::formula::Formula;

/// Puts the numbers, signals and statements of all shapes together.
pub struct Unifier {
    pub module: &'static str,
    /// What fields are made by, as it is written.
    pub initial: &'static [(&'static str, &'static str)],
    pub solver: Solver,
    /// Signal or statement at hand, for messages.
    pub statement: String,
}

impl Unifier {
    pub fn refusal(&self, what: impl std::fmt::Display) -> Refusal {
        Refusal::new(self.module, &self.statement, format!("{what} differs from shape to shape"))
    }

    /// A number that may differ.
    pub fn size(&mut self, sizes: &[&Formula]) -> Result<Formula, Refusal> {
        let values: Option<Vec<u128>> = sizes.iter().map(|f| f.value(&|_| None)).collect();
        let found = values.as_ref().and_then(|v| self.solver.solve(v));
        found.ok_or_else(|| self.refusal(format!("the number {values:?}, for which no formula is known,")))
    }

    pub fn maybe_size(&mut self, sizes: &[Option<&Formula>]) -> Result<Option<Formula>, Refusal> {
        match sizes.iter().flatten().count() {
            0 => Ok(None),
            n if n == sizes.len() => {
                self.size(&sizes.iter().copied().flatten().collect::<Vec<_>>()).map(Some)
            }
            _ => Err(self.refusal("an array")),
        }
    }

    pub fn signal(&mut self, shapes: &[&Signal]) -> Result<Signal, Refusal> {
        let first = shapes[0];
        self.statement = first.name.clone();
        let same = |s: &&Signal| {
            (&s.name, s.kind, s.scalar, s.memory) == (&first.name, first.kind, first.scalar, first.memory)
        };
        if !shapes.iter().all(same) {
            return Err(self.refusal("the kind of a signal"));
        }
        let width = self.size(&shapes.iter().map(|s| &s.width).collect::<Vec<_>>())?;
        let elements = self.maybe_size(&shapes.iter().map(|s| s.elements.as_ref()).collect::<Vec<_>>())?;
        let (values, rule) = constants::values(self, shapes, &width)?;
        Ok(Signal { width, elements, values, rule, ..first.clone() })
    }
}
