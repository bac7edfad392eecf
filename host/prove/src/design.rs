// SPDX-License-Identifier: Apache-2.0
//! A module of a unit as one flat design.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use warpsmith_hdl::emit::{Port, PortKind};
use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools::{self, Yosys};

use crate::error::Error;
use crate::script;

/// Declares `proof_started`, which is low in the first cycle of a proof alone.
pub const STARTED: &str =
    "    reg proof_started = 1'b0;\n    always @(posedge clock) proof_started <= 1'b1;\n";

/// What is known of the flat design; the design itself is `design.il`.
pub struct Design {
    /// Its module.
    pub module: String,
    /// By name.
    pub ports: Vec<Port>,
    /// By the identifier that checkers use.
    signals: BTreeMap<String, Signal>,
}

/// A signal of the flat design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Hierarchical: `each_cpu[0].cpu.age`.
    pub name: String,
    pub width: usize,
}

impl Signal {
    /// What checkers call it: `each_cpu_0__cpu__age`.
    fn identifier(&self) -> String {
        self.name.replace('.', "__").replace('[', "_").replace(']', "")
    }
}

impl Design {
    /// Reads and flattens `module` of an emission into `folder`.
    pub fn make(
        yosys: &Yosys,
        folder: &Path,
        emitted: &Emitted,
        module: &'static str,
    ) -> Result<Design, Error> {
        let name = shape(emitted, module).ok_or(Error::NoModule { module })?.to_string();
        tools::write(folder, "design.v", &emitted.text())?;
        let script = script::fill(include_str!("../../../scripts/prove/design.ys"), &[("TOP", &name)]);
        script::run(yosys, folder, "design.ys", &script, module)?;
        let json: Value = serde_json::from_str(&tools::read(folder, "design.json")?).unwrap_or_default();
        let (ports, signals) = (ports(&json, &name), signals(&json, &name));
        for port in ports.iter().flatten() {
            let checked = warpsmith_synth::names::check("a port", &port.name);
            checked.map_err(|what| Error::Checker { checker: module, what })?;
        }
        let odd = || Error::Output { tool: "yosys", checker: module, what: "no such module".to_string() };
        let made = ports.zip(signals).map(|(ports, signals)| Design { module: name, ports, signals });
        made.ok_or_else(odd)
    }

    /// That it has the ports of the emitted module, if that is a top module: Verilog of the user may have others.
    pub fn check_ports(&self, emitted: &Emitted) -> Result<(), Error> {
        let Some(top) = emitted.tops.iter().find(|top| top.module == self.module) else { return Ok(()) };
        for wanted in &top.ports {
            let found = self.ports.iter().find(|port| port.name == wanted.name).map(|port| port.width);
            if found != Some(wanted.width) {
                return Err(Error::Port {
                    module: top.name,
                    name: wanted.name.clone(),
                    found,
                    wanted: wanted.width,
                });
            }
        }
        Ok(())
    }

    /// Whether it has a clock.
    pub fn clocked(&self) -> bool {
        self.ports.iter().any(|p| p.kind == PortKind::Clock)
    }

    /// Whether it is reset, in the first cycle of a proof.
    pub fn resets(&self) -> bool {
        self.ports.iter().any(|p| p.kind == PortKind::Reset)
    }

    /// The signal that a checker calls `identifier`.
    pub fn signal(&self, identifier: &str) -> Option<&Signal> {
        self.signals.get(identifier)
    }
}

/// The Verilog module of `module` in an emission. The defaults of its parameters are their values in the configuration; of a
/// primitive with several shapes those of the first.
pub fn shape<'a>(emitted: &'a Emitted, module: &str) -> Option<&'a str> {
    let name = emitted.top(module).map_or(module, |top| top.module);
    let mut names = emitted.verilog().filter_map(|f| f.name.strip_suffix(".v"));
    names.find(|found| *found == name)
}

/// The ports of `module` in the JSON that yosys writes.
fn ports(json: &Value, module: &str) -> Option<Vec<Port>> {
    let ports = json["modules"][module]["ports"].as_object()?.iter().map(|(name, port)| Port {
        name: name.clone(),
        kind: match (name.as_str(), port["direction"].as_str()) {
            (_, Some("output")) => PortKind::Out,
            ("clock", _) => PortKind::Clock,
            ("reset", _) => PortKind::Reset,
            _ => PortKind::In,
        },
        width: port["bits"].as_array().map_or(0, Vec::len),
    });
    Some(ports.collect())
}

/// The signals of `module` in the same JSON.
fn signals(json: &Value, module: &str) -> Option<BTreeMap<String, Signal>> {
    let names = json["modules"][module]["netnames"].as_object()?;
    let signals = names
        .iter()
        .map(|(name, net)| Signal { name: name.clone(), width: net["bits"].as_array().map_or(0, Vec::len) });
    Some(signals.map(|s| (s.identifier(), s)).collect())
}
