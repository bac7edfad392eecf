// SPDX-License-Identifier: Apache-2.0
//! What CPU cores count.

use super::declare::statistics;

statistics! {
    /// Counted in each CPU core.
    CoreStats {
        cycles: u64, "CPU cycles", "cycles of the core";
        instructions: u64, "instructions", "instructions executed";
        reads: u64, "bursts", "misses sent to memory";
        write_backs: u64, "bursts", "write-backs sent to memory";
        lost_slots: u64, "instructions", "instructions that the core could have executed in cycles in which it waited for memory";
    }
}
