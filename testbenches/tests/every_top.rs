// SPDX-License-Identifier: Apache-2.0
//! Every top module, verilated and compiled now by the Verilator that is found, does what its model does.

use warpsmith_testbenches::{bench_netlists, Netlists};

/// What is compiled of a unit: the first of these that it has.
const CONFIGURATIONS: [&str; 2] = ["small", "tiny"];
const CYCLES: u64 = 20_000;

/// The one that is built in is compared by the other benches.
#[test]
#[ignore = "for other versions of Verilator: scripts/test.sh --all"]
fn every_top_module_that_this_verilator_translates_is_in_lockstep_with_its_model() {
    for unit in warpsmith_units::all() {
        let configuration = CONFIGURATIONS.into_iter().find(|name| unit.configurations.contains(name));
        let configuration = configuration.unwrap_or_else(|| panic!("{} has none of these", unit.name));
        let emitted = warpsmith_hdl::units::emit(unit.name, configuration, &[]).unwrap();
        let text = emitted.text();
        let verilog = |_: &str| Ok(text.clone());
        let netlists = Netlists::new(&verilog).unwrap();
        let report = bench_netlists(unit.name, configuration, None, CYCLES, 1, &netlists, &mut |_, _| {});
        let report = report.unwrap_or_else(|e| panic!("{}: {e}", unit.name));
        let run: Vec<&str> = report.runs.iter().map(|run| run.module).collect();
        let modules: Vec<&str> = unit.modules.iter().map(|module| module.name).collect();
        assert_eq!(run, modules);
    }
}
