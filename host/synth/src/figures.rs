// SPDX-License-Identifier: Apache-2.0
//! The result: what each design costs, with what it was measured.

use serde::{Deserialize, Serialize};

use crate::activity::Activity;
use crate::equal::Equality;
use crate::flow::{Design, Flat, Flow};
use crate::liberty::Library;
use crate::memory::{Memory, SRAM_PER_FLIP_FLOP};
use crate::netlist::{area, flip_flops, Block};
use crate::timing::LongestPath;

/// Changes when a key of the JSON changes its meaning.
pub const FORMAT: u32 = 1;

/// The figures of some designs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// Versions of the tools.
    pub tools: Vec<String>,
    /// The cells that the designs are made of.
    pub library: LibraryNote,
    /// The clock that was asked for, ns.
    pub clock_ns: f64,
    /// Logic was kept shallow.
    #[serde(default)]
    pub short_paths: bool,
    /// In the order in which they were asked for.
    pub designs: Vec<Figures>,
}

/// What one must know of the library to read the figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryNote {
    /// As the Liberty file has it.
    pub name: String,
    /// The unit of area: name and um2.
    pub nand2: (String, f64),
    /// What was taken out of it, and why: reason and number of cells.
    pub dropped: Vec<(String, usize)>,
    /// A default wire load was taken out.
    pub wire_load_dropped: bool,
}

/// The figures of one design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Name of the unit.
    pub unit: String,
    /// Name of the configuration.
    pub config: String,
    /// The top module.
    pub top: String,
    /// Cell area of the flattened design, um2.
    pub area_um2: f64,
    /// The same over that of the smallest two-input NAND.
    pub nand2_equivalents: f64,
    /// Cells of the flattened design, flip-flops included.
    pub cells: u64,
    /// Those of the cells that are flip-flops.
    pub flip_flops: u64,
    /// The memories of the RTL, and what they would be as SRAM.
    pub memory: MemoryFigures,
    /// Sum over the cells, nW.
    pub leakage_nw: f64,
    /// The longest path of the flattened design, at the clock that was asked for.
    pub path: LongestPath,
    /// MHz.
    pub highest_clock_mhz: f64,
    /// What yosys and the timing analyser took for the flattened design when they ran, s; it depends on the machine.
    #[serde(default)]
    pub seconds: f64,
    /// Whether the mapped netlist equals the RTL, if that was asked for.
    #[serde(default)]
    pub netlist: Option<Equality>,
    /// What switched in a run, if that was asked for.
    #[serde(default)]
    pub activity: Option<Activity>,
    /// The design mapped with its hierarchy. Its area differs from `area_um2`: no logic is shared or simplified across
    /// blocks.
    pub blocks: Block,
}

/// Memories of the RTL. Their bits are flip-flops in all other figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryFigures {
    /// Words times width, of all memories.
    pub bits: u64,
    /// Of these, bits whose reads have a register behind them, as an SRAM's have.
    pub registered_bits: u64,
    /// The bits as the library's smallest flip-flop, um2.
    pub flip_flops_um2: f64,
    /// The bits as SRAM, um2: an estimate, [`SRAM_PER_FLIP_FLOP`] times the former.
    pub sram_um2: f64,
}

impl Report {
    /// A report of these figures with what `flow` used.
    pub fn new(flow: &Flow, designs: Vec<Figures>) -> Report {
        let library = &flow.library;
        Report {
            format: FORMAT,
            tools: vec![flow.yosys.version.clone(), flow.sta.version.clone()],
            library: LibraryNote {
                name: library.name.clone(),
                nand2: (library.nand2.clone(), library.area(&library.nand2)),
                dropped: library.dropped.iter().map(|(why, cells)| (why.to_string(), cells.len())).collect(),
                wire_load_dropped: library.wire_load_dropped,
            },
            clock_ns: flow.clock_ns,
            short_paths: flow.short_paths,
            designs,
        }
    }
}

impl Figures {
    pub(crate) fn new(design: &Design, flat: &Flat, blocks: Block, library: &Library) -> Figures {
        let area_um2 = area(&flat.cells, library);
        let leakage =
            |(cell, n): (&String, &u64)| library.cells.get(cell).map_or(0.0, |c| c.leakage) * *n as f64;
        Figures {
            unit: design.unit.clone(),
            config: design.config.clone(),
            top: design.top.clone(),
            area_um2,
            nand2_equivalents: area_um2 / library.area(&library.nand2),
            cells: flat.cells.values().sum(),
            flip_flops: flip_flops(&flat.cells, library),
            memory: MemoryFigures::new(&flat.memories, library),
            leakage_nw: flat.cells.iter().map(leakage).sum(),
            highest_clock_mhz: flat.path.highest_clock_mhz(),
            path: flat.path.clone(),
            seconds: flat.seconds,
            netlist: None,
            activity: None,
            blocks,
        }
    }

    /// `unit/config`.
    pub fn configuration(&self) -> String {
        format!("{}/{}", self.unit, self.config)
    }

    /// `unit/config top`.
    pub fn name(&self) -> String {
        format!("{}/{} {}", self.unit, self.config, self.top)
    }
}

impl MemoryFigures {
    fn new(memories: &[Memory], library: &Library) -> MemoryFigures {
        let bits = memories.iter().map(Memory::bits).sum();
        let flip_flops_um2 = bits as f64 * library.area(&library.flip_flop);
        MemoryFigures {
            bits,
            registered_bits: memories.iter().filter(|m| m.registered).map(Memory::bits).sum(),
            flip_flops_um2,
            sram_um2: flip_flops_um2 * SRAM_PER_FLIP_FLOP,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A report of one design of 100 um2, a block of 75 um2 in it.
    pub fn report() -> Report {
        let block = |name: &str, area_um2, blocks| Block {
            name: name.to_string(),
            module: name.to_string(),
            area_um2,
            flip_flops: 1,
            cells: 2,
            blocks,
        };
        let path = LongestPath {
            start: "a".to_string(),
            end: "b".to_string(),
            depth: 3,
            arrival_ns: 1.9,
            slack_ns: 8.0,
            shortest_period_ns: 2.0,
        };
        let figures = Figures {
            unit: "u".to_string(),
            config: "c".to_string(),
            top: "t".to_string(),
            area_um2: 100.0,
            nand2_equivalents: 25.0,
            cells: 20,
            flip_flops: 4,
            memory: MemoryFigures { bits: 0, registered_bits: 0, flip_flops_um2: 0.0, sram_um2: 0.0 },
            leakage_nw: 10.0,
            highest_clock_mhz: path.highest_clock_mhz(),
            path,
            seconds: 1.0,
            netlist: None,
            activity: None,
            blocks: block("t", 100.0, vec![block("inside", 75.0, vec![])]),
        };
        Report {
            format: FORMAT,
            tools: vec!["Yosys".to_string()],
            library: LibraryNote {
                name: "l".to_string(),
                nand2: ("ND2".to_string(), 4.0),
                dropped: vec![],
                wire_load_dropped: false,
            },
            clock_ns: 10.0,
            short_paths: false,
            designs: vec![figures],
        }
    }
}
