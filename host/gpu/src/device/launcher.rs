// SPDX-License-Identifier: Apache-2.0
//! What a device needs of a GPU.

use warpsmith_ptx::GlobalMemory;

use crate::control::RunControl;
use crate::error::RunError;
use crate::gpu::{Gpu, Job};
use crate::launch::LaunchSpec;
use crate::machine::MachineSpec;
use crate::record::{KernelRecord, SharingRecord};
use crate::stats::Stats;

/// Runs kernels on a machine: the cycle model, or an executor without time.
pub trait Launcher {
    fn machine(&self) -> &MachineSpec;

    fn memory(&mut self) -> &mut GlobalMemory;

    /// Starts a kernel, which [`Launcher::go_on`] then runs.
    ///
    /// # Errors
    /// As [`Gpu::start`].
    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError>;

    /// Goes on with the kernel until its end, or (`None`) until `control` wants a pause.
    ///
    /// # Errors
    /// As [`Gpu::go_on`].
    fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError>;

    /// Simulated seconds since the start.
    fn seconds(&self) -> f64;

    /// Everything counted since the start.
    fn totals(&self) -> Stats;

    /// What the memory controllers counted, if there are any.
    fn sharing(&self) -> Option<SharingRecord> {
        None
    }
}

impl Launcher for Gpu {
    fn machine(&self) -> &MachineSpec {
        Gpu::machine(self)
    }

    fn memory(&mut self) -> &mut GlobalMemory {
        Gpu::memory(self)
    }

    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError> {
        Gpu::start(self, &Job::Launch(spec.clone()))
    }

    fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError> {
        Gpu::go_on(self, control)
    }

    fn seconds(&self) -> f64 {
        Gpu::seconds(self)
    }

    fn totals(&self) -> Stats {
        Gpu::totals(self)
    }

    fn sharing(&self) -> Option<SharingRecord> {
        Gpu::sharing(self)
    }
}
