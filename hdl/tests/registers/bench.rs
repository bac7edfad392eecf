// SPDX-License-Identifier: Apache-2.0
//! A self-checking bench of a wrapper: random transfers, against the register map written again as registers of the bench.

use std::fmt::Write as _;

use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units::{Bus, Emitted};
use warpsmith_units::registers::Access;
use warpsmith_units::Register;

/// Transfers of a bench.
const TRANSFERS: usize = 600;

/// Bus master of each bus: tasks and what they look at.
const APB: &str = include_str!("apb_master.v");
const AXI_LITE: &str = include_str!("axi_lite_master.v");

/// The bench of a wrapper, module `bench`. The unit's inputs are random; its outputs are what registers must show.
pub fn bench(unit: &str, wrapper: &str, emitted: &Emitted, bus: Bus) -> String {
    let top = emitted.tops.iter().find(|top| wrapper == format!("{}_{}", top.thin, bus.name()));
    let top = top.expect("each wrapper is of a top module");
    let info = warpsmith_units::find(unit).expect("a unit");
    let module = info.modules.iter().find(|module| module.name == top.name).expect("a module");
    let registers = (module.registers)("tiny").expect("a configuration");
    let set = |name: &str| registers.iter().any(|r| r.port == name && is_setting(r));
    let mut text = String::from(
        "`timescale 1ns / 1ps\nmodule bench;\n    reg clock = 1'b0;\n    reg reset = 1'b1;\n    integer errors = 0;\n    always #5 clock = !clock;\n\n",
    );
    text += match bus {
        Bus::Apb => APB,
        Bus::AxiLite => AXI_LITE,
    };
    let mut pins = vec![];
    let mut random = String::new();
    for port in &top.ports {
        let range = format!("[{}:0]", port.width - 1);
        let _ = match port.kind {
            PortKind::Clock | PortKind::Reset => Ok(()),
            PortKind::In if set(&port.name) => Ok(()),
            PortKind::In => {
                let words = vec!["$random"; port.width.div_ceil(32)].join(", ");
                let _ = writeln!(random, "        {} = {{{words}}};", port.name);
                writeln!(text, "    reg {range} {} = 0;", port.name)
            }
            PortKind::Out => writeln!(text, "    wire {range} {};", port.name),
        };
        if matches!(port.kind, PortKind::In | PortKind::Out) && !set(&port.name) {
            pins.push(format!(".{0}({0})", port.name));
        }
    }
    let signals: &[&str] = match bus {
        Bus::Apb => &["psel", "penable", "pwrite", "paddr", "pwdata", "pstrb", "pready", "prdata", "pslverr"],
        Bus::AxiLite => &[
            "awvalid", "awready", "awaddr", "wvalid", "wready", "wdata", "wstrb", "bvalid", "bready",
            "bresp", "arvalid", "arready", "araddr", "rvalid", "rready", "rdata", "rresp",
        ],
    };
    let prefix = if bus == Bus::Apb { "s_apb_" } else { "s_axi_" };
    pins.extend(signals.iter().map(|name| format!(".{prefix}{name}({name})")));
    let _ = writeln!(
        text,
        "\n    {wrapper} dut (\n        .clock(clock), .reset(reset),\n        {}\n    );\n\n    always @(posedge clock) begin\n        #1;\n{random}    end\n",
        pins.join(",\n        ")
    );
    model(&mut text, &registers);
    let last = registers.last().map_or(0, |register| register.offset) + 12;
    let _ = writeln!(
        text,
        "    // Mostly addresses of registers and of some behind them, at times any.\n    \
         function [11:0] some_address(input integer seed);\n        \
         some_address = (seed & 7) == 0 ? seed >> 3 : (((seed >> 3) & 16'hffff) % {last});\n    endfunction\n\n    \
         initial begin\n        #400000;\n        $display(\"no end\");\n        $finish;\n    end\n\n    \
         initial begin\n        repeat (3) @(posedge clock);\n        #2;\n        reset = 1'b0;\n        run({TRANSFERS});\n        \
         if (errors == 0) $display(\"as the map says\");\n        $finish;\n    end\nendmodule"
    );
    text
}

fn is_setting(register: &Register) -> bool {
    matches!(register.access, Access::Setting { .. })
}

/// The registers as the map describes them: `there`, what is `shown` at an address, and `store`, which a write calls.
fn model(text: &mut String, registers: &[Register]) {
    let [mut shown, mut reset, mut clocked, mut store, mut settings, mut there, mut any] =
        [const { String::new() }; 7];
    for register in registers {
        let Register { name, offset, port, low, width, .. } = register;
        let word = offset / 4;
        let bits = format!("{port}[{}:{low}]", low + width - 1);
        let _ = writeln!(there, "            {word}: there = 1'b1;");
        let kept = format!("kept_{name}");
        match register.access {
            Access::Status => drop(writeln!(shown, "            {word}: shown = {bits};")),
            Access::Setting { initial } => {
                let _ = writeln!(any, "    reg [31:0] {kept};");
                let _ = writeln!(shown, "            {word}: shown = {kept};");
                let _ = writeln!(reset, "            {kept} <= {initial};");
                let mask = register.mask();
                let _ = writeln!(
                    store,
                    "            {word}: {kept} <= merged({kept}, data, strobes) & 32'h{mask:x};"
                );
                // `dut.port` is a scalar if it has one bit.
                let whole = registers.iter().filter(|other| other.port == *port).count() == 1;
                let bits = if whole { port.to_string() } else { bits };
                let _ = writeln!(
                    settings,
                    "        if (!reset && dut.{bits} !== {kept}[{}:0]) fail(\"{name} does not reach the unit\");",
                    width - 1
                );
            }
            Access::Count => {
                let _ = writeln!(any, "    reg [31:0] {kept};");
                let _ = writeln!(shown, "            {word}: shown = {kept};");
                let _ = writeln!(reset, "            {kept} <= 0;");
                let _ = writeln!(clocked, "            if ({port}) {kept} <= {kept} + 1;");
                let _ = writeln!(store, "            {word}: {kept} <= merged({kept}, data, strobes);");
            }
        }
    }
    let _ = write!(
        text,
        "    task fail(input [64*8:1] what);\n        begin\n            errors = errors + 1;\n            \
         $display(\"%0t: %0s\", $time, what);\n        end\n    endtask\n\n{any}\n    \
         function there(input [11:0] address);\n        case (address >> 2)\n{there}            default: there = 1'b0;\n        endcase\n    endfunction\n\n    \
         reg [31:0] shown;\n    always @* begin\n        case (looked_at >> 2)\n{shown}            default: shown = 0;\n        endcase\n    end\n\n    \
         function [31:0] merged(input [31:0] before, input [31:0] data, input [3:0] strobes);\n        integer b;\n        begin\n            merged = before;\n            \
         for (b = 0; b < 4; b = b + 1) if (strobes[b]) merged[8*b +: 8] = data[8*b +: 8];\n        end\n    endfunction\n\n    \
         task store(input [11:0] address, input [31:0] data, input [3:0] strobes);\n        case (address >> 2)\n{store}            default: ;\n        endcase\n    endtask\n\n    \
         always @(posedge clock) begin\n{settings}        if (reset) begin\n{reset}            ;\n        end else begin\n{clocked}            if (stores) store(stored_at, stored, stored_strobes);\n        end\n    end\n\n"
    );
}
