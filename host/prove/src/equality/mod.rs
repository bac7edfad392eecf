// SPDX-License-Identifier: Apache-2.0
//! Equality of a reference model and the RTL, proved: the step of the model runs on symbols, which draws it as a
//! circuit, and the circuit becomes a checker that reads the ports of the RTL.

mod circuit;
pub mod list;
pub mod lru;
mod symbol;

pub use circuit::Circuit;
pub use symbol::{Symbol, SymbolicBit};

use crate::design::Design;
use crate::error::Error;

/// Draws a model of a unit in a named configuration.
pub type Draw = fn(&mut Circuit, &str) -> Result<(), Error>;

/// The first lines of such a checker: what it says.
pub const HEAD: &str = "\
// SPDX-License-Identifier: Apache-2.0
// The RTL gives the outputs of the reference model in every cycle.
";

/// The checker `name` of a model beside `design` in a named configuration of its unit.
///
/// # Errors
/// The configuration is unknown, or the RTL lacks a signal that the model reads.
pub fn checker(
    name: &'static str,
    draw: Draw,
    design: &Design,
    configuration: &str,
) -> Result<String, Error> {
    circuit::checker(name, design, |circuit| draw(circuit, configuration))
}
