// SPDX-License-Identifier: Apache-2.0
//! Verilog that takes the place of the RTL runs the same random bench. Synthesis is not needed to see that: the RTL's own
//! text serves as a netlist.

use std::cell::Cell;

use warpsmith_testbenches::{bench_netlists, bench_watched, BenchError, BenchReport, Netlists};

const CYCLES: u64 = 20_000;

/// Runs the emitted Verilog of frfcfs as its netlist, with `change` made to it.
fn frfcfs(change: impl Fn(String) -> String) -> Result<BenchReport, BenchError> {
    let emitted = warpsmith_hdl::units::emit("frfcfs", "small", &[]).unwrap();
    let text = emitted.text();
    let verilog = |top: &str| {
        assert_eq!(top, "frfcfs");
        Ok(change(text.clone()))
    };
    bench_netlists("frfcfs", "small", None, CYCLES, 1, &Netlists::new(&verilog)?, &mut |_, _| {})
}

#[test]
fn a_netlist_that_does_what_the_model_does_passes() {
    let report = frfcfs(|text| text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((report.runs[0].cycles, report.directed.len()), (CYCLES, 0));
    assert!(report.runs[0].coverage.values().all(|n| *n > 0), "{report:?}");
}

#[test]
fn a_netlist_with_a_fault_is_caught_and_one_that_is_no_verilog_is_refused() {
    let fault = |text: String| {
        let changed = text.replacen(" & ~pending", "", 1);
        assert_ne!(changed, text);
        changed
    };
    let e = frfcfs(fault).unwrap_err().to_string();
    assert!(e.contains("cmd_valid") && e.contains("cycle"), "{e}");
    let e = frfcfs(|_| "module frfcfs (;\n".to_string()).unwrap_err();
    assert!(matches!(e, BenchError::Compile(_)) && e.to_string().contains("verilator refuses"), "{e}");
}

#[test]
fn a_watch_sees_every_cycle_with_its_inputs_and_outputs() {
    let (commands, cycles) = (Cell::new(0), Cell::new(0));
    bench_watched("frfcfs", "small", CYCLES, 1, &|top, inputs, outputs| {
        assert_eq!((top, inputs[0].0), ("frfcfs", "req_valid"));
        let command = outputs.contains(&("cmd_valid", "0x1".to_string()));
        commands.set(commands.get() + u32::from(command));
        cycles.set(cycles.get() + 1);
    })
    .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(cycles.get(), CYCLES);
    assert!(commands.get() > 1000, "{commands:?}");
}

#[test]
fn a_reset_that_does_nothing_is_caught_because_the_random_bench_resets_in_the_middle() {
    let emitted = warpsmith_hdl::units::emit("mascar", "tiny", &[]).unwrap();
    let verilog = |_: &str| {
        let changed = emitted.text().replace("if (reset)", "if (reset && 1'b0)");
        assert_ne!(changed, emitted.text());
        Ok(changed)
    };
    let netlists = Netlists::new(&verilog).unwrap();
    let run = bench_netlists("mascar", "tiny", Some("mascar_sat"), 1 << 20, 1, &netlists, &mut |_, _| {});
    let e = run.unwrap_err();
    assert_eq!(e.divergence().map(|(_, port)| port), Some("mp"), "{e}");
}
