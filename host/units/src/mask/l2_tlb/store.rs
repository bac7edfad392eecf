// SPDX-License-Identifier: Apache-2.0
//! Translations: a set of the main array, or the bypass cache (specification sections 2.3, 2.5 and 3).

use serde::{Deserialize, Serialize};

use crate::lru_store::LruStore;

/// A page of an address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Page {
    pub asid: u32,
    pub vpn: u64,
}

/// Where a page is, and what may be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub ppn: u64,
    pub perm: u8,
}

/// Places for translations.
pub type Store = LruStore<Page, Frame>;
