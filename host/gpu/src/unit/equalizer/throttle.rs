// SPDX-License-Identifier: Apache-2.0
//! `eq_sm` as the block throttle of one SM.

use warpsmith_units::equalizer::sm;
use warpsmith_units::{clog2, Snapshot, Unit};

use crate::policy::CtaPausing;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, BlockThrottle, Bottleneck, ThrottleIn, ThrottleOut, UnitError, WARP_SLOTS};

/// `eq_sm` as the block throttle of one SM.
pub struct EqualizerThrottle<U> {
    unit: U,
    /// With block control off, the CTAs are the resource limit's affair and the unit only counts and votes.
    all_blocks: Option<CtaPausing>,
    map: WarpMap,
}

impl<U: Unit<In = sm::In, Out = sm::Out>> EqualizerThrottle<U> {
    /// Resets `unit` and attaches it. With `control_blocks` off the unit is shown no CTA events, so that it
    /// never pauses one, and the kernel's resource limit holds instead; counting and voting are unchanged.
    pub fn new(mut unit: U, control_blocks: bool) -> Self {
        unit.reset();
        let all_blocks = (!control_blocks).then(CtaPausing::default);
        Self { unit, all_blocks, map: WarpMap::default() }
    }
}

/// The CTA slot of each warp, packed as the port `warp_cta` has it.
#[derive(Default)]
struct WarpMap(Option<sm::WarpCta>);

impl WarpMap {
    /// The map of `input`, which changes only as CTAs are launched.
    #[inline]
    fn packed(&mut self, input: &ThrottleIn) -> sm::WarpCta {
        match self.0 {
            Some(map) if input.cta_launch == 0 => map,
            _ => *self.0.insert(packed(input)),
        }
    }
}

fn packed(input: &ThrottleIn) -> sm::WarpCta {
    let mut map = sm::WarpCta::ZERO;
    let width = clog2(input.cta_slots).max(1);
    for warp in 0..WARP_SLOTS as u32 {
        sm::set_cta_of(&mut map, warp as usize, width, input.cta_of(warp) as usize);
    }
    map
}

impl<U: Snapshot> Saved for EqualizerThrottle<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.all_blocks)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.all_blocks = from.take()?;
        self.map = WarpMap::default();
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for EqualizerThrottle<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

impl<U: Unit<In = sm::In, Out = sm::Out> + Snapshot + Send> BlockThrottle for EqualizerThrottle<U> {
    fn step(&mut self, input: &ThrottleIn) -> ThrottleOut {
        let s = &input.status;
        let start = input.kernel_start;
        let blocks = self.all_blocks.is_none();
        let out = self.unit.step(&sm::In {
            en: true,
            grid_active: input.grid_active,
            kernel_start: start.is_some(),
            w_cta_in: start.map_or(0, |k| k.warps_per_cta),
            nb_max_in: start.map_or(0, |k| k.max_ctas),
            slot_live: s.slot_live,
            ib_valid: s.ib_valid,
            at_barrier: s.at_barrier,
            sb_ready: s.sb_ready,
            is_mem: s.is_mem,
            issued: s.issued,
            lsu_blocked: s.lsu_blocked,
            warp_cta: self.map.packed(input),
            cta_launch: if blocks { input.cta_launch } else { 0 },
            cta_done: if blocks { input.cta_done } else { 0 },
            gwde_empty: input.gwde_empty,
            gwde_gnt: blocks && input.gwde_gnt,
        });
        let bottleneck = out.vote_valid.then_some(match out.vote {
            1 => Bottleneck::Compute,
            2 => Bottleneck::Memory,
            _ => Bottleneck::None,
        });
        match &mut self.all_blocks {
            None => ThrottleOut {
                gwde_req: out.gwde_req,
                pause_warp: out.pause_warp,
                pause_cta: out.pause_cta,
                bottleneck,
                num_blocks: out.num_blocks,
            },
            Some(pausing) => {
                let limit = start.map_or(pausing.max_ctas(), |k| k.max_ctas);
                ThrottleOut { bottleneck, ..pausing.step(input, limit) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_packed_map_holds_what_was_set_last(
            slots in 1u32..=32,
            sets in prop::collection::vec((0u32..64, 0u32..32), 0..50),
        ) {
            let (mut map, mut input) = (WarpMap::default(), ThrottleIn::new(slots));
            let width = clog2(slots).max(1);
            for (warp, cta) in sets {
                input.set_cta(warp, cta % slots);
                input.cta_launch = 1 << (cta % slots);
                let packed = map.packed(&input);
                let read = |w: u32| sm::cta_of(&packed, w as usize, width) as u32;
                prop_assert!((0..WARP_SLOTS as u32).all(|w| read(w) == input.cta_of(w)));
            }
        }
    }
}
