// SPDX-License-Identifier: Apache-2.0
//! The units' RTL, run by Verilator behind the same interface as the reference models, and lockstep of both.
//!
//! The build script emits, verilates and compiles the modules of all units. Needs Verilator 5, a
//! C++ compiler and zlib; the crate `verilated` supplies Verilator's runtime.

mod compile;
mod lockstep;
mod rtl;
pub mod shim;
mod top;

pub use compile::{CompileError, Compiler, Faulty};
pub use lockstep::{Divergence, Lockstep, ModelAndRtl, WAVE_WINDOW};
pub use rtl::{Rtl, Shim};
pub use top::NoRtl;

/// Version of the Verilator that the RTL was compiled with.
pub fn verilator_version() -> String {
    verilated::product_version().to_string_lossy().trim().to_string()
}
