// SPDX-License-Identifier: Apache-2.0
//! The waveform of a counterexample: Icarus Verilog runs the unit's RTL with the inputs of the trace.

use std::fmt::Write as _;
use std::path::Path;

use warpsmith_hdl::emit::PortKind;
use warpsmith_synth::tools::{self, Program};

use crate::counterexample::Trace;
use crate::design::Design;
use crate::error::Error;

/// Seconds for each of the two programs; both are done in a moment.
const SECONDS: u32 = 60;

/// Runs `trace` on the RTL in `folder` and gives the VCD: every signal of the unit, a cycle in 10 time units.
pub fn waveform(
    folder: &Path,
    design: &Design,
    module: &'static str,
    trace: &Trace,
) -> Result<String, Error> {
    let install = tools::apt("iverilog");
    let compiler = Program::find(&["iverilog"], "draws counterexamples", &install)?;
    let simulator = Program::find(&["vvp"], "draws counterexamples", &install)?;
    tools::write(folder, "bench.v", &bench(design, trace))?;
    let arguments = ["-g2005", "-s", "bench", "-o", "bench.vvp", "design.v", "bench.v"];
    compiler.run(folder, "iverilog", SECONDS, &arguments)?.done("compiling the waveform's bench", module)?;
    simulator.run(folder, "vvp", SECONDS, &["bench.vvp"])?.done("running the waveform's bench", module)?;
    Ok(tools::read(folder, "bench.vcd")?)
}

/// A bench that applies the inputs.
fn bench(design: &Design, trace: &Trace) -> String {
    let mut text = String::from("module bench;\n");
    for port in &design.ports {
        let kind = if port.kind == PortKind::Out { "wire" } else { "reg" };
        let _ = writeln!(text, "    {kind} [{}:0] {};", port.width - 1, port.name);
    }
    let pins: Vec<String> = design.ports.iter().map(|p| format!(".{0}({0})", p.name)).collect();
    let _ = write!(
        text,
        "    {} dut ({});\n    initial begin\n        $dumpfile(\"bench.vcd\");\n        $dumpvars(0, bench);\n",
        design.module,
        pins.join(", ")
    );
    for step in &trace.steps {
        text += if design.clocked() { "        clock = 0;\n" } else { "" };
        for (name, value) in step.iter().filter(|(name, _)| *name != "clock") {
            let width = design.ports.iter().find(|p| p.name == **name).map_or(1, |p| p.width);
            let _ = writeln!(text, "        {name} = {width}'h{};", value.trim_start_matches("0x"));
        }
        text += if design.clocked() { "        #5 clock = 1;\n        #5;\n" } else { "        #10;\n" };
    }
    text + "    end\nendmodule\n"
}
