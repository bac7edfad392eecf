// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// One beat of a load, a cycle after it came: its first two active lanes, the last one, and how far the address of each lane is from that of the
    /// first one. Only differences that lanes of one line can have are of use: those of `SPAN` bits.
    pub struct Beat<LANES, PLACE, ADDRESS, ADDRESSES, SPAN, REST> = "apogee_beat"
        where PLACE = bits(LANES), ADDRESSES = LANES * ADDRESS, REST = ADDRESS + 1 - SPAN;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget the beat at the end of this cycle.
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
    /// A beat was taken in the cycle before.
    pub valid: Signal<Out, Bit>,
    /// It is the first, the last one of its load.
    pub first: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    /// Its active lanes.
    pub mask: Signal<Out, Bits<LANES>>,
    /// It has two of them.
    pub pair: Signal<Out, Bit>,
    /// The first of them, the second, and the last one.
    pub place: Signal<Out, Bits<PLACE>>,
    pub second: Signal<Out, Bits<PLACE>>,
    pub final_place: Signal<Out, Bits<PLACE>>,
    /// Address of the first one.
    pub address: Signal<Out, Bits<ADDRESS>>,
    /// That of the last one.
    pub final_address: Signal<Out, Bits<ADDRESS>>,
    /// Address of each lane less that of the first one.
    pub away: Vec<Signal<Out, Bits<SPAN>>> = array(LANES),
    /// Lanes for which it has no more bits than that.
    pub near: Signal<Out, Bits<LANES>>,
    /// That of the second one.
    pub second_away: Signal<Out, Bits<SPAN>>,
    taken: DffR<Bit>,
    is_first: Dff<Bit>,
    is_last: Dff<Bit>,
    active: Dff<Bits<LANES>>,
    has_pair: Dff<Bit>,
    first_place: Dff<Bits<PLACE>>,
    last_place: Dff<Bits<PLACE>>,
    last_address: Dff<Bits<ADDRESS>>,
    second_place: Dff<Bits<PLACE>>,
    first_address: Dff<Bits<ADDRESS>>,
    second_low: Dff<Bits<SPAN>>,
    lane: Vec<Dff<Bits<ADDRESS>>> = array(LANES),
    incoming: Vec<Signal<Local, Bits<ADDRESS>>> = array(LANES),
    others: Signal<Local, Bits<LANES>>,
    reversed: Signal<Local, Bits<LANES>>,
    highest: Signal<Local, Bits<PLACE>>,
    difference: Vec<Signal<Local, Bits<ADDRESS>>> = array(LANES),
    high: Vec<Signal<Local, Bits<REST>>> = array(LANES),
    fit: Signal<Local, Bits<LANES>>,
    /// Which lanes they are is of use as numbers alone.
    unused: Signal<Local, Bit>,
    lowest: FirstSet<LANES, PLACE> = FirstSet::new(),
    next: FirstSet<LANES, PLACE> = FirstSet::new(),
    from_top: FirstSet<LANES, PLACE> = FirstSet::new(),
    top: Constant<Bits<32>> = Constant::new((LANES as u64 - 1).into()),
    top_place: Constant<Bits<PLACE>> = Constant::new((LANES as u64 - 1).into()),
    /// Bits from one address to the next.
    address_bits: Constant<Bits<32>> = Constant::new((ADDRESS as u64).into()),
    /// Sign of a difference.
    sign_at: Constant<Bits<32>> = Constant::new((SPAN as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, is_first, is_last, active, has_pair);
        dff_setup!(self, clock, first_place, second_place, first_address, second_low, last_place, last_address);
        clock!(self, clock, taken);
        self.taken.reset.next = self.reset.val();
        for i in 0..LANES {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].d.next = self.lane[i].q.val();
        }

        for i in 0..LANES {
            self.incoming[i].next =
                self.take_addresses.val().get_bits::<ADDRESS>(i * self.address_bits.val().index());
        }
        self.lowest.requests.next = self.take_mask.val();
        self.others.next = self.take_mask.val() & (!self.lowest.first.val());
        self.next.requests.next = self.others.val();
        self.reversed.next = 0.into();
        for i in 0..LANES {
            self.reversed.next = self
                .reversed
                .val()
                .replace_bit(i, self.take_mask.val().get_bit(self.top.val().index() - i));
        }
        self.from_top.requests.next = self.reversed.val();
        self.highest.next = self.top_place.val() - self.from_top.index.val();
        self.unused.next = self.next.first.val().any() || self.from_top.first.val().any();
        self.taken.d.next = self.take.val() && !self.clear.val();
        if self.take.val() {
            for i in 0..LANES {
                self.lane[i].d.next = self.incoming[i].val();
            }
            self.is_first.d.next = self.take_first.val();
            self.is_last.d.next = self.take_last.val();
            self.active.d.next = self.take_mask.val();
            self.has_pair.d.next = self.others.val().any();
            self.first_place.d.next = self.lowest.index.val();
            self.second_place.d.next = self.next.index.val();
            self.last_place.d.next = self.highest.val();
            self.last_address.d.next = self.incoming[self.highest.val().index()].val();
            self.first_address.d.next = self.incoming[self.lowest.index.val().index()].val();
            self.second_low.d.next =
                self.incoming[self.next.index.val().index()].val().get_bits::<SPAN>(0);
        }

        comment!("A cycle later: the differences.");
        self.valid.next = self.taken.q.val();
        self.first.next = self.is_first.q.val();
        self.last.next = self.is_last.q.val();
        self.mask.next = self.active.q.val();
        self.pair.next = self.has_pair.q.val();
        self.place.next = self.first_place.q.val();
        self.second.next = self.second_place.q.val();
        self.final_place.next = self.last_place.q.val();
        self.final_address.next = self.last_address.q.val();
        self.address.next = self.first_address.q.val();
        self.second_away.next = self.second_low.q.val() - self.first_address.q.val().get_bits::<SPAN>(0);
        self.fit.next = 0.into();
        for i in 0..LANES {
            self.difference[i].next = 0.into();
            self.high[i].next = 0.into();
        }
        if self.taken.q.val() {
            for i in 0..LANES {
                self.difference[i].next = self.lane[i].q.val() - self.first_address.q.val();
                self.high[i].next = self.difference[i].val().get_bits::<REST>(self.sign_at.val().index());
                self.fit.next =
                    self.fit.val().replace_bit(i, !self.high[i].val().any() || self.high[i].val().all());
            }
        }
        for i in 0..LANES {
            self.away[i].next = self.difference[i].val().get_bits::<SPAN>(0);
        }
        self.near.next = self.fit.val();
    }
}
