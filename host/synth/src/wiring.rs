// SPDX-License-Identifier: Apache-2.0
//! Which net is at which pin of a netlist, from what `write_json` of yosys says.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The constants as nets; yosys numbers those of a design from 2.
pub const ZERO: u32 = 0;
pub const ONE: u32 = 1;

/// The cells and ports of one module.
#[derive(Debug, Deserialize)]
pub struct Wiring {
    pub ports: BTreeMap<String, Port>,
    pub cells: BTreeMap<String, Instance>,
}

#[derive(Debug, Deserialize)]
pub struct Port {
    /// `input` or `output`.
    pub direction: String,
    /// Lowest bit first.
    bits: Vec<Bit>,
}

/// An instance of a cell.
#[derive(Debug, Deserialize)]
pub struct Instance {
    #[serde(rename = "type")]
    pub kind: String,
    connections: BTreeMap<String, Vec<Bit>>,
}

/// A net, or the constant `0`, `1` or `x`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Bit {
    Net(u32),
    Constant(String),
}

#[derive(Deserialize)]
struct File {
    modules: BTreeMap<String, Wiring>,
}

impl Wiring {
    /// The module `top` of a file.
    ///
    /// # Errors
    /// The file is not what yosys writes, or has no such module.
    pub fn read(json: &str, top: &str) -> Result<Wiring, String> {
        let file: File = serde_json::from_str(json).map_err(|e| e.to_string())?;
        let mut modules = file.modules;
        modules.remove(top).ok_or_else(|| format!("there is no module {top}"))
    }

    /// One more than the highest net.
    pub fn nets(&self) -> usize {
        let ports = self.ports.values().flat_map(|port| &port.bits);
        let pins = self.cells.values().flat_map(|cell| cell.connections.values().flatten());
        ports.chain(pins).map(|bit| bit.net() as usize + 1).max().unwrap_or(0).max(2)
    }
}

impl Port {
    /// Lowest bit first.
    pub fn nets(&self) -> Vec<u32> {
        self.bits.iter().map(Bit::net).collect()
    }
}

impl Instance {
    /// The net at a pin of one bit, if it is connected.
    pub fn pin(&self, name: &str) -> Option<u32> {
        self.connections.get(name)?.first().map(Bit::net)
    }
}

impl Bit {
    /// Where it does not matter (`x`), 0 is as good as 1.
    fn net(&self) -> u32 {
        match self {
            Bit::Net(net) => *net,
            Bit::Constant(value) if value == "1" => ONE,
            Bit::Constant(_) => ZERO,
        }
    }
}
