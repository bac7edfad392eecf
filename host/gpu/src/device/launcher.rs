// SPDX-License-Identifier: Apache-2.0
//! What a context needs of a GPU.

use warpsmith_ptx::GlobalMemory;

use crate::control::RunControl;
use crate::error::RunError;
use crate::gpu::{Gpu, Job};
use crate::launch::LaunchSpec;
use crate::machine::MachineSpec;
use crate::record::KernelRecord;
use crate::types::ONLY_APPLICATION;

/// Starts kernels on a machine: the cycle model, or an executor without time.
pub trait Launcher {
    /// The machine that kernels run on.
    fn machine(&self) -> &MachineSpec;

    /// SMs that kernels run on.
    fn sms(&self) -> u32;

    /// The program's device memory.
    fn memory(&mut self) -> &mut GlobalMemory;

    /// Starts a kernel.
    ///
    /// # Errors
    /// As [`Gpu::start`].
    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError>;

    /// Simulated seconds since the start.
    fn seconds(&self) -> f64;
}

/// A launcher of one program, which also runs what it has started.
pub trait Runner: Launcher {
    /// Goes on with the kernel until its end, or (`None`) until `control` wants a pause.
    ///
    /// # Errors
    /// As [`Gpu::go_on`].
    fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError>;
}

/// The GPU as one of its applications sees it.
pub struct ApplicationGpu<'a> {
    /// The GPU, with all its applications.
    pub gpu: &'a mut Gpu,
    /// Which of them it is, from 0.
    pub application: u8,
}

impl Launcher for ApplicationGpu<'_> {
    fn machine(&self) -> &MachineSpec {
        self.gpu.machine()
    }

    fn sms(&self) -> u32 {
        self.gpu.sms_of(self.application)
    }

    fn memory(&mut self) -> &mut GlobalMemory {
        self.gpu.memory_of(self.application)
    }

    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError> {
        self.gpu.start_of(self.application, &Job::Launch(spec.clone()))
    }

    fn seconds(&self) -> f64 {
        self.gpu.seconds()
    }
}

impl Launcher for Gpu {
    fn machine(&self) -> &MachineSpec {
        Gpu::machine(self)
    }

    /// Of each kernel, wherever it runs: those of the smallest lane.
    fn sms(&self) -> u32 {
        self.lanes_of(ONLY_APPLICATION).into_iter().min().unwrap_or_default()
    }

    fn memory(&mut self) -> &mut GlobalMemory {
        Gpu::memory(self)
    }

    fn start(&mut self, spec: &LaunchSpec) -> Result<(), RunError> {
        Gpu::start(self, &Job::Launch(spec.clone()))
    }

    fn seconds(&self) -> f64 {
        Gpu::seconds(self)
    }
}

impl Runner for Gpu {
    fn go_on(&mut self, control: &mut dyn RunControl) -> Result<Option<KernelRecord>, RunError> {
        Gpu::go_on(self, control)
    }
}
