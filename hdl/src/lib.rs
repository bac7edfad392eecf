// SPDX-License-Identifier: Apache-2.0
//! The units as RTL in rust-hdl.
//!
//! [`units::emit`] gives the Verilog of a unit; `warpsmith_units::all` lists them.

#![warn(missing_docs)]

pub mod prim;
pub mod units;

pub use warpsmith_verilog::{block, comment, declare, emit, formula};
