// SPDX-License-Identifier: Apache-2.0
//! Block throttle: decides how many CTAs of an SM run concurrently, and asks the GWDE for new ones
//! (specification of Equalizer, sections 2.5 and 5.1).

use serde::{Deserialize, Serialize};
use warpsmith_units::clog2;
use warpsmith_units::equalizer::sm;

use super::UnitError;
use crate::saved::Saved;

/// Words of the packed warp-to-CTA-slot map: 64 warps of up to 5 bits.
pub const WARP_CTA_WORDS: usize = sm::WARP_CTA_WORDS;

/// The pulse that starts a kernel on an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelStart {
    /// Warps per CTA, 1..=64.
    pub w_cta: u8,
    /// CTAs of the kernel that fit the SM together (resource limit), 1..=32.
    pub nb_max: u8,
}

/// What every warp of an SM did in one cycle, after arbitration. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpStatus {
    /// The slot holds a warp.
    pub slot_live: u64,
    /// The head instruction-buffer entry was valid at the start of the cycle.
    pub ib_valid: u64,
    /// The warp waits at a barrier or a memory fence.
    pub at_barrier: u64,
    /// The head instruction's registers are free in the scoreboard.
    pub sb_ready: u64,
    /// The head instruction goes to the load/store unit.
    pub is_mem: u64,
    /// The warp issued in this cycle.
    pub issued: u64,
    /// The warp has a load or atomic under way.
    pub load_pending: u64,
    /// No further memory instruction can enter the LD/ST queue in this cycle, sampled after issue.
    pub lsu_blocked: bool,
}

/// Inputs of a block throttle in one SM cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrottleIn {
    /// Some grid is in flight on the GPU.
    pub grid_active: bool,
    /// A kernel starts in this cycle.
    pub kernel_start: Option<KernelStart>,
    pub status: WarpStatus,
    /// CTA slot of each warp: `max(1, clog2(n_cta))` bits each, warp 0 lowest, packed little-endian.
    pub warp_cta: [u32; WARP_CTA_WORDS],
    /// Bits of a slot number in `warp_cta`.
    pub(crate) cta_bits: usize,
    /// CTA slots that become resident in this cycle.
    pub cta_launch: u32,
    /// CTA slots whose CTA finishes in this cycle.
    pub cta_done: u32,
    /// The GWDE has no undispatched CTA left.
    pub gwde_empty: bool,
    /// The GWDE accepts the request of this cycle.
    pub gwde_gnt: bool,
}

impl ThrottleIn {
    /// All inputs at zero, for an SM with `cta_slots` CTA slots (1..=32).
    pub fn new(cta_slots: u32) -> Self {
        Self { cta_bits: clog2(cta_slots).max(1), ..Self::default() }
    }

    /// The CTA slot of warp slot `warp`.
    #[inline]
    pub fn cta_of(&self, warp: u32) -> u32 {
        sm::cta_of(&self.warp_cta, warp as usize, self.cta_bits) as u32
    }

    /// Warp slot `warp` belongs to CTA slot `cta`.
    pub fn set_cta(&mut self, warp: u32, cta: u32) {
        sm::set_cta_of(&mut self.warp_cta, warp as usize, self.cta_bits, cta as usize);
    }
}

/// Which kind of resource limits an SM (specification of Equalizer, section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Vote {
    None = 0,
    Comp = 1,
    Mem = 2,
}

/// Outputs of a block throttle: registers, as seen in the cycle after the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrottleOut {
    /// Asks the GWDE for one new CTA.
    pub gwde_req: bool,
    /// Warps that must not issue. Their outstanding instructions complete.
    pub pause_warp: u64,
    /// The same per CTA slot.
    pub pause_cta: u32,
    /// The vote of an epoch, in the one cycle in which it is valid.
    pub vote: Option<Vote>,
    /// Target number of concurrently running CTAs.
    pub num_blocks: u8,
}

/// One block throttle per SM.
pub trait BlockThrottle: Saved + Send {
    /// One SM cycle; the result is visible in the next cycle.
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut;

    /// Whether the unit is still sound; asked every few thousand cycles and at the end of each kernel.
    fn check(&self) -> Result<(), UnitError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_packed_map_returns_what_was_set_last(
            slots in 1u32..=32,
            sets in prop::collection::vec((0u32..64, 0u32..32), 0..200),
        ) {
            let mut input = ThrottleIn::new(slots);
            let mut plain = [0; 64];
            for (warp, cta) in sets {
                input.set_cta(warp, cta % slots);
                plain[warp as usize] = cta % slots;
            }
            let read: Vec<u32> = (0..64).map(|w| input.cta_of(w)).collect();
            prop_assert_eq!(read, plain.to_vec());
        }
    }
}
