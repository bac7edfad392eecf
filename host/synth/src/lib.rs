// SPDX-License-Identifier: Apache-2.0
//! Area, timing and leakage of the units with open tools: yosys maps to the cells of a Liberty library, OpenSTA finds the
//! longest path, nextpnr places and routes for an FPGA. The scripts are in `scripts/synth`.

#![warn(missing_docs)]

mod activity;
pub mod against;
mod cache;
mod chart;
mod equal;
mod error;
mod figures;
mod flow;
mod fpga;
mod gates;
pub mod liberty;
mod library_file;
mod measure;
mod memory;
pub mod names;
mod netlist;
mod parallel;
mod parts;
mod picture;
mod timing;
pub mod tools;
mod wiring;

pub use activity::Activity;
pub use cache::Cache;
pub use chart::{chart, Axis, Point};
pub use equal::Equality;
pub use error::Error;
pub use figures::{Figures, LibraryNote, MemoryFigures, Report, FORMAT};
pub use flow::{Design, Flow, Port, PortSide};
pub use fpga::{Family, FpgaFigures, FpgaFlow, FpgaReport};
pub use gates::{Gates, Toggles};
pub use library_file::{is_file, known_libraries, read_library};
pub use measure::{measure, Measured};
pub use memory::SRAM_PER_FLIP_FLOP;
pub use netlist::Block;
pub use parallel::in_parallel;
pub use parts::{parts, PARTS};
pub use picture::picture;
pub use timing::LongestPath;
pub use tools::{Sta, Yosys};
