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
    widths: BTreeMap<String, usize>,
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
        let widths = widths(&tools::read(folder, "design.json")?, module);
        let missing = || Error::Output { tool: "yosys", checker: module, what: "no such module".to_string() };
        ports.zip(widths).map(|(ports, widths)| Design { ports, widths }).ok_or_else(missing)
    }

    /// Width of a signal, by its hierarchical name.
    pub fn width(&self, signal: &str) -> Option<usize> {
        self.widths.get(signal).copied()
    }
}

/// The width of each signal of `module` in the JSON that yosys writes.
fn widths(json: &str, module: &str) -> Option<BTreeMap<String, usize>> {
    let json: Value = serde_json::from_str(json).ok()?;
    let width = |v: &Value| v["bits"].as_array().map_or(0, Vec::len);
    let names = json["modules"][module]["netnames"].as_object()?;
    Some(names.iter().map(|(name, net)| (name.clone(), width(net))).collect())
}
