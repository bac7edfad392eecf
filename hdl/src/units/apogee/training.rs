// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::apogee::params::Params;

use crate::block;
use crate::comment;
use crate::prim::{Dff, PrefixAdder, Scaled, SumIs};

block! {
    /// What a load does to its entry (specification sections 2.2 to 2.4). Its entry and its lanes are weighed in one cycle; its commit
    /// decides in a later one, when state and outcome are known.
    /// Lane -1 of a warp is one before lane 0: the address of lane 0 is one offset above its own.
    pub struct Training<
        WARPS, WARP, RUNNING, LANE, COUNT, ADDRESS, OFFSET, CONF, DIST, ITER, ITER_SIGNED, STEP, PLACE, AHEAD_ADD, AHEAD,
        LANE_PARTS, LANE_WORDS, OFFSET_BITS, OFFSET_PARTS, OFFSET_WORDS, DIST_DISTANCE, DIST_PARTS, DIST_WORDS,
        ADDRESS_STEPS, STEP_STEPS, SUM, OVER, ITER_WIDE
    > = "apogee_training"
        where WARP = bits(WARPS), RUNNING = clog2(WARPS + 1), COUNT = LANE + 1, ITER_SIGNED = smaller(ITER + 1, ADDRESS),
            STEP = smaller(OFFSET + ITER, ADDRESS), PLACE = WARP + LANE, AHEAD_ADD = larger(WARP + LANE, ITER) + 2,
            AHEAD = smaller(AHEAD_ADD, ADDRESS), LANE_PARTS = LANE + 2,
            LANE_WORDS = 3 * LANE_PARTS - 4, OFFSET_BITS = OFFSET - 1, OFFSET_PARTS = OFFSET + 1,
            OFFSET_WORDS = 3 * OFFSET_PARTS - 4, DIST_DISTANCE = DIST + 1, DIST_PARTS = DIST + 2, DIST_WORDS = 3 * DIST_PARTS - 4,
            ADDRESS_STEPS = bits(ADDRESS), STEP_STEPS = bits(STEP), SUM = larger(CONF, COUNT) + 1, OVER = SUM - CONF,
            ITER_WIDE = ITER + 1;
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// A load is weighed: the inputs up to `running` are its own.
    pub weigh: Signal<In, Bit>,
    /// Its entry, or a new one.
    pub entry_address: Signal<In, Bits<ADDRESS>>,
    pub entry_offset: Signal<In, Bits<OFFSET>>,
    pub entry_confidence: Signal<In, Bits<CONF>>,
    pub entry_lane: Signal<In, Bits<LANE>>,
    pub entry_distance: Signal<In, Bits<DIST>>,
    pub entry_warp: Signal<In, Bits<WARP>>,
    pub entry_since: Signal<In, Bits<WARP>>,
    /// Its warp.
    pub warp: Signal<In, Bits<WARP>>,
    /// Its active lanes, the offset that they show, the last of them and its address.
    pub active: Signal<In, Bits<COUNT>>,
    pub offset: Signal<In, Bits<OFFSET>>,
    pub lane: Signal<In, Bits<LANE>>,
    pub address: Signal<In, Bits<ADDRESS>>,
    /// Threads that advance together.
    pub threads: Signal<In, Bits<ITER>>,
    /// Running warps.
    pub running: Signal<In, Bits<RUNNING>>,
    /// It commits: the inputs from here on are its own.
    pub commits: Signal<In, Bit>,
    /// Its lanes are on one line.
    pub linear: Signal<In, Bit>,
    /// State of its entry and warp: sent, filled.
    pub is_sent: Signal<In, Bit>,
    pub is_filled: Signal<In, Bit>,
    /// Its outcome.
    pub miss: Signal<In, Bit>,
    pub merged: Signal<In, Bit>,
    /// It teaches or confirms the offset.
    pub trains: Signal<Out, Bit>,
    /// It goes by the offset.
    pub trusted: Signal<Out, Bit>,
    /// It does not: the entry starts again.
    pub mismatch: Signal<Out, Bit>,
    /// The distance grows, or shrinks.
    pub grows: Signal<Out, Bit>,
    pub shrinks: Signal<Out, Bit>,
    /// The entry afterwards.
    pub new_offset: Signal<Out, Bits<OFFSET>>,
    pub new_confidence: Signal<Out, Bits<CONF>>,
    pub new_distance: Signal<Out, Bits<DIST>>,
    pub new_since: Signal<Out, Bits<WARP>>,
    /// Bytes from an iteration to the next.
    pub iteration: Signal<Out, Bits<STEP>>,
    /// Address of lane -1, as many iterations ahead as the entry's distance was.
    pub target: Signal<Out, Bits<ADDRESS>>,
    /// Distance after less distance before, less the iteration that is offered as well.
    pub shift: Signal<Out, Bits<3>>,
    /// Two iterations are offered.
    pub both: Signal<Out, Bit>,
    /// Until its commit.
    weighed: Dff<Bit>,
    /// The offset that it shows, and its entry's distance.
    shown: Dff<Bits<OFFSET>>,
    distance: Dff<Bits<DIST>>,
    /// One, two, more active lanes.
    single: Dff<Bit>,
    pair: Dff<Bit>,
    many: Dff<Bit>,
    /// The entry's offset is the one that is shown.
    same: Dff<Bit>,
    untrained: Dff<Bit>,
    old_offset: Dff<Bits<OFFSET>>,
    old_confidence: Dff<Bits<CONF>>,
    raised: Dff<Bits<CONF>>,
    farther: Dff<Bits<DIST>>,
    closer: Dff<Bits<DIST>>,
    can_grow: Dff<Bit>,
    can_shrink: Dff<Bit>,
    /// The distance may change.
    may: Dff<Bit>,
    older: Dff<Bits<WARP>>,
    /// Address of lane -1.
    origin: Dff<Bits<ADDRESS>>,
    step: Dff<Bits<STEP>>,
    /// From the entry's last access to this one: bytes, and threads, in the same iteration and in the next.
    moved: Dff<Bits<ADDRESS>>,
    same_iteration: Dff<Bits<AHEAD>>,
    next_iteration: Dff<Bits<AHEAD>>,
    more: Signal<Local, Bits<SUM>>,
    sum: Signal<Local, Bits<SUM>>,
    last_warp: Signal<Local, Bits<RUNNING>>,
    here: Signal<Local, Bits<PLACE>>,
    there: Signal<Local, Bits<PLACE>>,
    threads_signed: Signal<Local, Bits<ITER_WIDE>>,
    threads_on: Signal<Local, Bits<AHEAD_ADD>>,
    threads_next: Signal<Local, Bits<AHEAD_ADD>>,
    threads_wide: Signal<Local, Bits<AHEAD_ADD>>,
    goes_by: Signal<Local, Bit>,
    teaches: Signal<Local, Bit>,
    starts_again: Signal<Local, Bit>,
    predicted: Signal<Local, Bit>,
    late: Signal<Local, Bit>,
    early: Signal<Local, Bit>,
    /// Unless it was too early: the distance, what is counted since it has changed, whether two iterations are offered, and from where on.
    far: Signal<Local, Bits<DIST>>,
    since: Signal<Local, Bits<WARP>>,
    two: Signal<Local, Bit>,
    ahead: Signal<Local, Bits<3>>,
    /// The same of the shorter distance.
    two_closer: Signal<Local, Bit>,
    ahead_closer: Signal<Local, Bits<3>>,
    from_lane: Scaled<OFFSET, ADDRESS, LANE, COUNT, LANE_PARTS, LANE_WORDS> = Scaled::new(),
    origin_sum: PrefixAdder<ADDRESS, ADDRESS_STEPS> = PrefixAdder::new(),
    per_iteration: Scaled<ITER_SIGNED, STEP, OFFSET_BITS, OFFSET, OFFSET_PARTS, OFFSET_WORDS> = Scaled::new(),
    step_sum: PrefixAdder<STEP, STEP_STEPS> = PrefixAdder::new(),
    expected: Scaled<AHEAD, ADDRESS, OFFSET_BITS, OFFSET, OFFSET_PARTS, OFFSET_WORDS> = Scaled::new(),
    expected_next: Scaled<AHEAD, ADDRESS, OFFSET_BITS, OFFSET, OFFSET_PARTS, OFFSET_WORDS> = Scaled::new(),
    is_expected: SumIs<ADDRESS> = SumIs::new(0),
    is_expected_next: SumIs<ADDRESS> = SumIs::new(0),
    to_target: Scaled<STEP, ADDRESS, DIST, DIST_DISTANCE, DIST_PARTS, DIST_WORDS> = Scaled::new(),
    target_sum: PrefixAdder<ADDRESS, ADDRESS_STEPS> = PrefixAdder::new(),

    one_distance: Constant<Bits<DIST>> = Constant::new(1.into()),
    one_active: Constant<Bits<COUNT>> = Constant::new(1.into()),
    two_active: Constant<Bits<COUNT>> = Constant::new(2.into()),
    two_more: Constant<Bits<SUM>> = Constant::new(2.into()),
    full: Constant<Bits<CONF>> = Constant::new(!Bits::<CONF>::default()),
    lane_bits: Constant<Bits<32>> = Constant::new((LANE as u64).into()),
    confidence_bits: Constant<Bits<32>> = Constant::new((CONF as u64).into()),
    /// A prefetch is too late only for a load that did not hit (A5).
    slow_requires_miss: Constant<Bit> = Constant::new(params.slow_requires_miss),
    /// The iteration before the one at the distance is offered as well (A11).
    gap_fill: Constant<Bit> = Constant::new(params.gap_fill),
    /// One change of the distance per round of the warps (A25).
    rate_limit: Constant<Bit> = Constant::new(params.rate_limit),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, weighed, single, pair, many, same, untrained, old_offset, old_confidence, raised);
        dff_setup!(self, clock, distance, farther, closer, can_grow, can_shrink, may, older);
        dff_setup!(self, clock, origin, step, moved, same_iteration, next_iteration, shown);

        comment!("Weighing: what does not depend on the outcome.");
        self.more.next = bit_cast::<SUM, COUNT>(self.active.val()) - self.two_more.val();
        self.sum.next = bit_cast::<SUM, CONF>(self.entry_confidence.val()) + self.more.val();
        self.last_warp.next = self.running.val() - 1;
        self.from_lane.enable.next = self.weigh.val();
        self.from_lane.base.next = self.address.val();
        self.from_lane.stride.next = self.offset.val();
        self.from_lane.distance.next = !bit_cast::<COUNT, LANE>(self.lane.val());
        self.origin_sum.a.next = self.from_lane.sum.val();
        self.origin_sum.b.next = self.from_lane.carry.val();
        self.threads_signed.next = bit_cast::<ITER_WIDE, ITER>(self.threads.val());
        self.per_iteration.enable.next = self.weigh.val();
        self.per_iteration.base.next = 0.into();
        self.per_iteration.stride.next = self.threads_signed.val().get_bits::<ITER_SIGNED>(0);
        self.per_iteration.distance.next = self.offset.val();
        self.step_sum.a.next = self.per_iteration.sum.val();
        self.step_sum.b.next = self.per_iteration.carry.val();
        self.here.next = (bit_cast::<PLACE, WARP>(self.warp.val()) << self.lane_bits.val())
            | bit_cast::<PLACE, LANE>(self.lane.val());
        self.there.next = (bit_cast::<PLACE, WARP>(self.entry_warp.val()) << self.lane_bits.val())
            | bit_cast::<PLACE, LANE>(self.entry_lane.val());
        self.threads_on.next =
            bit_cast::<AHEAD_ADD, PLACE>(self.here.val()) - bit_cast::<AHEAD_ADD, PLACE>(self.there.val());
        self.threads_wide.next = bit_cast::<AHEAD_ADD, ITER>(self.threads.val());
        self.threads_next.next = self.threads_on.val() + self.threads_wide.val();
        if self.commits.val() {
            self.weighed.d.next = false;
        }
        if self.weigh.val() {
            self.weighed.d.next = true;
            self.shown.d.next = self.offset.val();
            self.single.d.next = self.active.val() == self.one_active.val();
            self.pair.d.next = self.active.val() == self.two_active.val();
            self.many.d.next = self.active.val() > self.two_active.val();
            self.same.d.next = self.offset.val() == self.entry_offset.val();
            self.untrained.d.next = !self.entry_confidence.val().any();
            self.old_offset.d.next = self.entry_offset.val();
            self.old_confidence.d.next = self.entry_confidence.val();
            self.raised.d.next = self.sum.val().get_bits::<CONF>(0);
            if self.sum.val().get_bits::<OVER>(self.confidence_bits.val().index()).any() {
                self.raised.d.next = self.full.val();
            }
            self.distance.d.next = self.entry_distance.val();
            self.farther.d.next = self.entry_distance.val() + 1;
            self.closer.d.next = self.entry_distance.val() - 1;
            self.can_grow.d.next = !self.entry_distance.val().all();
            self.can_shrink.d.next = self.entry_distance.val() != self.one_distance.val();
            self.may.d.next = !self.rate_limit.val()
                || (bit_cast::<RUNNING, WARP>(self.entry_since.val()) == self.last_warp.val());
            self.older.d.next = self.entry_since.val();
            if bit_cast::<RUNNING, WARP>(self.entry_since.val()) != self.last_warp.val() {
                self.older.d.next = self.entry_since.val() + 1;
            }
            self.origin.d.next = self.origin_sum.sum.val();
            self.step.d.next = self.step_sum.sum.val();
            self.moved.d.next = self.address.val() - self.entry_address.val();
            self.same_iteration.d.next = self.threads_on.val().get_bits::<AHEAD>(0);
            self.next_iteration.d.next = self.threads_next.val().get_bits::<AHEAD>(0);
        }

        comment!("The commit: what the load has shown.");
        self.teaches.next =
            self.many.q.val() && self.linear.val() && (self.untrained.q.val() || self.same.q.val());
        self.goes_by.next = self.teaches.val()
            || (self.pair.q.val() && self.linear.val() && self.same.q.val() && !self.untrained.q.val());
        self.starts_again.next = !self.goes_by.val() && !self.single.q.val();
        self.trains.next = self.teaches.val();
        self.trusted.next = self.goes_by.val();
        self.mismatch.next = self.starts_again.val();
        self.new_offset.next = self.old_offset.q.val();
        self.new_confidence.next = self.old_confidence.q.val();
        if self.teaches.val() {
            self.new_offset.next = self.shown.q.val();
            self.new_confidence.next = self.raised.q.val();
        }
        if self.starts_again.val() {
            self.new_confidence.next = 0.into();
        }

        comment!("Whether it is where the offset predicts, in the same iteration or in the next.");
        self.expected.enable.next = self.weighed.q.val();
        self.expected.base.next = 0.into();
        self.expected.stride.next = self.same_iteration.q.val();
        self.expected.distance.next = self.shown.q.val();
        self.is_expected.a.next = self.expected.sum.val();
        self.is_expected.b.next = self.expected.carry.val();
        self.is_expected.c.next = self.moved.q.val();
        self.expected_next.enable.next = self.weighed.q.val();
        self.expected_next.base.next = 0.into();
        self.expected_next.distance.next = self.shown.q.val();
        self.expected_next.stride.next = self.next_iteration.q.val();
        self.is_expected_next.a.next = self.expected_next.sum.val();
        self.is_expected_next.b.next = self.expected_next.carry.val();
        self.is_expected_next.c.next = self.moved.q.val();
        self.predicted.next = self.is_expected.equal.val() || self.is_expected_next.equal.val();

        comment!("Too late, or too early.");
        self.late.next = self.may.q.val()
            && self.is_sent.val()
            && (self.miss.val() || self.merged.val() || !self.slow_requires_miss.val())
            && self.can_grow.q.val()
            && !self.starts_again.val();
        self.early.next = self.may.q.val()
            && self.is_filled.val()
            && self.miss.val()
            && self.predicted.val()
            && self.can_shrink.q.val()
            && self.goes_by.val();
        self.grows.next = self.late.val();
        self.shrinks.next = self.early.val();
        self.far.next = self.distance.q.val();
        self.since.next = self.older.q.val();
        if self.late.val() {
            self.far.next = self.farther.q.val();
            self.since.next = 0.into();
        }
        if self.starts_again.val() {
            self.far.next = self.one_distance.val();
            self.since.next = 0.into();
        }

        comment!("What is prefetched.");
        self.two.next = self.gap_fill.val() && (self.far.val() != self.one_distance.val());
        self.ahead.next = 0.into();
        if self.late.val() {
            self.ahead.next = 1.into();
        }
        if self.two.val() {
            self.ahead.next = self.ahead.val() - 1;
        }

        comment!("Whether it is too early is known last.");
        self.two_closer.next = self.gap_fill.val() && (self.closer.q.val() != self.one_distance.val());
        self.ahead_closer.next = 7.into();
        if self.two_closer.val() {
            self.ahead_closer.next = 6.into();
        }
        self.new_distance.next = self.far.val();
        self.new_since.next = self.since.val();
        self.both.next = self.two.val();
        self.shift.next = self.ahead.val();
        if self.early.val() {
            self.new_distance.next = self.closer.q.val();
            self.new_since.next = 0.into();
            self.both.next = self.two_closer.val();
            self.shift.next = self.ahead_closer.val();
        }
        self.iteration.next = self.step.q.val();
        self.to_target.enable.next = self.weighed.q.val();
        self.to_target.base.next = self.origin.q.val();
        self.to_target.stride.next = self.step.q.val();
        self.to_target.distance.next = bit_cast::<DIST_DISTANCE, DIST>(self.distance.q.val());
        self.target_sum.a.next = self.to_target.sum.val();
        self.target_sum.b.next = self.to_target.carry.val();
        self.target.next = self.target_sum.sum.val();
    }
}
