// SPDX-License-Identifier: Apache-2.0
//! Registers, which the writer knows by their Verilog.

mod dff;
mod dffr;

pub use dff::{Dff, DFF_VERILOG};
pub use dffr::{DffR, DFFR_VERILOG};
