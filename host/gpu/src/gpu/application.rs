// SPDX-License-Identifier: Apache-2.0
//! The applications that share a GPU: each has device memory, SMs and at most one kernel under way for itself.

use std::ops::Range;

use warpsmith_ptx::GlobalMemory;

use super::{Gpu, UnderWay};
use crate::error::{GpuError, SplitError};
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
    /// Its SMs.
    pub sms: Range<usize>,
    pub launches: u64,
    /// The kernel that was started and has not ended.
    pub under_way: Option<Box<UnderWay>>,
    /// For how long nothing has changed.
    pub calm: Calm,
    /// A kernel of it was cut: its SMs only take the answers that still come.
    pub given_up: bool,
}

impl Application {
    pub fn new(memory: GlobalMemory, sms: Range<usize>) -> Application {
        Application { memory, sms, launches: 0, under_way: None, calm: Calm::default(), given_up: false }
    }

    /// Whether it has a kernel that goes on.
    pub fn runs(&self) -> bool {
        self.under_way.is_some() && !self.given_up
    }

    /// One bit for each of its SMs.
    pub fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.sms.len())) << self.sms.start
    }
}

/// Each application with its SMs, of all of which `sms` are.
pub(super) fn with_sms<'a>(
    applications: &'a mut [Application],
    mut sms: &'a mut [Sm],
) -> impl Iterator<Item = (&'a mut Application, &'a mut [Sm])> {
    applications.iter_mut().map(move |application| {
        let (own, others) = std::mem::take(&mut sms).split_at_mut(application.sms.len());
        sms = others;
        (application, own)
    })
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
