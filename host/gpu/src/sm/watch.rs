// SPDX-License-Identifier: Apache-2.0
//! Whether the warps of an SM do nothing any more but repeat themselves.
//!
//! What a warp does follows from its state and from what it reads. If it comes back to a state that it was in, and memory
//! did not change meanwhile, it will come back for ever - unless another warp changes memory.

use warpsmith_ptx::WarpState;

use super::instruction_stream::InstructionStream;

/// The states of an SM's warps at one moment, and which warps have come back to theirs.
pub struct Watch {
    states: Vec<Option<WarpState>>,
    live: u64,
    executed: u64,
    repeated: u64,
    /// Warps have met in a way that their states do not show.
    spoiled: bool,
}

impl Watch {
    /// Watches the `live` warps from now on.
    pub fn new(warps: &[Option<InstructionStream>], live: u64) -> Self {
        let state =
            |stream: &Option<InstructionStream>| stream.as_ref().and_then(InstructionStream::state).cloned();
        Self { states: warps.iter().map(state).collect(), live, executed: 0, repeated: 0, spoiled: false }
    }

    /// `warp` has executed an instruction.
    pub fn executed(&mut self, warp: u32, stream: &InstructionStream) {
        let before = &self.states[warp as usize];
        let repeats = before.is_some() && stream.state() == before.as_ref();
        self.executed |= 1 << warp;
        self.repeated |= u64::from(repeats) << warp;
    }

    /// A warp has arrived at a barrier without waiting, or voted there: what follows depends on more than states.
    pub fn spoil(&mut self) {
        self.spoiled = true;
    }

    /// Whether all warps that were live still are, and each has come back to its state or has waited `at_barrier` ever since.
    pub fn repeats(&self, live: u64, at_barrier: u64) -> bool {
        !self.spoiled && live == self.live && live & !(self.repeated | at_barrier & !self.executed) == 0
    }
}
