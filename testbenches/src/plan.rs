// SPDX-License-Identifier: Apache-2.0
//! What is run of a unit, and how.

use std::path::Path;

use warpsmith_cosim::{Lockstep, ModelAndRtl};
use warpsmith_units::{Module, TestVector};

use crate::netlists::Netlists;
use crate::report::BenchError;

/// Sees every cycle of a random run: the top module, its inputs and its outputs, by name and as hexadecimal numbers.
pub type Watch<'a> = dyn Fn(&'static str, &[(&'static str, String)], &[(&'static str, String)]) + 'a;

/// One configuration to run, and how.
pub struct Plan<'a, P> {
    pub params: &'a P,
    pub config: &'a str,
    /// The module to run; all if it is not given.
    pub module: Option<&'a str>,
    /// As many as it needs to cover everything if it is not given.
    pub cycles: Option<u64>,
    pub seed: u64,
    pub wave: Option<&'a Path>,
    /// What runs in place of the RTL.
    pub netlists: Option<&'a Netlists<'a>>,
    pub watch: Option<&'a Watch<'a>>,
    /// Its inputs instead of random ones.
    pub vector: Option<&'a TestVector>,
    /// Cycles of the earlier runs, and of all.
    pub done: u64,
    pub total: u64,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

impl<P> Plan<'_, P> {
    /// Model and RTL, or model and netlist, of a module.
    pub(crate) fn unit<T: Module<Params = P>>(&self) -> Result<ModelAndRtl<T>, BenchError> {
        let Some(netlists) = self.netlists else { return Ok(ModelAndRtl::<T>::of(self.params)?) };
        let netlist = netlists.load::<T>(self.config, self.params)?;
        Ok(Lockstep::new(T::NAME, T::model(self.params), netlist))
    }
}
