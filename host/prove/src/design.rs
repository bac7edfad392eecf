// SPDX-License-Identifier: Apache-2.0
//! A module of a unit as one flat design.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools::Yosys;

use crate::error::Error;
use crate::script;

/// A port of the unit.
pub struct Port {
    pub name: String,
    pub width: usize,
    pub output: bool,
}

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
        script::write(folder, "design.v", &text)?;
        let script = script::fill(include_str!("../../../scripts/prove/design.ys"), &[("TOP", module)]);
        script::run(yosys, folder, "design.ys", &script, module)?;
        let json = fs::read_to_string(folder.join("design.json"))
            .map_err(|e| script::unreadable(folder, "design.json", e))?;
        Design::read(&json, module).ok_or_else(|| Error::Output {
            tool: "yosys",
            checker: module,
            what: "no such module".to_string(),
        })
    }

    fn read(json: &str, module: &str) -> Option<Design> {
        let json: Value = serde_json::from_str(json).ok()?;
        let module = &json["modules"][module];
        let width = |v: &Value| v["bits"].as_array().map_or(0, Vec::len);
        let ports = module["ports"].as_object()?.iter().map(|(name, port)| Port {
            name: name.clone(),
            width: width(port),
            output: port["direction"] == "output",
        });
        let widths = module["netnames"].as_object()?.iter().map(|(name, net)| (name.clone(), width(net)));
        Some(Design { ports: ports.collect(), widths: widths.collect() })
    }

    /// Width of a signal, by its hierarchical name.
    pub fn width(&self, signal: &str) -> Option<usize> {
        self.widths.get(signal).copied()
    }
}
