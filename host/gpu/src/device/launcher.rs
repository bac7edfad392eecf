// SPDX-License-Identifier: Apache-2.0
//! What a device needs of a GPU.

use warpsmith_ptx::GlobalMemory;

use crate::control::RunControl;
use crate::error::RunError;
use crate::gpu::Gpu;
use crate::launch::LaunchSpec;
use crate::machine::MachineSpec;
use crate::record::{KernelRecord, SharingRecord};
use crate::stats::Stats;

/// Runs kernels on a machine: the cycle model, or an executor without time.
pub trait Launcher {
    fn machine(&self) -> &MachineSpec;

    fn memory(&mut self) -> &mut GlobalMemory;

    /// Runs a kernel to its end.
    ///
    /// # Errors
    /// As [`Gpu::launch`].
    fn launch(&mut self, spec: &LaunchSpec, control: &mut dyn RunControl) -> Result<KernelRecord, RunError>;

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

    fn launch(&mut self, spec: &LaunchSpec, control: &mut dyn RunControl) -> Result<KernelRecord, RunError> {
        Gpu::launch(self, spec, control)
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
