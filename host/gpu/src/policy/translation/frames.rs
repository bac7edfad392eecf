// SPDX-License-Identifier: Apache-2.0
//! Memory managers: which page gets which frame.
//!
//! Frames are given in physical order, so that pages of applications that touch memory in turns lie between each other, as
//! with one list of free pages (specification of Mosaic, decision D27). What an application that has ended leaves is given again, the
//! last frame first.

mod mixing;

use serde::{Deserialize, Serialize};

use crate::attachments::Socket;
use crate::policy::info::PolicyInfo;
use crate::policy::params::ParamInfo;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, DeviceFrames, Frame, MemoryManager};
use crate::stats::UnitStats;
use mixing::Mixing;

const PARAMS: &[ParamInfo] = &[ParamInfo::words(
    "eager",
    "the pages of an allocation get frames before the next kernel starts; off: when they are touched",
    "off",
    &["off", "on"],
)];

pub const SHARED: PolicyInfo = PolicyInfo {
    name: "shared_frames",
    socket: Socket::MemoryManager,
    meaning: "frames in physical order for whichever application comes (the default)",
    source: "-",
    params: PARAMS,
    install: |s, machine, a| a.manager(machine, |_| Box::new(Frames::new(s.get(0) == 1, false))),
};

pub const STATIC: PolicyInfo = PolicyInfo {
    name: "static_channels",
    socket: Socket::MemoryManager,
    meaning: "each application has its part of the DRAM channels, and with them of L2, for itself",
    source: "Ausavarungnirun 2017 (Static), specification of MASK, section 8",
    params: PARAMS,
    install: |s, machine, a| a.manager(machine, |_| Box::new(Frames::new(s.get(0) == 1, true))),
};

/// Frames from `next` on, below `end`, were never given; those of `left` have come back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    next: u64,
    end: u64,
    left: Vec<u64>,
}

impl Part {
    /// All from `next` on, below `end`.
    pub fn new(next: u64, end: u64) -> Part {
        Part { next, end, left: Vec::new() }
    }

    /// The frame that came back last, or a new one.
    pub fn take(&mut self) -> Option<u64> {
        self.left.pop().or_else(|| {
            let fresh = (self.next < self.end).then_some(self.next)?;
            self.next += 1;
            Some(fresh)
        })
    }

    /// So many frames one behind the other, from a multiple of that on, of those that were never given: the last ones. Returns the
    /// number of the first one over `n`.
    pub fn take_last(&mut self, n: u64) -> Option<u64> {
        let whole = (self.end / n).checked_sub(1).filter(|whole| whole * n >= self.next)?;
        self.left.extend((whole + 1) * n..self.end);
        self.end = whole * n;
        Some(whole)
    }

    /// These come back.
    pub fn give(&mut self, frames: impl Iterator<Item = u64>) {
        self.left.extend(frames);
    }
}

/// What may be done with a page: the first one holds the parameters of kernels, which nobody writes.
pub(super) fn permissions(vpn: u64) -> u8 {
    if vpn == 0 {
        Frame::READ
    } else {
        Frame::READ | Frame::WRITE
    }
}

/// What changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    parts: Vec<Part>,
    /// If several applications share one part.
    mixing: Option<Mixing>,
}

/// One part for all applications, or one for each.
pub struct Frames {
    eager: bool,
    divided: bool,
    state: State,
}

impl Frames {
    /// Nothing to give yet.
    pub fn new(eager: bool, divided: bool) -> Frames {
        Frames { eager, divided, state: State::default() }
    }

    fn part(&mut self, application: u8) -> Option<&mut Part> {
        self.state.parts.get_mut(if self.divided { application.into() } else { 0 })
    }
}

impl MemoryManager for Frames {
    fn start(&mut self, memory: DeviceFrames) {
        let n = if self.divided { memory.applications as u64 } else { 1 };
        let first = |part: u64| memory.frames * part / n;
        let part = |i| Part::new(first(i), first(i + 1));
        let mixing = (memory.applications > 1 && !self.divided).then(Mixing::default);
        self.state = State { parts: (0..n).map(part).collect(), mixing };
    }

    fn page(&mut self, application: u8, vpn: u64) -> Option<Frame> {
        self.table(application).map(|ppn| Frame { ppn, perm: permissions(vpn) })
    }

    fn table(&mut self, application: u8) -> Option<u64> {
        let ppn = self.part(application)?.take()?;
        self.state.mixing.iter_mut().for_each(|mixing| mixing.given(application, ppn));
        Some(ppn)
    }

    fn ended(&mut self, application: u8, frames: &[u64]) {
        self.state.mixing.iter_mut().for_each(|mixing| mixing.returned(frames));
        if let Some(part) = self.part(application) {
            part.give(frames.iter().rev().copied());
        }
    }

    fn maps_allocations(&self) -> bool {
        self.eager
    }

    fn divides_channels(&self) -> bool {
        self.divided
    }
}

impl Saved for Frames {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        Ok(())
    }
}

impl Attachment for Frames {
    fn count(&self, to: &mut UnitStats) {
        self.state.mixing.iter().for_each(|mixing| to.add(mixing.stats()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_is_given_once_until_its_application_ends_and_then_there_is_none() {
        let mut frames = Frames::new(false, false);
        frames.start(DeviceFrames { frames: 3, applications: 2 });
        let given = [frames.table(0), frames.page(1, 5).map(|f| f.ppn), frames.table(0), frames.table(1)];
        assert_eq!(given, [Some(0), Some(1), Some(2), None]);
        frames.ended(0, &[0, 2]);
        assert_eq!([frames.table(1), frames.table(1), frames.table(1)], [Some(0), Some(2), None]);
    }

    #[test]
    fn frames_one_behind_the_other_are_the_last_ones_and_none_of_them_is_given_again() {
        let mut part = Part::new(0, 10);
        assert_eq!([part.take_last(4), part.take()], [Some(1), Some(9)]);
        assert_eq!([part.take_last(4), part.take_last(4)], [Some(0), None]);
        assert_eq!([part.take(), part.take()], [Some(8), None]);
        let mut part = Part { next: 1, ..Part::new(0, 8) };
        assert_eq!([part.take_last(4), part.take_last(4), part.take()], [Some(1), None, Some(1)]);
    }

    #[test]
    fn divided_frames_of_an_application_are_its_own() {
        let mut frames = Frames::new(false, true);
        frames.start(DeviceFrames { frames: 7, applications: 2 });
        let of = |frames: &mut Frames, app| std::iter::from_fn(|| frames.table(app)).collect::<Vec<_>>();
        assert_eq!((of(&mut frames, 0), of(&mut frames, 1)), (vec![0, 1, 2], vec![3, 4, 5, 6]));
    }

    #[test]
    fn the_page_of_parameters_is_read_only() {
        let mut frames = Frames::new(false, false);
        frames.start(DeviceFrames { frames: 2, applications: 1 });
        assert_eq!([0, 1].map(|vpn| frames.page(0, vpn).unwrap().perm), [1, 3]);
    }
}
