// SPDX-License-Identifier: Apache-2.0
//! Netlists that take the place of the RTL.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use warpsmith_cosim::{Compiler, Faulty, Rtl};
use warpsmith_units::Module;

use crate::report::BenchError;

/// Gives the Verilog of the netlist of a top module, with the cells that it is made of.
pub type Verilog<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

/// Where netlists come from, and what compiles them.
pub struct Netlists<'a> {
    verilog: &'a Verilog<'a>,
    compiler: Compiler,
    faults: Option<Faults>,
}

/// Netlists with planted faults: the number of the one that acts, and what is compiled, a `Faulty` for each top module.
#[derive(Default)]
struct Faults {
    selected: Cell<u32>,
    compiled: RefCell<BTreeMap<&'static str, Box<dyn Any>>>,
}

impl<'a> Netlists<'a> {
    /// # Errors
    /// Verilator or the C++ compiler is missing.
    pub fn new(verilog: &'a Verilog<'a>) -> Result<Self, BenchError> {
        Ok(Netlists { verilog, compiler: Compiler::new()?, faults: None })
    }

    /// Netlists of one configuration whose input `fault` selects a planted fault; none acts yet. Each is compiled once.
    ///
    /// # Errors
    /// As [`Netlists::new`].
    pub fn with_faults(verilog: &'a Verilog<'a>) -> Result<Self, BenchError> {
        Ok(Netlists { faults: Some(Faults::default()), ..Netlists::new(verilog)? })
    }

    /// Lets the fault of this number act in what runs next, 0 for none.
    pub fn select(&self, fault: u32) {
        if let Some(faults) = &self.faults {
            faults.selected.set(fault);
        }
    }

    /// The netlist of `T` in its reset state.
    pub(crate) fn load<T: Module>(&self, config: &str, params: &T::Params) -> Result<Rtl<T>, BenchError> {
        let verilog = || {
            let text = (self.verilog)(T::NAME);
            let config = config.to_string();
            text.map_err(|cause| BenchError::NoNetlist { module: T::NAME, config, cause })
        };
        let Some(faults) = &self.faults else { return Ok(self.compiler.rtl::<T>(params, &verilog()?)?) };
        let mut compiled = faults.compiled.borrow_mut();
        if !compiled.contains_key(T::NAME) {
            let faulty = self.compiler.faulty::<T>(params, &verilog()?)?;
            compiled.insert(T::NAME, Box::new(faulty));
        }
        let faulty = compiled.get(T::NAME).and_then(|any| any.downcast_ref::<Faulty<T>>());
        Ok(faulty.expect("the key is the name of the type's module").rtl(faults.selected.get()))
    }
}
