// SPDX-License-Identifier: Apache-2.0
//! What a netlist written by yosys is made of, and the area of its blocks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::liberty::{CellKind, Library};

/// The modules of a netlist, by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Netlist {
    modules: BTreeMap<String, Module>,
}

/// What one module instantiates.
#[derive(Debug, Default, PartialEq, Eq)]
struct Module {
    /// Number of instances by cell; sub-modules stand in `blocks` instead.
    cells: BTreeMap<String, u64>,
    /// Instance and module.
    blocks: Vec<(String, String)>,
}

/// A block of a design: an instance of a module with what is inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Name of the instance; that of the module for the top.
    pub name: String,
    /// The Verilog module.
    pub module: String,
    /// um2, with the blocks inside.
    pub area_um2: f64,
    /// Flip-flops, with those of the blocks inside.
    pub flip_flops: u64,
    /// Cells, with those of the blocks inside.
    pub cells: u64,
    /// The blocks inside, largest first.
    pub blocks: Vec<Block>,
}

impl Block {
    /// The area of all blocks of a module in this one, um2.
    pub fn of_module(&self, module: &str) -> f64 {
        if self.module == module {
            return self.area_um2;
        }
        self.blocks.iter().map(|inside| inside.of_module(module)).sum()
    }
}

impl Netlist {
    /// Reads the Verilog that `write_verilog -noexpr` gives: an instance begins with `TYPE NAME (` or
    /// `TYPE #(` on a line of its own.
    pub fn read(verilog: &str) -> Netlist {
        let mut netlist = Netlist::default();
        let mut name = String::new();
        let mut module = Module::default();
        // The type of an instance whose parameters stand between type and name.
        let mut with_parameters = String::new();
        for line in verilog.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next(), words.next()) {
                (Some("module"), Some(declared), ..) => {
                    name = plain(declared.split('(').next().unwrap_or(declared));
                }
                (Some("endmodule"), ..) => {
                    netlist.modules.insert(std::mem::take(&mut name), std::mem::take(&mut module));
                }
                (Some(kind), Some("#("), None, None) => with_parameters = plain(kind),
                (Some(")"), Some(_), Some("("), None) => {
                    *module.cells.entry(std::mem::take(&mut with_parameters)).or_default() += 1;
                }
                (Some(kind), Some(instance), Some("("), None) => {
                    *module.cells.entry(plain(kind)).or_default() += 1;
                    module.blocks.push((plain(instance), plain(kind)));
                }
                _ => {}
            }
        }
        netlist.separate();
        netlist
    }

    /// Only now is it known which types are modules of the netlist and which are cells.
    fn separate(&mut self) {
        let names: Vec<String> = self.modules.keys().cloned().collect();
        for module in self.modules.values_mut() {
            module.blocks.retain(|(_, kind)| names.contains(kind));
            module.cells.retain(|kind, _| !names.contains(kind));
        }
    }

    /// Number of instances by cell in the module `top` and what it instantiates.
    pub fn cells(&self, top: &str) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        self.count(top, &mut counts);
        counts
    }

    fn count(&self, module: &str, counts: &mut BTreeMap<String, u64>) {
        let Some(module) = self.modules.get(module) else { return };
        for (cell, n) in &module.cells {
            *counts.entry(cell.clone()).or_default() += n;
        }
        for (_, kind) in &module.blocks {
            self.count(kind, counts);
        }
    }

    /// The tree of blocks under `top`, with the areas of `library`.
    pub fn blocks(&self, top: &str, library: &Library) -> Block {
        self.block(top, top, library)
    }

    fn block(&self, name: &str, kind: &str, library: &Library) -> Block {
        let mut block = Block {
            name: name.to_string(),
            module: crate::names::own(kind).to_string(),
            area_um2: 0.0,
            flip_flops: 0,
            cells: 0,
            blocks: Vec::new(),
        };
        let Some(module) = self.modules.get(kind) else { return block };
        block.area_um2 = area(&module.cells, library);
        block.flip_flops = flip_flops(&module.cells, library);
        block.cells = module.cells.values().sum();
        block.blocks = module.blocks.iter().map(|(name, kind)| self.block(name, kind, library)).collect();
        for inside in &block.blocks {
            block.area_um2 += inside.area_um2;
            block.flip_flops += inside.flip_flops;
            block.cells += inside.cells;
        }
        block.blocks.sort_by(|a, b| b.area_um2.total_cmp(&a.area_um2).then_with(|| a.name.cmp(&b.name)));
        block
    }
}

/// The area of cells, um2.
pub fn area(cells: &BTreeMap<String, u64>, library: &Library) -> f64 {
    cells.iter().map(|(cell, n)| library.area(cell) * *n as f64).sum()
}

/// How many of the cells are flip-flops.
pub fn flip_flops(cells: &BTreeMap<String, u64>, library: &Library) -> u64 {
    let is = |cell: &str| library.cells.get(cell).is_some_and(|c| matches!(c.kind, CellKind::FlipFlop(_)));
    cells.iter().filter(|(cell, _)| is(cell)).map(|(_, n)| n).sum()
}

/// A name without the backslash of an escaped one.
fn plain(name: &str) -> String {
    name.strip_prefix('\\').unwrap_or(name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NETLIST: &str = include_str!("../tests/captured/hierarchical.v");

    #[test]
    fn cells_are_counted_through_the_hierarchy() {
        let netlist = Netlist::read(NETLIST);
        let cells = netlist.cells("pair");
        assert_eq!(
            cells.iter().map(|(c, n)| (c.as_str(), *n)).collect::<Vec<_>>(),
            [("DFF", 3), ("INV", 1), ("ND2", 3)]
        );
    }

    #[test]
    fn an_instance_with_parameters_is_counted() {
        let text =
            "module m(a);\n  SB_LUT4 #(\n    .LUT_INIT(16'b1)\n  ) \\x.y_O  (\n    .I0(a)\n  );\nendmodule\n";
        assert_eq!(Netlist::read(text).cells("m"), [("SB_LUT4".to_string(), 1)].into());
    }

    #[test]
    fn a_block_costs_its_own_cells_and_those_of_the_blocks_inside() {
        let library = Library::read(include_str!("../tests/tiny.lib")).unwrap();
        let top = Netlist::read(NETLIST).blocks("pair", &library);
        assert_eq!((top.area_um2, top.flip_flops, top.cells), (3.0 * 16.0 + 2.0 + 3.0 * 4.0, 3, 7));
        let inside: Vec<_> =
            top.blocks.iter().map(|b| (b.name.as_str(), b.module.as_str(), b.area_um2)).collect();
        assert_eq!(inside, [("left", "half", 20.0), ("right", "half", 20.0)]);
    }
}
