// SPDX-License-Identifier: Apache-2.0
//! Reference model of `eq_sm` (specification sections 2.1-2.5 and 5.1, decisions W1-W16, W22-W24).

use serde::{Deserialize, Serialize};

use super::decision::{decide, Sums};
use super::ports::{In, Out};
use super::warps_of_cta::WarpsOfCta;
use crate::bitset::{bits, ones64};
use crate::equalizer::params::{Params, PauseOrder};
use crate::{ForeignState, Snapshot, Unit};

/// Everything that `eq_sm` remembers from cycle to cycle (specification section 3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycle of the epoch.
    cycle: u32,
    acc: Sums,
    /// Popcounts of the previous cycle, if it was a sample.
    counted: Option<Sums>,
    /// Bit `k`: the epoch's last cycle was `k + 1` cycles ago.
    epoch_ended: u8,
    hysteresis: u32,
    direction: i8,
    num_blocks: u32,
    nb_max: u32,
    w_cta: u32,
    skip_epoch: bool,
    resident: u32,
    paused: u32,
    /// Launch order of the CTA in each slot; a larger number is younger.
    launched: [u64; 32],
    launches: u64,
    /// A granted CTA is still to be launched (W2).
    gwde_pending: bool,
    pause_warp: u64,
    vote_valid: bool,
    vote: u8,
    decided_on: Sums,
}

impl State {
    fn reset() -> State {
        State {
            cycle: 0,
            acc: Sums::default(),
            counted: None,
            epoch_ended: 0,
            hysteresis: 0,
            direction: 1,
            num_blocks: 1,
            nb_max: 1,
            w_cta: 1,
            skip_epoch: false,
            resident: 0,
            paused: 0,
            launched: [0; 32],
            launches: 0,
            gwde_pending: false,
            pause_warp: 0,
            vote_valid: false,
            vote: 0,
            decided_on: Sums::default(),
        }
    }
}

/// The per-SM half of Equalizer.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    warps_of_cta: WarpsOfCta,
    warp_mask: u64,
    cta_mask: u32,
}

impl Model {
    /// A unit in its reset state. `params` must be valid ([`Parameters::validate`](crate::params::Parameters::validate)).
    pub fn new(params: &Params) -> Model {
        Model::resume(params, State::reset())
    }

    /// A unit that goes on from `state`, which a unit of the same parameters had.
    pub fn resume(params: &Params, state: State) -> Model {
        Model {
            params: params.clone(),
            state,
            warps_of_cta: WarpsOfCta::new(params),
            warp_mask: ones64(params.n_warps),
            cta_mask: ones64(params.n_cta) as u32,
        }
    }

    /// The state, for a checkpoint.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counts the warps in each state in this cycle (section 2.1).
    fn count(&self, i: &In) -> Sums {
        let unpaused = i.slot_live & i.ib_valid & !self.state.pause_warp & self.warp_mask;
        let active = if self.params.barrier_active { unpaused } else { unpaused & !i.at_barrier };
        let held = active & !i.at_barrier & !i.issued;
        let ready = held & i.sb_ready;
        Sums {
            active: active.count_ones(),
            wait: (held & !i.sb_ready).count_ones(),
            xalu: (ready & !i.is_mem).count_ones(),
            xmem: if i.lsu_blocked { (ready & i.is_mem).count_ones() } else { 0 },
        }
    }

    /// Counters, decision and block count: sections 2.2-2.4.
    fn step_epoch(&mut self, i: &In) {
        let sample = self.state.cycle & (self.params.sample_period - 1) == self.params.sample_period - 1;
        let last = self.state.cycle == self.params.epoch_len - 1;
        let zero_stage = self.params.zero_stage();
        let decision = if zero_stage { last } else { self.state.epoch_ended & 2 != 0 };

        let counting = i.en && !i.kernel_start;
        let counts = (sample && counting).then(|| self.count(i));
        let s = &mut self.state;
        if let Some(sums) = if zero_stage { counts } else { s.counted.filter(|_| counting) } {
            s.acc += sums;
        }
        s.counted = if zero_stage { None } else { counts };
        s.epoch_ended = s.epoch_ended << 1 & 2 | u8::from(last);
        s.cycle = (s.cycle + 1) & (self.params.epoch_len - 1);
        s.vote_valid = false;
        s.vote = 0;

        if decision && i.en {
            self.decide(i);
        }
        let s = &mut self.state;
        if i.kernel_start {
            s.w_cta = u32::from(i.w_cta_in) & ((1 << self.params.w_cta_width()) - 1);
            s.nb_max = u32::from(i.nb_max_in) & ((1 << self.params.nb_width()) - 1);
            s.num_blocks = if self.params.nb_reset_on_launch { s.nb_max } else { s.num_blocks.min(s.nb_max) };
        }
        if !i.en {
            s.num_blocks = s.nb_max;
        }
        if !counting {
            s.acc = Sums::default();
            s.hysteresis = 0;
            s.skip_epoch = true;
        }
    }

