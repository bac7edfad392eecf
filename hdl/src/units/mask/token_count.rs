// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::{Params, TokenPolicy};

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// The tokens of an application after an epoch with lookups (specification section 2.6, decisions D15 to D17 and M8), four cycles after what
    /// they follow from.
    pub struct TokenCount<W, RATE, WIDE> = "mask_token_count" where WIDE = RATE + 1;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Its warps, those of them that have tokens at first, and those that a step is of.
    pub warps: Signal<In, Bits<W>>,
    pub at_first: Signal<In, Bits<W>>,
    pub in_step: Signal<In, Bits<W>>,
    /// It has had an epoch before, its tokens, the direction, and the miss rate.
    pub seen: Signal<In, Bit>,
    pub tokens: Signal<In, Bits<W>>,
    pub up: Signal<In, Bit>,
    pub rate: Signal<In, Bits<RATE>>,
    /// The miss rate now.
    pub new_rate: Signal<In, Bits<RATE>>,
    /// Tokens and direction from now on.
    pub new_tokens: Signal<Out, Bits<W>>,
    pub new_up: Signal<Out, Bit>,
    /// The rate has risen, or fallen, by the threshold.
    worse: Dff<Bit>,
    better: Dff<Bit>,
    wanted: Dff<Bits<W>>,
    direction: Dff<Bit>,
    raised: Dff<Bits<W>>,
    bounded: Dff<Bits<W>>,
    step: Signal<Local, Bits<W>>,
    most: Signal<Local, Bits<W>>,
    gives: Signal<Local, Bit>,
    /// The text's policy, or hill climbing.
    climbs: Constant<Bit> = Constant::new(params.token_policy == TokenPolicy::HillClimb),
    threshold: Constant<Bits<WIDE>> = Constant::new(u64::from(params.miss_thr).into()),
    fewest: Constant<Bits<W>> = Constant::new(u64::from(params.token_min).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, worse, better, wanted, direction, raised, bounded);
        comment!("How the rate has changed.");
        self.worse.d.next = bit_cast::<WIDE, RATE>(self.new_rate.val())
            >= (bit_cast::<WIDE, RATE>(self.rate.val()) + self.threshold.val());
        self.better.d.next = bit_cast::<WIDE, RATE>(self.rate.val())
            >= (bit_cast::<WIDE, RATE>(self.new_rate.val()) + self.threshold.val());

        comment!("A step is of one token at least, and none is left where there are fewer.");
        self.step.next = self.in_step.val();
        if !self.in_step.val().any() {
            self.step.next = 1.into();
        }
        self.gives.next = self.better.q.val();
        if self.climbs.val() {
            self.gives.next = self.up.val() ^ self.worse.q.val();
        }
        self.wanted.d.next = self.tokens.val();
        self.direction.d.next = self.up.val();
        if !self.seen.val() {
            self.wanted.d.next = self.at_first.val();
            self.direction.d.next = false;
        } else if self.worse.q.val() || self.better.q.val() {
            self.direction.d.next = self.gives.val();
            if self.gives.val() {
                self.wanted.d.next = self.tokens.val() + self.step.val();
            } else if self.tokens.val() < self.step.val() {
                self.wanted.d.next = 0.into();
            } else {
                self.wanted.d.next = self.tokens.val() - self.step.val();
            }
        }

        comment!("The upper bound wins.");
        self.raised.d.next = self.wanted.q.val();
        if self.fewest.val() >= (self.wanted.q.val() + 1) {
            self.raised.d.next = self.fewest.val();
        }
        self.most.next = self.warps.val();
        if !self.warps.val().any() {
            self.most.next = 1.into();
        }
        self.bounded.d.next = self.raised.q.val();
        if self.most.val() < self.raised.q.val() {
            self.bounded.d.next = self.most.val();
        }
        self.new_tokens.next = self.bounded.q.val();
        self.new_up.next = self.direction.q.val();
    }
}
