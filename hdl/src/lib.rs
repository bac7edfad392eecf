// SPDX-License-Identifier: Apache-2.0
//! The units as RTL in rust-hdl, and the Verilog writer.
//!
//! [`units::all`] lists the units, [`units::emit`] gives the Verilog of one.

pub mod declare;
pub mod emit;
pub mod prim;
pub mod units;
