// SPDX-License-Identifier: Apache-2.0
//! Flags of Verilator and of the C++ compiler, for the RTL that is built in and for what is compiled later: it runs equally fast.

/// Of Verilator, for everything. Loops over as many entries as a TLB of an SM has are unrolled: otherwise each round works out which bits of which words
/// it is about.
pub const VERILATE: [&str; 6] = ["--cc", "-O3", "--noassert", "--savable", "--unroll-count", "128"];

/// Of Verilator, for RTL, which is reset before it runs: nothing is unknown for long.
pub const RTL: [&str; 5] = ["--x-assign", "fast", "--x-initial", "fast", "-fno-split"];

/// Level of optimisation of Verilator's runtime.
pub const RUNTIME: u32 = 2;

/// Level of optimisation of the C++ of a module that writes no waveform; `$WARPSMITH_RTL_LEVEL` while this crate is built sets
/// it, for tests, in which most RTL runs for less time than it is compiled.
const PLAIN: u32 = match option_env!("WARPSMITH_RTL_LEVEL") {
    None => 3,
    Some(level) => match level.as_bytes() {
        [digit @ b'0'..=b'3'] => (*digit - b'0') as u32,
        _ => panic!("WARPSMITH_RTL_LEVEL must be 0, 1, 2 or 3"),
    },
};

/// Level of optimisation of the C++ of a module.
pub fn module(traced: bool) -> u32 {
    match traced {
        // Optimising costs more than it saves: writing the waveform dominates.
        true => 1,
        false => PLAIN,
    }
}
