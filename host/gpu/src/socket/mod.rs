// SPDX-License-Identifier: Apache-2.0
//! The places where a hardware unit or a policy meets the cycle model: one trait a file.
//!
//! A unit attaches through a thin adapter over [`warpsmith_units::Unit`], so the reference model, the
//! Verilated RTL and the lockstep of both take the same path. A policy without RTL implements the trait itself.

mod block_throttle;
mod controller_units;
mod dram_scheduler;
mod equalizer;
mod frequency_manager;
mod load_gate;
mod load_path;
mod mascar;
mod memory_controller;
mod sm_scheduler;
mod warp_scheduler;

pub use block_throttle::{BlockThrottle, KernelStart, ThrottleIn, ThrottleOut, Vote, WarpStatus};
pub use controller_units::{FrfcfsController, SmsController};
pub use dram_scheduler::{BankView, DramScheduler, Waiting};
pub use equalizer::{EqualizerFrequency, EqualizerThrottle};
pub use frequency_manager::{FixedLevels, FrequencyManager, Levels, Votes};
pub use load_gate::LoadGate;
pub use load_path::{LoadPath, LoadRequest, Parked, Presented, RequestKind, OFFSET_WORDS};
pub use mascar::{MascarQueue, MascarScheduler};
pub use memory_controller::{
    BurstRequest, ControllerCommand, ControllerIn, ControllerOut, ControllerShape, MemoryController,
};
pub use sm_scheduler::{Grants, MemoryView, MissRule, Mode, SmScheduler, SmView, SCHEDULERS};
pub use warp_scheduler::{WarpLaunch, WarpScheduler, WarpView};

use thiserror::Error;

/// An attached unit failed: the two sides of a lockstep differ, or the RTL could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnitError(pub String);

/// Reads the failure that a unit holds, if any. The reference models never fail; lockstep pairs may.
pub type Health<U> = fn(&U) -> Option<String>;
