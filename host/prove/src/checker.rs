// SPDX-License-Identifier: Apache-2.0
//! The interface of a checker and the top module that binds it to the unit.
//!
//! A port of a checker is a port of the unit, or an internal signal of it: `each_cpu_0__cpu__age` stands for
//! `each_cpu[0].cpu.age`. A parameter that has the name of a parameter of the unit gets its value.

use std::fmt::Write as _;

use serde_json::Value;
use warpsmith_hdl::emit::PortKind;

use crate::design::{Design, STARTED};
use crate::error::Error;
use crate::properties::Property;

/// What a checker reads and is parametrised by.
pub struct Interface {
    ports: Vec<String>,
    parameters: Vec<String>,
}

impl Interface {
    /// From the JSON that yosys writes of a checker.
    pub fn read(property: &Property, json: &str) -> Result<Interface, Error> {
        let odd =
            |what: &str| Error::Output { tool: "yosys", checker: property.name, what: what.to_string() };
        let json: Value = serde_json::from_str(json).map_err(|e| odd(&e.to_string()))?;
        let modules = json["modules"].as_object().ok_or_else(|| odd("no modules"))?;
        let module = modules.get(property.name).ok_or_else(|| Error::Checker {
            checker: property.name,
            what: format!("its file has no module `{}`", property.name),
        })?;
        let names = |key: &str| -> Vec<String> {
            module[key].as_object().into_iter().flat_map(|o| o.keys().cloned()).collect()
        };
        Ok(Interface { ports: names("ports"), parameters: names("parameter_default_values") })
    }
}

/// The proof's top module and the signals of the unit that it needs.
pub struct Binding {
    /// The module `proof`: its inputs are the unit's, `reset` is high in the first cycle if it has one.
    pub verilog: String,
    /// Internal signals that the checker reads, by hierarchical name.
    pub observed: Vec<String>,
}

/// Binds a checker to the unit.
///
/// # Errors
/// The checker reads something that the unit does not have.
pub fn bind(
    property: &Property,
    interface: &Interface,
    design: &Design,
    parameters: &[(&'static str, String)],
) -> Result<Binding, Error> {
    let mut observed = Vec::new();
    let mut wires = String::new();
    let mut unit_pins: Vec<String> = Vec::new();
    for port in &design.ports {
        if port.kind == PortKind::Out {
            let _ = writeln!(wires, "    wire [{}:0] {};", port.width - 1, port.name);
        }
        unit_pins.push(format!(".{0}({0})", port.name));
    }
    for name in &interface.ports {
        if design.ports.iter().any(|p| p.name == *name) {
            continue;
        }
        let signal = design.signal(name).ok_or_else(|| Error::Checker {
            checker: property.name,
            what: format!("{} has no port and no signal `{name}`", design.module),
        })?;
        let _ = writeln!(wires, "    wire [{}:0] {name};", signal.width - 1);
        unit_pins.push(format!(".\\{} ({name})", signal.name));
        observed.push(signal.name.clone());
    }
    let given = parameters.iter().filter(|(name, _)| interface.parameters.iter().any(|p| p == name));
    let given: Vec<String> = given.map(|(name, value)| format!(".{name}({value})")).collect();
    let checker_pins: Vec<String> = interface.ports.iter().map(|p| format!(".{p}({p})")).collect();
    let inputs = design.ports.iter().filter(|p| p.kind != PortKind::Out);
    let inputs: Vec<String> =
        inputs.map(|p| format!("    input wire [{}:0] {}", p.width - 1, p.name)).collect();
    let start = format!("{STARTED}    always @* if (!proof_started) assume (reset);\n");
    let verilog = format!(
        "module proof (\n{}\n);\n{wires}{}    {} dut ({});\n    {} {} invariant ({});\nendmodule\n",
        inputs.join(",\n"),
        if design.resets() { &start } else { "" },
        design.module,
        unit_pins.join(", "),
        property.name,
        if given.is_empty() { String::new() } else { format!("#({})", given.join(", ")) },
        checker_pins.join(", "),
    );
    Ok(Binding { verilog, observed })
}
