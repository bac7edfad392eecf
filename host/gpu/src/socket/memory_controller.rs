// SPDX-License-Identifier: Apache-2.0
//! The place of a whole memory controller: requests go in, DRAM commands come out
//! (specification of SMS, section 5).
//!
//! The channel performs every command in the cycle in which the controller gives it, and never stalls it: the
//! controller alone keeps the DRAM's timing. A request is one burst; a line of the GPU is several.

use super::Attachment;
use crate::types::Command;

/// A burst to be read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BurstRequest {
    /// Who asks: CPU cores from 0 on, then the GPU.
    pub source: u8,
    /// Names the request until its data has moved, below [`ControllerShape::ids`].
    pub id: u16,
    pub write: bool,
    pub bank: u8,
    pub row: u32,
    /// In bursts from the start of the row.
    pub column: u16,
}

/// What a controller is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerShape {
    /// CPU cores and GPUs.
    pub sources: u32,
    /// Request numbers that it can tell apart.
    pub ids: u32,
    /// Rows of a bank; higher row numbers wrap.
    pub rows: u32,
}

/// Inputs of one DRAM cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControllerIn<'a> {
    /// Its source was ready in this cycle.
    pub request: Option<BurstRequest>,
    /// The source of a request whose data transfer has finished.
    pub completed: Option<u8>,
    /// Instructions that each CPU core has executed so far.
    pub retired: &'a [u64],
}

/// A command, and for a read or write the request that it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerCommand {
    pub command: Command,
    /// Of the request; 0 with an activation or precharge.
    pub id: u16,
}

/// Outputs of a controller: registers, as seen in the cycle after the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ControllerOut {
    /// Bit `s`: a request of source `s` may come.
    pub ready: u64,
    pub command: Option<ControllerCommand>,
}

/// A memory controller; one per channel.
pub trait MemoryController: Attachment {
    fn shape(&self) -> ControllerShape;

    /// One DRAM cycle; the result is visible in the next cycle. Nothing is ready in the cycle after reset.
    fn step(&mut self, input: &ControllerIn) -> ControllerOut;
}
