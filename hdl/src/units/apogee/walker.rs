// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::apogee::params::Params;

use super::beat::Beat;
use super::line::Line;
use super::quotient::Quotient;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, Popcount, ShiftList};

block! {
    /// The lane walker (specification section 2.2): whether the addresses of a load's active lanes are linear in the lane's number, and
    /// with which offset. The first two active lanes give the offset, and all lanes of each beat are held to it at once: all pairs have
    /// one exact ratio if, and only if, all addresses are on one line. A beat a cycle. What a load shows is known at the end of the
    /// third cycle after its last beat, and then waits for its commit.
    pub struct Walker<
        LANES, PLACE, LANE, COUNT, ADDRESS, ADDRESSES, OFFSET, SPAN, REST, PARTS, WORDS, MULTIPLES, BEAT, WAIT, WALK
    > = "apogee_walker"
        where PLACE = bits(LANES), COUNT = LANE + 1, ADDRESSES = LANES * ADDRESS, SPAN = OFFSET + LANE, REST = ADDRESS + 1 - SPAN,
            PARTS = LANE + 2, WORDS = 3 * PARTS - 4, MULTIPLES = LANES + 1, BEAT = clog2(LANES + 1),
            WALK = ADDRESS + LANE + OFFSET + COUNT + 1;
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget all loads at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// A beat is taken.
    pub take: Signal<In, Bit>,
    /// It is the first, the last one of its load.
    pub take_first: Signal<In, Bit>,
    pub take_last: Signal<In, Bit>,
    /// Its active lanes.
    pub take_mask: Signal<In, Bits<LANES>>,
    /// Their addresses.
    pub take_addresses: Signal<In, Bits<ADDRESSES>>,
    /// The oldest load leaves.
    pub commit: Signal<In, Bit>,
    /// The load that will be the oldest one in the next cycle, if none leaves in this one: its active lanes.
    pub next_active: Signal<Out, Bits<COUNT>>,
    /// Their offset from lane to lane, if there are two.
    pub next_offset: Signal<Out, Bits<OFFSET>>,
    /// The last active lane, and its address.
    pub next_lane: Signal<Out, Bits<LANE>>,
    pub next_address: Signal<Out, Bits<ADDRESS>>,
    /// The oldest load: its last active lane and address, and whether its active lanes are on one line.
    pub lane: Signal<Out, Bits<LANE>>,
    pub address: Signal<Out, Bits<ADDRESS>>,
    pub linear: Signal<Out, Bit>,
    /// Lanes of the load before this beat.
    passed: Dff<Bits<COUNT>>,
    /// Active ones of them.
    counted: Dff<Bits<COUNT>>,
    /// There are some: of the last beat that had any, the first one and its address, then the last one and its address.
    has_seen: Dff<Bit>,
    seen_lane: Dff<Bits<LANE>>,
    seen_address: Dff<Bits<ADDRESS>>,
    seen_last: Dff<Bits<LANE>>,
    seen_last_address: Dff<Bits<ADDRESS>>,
    start: Signal<Local, Bits<COUNT>>,
    count: Signal<Local, Bits<COUNT>>,
    seen: Signal<Local, Bit>,
    some: Signal<Local, Bit>,
    first_lane: Signal<Local, Bits<LANE>>,
    last_lane: Signal<Local, Bits<LANE>>,
    now_active: Signal<Local, Bits<COUNT>>,
    now_lane: Signal<Local, Bits<LANE>>,
    now_address: Signal<Local, Bits<ADDRESS>>,
    step: Signal<Local, Bits<ADDRESS>>,
    high: Signal<Local, Bits<REST>>,
    lane_gap: Signal<Local, Bits<LANE>>,
    /// The beat while the quotient is found: `q_`.
    q_valid: DffR<Bit>,
    q_first: Dff<Bit>,
    q_last: Dff<Bit>,
    q_mask: Dff<Bits<LANES>>,
    q_place: Dff<Bits<PLACE>>,
    q_away: Vec<Dff<Bits<SPAN>>> = array(LANES),
    q_step: Dff<Bits<SPAN>>,
    q_gap: Dff<Bits<LANE>>,
    /// It continues a beat with an active lane.
    q_joined: Dff<Bit>,
    /// Some lane is too far away to be on the line.
    q_far: Dff<Bit>,
    /// It shows an offset.
    q_pair: Dff<Bit>,
    q_active: Dff<Bits<COUNT>>,
    q_lane: Dff<Bits<LANE>>,
    q_address: Dff<Bits<ADDRESS>>,
    /// The load has shown its offset.
    known: Dff<Bit>,
    is_known: Signal<Local, Bit>,
    slope: Dff<Bits<OFFSET>>,
    /// The beat while its lanes are held to the line: `l_`.
    l_valid: DffR<Bit>,
    l_first: Dff<Bit>,
    l_last: Dff<Bit>,
    l_mask: Dff<Bits<LANES>>,
    l_place: Dff<Bits<PLACE>>,
    l_away: Vec<Dff<Bits<SPAN>>> = array(LANES),
    l_step: Dff<Bits<SPAN>>,
    l_gap: Dff<Bits<LANE>>,
    l_joined: Dff<Bit>,
    /// Some lane is too far away, or the gap is one that is not divided by.
    l_far: Dff<Bit>,
    l_active: Dff<Bits<COUNT>>,
    l_lane: Dff<Bits<LANE>>,
    l_address: Dff<Bits<ADDRESS>>,
    fits: Signal<Local, Bit>,
    is_linear: Dff<Bit>,
    finished: Signal<Local, Bit>,
    walk: Signal<Local, Bits<WALK>>,
    next_walk: Signal<Local, Bits<WALK>>,
    oldest: Signal<Local, Bits<WALK>>,
    used: Signal<Local, Bits<WAIT>>,
    /// Loads behind the oldest are of no use yet, nor is how many wait.
    unused: Signal<Local, Bit>,
    beat: Beat<LANES, PLACE, ADDRESS, ADDRESSES, SPAN, REST> = Beat::new(),
    counter: Popcount<LANES, BEAT> = Popcount::new(),
    divider: Quotient<OFFSET, LANE, SPAN> = Quotient::new(),
    line: Line<LANES, PLACE, LANE, OFFSET, SPAN, COUNT, PARTS, WORDS, MULTIPLES> = Line::new(),
    walks: ShiftList<WAIT, WALK> = ShiftList::new(),
    all_walks: Constant<Bits<WAIT>> = Constant::new(!Bits::<WAIT>::default()),
    lanes: Constant<Bits<COUNT>> = Constant::new((LANES as u64).into()),
    /// Sign of a difference.
    sign_at: Constant<Bits<32>> = Constant::new((SPAN as u64 - 1).into()),
    /// Where active lanes, offset, lane and address are in what waits, above whether they are linear.
    active_at: Constant<Bits<32>> = Constant::new(1.into()),
    offset_at: Constant<Bits<32>> = Constant::new(((COUNT + 1) as u64).into()),
    lane_at: Constant<Bits<32>> = Constant::new(((OFFSET + COUNT + 1) as u64).into()),
    address_at: Constant<Bits<32>> = Constant::new(((LANE + OFFSET + COUNT + 1) as u64).into()),
    /// Gaps that are no powers of two are divided by.
    general_div: Constant<Bit> = Constant::new(params.general_div),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, passed, counted, has_seen, seen_lane, seen_address, seen_last, seen_last_address);
        dff_setup!(self, clock, known, slope, is_linear);
        dff_setup!(self, clock, q_first, q_last, q_mask, q_place, q_step, q_gap, q_joined, q_far, q_pair);
        dff_setup!(self, clock, q_active, q_lane, q_address, l_active, l_lane, l_address);
        dff_setup!(self, clock, l_first, l_last, l_mask, l_place, l_step, l_gap, l_joined, l_far);
        clock!(self, clock, beat, divider, walks, q_valid, l_valid);
        self.beat.reset.next = self.reset.val();
        self.q_valid.reset.next = self.reset.val();
        self.l_valid.reset.next = self.reset.val();
        self.walks.reset.next = self.reset.val();
        for i in 0..LANES {
            self.q_away[i].clock.next = self.clock.val();
            self.q_away[i].d.next = self.q_away[i].q.val();
            self.l_away[i].clock.next = self.clock.val();
            self.l_away[i].d.next = self.l_away[i].q.val();
        }
        self.beat.clear.next = self.clear.val();
        self.beat.take.next = self.take.val();
        self.beat.take_first.next = self.take_first.val();
        self.beat.take_last.next = self.take_last.val();
        self.beat.take_mask.next = self.take_mask.val();
        self.beat.take_addresses.next = self.take_addresses.val();

        comment!("A cycle after the beat: where it is in the load, and what lies before it.");
        self.start.next = self.passed.q.val();
        self.count.next = self.counted.q.val();
        self.seen.next = self.has_seen.q.val();
        if self.beat.first.val() {
            self.start.next = 0.into();
            self.count.next = 0.into();
            self.seen.next = false;
        }
        self.some.next = self.beat.mask.val().any();
        self.first_lane.next =
            self.start.val().get_bits::<LANE>(0) + bit_cast::<LANE, PLACE>(self.beat.place.val());
        self.step.next = self.beat.address.val() - self.seen_address.q.val();
        self.high.next = self.step.val().get_bits::<REST>(self.sign_at.val().index());
        self.lane_gap.next = self.first_lane.val() - self.seen_lane.q.val();
        self.last_lane.next =
            self.start.val().get_bits::<LANE>(0) + bit_cast::<LANE, PLACE>(self.beat.final_place.val());
        self.now_lane.next = self.seen_last.q.val();
        self.now_address.next = self.seen_last_address.q.val();
        if self.some.val() {
            self.now_lane.next = self.last_lane.val();
            self.now_address.next = self.beat.final_address.val();
        }
        self.counter.enable.next = self.beat.valid.val();
        self.counter.bits.next = self.beat.mask.val();
        self.now_active.next = self.count.val() + bit_cast::<COUNT, BEAT>(self.counter.ones.val());
        if self.beat.valid.val() {
            self.passed.d.next = self.start.val() + self.lanes.val();
            self.counted.d.next = self.now_active.val();
            self.has_seen.d.next = self.seen.val() || self.some.val();
            self.seen_last.d.next = self.now_lane.val();
            self.seen_last_address.d.next = self.now_address.val();
            if self.some.val() {
                self.seen_lane.d.next = self.first_lane.val();
                self.seen_address.d.next = self.beat.address.val();
            }
        }

        comment!("The offset shows between the first two lanes: of this beat, or of the one before and this.");
        self.divider.difference.next = self.beat.second_away.val();
        self.divider.gap.next =
            bit_cast::<LANE, PLACE>(self.beat.second.val()) - bit_cast::<LANE, PLACE>(self.beat.place.val());
        if self.seen.val() {
            self.divider.difference.next = self.step.val().get_bits::<SPAN>(0);
            self.divider.gap.next = self.lane_gap.val();
        }
        self.q_valid.d.next = self.beat.valid.val() && !self.clear.val();
        if self.beat.valid.val() {
            self.q_first.d.next = self.beat.first.val();
            self.q_last.d.next = self.beat.last.val();
            self.q_mask.d.next = self.beat.mask.val();
            self.q_place.d.next = self.beat.place.val();
            for i in 0..LANES {
                self.q_away[i].d.next = self.beat.away[i].val();
            }
            self.q_step.d.next = self.step.val().get_bits::<SPAN>(0);
            self.q_gap.d.next = self.lane_gap.val();
            self.q_joined.d.next = self.seen.val() && self.some.val();
            self.q_far.d.next = (self.beat.mask.val() & (!self.beat.near.val())).any()
                || (self.seen.val() && self.some.val() && self.high.val().any() && !self.high.val().all());
            self.q_pair.d.next = self.beat.pair.val() || (self.seen.val() && self.some.val());
            self.q_active.d.next = self.now_active.val();
            self.q_lane.d.next = self.now_lane.val();
            self.q_address.d.next = self.now_address.val();
        }

        comment!("Two cycles: the offset.");
        self.is_known.next = self.known.q.val() && !self.q_first.q.val();
        if self.q_valid.q.val() {
            self.known.d.next = self.is_known.val() || self.q_pair.q.val();
            if !self.is_known.val() {
                self.slope.d.next = self.divider.quotient.val();
            }
        }
        self.l_valid.d.next = self.q_valid.q.val() && !self.clear.val();
        if self.q_valid.q.val() {
            self.l_first.d.next = self.q_first.q.val();
            self.l_last.d.next = self.q_last.q.val();
            self.l_mask.d.next = self.q_mask.q.val();
            self.l_place.d.next = self.q_place.q.val();
            for i in 0..LANES {
                self.l_away[i].d.next = self.q_away[i].q.val();
            }
            self.l_step.d.next = self.q_step.q.val();
            self.l_gap.d.next = self.q_gap.q.val();
            self.l_joined.d.next = self.q_joined.q.val();
            self.l_far.d.next = self.q_far.q.val()
                || (self.q_pair.q.val()
                    && !self.is_known.val()
                    && !self.divider.plain.val()
                    && !self.general_div.val());
            self.l_active.d.next = self.q_active.q.val();
            self.l_lane.d.next = self.q_lane.q.val();
            self.l_address.d.next = self.q_address.q.val();
        }

        comment!("Three cycles: all lanes are on the line, or not.");
        self.line.enable.next = self.l_valid.q.val();
        self.line.mask.next = self.l_mask.q.val();
        self.line.first.next = self.l_place.q.val();
        for i in 0..LANES {
            self.line.away[i].next = self.l_away[i].q.val();
        }
        self.line.step.next = self.l_step.q.val();
        self.line.gap.next = self.l_gap.q.val();
        self.line.offset.next = self.slope.q.val();
        self.fits.next = !self.l_far.q.val()
            && self.line.linear.val()
            && (self.line.continues.val() || !self.l_joined.q.val())
            && (self.is_linear.q.val() || self.l_first.q.val());
        if self.l_valid.q.val() {
            self.is_linear.d.next = self.fits.val();
        }
        self.finished.next = self.l_valid.q.val() && self.l_last.q.val();
        self.walk.next = (bit_cast::<WALK, ADDRESS>(self.l_address.q.val()) << self.address_at.val())
            | (bit_cast::<WALK, LANE>(self.l_lane.q.val()) << self.lane_at.val())
            | (bit_cast::<WALK, OFFSET>(self.slope.q.val()) << self.offset_at.val())
            | (bit_cast::<WALK, COUNT>(self.l_active.q.val()) << self.active_at.val())
            | bit_cast::<WALK, 1>(self.fits.val().into());
        self.used.next = self.walks.used.val();
        self.walks.clear.next = self.clear.val();
        self.walks.offer.next = self.finished.val();
        self.walks.push.next = self.finished.val();
        self.walks.data.next = self.walk.val();
        self.walks.take.next = self.commit.val();
        self.walks.up.next = self.all_walks.val();

        comment!("A load may be weighed in the cycle in which it begins to wait.");
        self.next_walk.next = self.walk.val();
        if self.used.val().get_bit(0) {
            self.next_walk.next = self.walks.words[0].val();
        }
        self.next_active.next = self.next_walk.val().get_bits::<COUNT>(self.active_at.val().index());
        self.next_offset.next = self.next_walk.val().get_bits::<OFFSET>(self.offset_at.val().index());
        self.next_lane.next = self.next_walk.val().get_bits::<LANE>(self.lane_at.val().index());
        self.next_address.next = self.next_walk.val().get_bits::<ADDRESS>(self.address_at.val().index());
        self.oldest.next = self.walks.words[0].val();
        self.lane.next = self.oldest.val().get_bits::<LANE>(self.lane_at.val().index());
        self.address.next = self.oldest.val().get_bits::<ADDRESS>(self.address_at.val().index());
        self.linear.next = self.oldest.val().get_bit(0);
        self.unused.next = self.walks.first_next.val().any()
            || self.used.val().any()
            || self.next_walk.val().get_bit(0)
            || self.oldest.val().any();
        for i in 0..WAIT {
            self.unused.next = self.unused.val() || self.walks.words[i].val().any();
        }
    }
}
