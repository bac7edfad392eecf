// SPDX-License-Identifier: Apache-2.0
//! Netlists that take the place of the RTL.

use warpsmith_cosim::{Compiler, Rtl, Top};

use crate::BenchError;

/// Gives the Verilog of the netlist of a top module, with the cells that it is made of.
pub type Verilog<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

/// Where netlists come from, and what compiles them.
pub struct Netlists<'a> {
    verilog: &'a Verilog<'a>,
    compiler: Compiler,
}

impl<'a> Netlists<'a> {
    /// # Errors
    /// Verilator or the C++ compiler is missing.
    pub fn new(verilog: &'a Verilog<'a>) -> Result<Self, BenchError> {
        Ok(Netlists { verilog, compiler: Compiler::new()? })
    }

    /// The netlist of `T` in its reset state.
    pub(crate) fn load<T: Top>(&self, config: &str, params: &T::Params) -> Result<Rtl<T>, BenchError> {
        let verilog = (self.verilog)(T::NAME).map_err(|cause| BenchError::NoNetlist {
            module: T::NAME,
            config: config.to_string(),
            cause,
        })?;
        Ok(self.compiler.rtl::<T>(params, &verilog)?)
    }
}
