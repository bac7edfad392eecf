// SPDX-License-Identifier: Apache-2.0
//! The applications that share a GPU: each has device memory and SMs for itself.

use std::ops::Range;

use warpsmith_ptx::GlobalMemory;

use super::lane::Lane;
use super::{lane, Gpu};
use crate::error::{GpuError, SplitError};
use crate::machine::MachineSpec;
use crate::region::{region_bytes, Region};
use crate::sm::Sm;

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
    /// The SMs that it can get: those of its lanes, or all where a dispatcher hands them out.
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

/// `sm` runs that one of so many applications.
pub(super) fn place(sm: &mut Sm, machine: &MachineSpec, application: usize, of: usize) {
    sm.belongs_to(application as u8, Region::new(machine, application, of), region_bytes(machine, of));
}

impl Gpu {
    /// From now on as many applications as `split` has entries share the GPU, each with so many SMs: those of the first
    /// application come first. Device memory is shared out in equal parts. To be called before anything else is done.
    ///
    /// # Errors
    /// The SMs do not come out even, or device memory cannot be reserved.
    pub fn share(&mut self, split: &[u32]) -> Result<(), GpuError> {
        SplitError::check(split, self.machine.sm.count)?;
        self.check_kernels(split.len())?;
        let n = split.len();
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
        if let Some(most) = self.mmu.as_ref().and_then(|mmu| mmu.most_applications()).filter(|most| n > *most)
        {
            return Err(SplitError::Lists { applications: n, most }.into());
        }
        self.applications.clear();
        self.mem.share(n);
        self.lanes = lane::whole(split);
        for lane in &self.lanes {
            let reach = if self.dispatcher().is_some() { 0..self.sms.len() } else { lane.span() };
            self.applications.push(Application::new(GlobalMemory::new(bytes)?, reach));
        }
        self.place_sms();
        if let Some(mmu) = &mut self.mmu {
            let own: Vec<_> = self.applications.iter().map(|application| application.sms.clone()).collect();
            mmu.share(&own)?;
        }
        Ok(())
    }

    /// Each SM runs the application of its lane, or those of all.
    pub(super) fn place_sms(&mut self) {
        let (of, lanes) = (self.applications.len(), self.lanes.len());
        self.sms.iter_mut().for_each(|sm| sm.set_lanes(lanes));
        self.mixed = self.mixes(lanes);
        if self.mixed {
            let region = |lane: &Lane| Region::new(&self.machine, lane.application, of);
            let entries: Vec<Region> = self.lanes.iter().map(region).collect();
            self.sms.iter_mut().for_each(|sm| sm.mix(&entries));
            let all = u64::MAX >> (64 - self.machine.sm.count);
            self.lanes.iter_mut().for_each(|lane| lane.sms = all);
            return;
        }
        for lane in &self.lanes {
            lane.of_mut(&mut self.sms).for_each(|sm| place(sm, &self.machine, lane.application, of));
        }
    }

    /// The number of SMs that an application can get.
    pub fn sms_of(&self, application: u8) -> u32 {
        self.applications[usize::from(application)].sms.len() as u32
    }
}
