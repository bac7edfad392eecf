// SPDX-License-Identifier: Apache-2.0
//! Dynamic power from what toggles in a run of the unit's bench.

use std::fs;

use serde::{Deserialize, Serialize};

use crate::cache::Entry;
use crate::error::Error;
use crate::flow::{unexpected, Design, Flow};
use crate::gates::{Gates, Toggles};
use crate::liberty::Library;
use crate::tools::{read, write};

const SCRIPT: &str = include_str!("../../../scripts/synth/wiring.ys");

/// What switches in a run, on the mapped netlist without delays and wires.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activity {
    /// Cycles of the run.
    pub cycles: u64,
    /// Nets that change in a cycle, on average, the clock aside.
    pub toggles_a_cycle: f64,
    /// Energy to charge the pins that the toggling nets and the clock drive, half of C V^2 a change, a cycle on average, pJ.
    /// What the cells use inside is not in it.
    pub energy_pj: f64,
    /// The same at the clock that was asked for, uW.
    pub power_uw: f64,
}

impl Activity {
    /// `None` if the library names no voltage.
    pub(crate) fn new(toggles: Toggles, library: &Library, clock_ns: f64) -> Option<Activity> {
        let cycles = toggles.cycles.max(1) as f64;
        let energy_fj = 0.5 * toggles.switched_ff / cycles * library.voltage?.powi(2);
        Some(Activity {
            cycles: toggles.cycles,
            toggles_a_cycle: toggles.toggles as f64 / cycles,
            energy_pj: energy_fj / 1e3,
            power_uw: energy_fj / clock_ns,
        })
    }
}

impl Flow {
    /// The netlist of [`Flow::flat`] as gates.
    ///
    /// # Errors
    /// As [`Flow::flat`]; a cell that cannot be run.
    pub(crate) fn gates(&self, design: &Design, flat: &Entry) -> Result<Gates, Error> {
        let path = flat.netlist();
        let netlist = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
        let folder =
            warpsmith_process::folder().map_err(Error::file("make a folder in", &std::env::temp_dir()))?;
        let folder = folder.path();
        write(folder, "netlist.v", &netlist)?;
        write(folder, "cells.lib", &self.library.text)?;
        write(folder, "wiring.ys", &SCRIPT.replace("@TOP@", &design.module))?;
        self.done(self.yosys.run(folder, "wiring.ys")?, "reading the netlist", design)?;
        let json = read(folder, "wiring.json")?;
        Gates::read(&json, &design.module, &self.library).map_err(unexpected("yosys", design))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energy_is_half_of_c_v_squared_a_change() {
        let mut library = Library::read(include_str!("../tests/tiny.lib")).unwrap();
        library.voltage = Some(2.0);
        let toggles = Toggles { cycles: 10, toggles: 50, switched_ff: 1000.0 };
        let activity = Activity::new(toggles, &library, 4.0).unwrap();
        assert_eq!((activity.toggles_a_cycle, activity.energy_pj, activity.power_uw), (5.0, 0.2, 50.0));
        library.voltage = None;
        assert_eq!(Activity::new(toggles, &library, 4.0), None);
    }
}
