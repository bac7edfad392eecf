// SPDX-License-Identifier: Apache-2.0
//! The units as RTL in rust-hdl, and the Verilog writer.
//!
//! [`units::emit`] gives the Verilog of a unit; `warpsmith_units::all` lists them.

pub mod declare;
pub mod emit;
pub mod formula;
pub mod prim;
pub mod units;
