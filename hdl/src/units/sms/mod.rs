// SPDX-License-Identifier: Apache-2.0
//! SMS as RTL: the staged memory scheduler, a DRAM controller made of FIFOs.

mod batch_former;
mod batch_scheduler;
mod command_scheduler;
mod controller;
mod intensity;
mod shapes;
mod to_command;

pub use batch_former::BatchFormer;
pub use batch_scheduler::BatchScheduler;
pub use command_scheduler::CommandScheduler;
pub use controller::Sms;
pub use intensity::Intensity;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use to_command::ToCommand;
