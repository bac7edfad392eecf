// SPDX-License-Identifier: Apache-2.0
//! Cell libraries in the Liberty format: what synthesis may use of one, and what its cells are and cost.

mod cells;
mod function;
mod models;
mod syntax;

pub use cells::{Cell, CellKind, FlipFlop, Library, Pin};
pub use function::Function;
pub use models::cell_models;
