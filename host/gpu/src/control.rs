// SPDX-License-Identifier: Apache-2.0
//! What a caller sees of a running kernel, and how it stops one.

use crate::types::SmCycle;

/// SM cycles between two polls of [`RunControl`].
pub const POLL_CYCLES: u64 = 1024;

/// How far a kernel is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Symbol.
    pub kernel: &'a str,
    /// Number of the launch on this GPU, from 1.
    pub launch: u64,
    /// SM cycles of the GPU since it was made.
    pub cycle: SmCycle,
    /// SM cycles of this kernel.
    pub kernel_cycles: u64,
    /// Simulated time of the GPU since it was made, in seconds.
    pub seconds: f64,
    /// CTAs that have completed.
    pub ctas_done: u64,
    /// CTAs of the grid.
    pub ctas: u64,
}

/// Why a run is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The limit of cycles that the user gave is reached.
    MaxCycles,
    /// The user interrupted the run.
    Interrupted,
}

/// Of what device code prints, so much is kept at most until the kernel ends; a poll may find somewhat more.
pub const PRINTED_BYTES: usize = 1 << 20;

/// The answer to a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// The run goes on.
    Continue,
    /// The run is cut, and the kernel ends with an error that says why.
    Stop(StopReason),
}

/// Bounds a run, is shown its progress, and may stop it.
pub trait RunControl {
    /// Asked every [`POLL_CYCLES`] SM cycles of a kernel.
    fn poll(&mut self, progress: &Progress) -> Poll;

    /// Takes what device code of an application has printed, if that can go out before the kernel ends; asked when it is
    /// more than `PRINTED_BYTES`.
    fn take_printed(&mut self, _application: u8, _printed: &mut Vec<u8>) {}

    /// SM cycles of the whole GPU that the run may take. One that needs more is cut at the end of the epoch in which it has
    /// used them up.
    fn limit(&self) -> SmCycle;

    /// The cycle of the whole GPU, after `now`, from which on the run pauses as soon as it can; asked when a kernel
    /// starts or goes on.
    fn next_pause(&self, _now: SmCycle) -> SmCycle {
        SmCycle(u64::MAX)
    }
}

/// Never stops.
pub struct RunFreely;

impl RunControl for RunFreely {
    fn poll(&mut self, _progress: &Progress) -> Poll {
        Poll::Continue
    }

    fn limit(&self) -> SmCycle {
        SmCycle(u64::MAX)
    }
}

/// Stops only at a limit of SM cycles of the whole GPU.
pub struct MaxCycles(pub u64);

impl RunControl for MaxCycles {
    fn poll(&mut self, _progress: &Progress) -> Poll {
        Poll::Continue
    }

    fn limit(&self) -> SmCycle {
        SmCycle(self.0)
    }
}
