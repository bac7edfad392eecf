// SPDX-License-Identifier: Apache-2.0
//! The area of a DRAM controller by what it is for.

use crate::netlist::Block;

/// What blocks are for.
pub const PARTS: [&str; 4] = ["buffers", "selection", "legality", "rest"];

/// Beginnings of names of modules, with the place of their own logic in [`PARTS`]. What stands nowhere is rest.
const MODULES: [(&str, usize); 11] = [
    ("fifo_", 0),
    ("cam_", 0),
    ("frfcfs_buffer", 0),
    ("sms_source", 0),
    ("min_tree", 1),
    ("first_set", 1),
    ("round_robin", 1),
    ("sms_batch_scheduler", 1),
    ("frfcfs_legality", 2),
    ("dram_timing", 2),
    ("sms_command_scheduler", 2),
];

/// The area of each of [`PARTS`], um2.
pub fn parts(block: &Block) -> [f64; 4] {
    let mut areas = [0.0; 4];
    add(block, &mut areas);
    areas
}

fn add(block: &Block, areas: &mut [f64; 4]) {
    let inside: f64 = block.blocks.iter().map(|b| b.area_um2).sum();
    let part =
        MODULES.iter().find(|(name, _)| block.module.starts_with(name)).map_or(PARTS.len() - 1, |m| m.1);
    areas[part] += block.area_um2 - inside;
    block.blocks.iter().for_each(|b| add(b, areas));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(module: &str, area_um2: f64, blocks: Vec<Block>) -> Block {
        Block {
            name: module.to_string(),
            module: module.to_string(),
            area_um2,
            flip_flops: 0,
            cells: 0,
            blocks,
        }
    }

    #[test]
    fn each_block_counts_by_its_own_logic_and_all_parts_are_the_whole() {
        let scheduler = block("sms_batch_scheduler", 30.0, vec![block("min_tree_4x4", 10.0, vec![])]);
        let source = block("sms_source_10", 50.0, vec![block("fifo_10x34", 45.0, vec![])]);
        let top = block("sms", 100.0, vec![source, scheduler, block("dram_timing", 5.0, vec![])]);
        assert_eq!(parts(&top), [50.0, 30.0, 5.0, 15.0]);
    }
}
