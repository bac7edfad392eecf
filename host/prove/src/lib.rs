// SPDX-License-Identifier: Apache-2.0
//! Proofs about the units' RTL with open tools.
//!
//! A *checker* is a Verilog module of `testbenches/proofs/<unit>/<module>/` that asserts one invariant of the
//! specification. It is bound to the emitted RTL, whose internal signals it may read, and handed to an engine: ABC's
//! property-directed reachability, k-induction or bounded model checking. A checker may also come from a reference model,
//! whose step runs on symbols: then it asserts that RTL and model give the same outputs.

#![warn(missing_docs)]

mod checker;
mod counterexample;
mod design;
mod difference;
mod engine;
mod equality;
mod error;
mod proof;
mod properties;
mod script;
pub mod sva;
mod units;
mod waveform;

pub use counterexample::Trace;
pub use difference::{Difference, Variant};
pub use engine::{Engine, Engines, Limits};
pub use error::Error;
pub use proof::{Aim, Counterexample, Outcome, Proof, Prover, Verdict};
pub use properties::{all, equalities, Property, Text};
