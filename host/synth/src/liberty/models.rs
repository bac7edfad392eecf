// SPDX-License-Identifier: Apache-2.0
//! Verilog that behaves as the cells of a library do, so that a netlist can be simulated.

use std::fmt::Write;

use super::cells::{Cell, CellKind, FlipFlop, Library};

/// One module a usable cell. Flip-flops have no delay and no initial value.
pub fn cell_models(library: &Library) -> String {
    let mut text =
        format!("// Functional models of the cells of {}, made from its Liberty file.\n", library.name);
    for (name, cell) in &library.cells {
        text += &model(name, cell);
    }
    text
}

fn model(name: &str, cell: &Cell) -> String {
    let port = |output: bool, name: &str| format!("{} wire {name}", if output { "output" } else { "input" });
    let ports: Vec<_> = cell.pins.iter().map(|p| port(p.function.is_some(), &p.name)).collect();
    let mut text = format!("\nmodule {name} ({});\n", ports.join(", "));
    if let CellKind::FlipFlop(ff) = &cell.kind {
        text += &state(ff);
    }
    for pin in &cell.pins {
        if let Some(function) = &pin.function {
            let _ = writeln!(text, "    assign {} = {function};", pin.name);
        }
    }
    text + "endmodule\n"
}

/// The state of a flip-flop. Where clear and preset are both active, clear wins; no netlist here uses both.
fn state(ff: &FlipFlop) -> String {
    let (state, inverse) = &ff.state;
    let mut text =
        format!("    reg {state};\n    wire {inverse} = ~{state};\n    wire rising = {};\n", ff.clock);
    let (mut edges, mut forced) = ("posedge rising".to_string(), String::new());
    for (name, value, when) in [("clearing", 0, &ff.clear), ("presetting", 1, &ff.preset)] {
        if let Some(when) = when {
            let _ = writeln!(text, "    wire {name} = {when};");
            let _ = write!(edges, " or posedge {name}");
            let _ = write!(forced, "if ({name}) {state} <= 1'b{value};\n        else ");
        }
    }
    let _ = writeln!(text, "    always @({edges})\n        {forced}{state} <= {};", ff.next);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_an_assignment_and_a_flip_flop_a_clocked_register() {
        let text = cell_models(&Library::read(include_str!("../../tests/tiny.lib")).unwrap());
        assert!(
            text.contains(
                "module ND2 (input wire A, input wire B, output wire Y);\n    assign Y = ~(A & B);"
            ),
            "{text}"
        );
        assert!(text.contains("always @(posedge rising)\n        IQ <= D;"), "{text}");
        assert!(text.contains("always @(posedge rising or posedge clearing)"), "{text}");
    }
}
