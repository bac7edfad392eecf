// SPDX-License-Identifier: Apache-2.0
//! What an SM has for each lane of the GPU, and what it does for one of several whose CTAs it holds at a time.

use warpsmith_ptx::GlobalPort;
use warpsmith_trace::Tape;

use super::{Cta, Sm};
use crate::attachments::Socket;
use crate::region::Region;
use crate::stats::SmCounts;

/// What an SM has for a lane.
#[derive(Default)]
pub struct Place {
    /// Where lines of its program are for the caches.
    pub entry: Region,
    /// What waits for the end of the epoch.
    pub global: GlobalPort,
    /// What is recorded.
    pub tape: Option<Tape>,
    /// What was counted for it while nothing is counted for it.
    pub counts: SmCounts,
}

impl Sm {
    /// From now on the GPU has so many lanes.
    pub fn set_lanes(&mut self, lanes: usize) {
        self.places.resize_with(lanes, Place::default);
    }

    /// What sits in its sockets and could not tell CTAs of several lanes apart.
    pub fn unmixable(&self) -> Option<Socket> {
        self.unmixable
    }

    /// From now on it can hold CTAs of several lanes at a time, each in that region of the memory system. Lines have their places
    /// there before they come to the caches, so that none of one program is one of another's. It must be new.
    pub fn mix(&mut self, entries: &[Region]) {
        self.mixed = true;
        self.region = Region::default();
        self.places.iter_mut().zip(entries).for_each(|(place, entry)| place.entry = *entry);
    }

    /// The CTA slots that hold a CTA of a lane.
    pub fn resident_of(&self, lane: u8) -> u32 {
        let own = |cta: &Option<Cta>| cta.as_ref().is_some_and(|cta| cta.lane == lane);
        (0..).zip(&self.ctas).fold(0, |all, (slot, cta)| all | u32::from(own(cta)) << slot)
    }

    /// The lane of the CTA in a slot.
    pub fn lane_of(&self, slot: u32) -> Option<u8> {
        self.ctas[slot as usize].as_ref().map(|cta| cta.lane)
    }

    /// Whether nothing of a lane runs or is under way.
    pub fn is_done_with(&self, lane: u8) -> bool {
        !self.is_prefetching() && (self.resident() == 0 || self.resident_of(lane) == 0)
    }

    /// What it has counted for a lane; where it holds CTAs of one at a time, all that it has counted.
    pub fn counts_of(&self, lane: u8) -> SmCounts {
        match self.mixed && self.counting != lane {
            true => self.places[usize::from(lane)].counts,
            false => self.counted_now(),
        }
    }

    /// What it has counted for the lane that it counts for.
    pub(super) fn counted_now(&self) -> SmCounts {
        let [l1, texture, constant] = self.caches.stats();
        SmCounts { sm: self.stats, l1, texture, constant }
    }

    /// From now on it counts for the lane of the CTA in `slot`, if there is one: what belongs to nobody's instruction for that of the
    /// [leader](Sm::leader).
    #[inline]
    pub(super) fn count_for(&mut self, slot: u32) {
        if !self.mixed {
            return;
        }
        if let Some(Some(cta)) = self.ctas.get(slot as usize) {
            self.count_for_lane(cta.lane);
        }
    }

    /// From now on it counts for that lane, if it holds CTAs of several.
    pub(super) fn count_for_lane(&mut self, lane: u8) {
        if !self.mixed || lane == self.counting {
            return;
        }
        self.places[usize::from(self.counting)].counts = self.counted_now();
        let SmCounts { sm, l1, texture, constant } =
            std::mem::take(&mut self.places[usize::from(lane)].counts);
        self.stats = sm;
        self.caches.set_stats([l1, texture, constant]);
        self.counting = lane;
    }

    /// The lowest slot with a CTA.
    #[inline]
    pub(super) fn leader(&self) -> u32 {
        self.resident.trailing_zeros()
    }
}
