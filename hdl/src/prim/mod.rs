// SPDX-License-Identifier: Apache-2.0
//! Primitives that the units are built from.

mod age_matrix;
mod dffr;
mod popcount;

pub use age_matrix::AgeMatrix;
pub use dffr::DffR;
pub use popcount::Popcount;

/// The Verilog body by which the writer recognises a [`DffR`]; correct by itself for rust-hdl's own generator.
pub(crate) const DFFR_VERILOG: &str = "always @(posedge clock) if (reset) q <= init; else q <= d;";
