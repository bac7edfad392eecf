// SPDX-License-Identifier: Apache-2.0
//! The units' RTL, run by Verilator behind the same interface as the reference models, and lockstep of both.
//!
//! The build script emits the Verilog of every named configuration, verilates and compiles it. Needs Verilator 5, a
//! C++ compiler and zlib; the crate `verilated` supplies Verilator's runtime.

pub mod equalizer;
mod lockstep;
mod rtl;
pub mod shim;

pub use lockstep::{Divergence, Lockstep, WAVE_WINDOW};
pub use rtl::{Compiled, NoRtl, Rtl, Shim, Top};

/// Version of the Verilator that the RTL was compiled with.
pub fn verilator_version() -> String {
    verilated::product_version().to_string_lossy().trim().to_string()
}
