// SPDX-License-Identifier: Apache-2.0
//! The units' RTL, run by Verilator behind the same interface as the reference models, and lockstep of both.
//!
//! The build script emits, verilates and compiles the modules of all units in the configurations that are built in; others are
//! compiled when they are first needed, and kept. Needs Verilator 5, a C++ compiler and zlib; the crate `verilated` supplies
//! Verilator's runtime for what is built in.

#![warn(missing_docs)]

mod captured;
mod compile;
mod flags;
mod kept;
mod lockstep;
mod made;
mod regions;
mod rtl;
pub mod shim;
mod sources;
mod toolchain;

pub use compile::{Compiler, Faulty};
pub use lockstep::{Divergence, Lockstep, ModelAndRtl, WAVE_WINDOW};
pub use made::{tell, Making, NoRtl, CACHE};
pub use rtl::{Rtl, Shim};
pub use toolchain::CompileError;

/// Version of the Verilator that the RTL was compiled with.
pub fn verilator_version() -> String {
    verilated::product_version().to_string_lossy().trim().to_string()
}
