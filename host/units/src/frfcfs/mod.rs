// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS: the DRAM controller with one content-addressed request buffer that SMS is compared with
//! (first-ready, first-come-first-served: Rixner et al. 2000; as in Ausavarungnirun 2017, ch. 5).

mod buffer;
mod candidates;
mod environment;
mod invariants;
mod model;
pub mod params;

pub use buffer::{Buffer, Entry};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};

use crate::dram_timing::controller_ports;
use params::Params;

controller_ports! {
    /// Inputs of `frfcfs` in one controller cycle (specification sections 5 and 8.3.1).
    In {}
    /// Outputs of `frfcfs`, as seen in the following cycle. All are functions of registers.
    Out {}
    p: Params
}
