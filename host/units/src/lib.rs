// SPDX-License-Identifier: Apache-2.0
//! Reference models of the units: native, bit- and cycle-exact, written from the specifications.
//!
//! Nothing here depends on rust-hdl or Verilator. The same `In` and `Out` types drive the model, the
//! Verilated RTL and the lockstep of both, so a unit's ports are declared once, here.

#![warn(missing_docs)]

#[macro_use]
mod list;

pub mod arbiter;
mod bitset;
pub mod dram_timing;
mod library;
mod lru_store;
mod module;
mod params;
mod ports;
pub mod registers;
mod rng;
mod snapshot;
#[cfg(test)]
mod stimulated;
mod test_vector;
mod violation;
mod wide;
pub mod word;

/// One folder a unit.
macro_rules! folders {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub mod $unit;)*
    };
}
units!(folders);

pub use library::{all, find, names, with_registers, Description, ModuleInfo, Purpose, UnitInfo};
pub use module::{Module, Monitor, Stimulus};
pub use params::{number, Choice, Field, Param, ParamError, ParamInfo, Parameters, Range, Size, Value};
pub use ports::{Dir, PortSpec, PortValue, Ports, Storage};
pub use registers::{Register, SoftwarePort};
pub use rng::Rng;
pub use snapshot::{ForeignState, Snapshot};
pub use test_vector::{is_reset, Step, TestVector, VectorError};
pub use violation::Violation;
pub use wide::{field, Wide};

/// A clocked unit: one call is one cycle of the unit's clock.
///
/// `step` applies `input` for one whole cycle and returns the outputs as they stand just after the rising
/// edge that ends it, that is, what the rest of the machine sees in the *next* cycle. An output that also
/// depends on an input combinationally (only `gwde_req` on `gwde_empty`) is evaluated with `input` held.
/// Outputs that are declared combinational ([`PortSpec::comb`]) are returned as they stand just *before* that edge:
/// they belong to the same cycle as `input`. The synchronous reset is the method `reset`, not a port of `In`.
pub trait Unit {
    /// Values of the input ports in one cycle.
    type In;
    /// Values of the output ports in one cycle.
    type Out;
    /// Two cycles of the synchronous reset with all inputs at zero.
    fn reset(&mut self);
    /// One clock cycle.
    fn step(&mut self, input: &Self::In) -> Self::Out;
    /// The failure that the unit holds, if any. Reference models never fail; a lockstep of two units may.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// A unit with outputs that answer to inputs of the same cycle.
pub trait Combinational: Unit {
    /// All outputs as they stand in this cycle while `input` is applied, before the rising edge. No register changes,
    /// so it can be asked again with other inputs, and `step` then ends the cycle.
    fn eval(&mut self, input: &Self::In) -> Self::Out;
}

/// Bits that can hold the values `0..n`: the ceiling of log2(n), 0 for n <= 1.
pub const fn clog2(n: u32) -> usize {
    match n {
        0 | 1 => 0,
        _ => (n - 1).ilog2() as usize + 1,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn clog2_counts_the_bits_of_n_values() {
        let cases = [(1, 0), (2, 1), (3, 2), (8, 3), (9, 4), (49, 6), (1537, 11)];
        for (n, bits) in cases {
            assert_eq!(super::clog2(n), bits, "clog2({n})");
        }
    }
}
