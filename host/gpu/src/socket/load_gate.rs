// SPDX-License-Identifier: Apache-2.0
//! Load gate: decides which warps may issue loads to the L1 data cache (CCWS; specification of Equalizer,
//! section 8.3), and learns from what the cache does.

use super::attachment::Attachment;
use crate::types::Line;

/// One per SM. Bit `i` of a mask is warp slot `i`.
pub trait LoadGate: Attachment {
    /// Warps that may issue a load of global or local memory in this cycle. Called once per SM cycle.
    fn eligible(&mut self) -> u64;

    /// A new warp starts in slot `warp`.
    fn launched(&mut self, warp: u32);

    /// Warp `warp` issued an instruction of any kind.
    fn issued(&mut self, warp: u32);

    /// A load of warp `warp` missed in the L1.
    fn missed(&mut self, warp: u32, line: Line);

    /// The L1 evicted `line`, which a miss of warp `owner` had brought in.
    fn evicted(&mut self, owner: u32, line: Line);

    /// The warp in slot `warp` has exited.
    fn exited(&mut self, warp: u32);
}
