// SPDX-License-Identifier: Apache-2.0
//! Equalizer in its sockets: thin adapters over the ports of `eq_sm` and `eq_fm`.

use warpsmith_units::equalizer::params::Mode;
use warpsmith_units::equalizer::{fm, sm};
use warpsmith_units::{Snapshot, Unit};

use super::{
    BlockThrottle, FrequencyManager, Health, Levels, ThrottleIn, ThrottleOut, UnitError, Vote, Votes,
};
use crate::policy::CtaPausing;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::types::Level;

/// `eq_sm` as the block throttle of one SM.
pub struct EqualizerThrottle<U> {
    unit: U,
    health: Health<U>,
    /// With block control off, the CTAs are the resource limit's affair and the unit only counts and votes.
    all_blocks: Option<CtaPausing>,
}

impl<U: Unit<In = sm::In, Out = sm::Out>> EqualizerThrottle<U> {
    /// Resets `unit` and attaches it. With `control_blocks` off the unit is shown no CTA events, so that it
    /// never pauses one, and the kernel's resource limit holds instead; counting and voting are unchanged.
    pub fn new(mut unit: U, health: Health<U>, control_blocks: bool) -> Self {
        unit.reset();
        Self { unit, health, all_blocks: (!control_blocks).then(CtaPausing::default) }
    }
}

impl<U: Snapshot> Saved for EqualizerThrottle<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.all_blocks)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.all_blocks = from.take()?;
        Ok(())
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
            w_cta_in: start.map_or(0, |k| k.w_cta),
            nb_max_in: start.map_or(0, |k| k.nb_max),
            slot_live: s.slot_live,
            ib_valid: s.ib_valid,
            at_barrier: s.at_barrier,
            sb_ready: s.sb_ready,
            is_mem: s.is_mem,
            issued: s.issued,
            lsu_blocked: s.lsu_blocked,
            warp_cta: input.warp_cta,
            cta_launch: if blocks { input.cta_launch } else { 0 },
            cta_done: if blocks { input.cta_done } else { 0 },
            gwde_empty: input.gwde_empty,
            gwde_gnt: blocks && input.gwde_gnt,
        });
        let vote = out.vote_valid.then_some(match out.vote {
            1 => Vote::Comp,
            2 => Vote::Mem,
            _ => Vote::None,
        });
        match &mut self.all_blocks {
            None => ThrottleOut {
                gwde_req: out.gwde_req,
                pause_warp: out.pause_warp,
                pause_cta: out.pause_cta,
                vote,
                num_blocks: out.num_blocks,
            },
            Some(pausing) => {
                let limit = start.map_or(pausing.nb_max(), |k| k.nb_max);
                ThrottleOut { vote, ..pausing.step(input, limit) }
            }
        }
    }

    fn check(&self) -> Result<(), UnitError> {
        (self.health)(&self.unit).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

/// `eq_fm` as the frequency manager.
pub struct EqualizerFrequency<U> {
    unit: U,
    health: Health<U>,
    mode: Mode,
}

impl<U: Unit<In = fm::In, Out = fm::Out>> EqualizerFrequency<U> {
    /// Resets `unit` and attaches it with a constant mode.
    pub fn new(mut unit: U, health: Health<U>, mode: Mode) -> Self {
        unit.reset();
        Self { unit, health, mode }
    }
}

/// The encoding of a level port: 0 LOW, 1 NOMINAL, 2 HIGH; 3 does not occur.
fn level(port: u8) -> Level {
    match port {
        0 => Level::Low,
        1 => Level::Nominal,
        _ => Level::High,
    }
}

impl<U: Snapshot> Saved for EqualizerFrequency<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        Ok(self.unit.restore(from.take()?)?)
    }
}

impl<U: Unit<In = fm::In, Out = fm::Out> + Snapshot + Send> FrequencyManager for EqualizerFrequency<U> {
    fn step(&mut self, votes: &Votes) -> Levels {
        let out = self.unit.step(&fm::In {
            vote_valid: votes.valid,
            vote: votes.packed,
            mode: self.mode == Mode::Performance,
        });
        Levels { sm: level(out.sm_level), memory: level(out.mem_level) }
    }

    fn check(&self) -> Result<(), UnitError> {
        (self.health)(&self.unit).map_or(Ok(()), |e| Err(UnitError(e)))
    }
}
