// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mask::params::{Params, TokenOrder};

use super::divider::Divider;
use super::epoch_counts::EpochCounts;
use super::level_rates::LevelRates;
use super::product::Product;
use super::token_count::TokenCount;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR};

block! {
    /// MASK's epoch engine (specification sections 2.6 to 2.8): counts an epoch; then goes through SMs and applications one by one, and
    /// applies what follows all at once, `2*CORES + 91*APPS + 2` cycles after the last one of the epoch.
    /// Phases: 1 sums over the SMs; 2 rate, tokens, their division among SMs, and the products of Eq. 6.1 (64 cycles an application); 3 shares of
    /// the SMs; 4 a cycle for each application; 5 division of the products (26 cycles an application); 6 everything is applied.
    pub struct Epoch<
        CORES, CORE, APPS, APP, PORTS, FIELDS, LEVELS, LOOKS, PLACE, LOOK_BITS, LIVES, UNIQS, PEAKS, CORE_APPS, SHARES, QUOTAS, CYCLE,
        LOOKUPS, SUM, TOTAL, W, RATE, RATE_WIDE, COUNT, COUNT_WIDE, STEPS, DIFFERENCE, ADDER, FACTOR, PRODUCT, DIVIDEND
    > = "mask_epoch";
    fn new(params: &Params);
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub res_valid: Signal<In, Bits<PORTS>>,
    pub res_hit: Signal<In, Bits<PORTS>>,
    pub res_core: Signal<In, Bits<FIELDS>>,
    pub ptw_live: Signal<In, Bits<LIVES>>,
    pub l2_acc: Signal<In, Bits<LOOK_BITS>>,
    pub l2_hit: Signal<In, Bits<LOOK_BITS>>,
    pub uniq: Signal<In, Bits<UNIQS>>,
    pub warps_peak: Signal<In, Bits<PEAKS>>,
    pub core_app: Signal<In, Bits<CORE_APPS>>,
    pub core_on: Signal<In, Bits<CORES>>,
    pub app_active: Signal<In, Bits<APPS>>,
    pub epoch_tick: Signal<Out, Bit>,
    pub bypass_bits: Signal<Out, Bits<LEVELS>>,
    pub quota: Signal<Out, Bits<QUOTAS>>,
    pub quota_we: Signal<Out, Bit>,
    pub share: Signal<Out, Bits<SHARES>>,
    pub seen: Signal<Out, Bits<APPS>>,
    counts: EpochCounts<CORES, CORE, APPS, APP, PORTS, FIELDS, LOOKS, LOOK_BITS, LIVES, CORE_APPS, LOOKUPS, COUNT, COUNT_WIDE> =
        EpochCounts::new(),
    levels: LevelRates<LEVELS, LOOKS, PLACE, COUNT, STEPS, DIFFERENCE, ADDER> = LevelRates::new(params),
    divider: Divider<DIVIDEND, TOTAL> = Divider::new(),
    at_first: Product<W, FACTOR, PRODUCT> = Product::new(),
    in_step: Product<W, FACTOR, PRODUCT> = Product::new(),
    walkers: Product<W, FACTOR, PRODUCT> = Product::new(),
    token_count: TokenCount<W, RATE, RATE_WIDE> = TokenCount::new(params),
    cycle: DffR<Bits<CYCLE>>,
    /// Where the engine is.
    phase: DffR<Bits<3>>,
    core_at: DffR<Bits<CORE>>,
    app_at: DffR<Bits<APP>>,
    at_time: DffR<Bits<6>>,
    /// Sums over the SMs of each application.
    sum_hits: Vec<DffR<Bits<SUM>>> = array(APPS),
    sum_misses: Vec<DffR<Bits<SUM>>> = array(APPS),
    sum_warps: Vec<DffR<Bits<W>>> = array(APPS),
    sum_cores: Vec<DffR<Bits<7>>> = array(APPS),
    stalled: Vec<DffR<Bits<6>>> = array(APPS),
    /// What is kept of each application.
    tokens: Vec<DffR<Bits<W>>> = array(APPS),
    rate: Vec<DffR<Bits<RATE>>> = array(APPS),
    up: DffR<Bits<APPS>>,
    met: DffR<Bits<APPS>>,
    /// Tokens of each SM, or those that are left, and SMs that get one more.
    portion: Vec<Dff<Bits<W>>> = array(APPS),
    extra: Vec<Dff<Bits<7>>> = array(APPS),
    /// The products of Eq. 6.1 with the base of the quotas, and the sum of them without.
    weight: Vec<Dff<Bits<DIVIDEND>>> = array(APPS),
    weights: DffR<Bits<TOTAL>>,
    /// Applications that take part.
    takers: DffR<Bits<6>>,
    /// Shares as they differ from 256, and quotas from their base, in which bits: all are so at reset.
    new_shares: Vec<DffR<Bits<9>>> = array(CORES),
    shares: Vec<DffR<Bits<9>>> = array(CORES),
    new_quotas: Vec<Dff<Bits<10>>> = array(APPS),
    quotas: Vec<DffR<Bits<10>>> = array(APPS),
    bypass: DffR<Bits<LEVELS>>,
    shown: DffR<Bits<APPS>>,
    fresh: DffR<Bit>,
    begins: DffR<Bit>,
    /// The application whose turn it is, and its rate now.
    its_hits: Dff<Bits<SUM>>,
    its_misses: Dff<Bits<SUM>>,
    its_warps: Dff<Bits<W>>,
    its_cores: Dff<Bits<7>>,
    its_stalled: Dff<Bits<6>>,
    its_tokens: Dff<Bits<W>>,
    its_rate: Dff<Bits<RATE>>,
    its_weight: Dff<Bits<DIVIDEND>>,
    its_active: Dff<Bit>,
    new_rate: Dff<Bits<RATE>>,
    tick: Signal<Local, Bit>,
    summing: Signal<Local, Bit>,
    counting: Signal<Local, Bit>,
    sharing: Signal<Local, Bit>,
    dividing: Signal<Local, Bit>,
    applies: Signal<Local, Bit>,
    own: Signal<Local, Bits<APP>>,
    warps: Signal<Local, Bits<8>>,
    peak: Signal<Local, Bits<6>>,
    looked: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
    weighs: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    shares_out: Signal<Local, Bit>,
    stalled_warps: Signal<Local, Bits<W>>,
    its_walks: Signal<Local, Bits<6>>,
    most_walks: Signal<Local, Bits<FACTOR>>,
    left: Signal<Local, Bits<W>>,
    left_over: Signal<Local, Bits<7>>,
    own_share: Signal<Local, Bits<W>>,
    bounded: Signal<Local, Bits<9>>,
    own_quota: Signal<Local, Bits<10>>,
    all_shares: Signal<Local, Bits<SHARES>>,
    all_quotas: Signal<Local, Bits<QUOTAS>>,
    one_share: Signal<Local, Bits<9>>,
    one_quota: Signal<Local, Bits<10>>,
    unused: Signal<Local, Bit>,
    last_cycle: Constant<Bits<CYCLE>> = Constant::new((u64::from(params.epoch_len) - 1).into()),
    last_core: Constant<Bits<CORE>> = Constant::new((CORES as u64 - 1).into()),
    last_app: Constant<Bits<APP>> = Constant::new((APPS as u64 - 1).into()),
    first_tokens: Constant<Bits<FACTOR>> = Constant::new(u64::from(params.init_tokens_q8).into()),
    step_tokens: Constant<Bits<FACTOR>> = Constant::new(u64::from(params.step_q8).into()),
    base: Constant<Bits<10>> = Constant::new(u64::from(params.thresh_max).into()),
    /// All warps of the lowest SMs hold the tokens.
    by_core: Constant<Bit> = Constant::new(params.token_order == TokenOrder::CoreMajor),
    full_share: Constant<Bits<9>> = Constant::new(256.into()),
    most_share: Constant<Bits<W>> = Constant::new(256.into()),
    /// Phases.
    sum_phase: Constant<Bits<3>> = Constant::new(1.into()),
    count_phase: Constant<Bits<3>> = Constant::new(2.into()),
    share_phase: Constant<Bits<3>> = Constant::new(3.into()),
    wait_phase: Constant<Bits<3>> = Constant::new(4.into()),
    divide_phase: Constant<Bits<3>> = Constant::new(5.into()),
    apply_phase: Constant<Bits<3>> = Constant::new(6.into()),
    /// Cycles of an application in phase 2: it has been looked up, products are there, tokens are there, they are divided, all is stored. Of
    /// phase 5: the last.
    loaded: Constant<Bits<6>> = Constant::new(1.into()),
    multiplied: Constant<Bits<6>> = Constant::new(12.into()),
    rated: Constant<Bits<6>> = Constant::new(18.into()),
    weighed: Constant<Bits<6>> = Constant::new(23.into()),
    counted: Constant<Bits<6>> = Constant::new(25.into()),
    divides: Constant<Bits<6>> = Constant::new(26.into()),
    divided: Constant<Bits<6>> = Constant::new(42.into()),
    last_time: Constant<Bits<6>> = Constant::new(63.into()),
    quota_stored: Constant<Bits<6>> = Constant::new(24.into()),
    quota_last: Constant<Bits<6>> = Constant::new(25.into()),
    one: Constant<Bits<APPS>> = Constant::new(1.into()),
    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, cycle, phase, core_at, app_at, at_time, up, met, weights, takers);
        dff_setup!(self, clock, bypass, shown, fresh, begins);
        clock!(self, clock, its_hits, its_misses, its_warps, its_cores, its_stalled, its_tokens, its_rate, its_weight, its_active);
        clock!(self, clock, new_rate, counts, levels, divider, at_first, in_step, walkers, token_count);
        self.cycle.reset.next = self.reset.val();
        self.phase.reset.next = self.reset.val();
        self.core_at.reset.next = self.reset.val();
        self.app_at.reset.next = self.reset.val();
        self.at_time.reset.next = self.reset.val();
        self.up.reset.next = self.reset.val();
        self.met.reset.next = self.reset.val();
        self.weights.reset.next = self.reset.val();
        self.takers.reset.next = self.reset.val();
        self.bypass.reset.next = self.reset.val();
        self.shown.reset.next = self.reset.val();
        self.fresh.reset.next = self.reset.val();
        self.begins.reset.next = self.reset.val();
        self.counts.reset.next = self.reset.val();
        self.levels.reset.next = self.reset.val();
        for i in 0..APPS {
            self.sum_hits[i].clock.next = self.clock.val();
            self.sum_hits[i].reset.next = self.reset.val();
            self.sum_misses[i].clock.next = self.clock.val();
            self.sum_misses[i].reset.next = self.reset.val();
            self.sum_warps[i].clock.next = self.clock.val();
            self.sum_warps[i].reset.next = self.reset.val();
            self.sum_cores[i].clock.next = self.clock.val();
            self.sum_cores[i].reset.next = self.reset.val();
            self.stalled[i].clock.next = self.clock.val();
            self.stalled[i].reset.next = self.reset.val();
            self.tokens[i].clock.next = self.clock.val();
            self.tokens[i].reset.next = self.reset.val();
            self.rate[i].clock.next = self.clock.val();
            self.rate[i].reset.next = self.reset.val();
            self.portion[i].clock.next = self.clock.val();
            self.extra[i].clock.next = self.clock.val();
            self.weight[i].clock.next = self.clock.val();
            self.new_quotas[i].clock.next = self.clock.val();
            self.quotas[i].clock.next = self.clock.val();
            self.quotas[i].reset.next = self.reset.val();
        }
        for i in 0..CORES {
            self.new_shares[i].clock.next = self.clock.val();
            self.new_shares[i].reset.next = self.reset.val();
            self.shares[i].clock.next = self.clock.val();
            self.shares[i].reset.next = self.reset.val();
        }

        comment!("The epoch.");
        self.tick.next = self.cycle.q.val() == self.last_cycle.val();
        self.epoch_tick.next = self.tick.val();
        self.cycle.d.next = self.cycle.q.val() + 1;
        if self.tick.val() {
            self.cycle.d.next = 0.into();
        }
        self.counts.tick.next = self.tick.val();
        self.counts.res_valid.next = self.res_valid.val();
        self.counts.res_hit.next = self.res_hit.val();
        self.counts.res_core.next = self.res_core.val();
        self.counts.ptw_live.next = self.ptw_live.val();
        self.counts.l2_acc.next = self.l2_acc.val();
        self.counts.l2_hit.next = self.l2_hit.val();
        self.counts.core_app.next = self.core_app.val();
        self.counts.core_on.next = self.core_on.val();
        self.counts.app_active.next = self.app_active.val();

        comment!("Where the engine is.");
        self.summing.next = self.phase.q.val() == self.sum_phase.val();
        self.counting.next = self.phase.q.val() == self.count_phase.val();
        self.sharing.next = self.phase.q.val() == self.share_phase.val();
        self.dividing.next = self.phase.q.val() == self.divide_phase.val();
        self.applies.next = self.phase.q.val() == self.apply_phase.val();
        self.counts.turn.next = self.summing.val() || self.sharing.val();
        if self.tick.val() {
            self.phase.d.next = self.sum_phase.val();
        } else if self.summing.val() || self.sharing.val() {
            self.core_at.d.next = self.core_at.q.val() + 1;
            if self.core_at.q.val() == self.last_core.val() {
                self.core_at.d.next = 0.into();
                self.phase.d.next = self.phase.q.val() + 1;
            }
        } else if self.counting.val() || self.dividing.val() {
            self.at_time.d.next = self.at_time.q.val() + 1;
            if (self.counting.val() && (self.at_time.q.val() == self.last_time.val()))
                || (self.dividing.val() && (self.at_time.q.val() == self.quota_last.val()))
            {
                self.at_time.d.next = 0.into();
                self.app_at.d.next = self.app_at.q.val() + 1;
                if self.app_at.q.val() == self.last_app.val() {
                    self.app_at.d.next = 0.into();
                    self.phase.d.next = self.phase.q.val() + 1;
                }
            }
        } else if self.phase.q.val() == self.wait_phase.val() {
            self.app_at.d.next = self.app_at.q.val() + 1;
            if self.app_at.q.val() == self.last_app.val() {
                self.app_at.d.next = 0.into();
                self.phase.d.next = self.phase.q.val() + 1;
            }
        } else if self.applies.val() {
            self.phase.d.next = 0.into();
        }

        comment!("Sums over the SMs.");
        self.warps.next = 0.into();
        self.peak.next = 0.into();
        if self.summing.val() || self.sharing.val() {
            for i in 0..CORES {
                if self.core_at.q.val() == i.to_bits() {
                    self.warps.next = self.warps.val() | self.uniq.val().get_bits::<8>(i * 8);
                    self.peak.next = self.peak.val() | self.warps_peak.val().get_bits::<6>(i * 6);
                }
            }
        }
        self.own.next = self.counts.app.val();
        for i in 0..APPS {
            self.sum_hits[i].d.next = self.sum_hits[i].q.val();
            self.sum_misses[i].d.next = self.sum_misses[i].q.val();
            self.sum_warps[i].d.next = self.sum_warps[i].q.val();
            self.sum_cores[i].d.next = self.sum_cores[i].q.val();
            self.stalled[i].d.next = self.stalled[i].q.val();
            if self.tick.val() {
                self.sum_hits[i].d.next = 0.into();
                self.sum_misses[i].d.next = 0.into();
                self.sum_warps[i].d.next = 0.into();
                self.sum_cores[i].d.next = 0.into();
                self.stalled[i].d.next = 0.into();
            } else if (self.summing.val() && self.counts.on.val()) && (self.own.val() == i.to_bits()) {
                self.sum_hits[i].d.next = self.sum_hits[i].q.val() + bit_cast::<SUM, LOOKUPS>(self.counts.hits.val());
                self.sum_misses[i].d.next =
                    self.sum_misses[i].q.val() + bit_cast::<SUM, LOOKUPS>(self.counts.misses.val());
                self.sum_warps[i].d.next = self.sum_warps[i].q.val() + bit_cast::<W, 8>(self.warps.val());
                self.sum_cores[i].d.next = self.sum_cores[i].q.val() + 1;
                if self.stalled[i].q.val() < self.peak.val() {
                    self.stalled[i].d.next = self.peak.val();
                }
            }
        }

        comment!("The application whose turn it is is looked up in its first cycle.");
        self.its_hits.d.next = self.its_hits.q.val();
        self.its_misses.d.next = self.its_misses.q.val();
        self.its_warps.d.next = self.its_warps.q.val();
        self.its_cores.d.next = self.its_cores.q.val();
        self.its_stalled.d.next = self.its_stalled.q.val();
        self.its_tokens.d.next = self.its_tokens.q.val();
        self.its_rate.d.next = self.its_rate.q.val();
        self.its_weight.d.next = self.its_weight.q.val();
        self.its_active.d.next = self.its_active.q.val();
        if !self.at_time.q.val().any() {
            self.its_hits.d.next = self.sum_hits[self.app_at.q.val().index()].q.val();
            self.its_misses.d.next = self.sum_misses[self.app_at.q.val().index()].q.val();
            self.its_warps.d.next = self.sum_warps[self.app_at.q.val().index()].q.val();
            self.its_cores.d.next = self.sum_cores[self.app_at.q.val().index()].q.val();
            self.its_stalled.d.next = self.stalled[self.app_at.q.val().index()].q.val();
            self.its_tokens.d.next = self.tokens[self.app_at.q.val().index()].q.val();
            self.its_rate.d.next = self.rate[self.app_at.q.val().index()].q.val();
            self.its_weight.d.next = self.weight[self.app_at.q.val().index()].q.val();
            self.its_active.d.next = self.counts.active.val().get_bit(self.app_at.q.val().index());
        }

        comment!("Its products and its rate.");
        self.looked.next = self.its_hits.q.val().any() || self.its_misses.q.val().any();
        self.loads.next = self.at_time.q.val() == self.loaded.val();
        self.at_first.load.next = self.loads.val();
        self.at_first.step.next = self.at_time.q.val() < self.multiplied.val();
        self.at_first.first.next = self.its_warps.q.val();
        self.at_first.second.next = self.first_tokens.val();
        self.in_step.load.next = self.loads.val();
        self.in_step.step.next = self.at_time.q.val() < self.multiplied.val();
        self.in_step.first.next = self.its_warps.q.val();
        self.in_step.second.next = self.step_tokens.val();
        comment!("Walks times stalled warps, then times the base of the quotas.");
        self.stalled_warps.next = bit_cast::<W, 6>(self.its_stalled.q.val());
        self.its_walks.next = 0.into();
        for i in 0..APPS {
            if self.its_active.q.val() && (self.app_at.q.val() == i.to_bits()) {
                self.its_walks.next = self.counts.walks[i].val();
            }
        }
        self.most_walks.next = bit_cast::<FACTOR, 6>(self.its_walks.val());
        self.weighs.next = self.counting.val() && (self.at_time.q.val() == self.multiplied.val());
        self.walkers.load.next = self.loads.val() || self.weighs.val();
        self.walkers.step.next = self.at_time.q.val() < self.weighed.val();
        self.walkers.first.next = self.stalled_warps.val();
        self.walkers.second.next = self.most_walks.val();
        if self.weighs.val() {
            self.walkers.first.next = self.walkers.product.val().get_bits::<W>(0);
            self.walkers.second.next = bit_cast::<FACTOR, 10>(self.base.val());
        }
        if self.tick.val() {
            self.weights.d.next = 0.into();
            self.takers.d.next = 0.into();
        } else if self.weighs.val() {
            self.weights.d.next =
                self.weights.q.val() + bit_cast::<TOTAL, W>(self.walkers.product.val().get_bits::<W>(0));
            if self.its_active.q.val() {
                self.takers.d.next = self.takers.q.val() + 1;
            }
        }

        comment!("Tokens.");
        self.token_count.warps.next = self.its_warps.q.val();
        self.token_count.at_first.next = self.at_first.product.val().get_bits::<W>(8);
        self.token_count.in_step.next = self.in_step.product.val().get_bits::<W>(8);
        self.token_count.seen.next = self.met.q.val().get_bit(self.app_at.q.val().index());
        self.token_count.tokens.next = self.its_tokens.q.val();
        self.token_count.up.next = self.up.q.val().get_bit(self.app_at.q.val().index());
        self.token_count.rate.next = self.its_rate.q.val();
        self.token_count.new_rate.next = self.new_rate.q.val();
        self.new_rate.d.next = self.new_rate.q.val();
        if self.at_time.q.val() == self.rated.val() {
            self.new_rate.d.next = self.divider.quotient.val().get_bits::<RATE>(0);
        }
        self.stores.next = ((self.counting.val() && (self.at_time.q.val() == self.counted.val()))
            && self.its_active.q.val())
            && self.looked.val();
        if self.stores.val() {
            self.its_tokens.d.next = self.token_count.new_tokens.val();
        }
        for i in 0..APPS {
            if self.stores.val() && (self.app_at.q.val() == i.to_bits()) {
                self.tokens[i].d.next = self.token_count.new_tokens.val();
                self.rate[i].d.next = self.new_rate.q.val();
            } else {
                self.tokens[i].d.next = self.tokens[i].q.val();
                self.rate[i].d.next = self.rate[i].q.val();
            }
        }
        if self.stores.val() {
            self.met.d.next = self.met.q.val() | (self.one.val() << self.app_at.q.val());
            self.up.d.next = self.up.q.val() & (!(self.one.val() << self.app_at.q.val()));
            if self.token_count.new_up.val() {
                self.up.d.next = self.up.q.val() | (self.one.val() << self.app_at.q.val());
            }
        }

        comment!("The divider: the rate, then tokens by SMs; in phase 5 a quota.");
        self.divider.load.next = self.loads.val() || (self.counting.val() && (self.at_time.q.val() == self.divides.val()));
        self.divider.step.next = self.dividing.val()
            || ((self.at_time.q.val() < self.rated.val())
                || ((self.divides.val() < self.at_time.q.val()) && (self.at_time.q.val() < self.divided.val())));
        self.divider.dividend.next = 0.into();
        self.divider.rest.next = 0.into();
        self.divider.divisor.next = self.weights.q.val();
        if self.dividing.val() {
            self.divider.dividend.next = self.its_weight.q.val();
            if !self.weights.q.val().any() {
                self.divider.dividend.next = bit_cast::<DIVIDEND, 10>(self.base.val());
                self.divider.divisor.next = bit_cast::<TOTAL, 6>(self.takers.q.val());
                if !self.takers.q.val().any() {
                    self.divider.divisor.next = 1.into();
                }
            }
        } else if self.loads.val() {
            self.divider.rest.next = bit_cast::<TOTAL, SUM>(self.its_misses.q.val());
            self.divider.divisor.next = bit_cast::<TOTAL, SUM>(self.its_hits.q.val())
                + bit_cast::<TOTAL, SUM>(self.its_misses.q.val());
        } else {
            self.divider.dividend.next = bit_cast::<DIVIDEND, W>(self.its_tokens.q.val()) << 7;
            self.divider.divisor.next = bit_cast::<TOTAL, 7>(self.its_cores.q.val());
        }

        comment!("Shares: the first SMs of an application get one of the tokens that are left over, or as many as they have warps.");
        self.shares_out.next = (self.sharing.val() && self.counts.on.val())
            && (self.counts.active.val().get_bit(self.own.val().index())
                && self.met.q.val().get_bit(self.own.val().index()));
        self.left.next = self.portion[self.own.val().index()].q.val();
        self.left_over.next = self.extra[self.own.val().index()].q.val();
        self.own_share.next = self.left.val();
        if self.by_core.val() {
            if bit_cast::<W, 8>(self.warps.val()) < self.left.val() {
                self.own_share.next = bit_cast::<W, 8>(self.warps.val());
            }
        } else if self.left_over.val().any() {
            self.own_share.next = self.left.val() + 1;
        }
        self.bounded.next = self.own_share.val().get_bits::<9>(0);
        if self.most_share.val() < self.own_share.val() {
            self.bounded.next = self.full_share.val();
        }
        for i in 0..APPS {
            self.portion[i].d.next = self.portion[i].q.val();
            self.extra[i].d.next = self.extra[i].q.val();
            self.weight[i].d.next = self.weight[i].q.val();
            if (self.counting.val() && (self.at_time.q.val() == self.divided.val())) && (self.app_at.q.val() == i.to_bits()) {
                self.portion[i].d.next = self.divider.quotient.val().get_bits::<W>(0);
                self.extra[i].d.next = self.divider.remainder.val().get_bits::<7>(0);
                if self.by_core.val() {
                    self.portion[i].d.next = self.its_tokens.q.val();
                }
                self.weight[i].d.next = self.walkers.product.val().get_bits::<DIVIDEND>(0);
            } else if self.shares_out.val() && (self.own.val() == i.to_bits()) {
                if self.by_core.val() {
                    self.portion[i].d.next = self.left.val() - self.own_share.val();
                } else if self.left_over.val().any() {
                    self.extra[i].d.next = self.left_over.val() - 1;
                }
            }
        }
        for i in 0..CORES {
            self.new_shares[i].d.next = self.new_shares[i].q.val();
            if self.shares_out.val() && (self.core_at.q.val() == i.to_bits()) {
                self.new_shares[i].d.next = self.bounded.val() ^ self.full_share.val();
            }
        }

        comment!("Quotas, one at least.");
        self.own_quota.next = self.divider.quotient.val().get_bits::<10>(0);
        if !self.own_quota.val().any() {
            self.own_quota.next = 1.into();
        }
        for i in 0..APPS {
            self.new_quotas[i].d.next = self.new_quotas[i].q.val();
            if (self.dividing.val() && (self.at_time.q.val() == self.quota_stored.val())) && (self.app_at.q.val() == i.to_bits()) {
                self.new_quotas[i].d.next = self.own_quota.val() ^ self.base.val();
            }
        }

        comment!("The bypass bits are found meanwhile.");
        self.begins.d.next = self.tick.val();
        self.levels.start.next = self.begins.q.val();
        for i in 0..LOOKS {
            self.levels.accesses[i].next = self.counts.accesses[i].val();
            self.levels.hits[i].next = self.counts.found[i].val();
        }

        comment!("Bits of quotients and products that nothing depends on.");
        self.unused.next = ((self.divider.quotient.val().any() || self.divider.remainder.val().any())
            || (self.at_first.product.val().any() || self.in_step.product.val().any()))
            || self.walkers.product.val().any();

        comment!("Everything at once.");
        self.fresh.d.next = self.applies.val();
        for i in 0..CORES {
            self.shares[i].d.next = self.shares[i].q.val();
            if self.applies.val() {
                self.shares[i].d.next = self.new_shares[i].q.val();
            }
        }
        for i in 0..APPS {
            self.quotas[i].d.next = self.quotas[i].q.val();
            if self.applies.val() {
                self.quotas[i].d.next = self.new_quotas[i].q.val();
            }
        }
        if self.applies.val() {
            self.bypass.d.next = self.levels.bypasses.val();
            self.shown.d.next = self.met.q.val();
        }
        self.bypass_bits.next = self.bypass.q.val();
        self.seen.next = self.shown.q.val();
        self.quota_we.next = self.fresh.q.val();
        self.all_shares.next = 0.into();
        self.one_share.next = 0.into();
        for i in 0..CORES {
            self.one_share.next = self.shares[i].q.val() ^ self.full_share.val();
            for b in 0..9 {
                self.all_shares.next = self.all_shares.val().replace_bit(9 * i + b, self.one_share.val().get_bit(b));
            }
        }
        self.share.next = self.all_shares.val();
        self.all_quotas.next = 0.into();
        self.one_quota.next = 0.into();
        for i in 0..APPS {
            self.one_quota.next = self.quotas[i].q.val() ^ self.base.val();
            for b in 0..10 {
                self.all_quotas.next = self.all_quotas.val().replace_bit(10 * i + b, self.one_quota.val().get_bit(b));
            }
        }
        self.quota.next = self.all_quotas.val();
    }
}
