// SPDX-License-Identifier: Apache-2.0
//! One large page frame (specification section 3), and the channels of its pages (decision D14).

use serde::{Deserialize, Serialize};

use crate::mosaic::params::Params;
use crate::wide::Wide;

/// What a frame is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It has no allocated page and no owner.
    #[default]
    Free,
    /// It has an owner, and is used by base pages.
    Owned,
    /// A large page.
    Coalesced,
}

/// A frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is.
    pub status: Status,
    /// Application that owns it, below `num_apps`; no meaning if it is free.
    pub owner: u8,
    /// Virtual large page that it is of; of a frame that ALLOC_BASE has begun 0 until it is coalesced.
    pub lvpn: u64,
    /// It has had pages of several applications since it was free.
    pub mixed: bool,
    /// It is in the emergency list.
    pub emergency: bool,
    /// A bit for each base page that is allocated.
    pub pages: Wide<16>,
}

impl Frame {
    /// One that is taken from the free ones.
    pub fn of(owner: u8, lvpn: u64) -> Frame {
        Frame { status: Status::Owned, owner, lvpn, ..Frame::default() }
    }

    /// Allocated pages.
    pub fn count(&self) -> u32 {
        self.pages.data.iter().map(|word| word.count_ones()).sum()
    }

    /// It is no large page, and has free pages: it belongs into the list of its owner.
    pub fn is_partial(&self, p: &Params) -> bool {
        self.status == Status::Owned && self.count() < p.frame_pages()
    }

    /// Allocates or frees pages.
    pub fn set(&mut self, pages: impl IntoIterator<Item = u32>, allocated: bool) {
        for page in pages {
            self.pages.set(page as usize, allocated);
        }
    }
}

/// The channel phase of a base page of a frame.
pub fn channel(p: &Params, frame: u32, slot: u32) -> u32 {
    let ppn = u64::from(frame) << p.slot_bits | u64::from(slot);
    ((ppn << p.base_page_log2 >> p.chan_interleave_log2) % u64::from(p.channels)) as u32
}
