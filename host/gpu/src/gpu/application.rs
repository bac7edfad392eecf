// SPDX-License-Identifier: Apache-2.0
//! The applications that share a GPU: each has device memory and SMs for itself.

use std::ops::Range;

use warpsmith_ptx::GlobalMemory;

use super::{lane, Gpu};
use crate::error::{GpuError, SplitError};
use crate::region::{region_bytes, Region};

/// How long nothing has changed.
#[derive(Default)]
pub(super) struct Calm {
    /// Changes of memory, starts and ends of CTAs, as last seen.
    pub changes: u64,
    pub polls: u64,
}

/// One application.
pub(super) struct Application {
    pub memory: GlobalMemory,
    /// Its SMs: those of its lanes.
    pub sms: Range<usize>,
    pub launches: u64,
    /// For how long nothing has changed.
    pub calm: Calm,
}

impl Application {
    pub fn new(memory: GlobalMemory, sms: Range<usize>) -> Application {
        Application { memory, sms, launches: 0, calm: Calm::default() }
    }
}

impl Gpu {
    /// From now on as many applications as `split` has entries share the GPU, each with so many SMs: those of the first
    /// application come first. Device memory is shared out in equal parts. To be called before anything else is done.
    ///
    /// # Errors
    /// The SMs do not come out even, or device memory cannot be reserved.
    pub fn share(&mut self, split: &[u32]) -> Result<(), GpuError> {
        SplitError::check(split, self.machine.sm.count)?;
        let (n, mut first) = (split.len(), 0);
        let bytes = region_bytes(&self.machine, n);
        if bytes == 0 {
            return Err(SplitError::Memory { applications: n, bytes: self.machine.dram.capacity() }.into());
        }
        if self.mmu.as_ref().is_some_and(|mmu| mmu.divides_channels())
            && n > self.machine.dram.channels as usize
        {
            let channels = self.machine.dram.channels;
            return Err(SplitError::Channels { applications: n, channels }.into());
        }
        self.applications.clear();
        self.mem.share(n);
        for (index, sms) in split.iter().enumerate() {
            let own = first..first + *sms as usize;
            first = own.end;
            let region = Region::new(&self.machine, index, n);
            self.sms[own.clone()].iter_mut().for_each(|sm| sm.belongs_to(index as u8, region, bytes));
            self.applications.push(Application::new(GlobalMemory::new(bytes)?, own));
        }
        self.lanes = lane::whole(&self.applications);
        if let Some(mmu) = &mut self.mmu {
            let own: Vec<_> = self.applications.iter().map(|application| application.sms.clone()).collect();
            mmu.share(&own)?;
        }
        Ok(())
    }

    /// The SMs of an application.
    pub fn sms_of(&self, application: u8) -> u32 {
        self.applications[usize::from(application)].sms.len() as u32
    }
}
