// SPDX-License-Identifier: Apache-2.0
//! APOGEE as RTL: `apogee`, beside the L1D.

mod beat;
mod fours;
mod generator;
mod intake;
mod line;
mod outcome;
mod prefetcher;
mod queue;
mod quotient;
mod shapes;
mod states;
mod table;
mod training;
mod triggers;
mod victim;
mod walker;

pub use prefetcher::Apogee;
pub(crate) use shapes::{tops, wanted, LARGE};
