// SPDX-License-Identifier: Apache-2.0
//! The whole GPU: SMs, memory system and clocks, driven edge by edge.

use warpsmith_ptx::GlobalMemory;

use crate::attachments::Attachments;
use crate::control::RunControl;
use crate::error::{GpuError, RunError};
use crate::launch::LaunchSpec;
use crate::machine::MachineSpec;
use crate::record::KernelRecord;
use crate::stats::Stats;
use crate::types::Ticks;

/// A GPU with its device memory. Time passes only while kernels run; caches (except the L1s, which are
/// invalidated at each kernel start, as on Fermi), frequency levels and units keep their state between kernels.
pub struct Gpu {
    machine: MachineSpec,
    memory: GlobalMemory,
}

impl Gpu {
    /// # Errors
    /// Device memory cannot be reserved, or the attachments do not match the number of SMs.
    pub fn new(machine: MachineSpec, attachments: Attachments) -> Result<Gpu, GpuError> {
        let _ = attachments;
        Ok(Gpu { memory: GlobalMemory::new(1536 << 20)?, machine })
    }

    pub fn machine(&self) -> &MachineSpec {
        &self.machine
    }

    /// The device memory, for the host's copies between kernels.
    pub fn memory(&mut self) -> &mut GlobalMemory {
        &mut self.memory
    }

    /// Runs one kernel to its end.
    ///
    /// # Errors
    /// See [`RunError`]. After an error the GPU must not be used for further launches.
    pub fn launch(&mut self, spec: &LaunchSpec, control: &mut dyn RunControl) -> Result<KernelRecord, RunError> {
        let _ = (spec, control);
        todo!()
    }

    /// Everything counted since the GPU was made.
    pub fn totals(&self) -> Stats {
        todo!()
    }

    /// Simulated time since the GPU was made.
    pub fn time(&self) -> Ticks {
        todo!()
    }

    /// The same in seconds.
    pub fn seconds(&self) -> f64 {
        todo!()
    }
}
