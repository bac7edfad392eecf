// SPDX-License-Identifier: Apache-2.0
//! A netlist, or Verilog of the user, in place of the RTL.

use super::Substitute;
use crate::commands::synth::{chosen, Setup};
use anyhow::Result;
use warpsmith_testbenches::Netlists;

impl Substitute {
    /// What runs in place of the RTL, in words; nothing if the RTL itself does.
    pub fn what(&self) -> Option<String> {
        let netlist = self.netlist.as_ref().map(|library| format!("netlist of {library}"));
        let names = || self.verilog.iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        netlist.or_else(|| (!self.verilog.is_empty()).then(|| names().join(", ")))
    }

    /// Calls `run` with what takes the place of the RTL of `unit`.
    pub fn with<R>(&self, unit: &str, config: &str, run: impl FnOnce(&Netlists) -> Result<R>) -> Result<R> {
        if let Some(text) = crate::verilog::read(&self.verilog)? {
            return run(&Netlists::new(&|_| Ok(text.clone()))?);
        }
        let designs = chosen(&[unit.to_string()], &[config.to_string()])?;
        let flow = Setup::of_library(self.netlist.as_deref().unwrap_or_default()).flow()?;
        let verilog = |top: &str| {
            let design = designs.iter().find(|design| design.top == top);
            let design = design.ok_or_else(|| format!("{unit} has no module {top}"))?;
            flow.simulatable(design).map_err(|e| e.to_string())
        };
        run(&Netlists::new(&verilog)?)
    }
}
