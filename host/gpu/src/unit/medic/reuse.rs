// SPDX-License-Identifier: Apache-2.0
//! The filter of MeDiC-reuse, a comparator without RTL (specification section 8.3): a line that has gone past L2 not long ago
//! is used again, and does not go past it, whatever the type of the warp says.

use serde::{Deserialize, Serialize};

use crate::bloom::Bloom;
use crate::machine::MachineSpec;
use crate::types::Line;

/// Bits of the filter for each line of L2, as in EAF.
const BITS_PER_LINE: u32 = 8;

/// The lines that have gone past one L2 sub-partition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reuse(Bloom);

impl Reuse {
    /// For a sub-partition of `machine`: the filter forgets when as many lines have entered as L2 holds there.
    pub fn new(machine: &MachineSpec) -> Reuse {
        let cache = &machine.l2.cache;
        Reuse(Bloom::new(cache.sets * cache.ways * machine.l2.banks().banks, BITS_PER_LINE))
    }

    /// Whether a line is known to be used again.
    pub fn expects(&self, line: Line) -> bool {
        self.0.holds(line)
    }

    /// A line has gone past L2.
    pub fn passed(&mut self, line: Line) {
        self.0.enter(line);
    }
}
