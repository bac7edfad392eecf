// SPDX-License-Identifier: Apache-2.0
//! What a block is declared with, and the writer that turns it into Verilog-2005. Apart from the units, whose code is compiled
//! without optimisation, as it is read more than run.

#![warn(missing_docs)]

pub mod declare;
pub mod emit;
pub mod formula;
pub mod register;
