// SPDX-License-Identifier: Apache-2.0
//! One DRAM channel as its controllers see it: sources, banks and widths, the timing rules, and the ports that all
//! controllers share. Used by SMS and FR-FCFS alike (Ausavarungnirun 2017, ch. 5).

mod ages;
mod checker;
mod ledger;
mod model;
mod params;
mod ports;
mod request;
mod traffic;

pub use ages::Ages;
pub use checker::{Checker, TimingViolation};
pub(crate) use ledger::Ledger;
pub use model::{DramTiming, State};
pub(crate) use params::channel_table;
pub use params::{Channel, Timing};
pub(crate) use ports::controller_ports;
pub use request::{Command, ControllerIn, ControllerOut, Issue, Request};
pub(crate) use traffic::Traffic;
