// SPDX-License-Identifier: Apache-2.0
//! Drives a module cycle by cycle: model and RTL in lockstep, invariants checked in every cycle. Each unit adds what its
//! directed benches need.

use std::fmt;

use warpsmith_cosim::ModelAndRtl;
use warpsmith_units::{Combinational, Module, Monitor, Parameters, Unit};

use crate::report::{expect, BenchError};

/// One module, and the inputs that stay as they are until a bench changes them.
pub struct Harness<T: Module> {
    pub(crate) params: T::Params,
    unit: ModelAndRtl<T>,
    monitor: T::Checker,
    /// Inputs of the next cycle. The pulses are taken back after it.
    pub input: T::In,
    /// Outputs after the last cycle.
    pub out: T::Out,
    cycle: u64,
    /// For the diagrams of the pages.
    #[cfg(test)]
    pub(crate) trace: crate::waves::Trace,
}

impl<T: Module> Harness<T> {
    /// A module after reset, with these inputs.
    pub fn start(params: &T::Params, input: T::In) -> Result<Self, BenchError> {
        Ok(Harness {
            params: params.clone(),
            unit: ModelAndRtl::<T>::of(params)?,
            monitor: T::Checker::new(params),
            out: T::at_reset(params, &input),
            input,
            cycle: 0,
            #[cfg(test)]
            trace: crate::waves::Trace::default(),
        })
    }

    /// Resets module and monitor; the cycles are counted anew.
    pub fn reset(&mut self) {
        self.unit.reset();
        self.monitor = T::Checker::new(&self.params);
        self.out = T::at_reset(&self.params, &self.input);
        self.cycle = 0;
    }

    /// Cycles since reset; the number of the next cycle.
    pub fn now(&self) -> u64 {
        self.cycle
    }

    /// The reference model.
    pub fn model(&self) -> &T::Model {
        self.unit.model()
    }

    fn config(&self) -> String {
        self.params.name().unwrap_or("unnamed").to_string()
    }

    fn check_divergence(&self) -> Result<(), BenchError> {
        match self.unit.divergence() {
            None => Ok(()),
            Some(d) => Err(BenchError::of(d, T::NAME, &self.config())),
        }
    }

    /// One cycle.
    pub fn step(&mut self) -> Result<(), BenchError> {
        #[cfg(test)]
        let before = self.out;
        self.out = self.unit.step(&self.input);
        self.check_divergence()?;
        #[cfg(test)]
        self.trace.add::<T>(&self.params, &self.input, &before, &self.out);
        let checked = self.monitor.check(&self.input, &self.out, self.unit.model());
        checked.map_err(|violation| BenchError::Invariant {
            module: T::NAME,
            config: self.config(),
            violation: violation.to_string(),
        })?;
        self.cycle += 1;
        T::end_pulses(&mut self.input);
        Ok(())
    }

    /// The outputs of this cycle with the inputs as they are, before the rising edge that `step` makes.
    pub fn eval(&mut self) -> Result<T::Out, BenchError>
    where
        T::Model: Combinational,
    {
        let out = self.unit.eval(&self.input);
        self.check_divergence()?;
        Ok(out)
    }

    /// That many cycles.
    pub fn steps(&mut self, cycles: u64) -> Result<(), BenchError> {
        (0..cycles).try_for_each(|_| self.step())
    }

    /// Compares a value with what the specification says.
    pub fn expect<V: PartialEq + fmt::Debug>(
        &self,
        what: &'static str,
        got: V,
        expected: V,
    ) -> Result<(), BenchError> {
        expect(self.cycle, what, got, expected)
    }
}
