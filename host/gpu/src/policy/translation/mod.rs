// SPDX-License-Identifier: Apache-2.0
//! Policies of address translation (specification of MASK, section 8).

mod cocoa;
mod frames;
mod ideal;
mod migrating;
mod pw_cache;
mod shared_tlb;
mod walks;

pub use cocoa::INFO as COCOA;
pub use frames::Frames;
pub use frames::{SHARED as SHARED_FRAMES, STATIC as STATIC_CHANNELS};
pub use ideal::INFO as IDEAL;
pub use migrating::INFO as MIGRATING;
pub use pw_cache::INFO as PW_CACHE;
pub use shared_tlb::{L2Tlb, INFO as SHARED_TLB};

#[cfg(test)]
mod tests;