    /// The decision at the end of an epoch: sections 2.3 and 2.4, W9, W10, W12, W15.
    fn decide(&mut self, i: &In) {
        let s = &mut self.state;
        s.vote_valid = true;
        s.decided_on = s.acc;
        s.acc = Sums::default();
        if std::mem::take(&mut s.skip_epoch) || i.kernel_start {
            return;
        }
        let arm = decide(&s.decided_on, s.w_cta, &self.params);
        if i.grid_active {
            s.vote = arm.action() as u8;
        }
        s.hysteresis = match arm.blocks() {
            0 => 0,
            d if s.hysteresis > 0 && d == s.direction => s.hysteresis + 1,
            d => {
                s.direction = d;
                1
            }
        };
        if s.hysteresis == self.params.hyst_epochs {
            s.num_blocks = s.num_blocks.saturating_add_signed(s.direction.into()).clamp(1, s.nb_max.max(1));
            s.hysteresis = 0;
        }
    }

    /// CTA concurrency control in one cycle (section 2.5, W3-W7), with the block count of that cycle.
    fn step_ctas(&mut self, i: &In, num_blocks: u32, granted: bool) {
        let (launch, done) = (i.cta_launch & self.cta_mask, i.cta_done & self.cta_mask);
        let s = &mut self.state;
        s.gwde_pending = (s.gwde_pending || granted) && launch == 0;
        s.resident &= !done;
        s.paused &= !done;
        let running = s.resident & !s.paused;
        if running.count_ones() > num_blocks {
            let age = |&cta: &usize| s.launched[cta];
            let chosen = match self.params.pause_order {
                PauseOrder::Youngest => bits(running).max_by_key(age),
                PauseOrder::Oldest => bits(running).min_by_key(age),
            };
            s.paused |= chosen.map_or(0, |cta| 1 << cta);
        } else if running.count_ones() < num_blocks {
            let oldest = bits(s.paused).min_by_key(|&cta| s.launched[cta]);
            s.paused &= !oldest.map_or(0, |cta| 1 << cta);
        }
        s.resident |= launch;
        s.paused &= !launch;
        for cta in bits(launch) {
            s.launches += 1;
            s.launched[cta] = s.launches;
        }
        s.pause_warp = match s.paused {
            0 => 0,
            paused => self.warps_of_cta.select(&i.warp_cta, paused) & i.slot_live & self.warp_mask,
        };
    }

    /// The request for one more CTA (W4).
    fn request(&self, gwde_empty: bool) -> bool {
        let s = &self.state;
        let resident = s.resident.count_ones();
        s.paused == 0 && resident < s.num_blocks && resident < s.nb_max && !s.gwde_pending && !gwde_empty
    }

    fn out(&self, i: &In) -> Out {
        let s = &self.state;
        Out {
            gwde_req: self.request(i.gwde_empty),
            pause_warp: s.pause_warp,
            pause_cta: s.paused,
            vote_valid: s.vote_valid,
            vote: s.vote,
            num_blocks: s.num_blocks as u8,
            dbg_acc_active: s.decided_on.active,
            dbg_acc_wait: s.decided_on.wait,
            dbg_acc_xalu: s.decided_on.xalu,
            dbg_acc_xmem: s.decided_on.xmem,
        }
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        *self = Model::resume(&self.params, state);
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset();
    }

    fn step(&mut self, input: &In) -> Out {
        let num_blocks = self.state.num_blocks;
        let granted = input.gwde_gnt && self.request(input.gwde_empty);
        self.step_epoch(input);
        self.step_ctas(input, num_blocks, granted);
        self.out(input)
    }
}
