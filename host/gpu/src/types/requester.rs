// SPDX-License-Identifier: Apache-2.0
//! Who makes a request, and why. Both travel with it and come back with its answer.

use serde::{Deserialize, Serialize};

/// On whose behalf a request is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Requester {
    /// The SM that gets the answer.
    pub sm: u8,
    /// The warp slot.
    pub warp: u8,
    /// The CTA slot of the warp.
    pub cta: u8,
    /// The application that the SM runs, by its address space: that of the launch.
    pub application: u8,
}

/// The application of a program that has the GPU for itself.
pub const ONLY_APPLICATION: u8 = 0;

impl Requester {
    /// An SM for itself.
    pub fn sm(sm: u32) -> Requester {
        Requester { sm: sm as u8, ..Requester::default() }
    }
}

/// What a prefetcher wants to know again when its line has come, or when a demand meets it; only the prefetcher looks
/// at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PrefetchTag(pub u16);

/// What a typer of warps says of the warp of a request; it travels there and back, and only what is attached looks at it.
/// Without a typer it is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WarpTag(pub u8);

/// Why a request is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Origin {
    /// An instruction waits for it, or a dirty line leaves.
    #[default]
    Demand,
    /// A prefetcher expects a demand.
    Prefetch(PrefetchTag),
    /// A page walk reads an entry of a table.
    Walk {
        /// The depth of the table, the root being level 1.
        level: u8,
    },
}

impl Origin {
    /// The level that a page walk reads, at most 7; 0 if it is none (MASK, section 2.7).
    #[inline]
    pub fn walk_depth(self) -> u8 {
        if let Origin::Walk { level } = self {
            level.min(7)
        } else {
            0
        }
    }

    /// Whether it is a prefetcher's.
    #[inline]
    pub fn is_prefetch(self) -> bool {
        matches!(self, Origin::Prefetch(_))
    }
}
