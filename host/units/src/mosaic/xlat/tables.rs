// SPDX-License-Identifier: Apache-2.0
//! Page tables that are written as section 2 has it, by a driver that flushes what it changes.

use std::collections::BTreeMap;

use crate::mosaic::entry::{DISABLED, LARGE, VALID};
use crate::mosaic::params::Params;
use crate::mosaic::walker::Page;
use crate::mosaic::SLOT_BITS;
use crate::Rng;

/// Where the base pages of a large page are.
#[derive(Clone, Copy, Debug)]
struct Region {
    frame: u64,
    perm: u8,
    /// Its base pages lie in another order, so that it cannot be coalesced.
    shuffled: bool,
    /// One base page in so many is not there.
    holes: u64,
    /// Nothing is there: it is mapped anew after the flush.
    gone: bool,
    large: bool,
}

/// What a flush is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A large page, in `vpn`, is one no longer.
    Splintered(Page),
    /// Its base pages get other frames.
    Moves(Page),
}

/// The tables of all address spaces.
#[derive(Clone, Debug)]
pub struct Tables {
    params: Params,
    /// Each table's address space, depth and the part of the page's number above its index; its number, from 1 on, is its place here.
    tables: Vec<(u32, u32, u64)>,
    numbers: BTreeMap<(u32, u32, u64), u64>,
    regions: BTreeMap<Page, Region>,
}

impl Tables {
    pub fn new(params: &Params) -> Tables {
        Tables {
            params: params.clone(),
            tables: Vec::new(),
            numbers: BTreeMap::new(),
            regions: BTreeMap::new(),
        }
    }

    /// The root of an address space.
    pub fn root(&mut self, asid: u32) -> u64 {
        self.number(asid, 1, 0)
    }

    fn number(&mut self, asid: u32, depth: u32, prefix: u64) -> u64 {
        *self.numbers.entry((asid, depth, prefix)).or_insert_with(|| {
            self.tables.push((asid, depth, prefix));
            self.tables.len() as u64
        })
    }

    fn region(&mut self, rng: &mut Rng, page: Page) -> &mut Region {
        let frame_bits = self.params.ppn_width() as u32 - SLOT_BITS;
        self.regions.entry(page).or_insert_with(|| Region::new(rng, frame_bits))
    }

    /// The entry at an address that a walk reads.
    pub fn read(&mut self, rng: &mut Rng, address: u64) -> u64 {
        let (levels, page_bits) = (self.params.pt_levels, self.params.base_page_log2);
        let (asid, depth, prefix) = self.tables[(address >> 12) as usize - 1];
        let index = address >> 3 & 0x1ff;
        let path = prefix << SLOT_BITS | index;
        if depth == levels {
            return self.region(rng, Page { asid, vpn: prefix }).entry(index, page_bits);
        }
        let last = depth + 1 == levels;
        let large = last && self.region(rng, Page { asid, vpn: path }).large;
        self.number(asid, depth + 1, path) << 12 | VALID | if large { LARGE } else { 0 }
    }

    /// Changes a large page: it is coalesced at once, or the change needs a flush.
    pub fn change(&mut self, rng: &mut Rng, page: Page) -> Option<Change> {
        let coalesces = rng.one_in(2);
        let region = self.region(rng, page);
        if region.large {
            region.large = false;
            return Some(Change::Splintered(page));
        }
        if coalesces && !region.shuffled {
            region.large = true;
            return None;
        }
        region.gone = true;
        Some(Change::Moves(page))
    }

    /// The flush of a change is done.
    pub fn flushed(&mut self, rng: &mut Rng, change: Change) {
        if let Change::Moves(page) = change {
            self.regions.remove(&page);
            self.region(rng, page);
        }
    }
}

impl Region {
    fn new(rng: &mut Rng, frame_bits: u32) -> Region {
        Region {
            frame: rng.bits() & ((1 << frame_bits) - 1),
            perm: rng.below(16) as u8,
            shuffled: rng.one_in(3),
            holes: if rng.one_in(2) { 3 } else { 1000 },
            gone: false,
            large: false,
        }
    }

    /// The entry of a base page.
    fn entry(&self, slot: u64, page_bits: u32) -> u64 {
        let place = if self.shuffled { (slot * 5 + 3) & 0x1ff } else { slot };
        let here = !self.gone && (slot + 1) % self.holes != 0;
        let flags = (if here { VALID } else { 0 }) | if self.large { DISABLED } else { 0 };
        (self.frame << SLOT_BITS | place) << page_bits | u64::from(self.perm) << 1 | flags
    }
}
