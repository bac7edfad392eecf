// SPDX-License-Identifier: Apache-2.0
//! The trace directories of Accel-Sim: a list of kernels, `kernelslist.g`, and one text file a kernel.
//!
//! The format has one mask an instruction, the executed one; it knows no lines, no barrier counts, no branch outcomes and
//! no launch bounds. `docs/traces.md` lists what that means for a round trip.

mod export;
mod import;
mod instruction;
mod list;
mod opcode;

pub use export::export;
pub use import::import;
pub use opcode::table;

/// Version of the tracer whose format is written.
const TRACER_VERSION: u32 = 5;

/// Version of the architecture that is written: Pascal's. From Volta on Accel-Sim gives branches to a unit of their own, which
/// machines of other generations do not have.
const BINARY_VERSION: u32 = 61;

/// Generic addresses from here on are shared memory, and from there on local memory; each window has
/// [`WINDOW_BYTES`]. Written to every kernel's head.
const SHARED_BASE: u64 = 0x7f00_0000_0000;
const LOCAL_BASE: u64 = 0x7f10_0000_0000;
const WINDOW_BYTES: u64 = 1 << 24;

/// The place of an instruction among those of its function. Up to Pascal, words with scheduling information stand
/// between them: each eighth one from Kepler on, each fourth one from Maxwell on.
fn slot(pc: u64, binary: u32) -> u64 {
    match binary {
        70.. => pc / 16,
        50..=69 => pc / 8 - pc / 32 - u64::from(pc % 32 >= 8),
        30..=49 => pc / 8 - pc / 64 - u64::from(pc % 64 >= 8),
        _ => pc / 8,
    }
}

/// The program counter that is written of the instruction at a place.
fn pc(slot: u64) -> u64 {
    32 * (slot / 3) + 8 * (slot % 3 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_scheduling_information_are_no_instructions() {
        assert_eq!([0x0, 0x10, 0x20].map(|pc| slot(pc, 70)), [0, 1, 2]);
        // Maxwell: words 0, 4, 8 are none.
        assert_eq!([0x8, 0x10, 0x18, 0x28].map(|pc| slot(pc, 52)), [0, 1, 2, 3]);
        // Kepler: words 0 and 8 are none.
        assert_eq!([0x8, 0x38, 0x48].map(|pc| slot(pc, 35)), [0, 6, 7]);
        assert_eq!([0x0, 0x8].map(|pc| slot(pc, 20)), [0, 1]);
    }

    #[test]
    fn a_program_counter_is_read_as_it_is_written() {
        for n in 0..100 {
            assert_eq!(slot(pc(n), BINARY_VERSION), n);
        }
    }
}
