// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::{Dff, DffR};
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// One way of a set-associative store that looks up a cycle ahead: of each set a key and a frame. One set may be written or invalidated.
    pub struct AheadWay<LANES, ASKED, SETS, SET, KEY, FRAME, LANE_SETS, FRAMES, ASKED_SETS, ASKED_KEYS> = "ahead_way"
        where SET = bits(SETS), LANE_SETS = LANES * SET, FRAMES = LANES * FRAME, ASKED_SETS = ASKED * SET, ASKED_KEYS = ASKED * KEY;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Pages that are asked for, and set and key of each.
    pub asked: Signal<In, Bits<ASKED>>,
    pub asked_sets: Signal<In, Bits<ASKED_SETS>>,
    pub asked_keys: Signal<In, Bits<ASKED_KEYS>>,
    /// Those whose set is `this_set`, and those of them whose key is `key`.
    pub in_set: Signal<In, Bits<ASKED>>,
    pub with_key: Signal<In, Bits<ASKED>>,
    /// Those that are here in the next cycle.
    pub next_hits: Signal<Out, Bits<ASKED>>,
    /// Lanes whose page is here, and the set of each lane.
    pub hits: Signal<In, Bits<LANES>>,
    pub sets: Signal<In, Bits<LANE_SETS>>,
    /// Their frames; 0 of other lanes.
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// Sets that have a page here.
    pub filled: Signal<Out, Bits<SETS>>,
    /// The set that is filled.
    pub this_set: Signal<In, Bits<SET>>,
    /// Write a page there.
    pub write: Signal<In, Bit>,
    pub key: Signal<In, Bits<KEY>>,
    pub frame: Signal<In, Bits<FRAME>>,
    /// Invalidate what a set has here if its key is this one in the bits of the mask. What is asked for in that cycle may be found nevertheless.
    pub clear: Signal<In, Bit>,
    pub clear_set: Signal<In, Bits<SET>>,
    pub clear_key: Signal<In, Bits<KEY>>,
    pub clear_mask: Signal<In, Bits<KEY>>,
    /// The set that is cleared, or else filled, has a page here that was not written in this cycle, and stays.
    pub stays: Signal<Out, Bit>,
    valid: DffR<Bits<SETS>>,
    keys: Vec<Dff<Bits<KEY>>> = array(SETS),
    held: Vec<Dff<Bits<FRAME>>> = array(SETS),
    one_set: Signal<Local, Bits<SET>>,
    one_key: Signal<Local, Bits<KEY>>,
    lane_set: Signal<Local, Bits<SET>>,
    /// What is to be cleared is here.
    clears: Signal<Local, Bit>,
    one_frame: Signal<Local, Bits<FRAME>>,
    one: Constant<Bits<SETS>> = Constant::new(1.into()),
    set_bits: Constant<Bits<32>> = Constant::new((SET as u64).into()),
    key_bits: Constant<Bits<32>> = Constant::new((KEY as u64).into()),
    /// Place of each lane's frame.
    place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);
        self.valid.reset.next = self.reset.val();
        for i in 0..SETS {
            self.keys[i].clock.next = self.clock.val();
            self.keys[i].d.next = self.keys[i].q.val();
            self.held[i].clock.next = self.clock.val();
            self.held[i].d.next = self.held[i].q.val();
        }
        self.next_hits.next = 0.into();
        self.one_set.next = 0.into();
        self.one_key.next = 0.into();
        for a in 0..ASKED {
            self.one_set.next = self.asked_sets.val().get_bits::<SET>(a * self.set_bits.val().index());
            self.one_key.next = self.asked_keys.val().get_bits::<KEY>(a * self.key_bits.val().index());
            if (self.asked.val().get_bit(a) && self.valid.q.val().get_bit(self.one_set.val().index()))
                && (self.keys[self.one_set.val().index()].q.val() == self.one_key.val())
            {
                self.next_hits.next = self.next_hits.val().replace_bit(a, true);
            }
        }
        if self.write.val() {
            self.next_hits.next = (self.next_hits.val() & (!self.in_set.val())) | self.with_key.val();
        }

        self.frames.next = 0.into();
        self.lane_set.next = 0.into();
        self.one_frame.next = 0.into();
        for lane in 0..LANES {
            if self.hits.val().get_bit(lane) {
                self.lane_set.next = self.sets.val().get_bits::<SET>(lane * self.set_bits.val().index());
                self.one_frame.next = self.held[self.lane_set.val().index()].q.val();
                self.frames.next =
                    self.frames.val() | (bit_cast::<FRAMES, FRAME>(self.one_frame.val()) << self.place[lane].val());
            }
        }

        comment!("The set at hand.");
        self.filled.next = self.valid.q.val();
        self.stays.next = self.valid.q.val().get_bit(self.this_set.val().index());
        self.clears.next = false;
        if self.clear.val() {
            self.clears.next =
                !((self.keys[self.clear_set.val().index()].q.val() ^ self.clear_key.val()) & self.clear_mask.val()).any();
            self.stays.next =
                self.valid.q.val().get_bit(self.clear_set.val().index()) && !self.clears.val();
        }
        if self.write.val() {
            self.valid.d.next = self.valid.q.val() | (self.one.val() << self.this_set.val());
        }
        if self.write.val() {
            self.keys[self.this_set.val().index()].d.next = self.key.val();
            self.held[self.this_set.val().index()].d.next = self.frame.val();
        }
        if self.clears.val() {
            self.valid.d.next = self.valid.q.val() & (!(self.one.val() << self.clear_set.val()));
        }
    }
}
