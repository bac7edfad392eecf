// SPDX-License-Identifier: Apache-2.0
//! The lanes of an application: each has SMs and at most one kernel under way for itself.

use std::ops::Range;

use super::application::Application;
use super::{Gpu, UnderWay};
use crate::error::SplitError;
use crate::record::KernelRecord;
use crate::sm::Sm;

/// One lane.
pub(super) struct Lane {
    /// Whose it is.
    pub application: usize,
    /// Its SMs.
    pub sms: Range<usize>,
    /// The kernel that was started and has not ended.
    pub under_way: Option<Box<UnderWay>>,
    /// A kernel of it was cut: its SMs only take the answers that still come.
    pub given_up: bool,
}

impl Lane {
    pub fn new(application: usize, sms: Range<usize>) -> Lane {
        Lane { application, sms, under_way: None, given_up: false }
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

/// Each lane with its SMs, of all of which `sms` are.
pub(super) fn with_sms<'a>(
    lanes: &'a mut [Lane],
    mut sms: &'a mut [Sm],
) -> impl Iterator<Item = (&'a mut Lane, &'a mut [Sm])> {
    lanes.iter_mut().map(move |lane| {
        let (own, others) = std::mem::take(&mut sms).split_at_mut(lane.sms.len());
        sms = others;
        (lane, own)
    })
}

/// A lane of all SMs for each application.
pub(super) fn whole(applications: &[Application]) -> Vec<Lane> {
    applications.iter().enumerate().map(|(index, one)| Lane::new(index, one.sms.clone())).collect()
}

impl Gpu {
    /// From now on the only application has as many lanes as `split` has entries, each with so many SMs, so that as many of its
    /// kernels can be under way. To be called before anything else is done.
    ///
    /// # Errors
    /// The SMs do not come out even.
    pub fn divide(&mut self, split: &[u32]) -> Result<(), SplitError> {
        SplitError::check(split, self.machine.sm.count)?;
        let mut first = 0;
        self.lanes.clear();
        for sms in split {
            let own = first..first + *sms as usize;
            first = own.end;
            self.lanes.push(Lane::new(0, own));
        }
        Ok(())
    }

    /// Whether an application has more than one lane.
    pub fn is_divided(&self) -> bool {
        self.lanes.len() > self.applications.len()
    }

    /// SMs of each lane of an application.
    pub fn lanes_of(&self, application: u8) -> Vec<u32> {
        let own = |lane: &&Lane| lane.application == usize::from(application);
        self.lanes.iter().filter(own).map(|lane| lane.sms.len() as u32).collect()
    }

    /// Gives up all kernels of an application that are under way, as after a fault of one in another lane: the lane of each, and what
    /// it did.
    pub fn abandon(&mut self, application: u8) -> Vec<(u8, KernelRecord)> {
        let first = self.first_lane(application);
        let mut cut = Vec::new();
        for index in first..first + self.lanes_of(application).len() {
            if let Some(record) = self.take_record(index) {
                self.give_up(index);
                cut.push(((index - first) as u8, record));
            }
        }
        cut
    }

    /// The number of the first lane of an application.
    pub(super) fn first_lane(&self, application: u8) -> usize {
        self.lanes.iter().take_while(|lane| lane.application < usize::from(application)).count()
    }

    /// From now on the SMs of a lane only take the answers that still come.
    pub(super) fn give_up(&mut self, index: usize) {
        let lane = &mut self.lanes[index];
        lane.given_up = true;
        self.sms[lane.sms.clone()].iter_mut().for_each(Sm::give_up);
    }
}
