// SPDX-License-Identifier: Apache-2.0
//! What operand collectors count.

use super::units::unit_statistics;

unit_statistics! {
    /// Counted by the operand collectors of an SM.
    CollectorStats of "operand_collectors", "operand collectors of each SM, if the machine has banks of registers; summed" {
        reads, "registers", "registers of warps that were read";
        writes, "registers", "registers of warps that were written";
        wait_cycles, "SM cycles", "that instructions waited for banks, each for the last of its registers; summed over instructions";
    }
}
