// SPDX-License-Identifier: Apache-2.0
//! Translations: a set of the main array, or the bypass cache (specification sections 2.3, 2.5 and 3).

use serde::{Deserialize, Serialize};

use crate::lru_store::LruStore;

/// A page of an address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Page {
    /// Number of the address space.
    pub asid: u32,
    /// Number of the virtual page.
    pub vpn: u64,
}

/// Where a page is, and what may be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Number of the physical page.
    pub ppn: u64,
    /// Permissions, 4 bits.
    pub perm: u8,
}

/// Places for translations.
pub type Store = LruStore<Page, Frame>;
