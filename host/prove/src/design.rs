// SPDX-License-Identifier: Apache-2.0
//! A module of a unit as one flat design.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use warpsmith_hdl::emit::Port;
use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools::{self, Yosys};

use crate::error::Error;
use crate::script;

/// What is known of the flat design; the design itself is `design.il`.
pub struct Design {
    /// In the order of the Verilog.
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
        let text: String = emitted.verilog().map(|f| f.text.as_str()).collect();
        tools::write(folder, "design.v", &text)?;
        let script = script::fill(include_str!("../../../scripts/prove/design.ys"), &[("TOP", module)]);
        script::run(yosys, folder, "design.ys", &script, module)?;
        let ports = emitted.tops.iter().find(|top| top.name == module).map(|top| top.ports.clone());
        let signals = signals(&tools::read(folder, "design.json")?, module);
        let missing = || Error::Output { tool: "yosys", checker: module, what: "no such module".to_string() };
        ports.zip(signals).map(|(ports, signals)| Design { ports, signals }).ok_or_else(missing)
    }

    /// The signal that a checker calls `identifier`.
    pub fn signal(&self, identifier: &str) -> Option<&Signal> {
        self.signals.get(identifier)
    }
}

/// The signals of `module` in the JSON that yosys writes.
fn signals(json: &str, module: &str) -> Option<BTreeMap<String, Signal>> {
    let json: Value = serde_json::from_str(json).ok()?;
    let names = json["modules"][module]["netnames"].as_object()?;
    let signals = names
        .iter()
        .map(|(name, net)| Signal { name: name.clone(), width: net["bits"].as_array().map_or(0, Vec::len) });
    Some(signals.map(|s| (s.identifier(), s)).collect())
}
