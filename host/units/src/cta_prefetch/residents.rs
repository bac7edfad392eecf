// SPDX-License-Identifier: Apache-2.0
//! CTAs that come and go, for the stimulus of both modules, and for what checks it.

use super::params::Params;
use crate::bitset::{bits, ones64};
use crate::Rng;

/// A CTA: its first warp, and its warps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cta {
    /// Number of the first warp; the others follow it.
    pub first: u8,
    /// How many warps, at least 1.
    pub nw: u8,
}

impl Cta {
    /// The mask of its warps.
    pub fn warps(self) -> u64 {
        ones64(self.nw.into()) << self.first
    }
}

/// The CTA slots of an SM.
#[derive(Clone, Debug)]
pub struct Residents {
    /// The CTA in each slot; `None`: the slot is free.
    pub slots: Vec<Option<Cta>>,
}

impl Residents {
    /// All `n_cta` slots are free.
    pub fn new(params: &Params) -> Residents {
        Residents { slots: vec![None; params.n_cta as usize] }
    }

    /// The CTA in a slot.
    pub fn get(&self, slot: u8) -> Option<Cta> {
        self.slots.get(usize::from(slot)).copied().flatten()
    }

    /// The active slots.
    pub fn active(&self) -> u64 {
        self.slots.iter().enumerate().map(|(c, cta)| u64::from(cta.is_some()) << c).sum()
    }

    /// The warps of all slots.
    pub fn warps(&self) -> u64 {
        self.slots.iter().flatten().fold(0, |warps, cta| warps | cta.warps())
    }

    /// A CTA for a slot that is free: warps next to each other that `taken` leaves, at most `most`.
    pub fn fit(params: &Params, taken: u64, most: u32, rng: &mut Rng) -> Option<Cta> {
        let free = ones64(params.n_warps) & !taken;
        let starts = free & !(free << 1);
        let first = bits(starts).nth(rng.below(starts.count_ones().max(1)) as usize)? as u32;
        let room = (!(free >> first)).trailing_zeros();
        let nw = 1 + rng.below(room.min(most));
        Some(Cta { first: first as u8, nw: nw as u8 })
    }

    /// The cycle's end and start of CTAs.
    ///
    /// # Errors
    /// What the SM never does (decision P18).
    pub fn update(&mut self, start: Option<(u8, Cta)>, end: Option<u8>) -> Result<(), String> {
        if let Some(slot) = end {
            let ended = self.slots.get_mut(usize::from(slot)).and_then(Option::take);
            ended.ok_or_else(|| format!("illegal stimulus: slot {slot} ends and is not active"))?;
        }
        if let Some((slot, cta)) = start {
            let free = self.slots.get_mut(usize::from(slot)).filter(|cta| cta.is_none());
            *free.ok_or_else(|| format!("illegal stimulus: slot {slot} starts and is active"))? = Some(cta);
        }
        Ok(())
    }
}
