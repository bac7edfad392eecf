// SPDX-License-Identifier: Apache-2.0
//! The lanes of an application: each has SMs and at most one kernel under way for itself.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Gpu, UnderWay};
use crate::error::SplitError;
use crate::record::KernelRecord;
use crate::sm::{RunningKernel, Sm};
use crate::stats::{SmCounts, UnitStats};

/// What SMs have counted, and the units in them of themselves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counted {
    pub counts: SmCounts,
    pub units: UnitStats,
}

impl Counted {
    /// Adds what `sm` and the units in it have counted since the GPU was made.
    pub fn add(&mut self, sm: &Sm) {
        self.add_counts(sm, sm.counts());
    }

    fn add_counts(&mut self, sm: &Sm, counts: SmCounts) {
        self.counts = self.counts.plus(counts);
        sm.units(&mut self.units);
    }

    /// The same of several.
    pub fn of<'a>(sms: impl Iterator<Item = &'a Sm>) -> Counted {
        let mut all = Counted::default();
        sms.for_each(|sm| all.add(sm));
        all
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, others: &Counted) {
        self.counts = self.counts.plus(others.counts);
        self.units.merge(&others.units);
    }
}

/// One lane.
pub(super) struct Lane {
    /// Its number.
    pub number: u8,
    /// Whose it is.
    pub application: usize,
    /// Its SMs, a bit for each: its own, or all where they hold CTAs of several lanes at a time.
    pub sms: u64,
    /// What SMs that have changed hands had counted when they left it, and when they came.
    pub left: Counted,
    pub came: Counted,
    /// The kernel that was started and has not ended.
    pub under_way: Option<Box<UnderWay>>,
    /// A kernel of it was cut: its SMs only take the answers that still come.
    pub given_up: bool,
}

impl Lane {
    /// The lane of that number of the application of the same, with so many SMs from the first on.
    pub fn new(number: usize, first: u32, sms: u32) -> Lane {
        let sms = (u64::MAX >> (64 - sms)) << first;
        let (left, came) = (Counted::default(), Counted::default());
        Lane { number: number as u8, application: number, sms, left, came, under_way: None, given_up: false }
    }

    /// Whether it has a kernel that goes on.
    pub fn runs(&self) -> bool {
        self.under_way.is_some() && !self.given_up
    }

    /// Whether it has that SM.
    pub fn has(&self, sm: usize) -> bool {
        self.sms >> sm & 1 == 1
    }

    /// Its SMs, of all in the order of their numbers.
    pub fn of<'a, T>(&self, all: &'a [T]) -> impl Iterator<Item = &'a T> + Clone {
        selected(self.sms, all)
    }

    /// The same to change them.
    pub fn of_mut<'a, T>(&self, all: &'a mut [T]) -> impl Iterator<Item = &'a mut T> {
        selected_mut(self.sms, all)
    }

    /// From its first SM to its last: all that it has, if they stay.
    pub fn span(&self) -> Range<usize> {
        self.sms.trailing_zeros() as usize..(64 - self.sms.leading_zeros()) as usize
    }

    /// What its SMs have counted for it, and the units in them.
    pub fn counted(&self, sms: &[Sm]) -> Counted {
        let mut now = Counted::default();
        self.of(sms).for_each(|sm| now.add_counts(sm, sm.counts_of(self.number)));
        now.merge(&self.left);
        Counted { counts: now.counts.since(self.came.counts), units: now.units.since(&self.came.units) }
    }
}

/// Those of all whose number `sms` has a bit for, in the order of their numbers.
pub(super) fn selected<T>(sms: u64, all: &[T]) -> impl Iterator<Item = &T> + Clone {
    all.iter().enumerate().filter(move |(sm, _)| sms >> sm & 1 == 1).map(|(_, one)| one)
}

/// The same to change them.
pub(super) fn selected_mut<T>(sms: u64, all: &mut [T]) -> impl Iterator<Item = &mut T> {
    all.iter_mut().enumerate().filter(move |(sm, _)| sms >> sm & 1 == 1).map(|(_, one)| one)
}

/// The kernels under way, by lane.
pub(super) fn kernels(lanes: &[Lane]) -> Vec<Option<&RunningKernel>> {
    lanes.iter().map(|lane| lane.under_way.as_ref().map(|under_way| &under_way.kernel)).collect()
}

/// A lane for each application, each with so many SMs.
pub(super) fn whole(split: &[u32]) -> Vec<Lane> {
    let mut first = 0;
    let lane = |(index, sms): (usize, &u32)| {
        first += sms;
        Lane::new(index, first - sms, *sms)
    };
    split.iter().enumerate().map(lane).collect()
}

impl Gpu {
    /// From now on the only application has as many lanes as `split` has entries, each with so many SMs, so that as many of its
    /// kernels can be under way. To be called before anything else is done.
    ///
    /// # Errors
    /// The SMs do not come out even.
    pub fn divide(&mut self, split: &[u32]) -> Result<(), SplitError> {
        SplitError::check(split, self.machine.sm.count)?;
        self.check_kernels(split.len())?;
        self.lanes = whole(split);
        self.lanes.iter_mut().for_each(|lane| lane.application = 0);
        self.place_sms();
        Ok(())
    }

    /// # Errors
    /// The CTA dispatcher has no room for so many kernels at a time, or their CTAs cannot be in one SM.
    pub(super) fn check_kernels(&self, kernels: usize) -> Result<(), SplitError> {
        if self.mixes(kernels) {
            if self.mmu.is_some() {
                return Err(SplitError::Mixed { what: "translation of addresses ([mmu])" });
            }
            if let Some(socket) = self.sms.iter().find_map(Sm::unmixable) {
                return Err(SplitError::Mixed { what: socket.name() });
            }
        }
        let room = self.dispatcher().map_or(kernels, |dispatcher| dispatcher.kernels());
        if kernels > room {
            return Err(SplitError::Kernels { kernels, room });
        }
        Ok(())
    }

    /// Whether SMs hold CTAs of so many kernels at a time.
    pub(super) fn mixes(&self, kernels: usize) -> bool {
        let mixed = self.machine.front_end.as_ref().is_some_and(|front| front.mixed_sms);
        mixed && kernels > 1 && self.dispatcher().is_some()
    }

    /// Whether an application has more than one lane.
    pub fn is_divided(&self) -> bool {
        self.lanes.len() > self.applications.len()
    }

    /// SMs of each lane of an application.
    pub fn lanes_of(&self, application: u8) -> Vec<u32> {
        let own = |lane: &&Lane| lane.application == usize::from(application);
        self.lanes.iter().filter(own).map(|lane| lane.sms.count_ones()).collect()
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
        lane.of_mut(&mut self.sms).for_each(Sm::give_up);
    }
}
