// SPDX-License-Identifier: Apache-2.0
//! The memories of a design's RTL: bits that a flow with an SRAM compiler would not make of flip-flops.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Area of an SRAM bit over that of a flip-flop: 5.7 um2 in the SRAM macros of IHP SG13G2 (1 kbit and more, with
/// their periphery) over 49 um2 of that library's flip-flop. Small memories do worse.
pub const SRAM_PER_FLIP_FLOP: f64 = 5.7 / 49.0;

/// A memory of the RTL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    pub name: String,
    /// Words.
    pub depth: u64,
    /// Bits a word.
    pub width: u64,
    /// Every read port has a register behind it, as an SRAM's has.
    pub registered: bool,
}

impl Memory {
    pub fn bits(&self) -> u64 {
        self.depth * self.width
    }

    /// Reads the `$mem_v2` cells of what yosys' `write_json` gives.
    ///
    /// # Errors
    /// What the text is not.
    pub fn read(json: &str) -> Result<Vec<Memory>, String> {
        let json: Value = serde_json::from_str(json).map_err(|e| e.to_string())?;
        let modules = json["modules"].as_object().ok_or("there are no modules")?;
        let cells = modules.values().filter_map(|module| module["cells"].as_object()).flatten();
        cells.filter(|(_, cell)| cell["type"] == "$mem_v2").map(|(name, cell)| memory(name, cell)).collect()
    }
}

fn memory(name: &str, cell: &Value) -> Result<Memory, String> {
    let bits = |key: &str| {
        cell["parameters"][key].as_str().ok_or_else(|| format!("the memory {name} has no parameter {key}"))
    };
    let number = |key: &str| {
        let text = bits(key)?;
        u64::from_str_radix(text, 2).map_err(|_| format!("{key} of the memory {name} is `{text}`"))
    };
    let registered = bits("RD_CLK_ENABLE")?;
    Ok(Memory {
        name: bits("MEMID").unwrap_or(name).trim_start_matches('\\').to_string(),
        depth: number("SIZE")?,
        width: number("WIDTH")?,
        registered: registered.contains('1') && !registered.contains('0'),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_width_and_kind_of_read_of_each_memory_are_read() {
        let memories = Memory::read(include_str!("../tests/captured/memories.json")).unwrap();
        let memory = |name: &str, registered| Memory { name: name.into(), depth: 16, width: 8, registered };
        assert_eq!(memories, [memory("asynchronous", false), memory("synchronous", true)]);
        assert_eq!(memories[0].bits(), 128);
    }

    #[test]
    fn what_is_no_netlist_is_refused() {
        assert!(Memory::read("{").is_err());
        assert_eq!(Memory::read("{}").unwrap_err(), "there are no modules");
    }
}
