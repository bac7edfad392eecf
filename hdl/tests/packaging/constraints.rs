// SPDX-License-Identifier: Apache-2.0
//! OpenSTA reads the timing constraints of every top module, and no path is left without any.

use std::fs;
use std::path::PathBuf;

use crate::sta;
use crate::tool::{folder, root};

/// The unit whose modules are checked with every change; the others take minutes.
const ONE: &str = "equalizer";

#[test]
fn every_top_module_of_one_unit_is_constrained() {
    check_those(|unit| unit == ONE);
}

#[test]
#[ignore = "takes minutes: scripts/test.sh --all"]
fn every_top_module_of_the_other_units_is_constrained() {
    check_those(|unit| unit != ONE);
}

/// Checks the modules of the units that are `wanted`.
fn check_those(wanted: impl Fn(&str) -> bool) {
    if !sta::have() {
        return;
    }
    for unit in warpsmith_units::all().iter().filter(|unit| wanted(unit.name)) {
        for module in unit.modules {
            check(unit.name, module.name);
        }
    }
}

/// Maps a module in its smallest configuration, and has its constraints read.
fn check(unit: &str, module: &str) {
    let generated = root().join("generated").join(unit);
    let list = fs::read_to_string(generated.join(unit).with_extension("root.f")).expect("a list");
    let files: Vec<PathBuf> = list.lines().map(|file| root().join(file)).collect();
    let constraints = generated.join(module).with_extension("sdc");
    sta::check(&folder(&format!("constraints/{module}")), &files, &format!("{module}_tiny"), &constraints);
}
