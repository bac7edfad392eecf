// SPDX-License-Identifier: Apache-2.0
//! A self-checking bench of a top module, for any simulator: random inputs, and what the reference model answers.

use std::fmt::Write as _;

use warpsmith_units::{Module, PortSpec, Ports, Stimulus, Unit};

/// Cycles of a bench; the module is reset before the first and in the middle.
const CYCLES: usize = 200;

/// Seed of the inputs.
const SEED: u64 = 1;

/// Digits of a literal at most.
const DIGITS: usize = 64;

/// The SystemVerilog of the bench of `entity`, which is `M` with these parameters. Its module is `<entity>_tb`.
pub fn bench<M: Module>(entity: &str, params: &M::Params) -> String {
    let (inputs, outputs) = (M::In::specs(params), M::Out::specs(params));
    let (given, seen) = (width(&inputs), width(&outputs));
    let mut text = format!(
        "// SPDX-License-Identifier: Apache-2.0\n\
         // {entity}_tb: runs {entity} for {CYCLES} cycles with random inputs and\n\
         // compares every output with what its reference model gave. Emitted by Warpsmith.\n\
         // The last line says how it ended; a difference is fatal.\n\n\
         `timescale 1ns / 1ps\n`default_nettype none\n\n\
         module {entity}_tb;\n\n    reg clock = 1'b0;\n    reg reset = 1'b1;\n    integer cycle = 0;\n    integer errors = 0;\n\n    \
         reg  [{}:0] inputs;\n    wire [{}:0] outputs;\n    reg  [{}:0] early;\n    reg  [{}:0] got;\n    \
         // Outputs that answer in the same cycle; the others are registers.\n    localparam [{}:0] SAME_CYCLE = {};\n\n",
        given - 1,
        seen - 1,
        seen - 1,
        seen - 1,
        seen - 1,
        literal(&outputs.iter().map(|spec| (if spec.comb { "1" } else { "0" }).repeat(spec.width)).rev().collect::<String>()),
    );
    let mut pins = vec![".clock(clock)".to_string(), ".reset(reset)".to_string()];
    for (specs, vector) in [(&inputs, "inputs"), (&outputs, "outputs")] {
        pins.extend(slices(specs).into_iter().map(|(name, slice)| format!(".{name}({vector}{slice})")));
    }
    let _ = write!(text, "    {entity} dut (\n        {}\n    );\n\n", pins.join(",\n        "));
    text += "    // One cycle: outputs that answer at once are looked at before the rising edge, registers\n    // after it.\n";
    let _ = writeln!(text, "    task step(input [{}:0] given, input [{}:0] expected);", given - 1, seen - 1);
    text += "        begin\n            clock = 1'b0;\n            inputs = given;\n            #5;\n            early = outputs;\n            \
             clock = 1'b1;\n            #5;\n            got = (early & SAME_CYCLE) | (outputs & ~SAME_CYCLE);\n            \
             if (got !== expected) errors = errors + 1;\n";
    for (name, slice) in slices(&outputs) {
        let _ = write!(
            text,
            "            if (got{slice} !== expected{slice})\n                \
             $display(\"cycle %0d: {name} is %h, the model has %h\", cycle,\n                         got{slice}, expected{slice});\n"
        );
    }
    text += "            cycle = cycle + 1;\n        end\n    endtask\n\n    // Two cycles.\n    task restart;\n        begin\n            \
             reset = 1'b1;\n            inputs = 0;\n            repeat (2) begin\n                clock = 1'b0;\n                #5;\n                \
             clock = 1'b1;\n                #5;\n            end\n            reset = 1'b0;\n        end\n    endtask\n\n    initial begin\n        // Combinational blocks begin to wait for changes of their inputs.\n        #5;\n";
    for (n, (input, output)) in run::<M>(params).iter().enumerate() {
        if n % (CYCLES / 2) == 0 {
            text += "        restart;\n";
        }
        let line = format!("        step({}, {});\n", literal(input), literal(output));
        text += &if line.len() <= 100 { line } else { line.replace(", ", ",\n            ") };
    }
    let _ = write!(
        text,
        "        if (errors != 0) $fatal(1, \"{entity}_tb: FAILED in %0d of {CYCLES} cycles\", errors);\n        \
         $display(\"{entity}_tb: {CYCLES} cycles as the model\");\n        $finish;\n    end\n\nendmodule\n\n`default_nettype wire\n"
    );
    text
}

/// Inputs and outputs of each cycle as binary numbers, the first port lowest.
fn run<M: Module>(params: &M::Params) -> Vec<(String, String)> {
    let mut model = M::model(params);
    let mut cycles = Vec::new();
    let (inputs, outputs) = (M::In::specs(params), M::Out::specs(params));
    for half in 0..2 {
        model.reset();
        let mut stimulus = M::Environment::new(params, SEED + half);
        let mut out = M::at_reset(params, &M::In::default());
        for _ in 0..CYCLES / 2 {
            let input = stimulus.next_input(&out);
            out = model.step(&input);
            cycles.push((binary(&inputs, &input.values()), binary(&outputs, &out.values())));
        }
    }
    cycles
}

fn width(specs: &[PortSpec]) -> usize {
    specs.iter().map(|spec| spec.width).sum()
}

/// The ports with their places in a vector of all, the first lowest.
fn slices(specs: &[PortSpec]) -> Vec<(&'static str, String)> {
    let mut low = 0;
    let mut slices = Vec::new();
    for spec in specs {
        let high = low + spec.width - 1;
        let slice = if spec.width == 1 { format!("[{low}]") } else { format!("[{high}:{low}]") };
        slices.push((spec.name, slice));
        low = high + 1;
    }
    slices
}

/// The values of all ports as one binary number.
fn binary(specs: &[PortSpec], values: &[(&'static str, String)]) -> String {
    let bits = |(spec, (_, hex)): (&PortSpec, &(&str, String))| {
        let digits = hex.trim_start_matches("0x").chars().filter_map(|digit| digit.to_digit(16));
        let bits: String = digits.map(|digit| format!("{digit:04b}")).collect();
        // Bits of an input above its width mean nothing.
        let bits = format!("{bits:0>width$}", width = spec.width);
        bits[bits.len() - spec.width..].to_string()
    };
    specs.iter().zip(values).rev().map(bits).collect()
}

/// A binary number as a Verilog literal; a long one in pieces.
fn literal(bits: &str) -> String {
    let piece = |bits: &[u8]| {
        let digit = |nibble: &[u8]| {
            let number = nibble.iter().fold(0, |n, bit| 2 * n + u32::from(bit - b'0'));
            std::char::from_digit(number, 16).unwrap_or('0')
        };
        let mut digits: Vec<char> = bits.rchunks(4).map(digit).collect();
        digits.reverse();
        format!("{}'h{}", bits.len(), digits.into_iter().collect::<String>())
    };
    let mut pieces: Vec<String> = bits.as_bytes().rchunks(4 * DIGITS).map(piece).collect();
    pieces.reverse();
    match &pieces[..] {
        [one] => one.clone(),
        _ => format!("{{{}}}", pieces.join(", ")),
    }
}
