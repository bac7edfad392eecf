// SPDX-License-Identifier: Apache-2.0
//! The area of a DRAM controller by what it is for.

use warpsmith_units::Purpose;

use crate::netlist::Block;

/// What blocks are for.
pub const PARTS: [&str; 4] = ["buffers", "selection", "legality", "rest"];

/// Modules that several units have. What stands neither here nor in a unit's own list is rest.
const COMMON: [(&str, Purpose); 11] = [
    ("fifo", Purpose::Buffers),
    ("front_fifo", Purpose::Buffers),
    ("min_pairs", Purpose::Selection),
    ("min_groups", Purpose::Selection),
    ("age_matrix", Purpose::Selection),
    ("upward", Purpose::Selection),
    ("first_set", Purpose::Selection),
    ("round_robin", Purpose::Selection),
    ("dram_timing", Purpose::Legality),
    ("count_down", Purpose::Legality),
    ("raise_to", Purpose::Legality),
];

/// The area of each of [`PARTS`], um2.
pub fn parts(block: &Block) -> [f64; 4] {
    let mut areas = [0.0; 4];
    add(block, &mut areas);
    areas
}

fn add(block: &Block, areas: &mut [f64; 4]) {
    let inside: f64 = block.blocks.iter().map(|b| b.area_um2).sum();
    areas[part(&block.module)] += block.area_um2 - inside;
    block.blocks.iter().for_each(|b| add(b, areas));
}

/// The place of a module's own logic in [`PARTS`].
fn part(module: &str) -> usize {
    let own = warpsmith_units::all().iter().flat_map(|unit| unit.description.blocks);
    let purpose = COMMON.iter().chain(own).find(|(name, _)| module == *name);
    match purpose {
        Some((_, Purpose::Buffers)) => 0,
        Some((_, Purpose::Selection)) => 1,
        Some((_, Purpose::Legality)) => 2,
        None => 3,
    }
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
        let scheduler = block("sms_batch_scheduler", 30.0, vec![block("min_pairs", 10.0, vec![])]);
        let source = block("sms_batch_former", 50.0, vec![block("fifo", 45.0, vec![])]);
        let top = block("sms", 100.0, vec![source, scheduler, block("dram_timing", 5.0, vec![])]);
        assert_eq!(parts(&top), [50.0, 30.0, 5.0, 15.0]);
    }
}
