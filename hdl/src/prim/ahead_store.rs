// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::ahead_way::AheadWay;
use super::{DffR, FirstSet};
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};

block! {
    /// A set-associative store with true LRU that looks up a cycle ahead, such as a TLB with pages that are known before their turn; with one set it is
    /// content-addressed. Who asks keeps what is found for the next cycle, in which lanes take effect in their order. Lane 0 may fill the set at
    /// hand, with a page that is not here: into the lowest free way, else over the least recently used.
    pub struct AheadStore<
        LANES, ASKED, SETS, SET, WAYS, WAY, ORDER, TOUCHES, FOUND, KEY, FRAME, LANE_SETS, FRAMES, ASKED_SETS, ASKED_KEYS
    > = "ahead_store"
        where SET = bits(SETS), WAY = bits(WAYS), ORDER = WAYS * WAYS, TOUCHES = LANES * WAYS, FOUND = ASKED * WAYS,
            LANE_SETS = LANES * SET, FRAMES = LANES * FRAME, ASKED_SETS = ASKED * SET, ASKED_KEYS = ASKED * KEY;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Pages that are asked for, and set and key of each.
    pub asked: Signal<In, Bits<ASKED>>,
    pub asked_sets: Signal<In, Bits<ASKED_SETS>>,
    pub asked_keys: Signal<In, Bits<ASKED_KEYS>>,
    /// For each of them the ways that hold it in the next cycle: one at most.
    pub next_hits: Signal<Out, Bits<FOUND>>,
    /// Lanes that look for their page, or fill it; the set of each, and the ways that hold its page as the cycle begins.
    pub looks: Signal<In, Bits<LANES>>,
    pub sets: Signal<In, Bits<LANE_SETS>>,
    pub hits: Signal<In, Bits<TOUCHES>>,
    /// Lanes that find their page, and their frames; of other lanes without meaning.
    pub found: Signal<Out, Bits<LANES>>,
    pub frames: Signal<Out, Bits<FRAMES>>,
    /// Fill a page of this set, and its frame; lanes with this page, lane 0 among them.
    pub fill: Signal<In, Bit>,
    pub this_set: Signal<In, Bits<SET>>,
    /// That set as one bit of a word.
    pub this_set_bit: Signal<In, Bits<SETS>>,
    pub key: Signal<In, Bits<KEY>>,
    pub frame: Signal<In, Bits<FRAME>>,
    pub with_fill: Signal<In, Bits<LANES>>,
    /// Invalidate what a set has of pages whose key is this one in the bits of the mask. Lanes of the next cycle do not look, and nothing is filled.
    pub clear: Signal<In, Bit>,
    pub clear_set: Signal<In, Bits<SET>>,
    pub clear_key: Signal<In, Bits<KEY>>,
    pub clear_mask: Signal<In, Bits<KEY>>,
    way: Vec<AheadWay<LANES, ASKED, SETS, SET, KEY, FRAME, LANE_SETS, FRAMES, ASKED_SETS, ASKED_KEYS>> =
        (0..WAYS).map(|_| AheadWay::new()).collect(),
    /// The order of use in each set, as a triangular matrix: bit j of row i, i < j, says that way j was used after way i.
    order: Vec<DffR<Bits<ORDER>>> = array(SETS),
    /// The way of each set that the next fill takes: the lowest that is free, else the one that was used before all others. Bit 0 is inverted, as
    /// all are free after reset.
    next_way: Vec<DffR<Bits<WAYS>>> = array(SETS),
    lowest: FirstSet<WAYS, WAY> = FirstSet::new(),
    in_set: Signal<Local, Bits<ASKED>>,
    with_key: Signal<Local, Bits<ASKED>>,
    row: Signal<Local, Bits<ASKED>>,
    next_found: Signal<Local, Bits<FOUND>>,
    hits_here: Signal<Local, Bits<LANES>>,
    held: Signal<Local, Bits<FRAMES>>,
    /// Ways that are in use after this cycle in the set at hand, and sets whose ways all are as it begins.
    in_use: Signal<Local, Bits<WAYS>>,
    full: Signal<Local, Bits<SETS>>,
    set_at_hand: Signal<Local, Bits<SET>>,
    /// The order of a set after the lanes; for a way those above it that were used later, and earlier; ways that some way below them was used before.
    next_order: Signal<Local, Bits<ORDER>>,
    later_ways: Signal<Local, Bits<WAYS>>,
    earlier_ways: Signal<Local, Bits<WAYS>>,
    used_after: Signal<Local, Bits<WAYS>>,
    next_oldest: Signal<Local, Bits<WAYS>>,
    set_touched: Signal<Local, Bit>,
    taken: Signal<Local, Bits<WAYS>>,
    /// Which way is free is not needed as a number.
    unused: Signal<Local, Bit>,
    victim: Signal<Local, Bits<WAYS>>,
    /// The set of a lane.
    one_set: Signal<Local, Bits<SET>>,
    ways: Signal<Local, Bits<WAYS>>,
    row_bits: Signal<Local, Bits<WAYS>>,
    /// A lane's entry is the one that the fill goes over; a lane finds its page.
    evicted: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    touching: Signal<Local, Bits<LANES>>,
    /// What each lane sets and clears in the order of its set.
    sets_bits: Vec<Signal<Local, Bits<ORDER>>> = array(LANES),
    clears_bits: Vec<Signal<Local, Bits<ORDER>>> = array(LANES),
    set_bits: Constant<Bits<32>> = Constant::new((SET as u64).into()),
    key_bits: Constant<Bits<32>> = Constant::new((KEY as u64).into()),
    way_bits: Constant<Bits<32>> = Constant::new((WAYS as u64).into()),
    /// Ways above each, and the place of its row.
    above: Vec<Constant<Bits<WAYS>>> =
        (0..WAYS).map(|i| Constant::new((i + 1..WAYS).fold(Bits::default(), |w: Bits<WAYS>, j| w.replace_bit(j, true)))).collect(),
    first_way: Constant<Bits<WAYS>> = Constant::new(1.into()),
    row_place: Vec<Constant<Bits<32>>> = (0..WAYS).map(|way| Constant::new(((way * WAYS) as u64).into())).collect(),
    /// Place of a lane's frame.
    frame_place: Vec<Constant<Bits<32>>> = (0..LANES).map(|lane| Constant::new(((lane * FRAME) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        comment!("What is asked for.");
        self.in_set.next = 0.into();
        self.with_key.next = 0.into();
        for a in 0..ASKED {
            if self.asked.val().get_bit(a)
                && (self.asked_sets.val().get_bits::<SET>(a * self.set_bits.val().index()) == self.this_set.val())
            {
                self.in_set.next = self.in_set.val().replace_bit(a, true);
                if self.asked_keys.val().get_bits::<KEY>(a * self.key_bits.val().index()) == self.key.val() {
                    self.with_key.next = self.with_key.val().replace_bit(a, true);
                }
            }
        }
        self.hits_here.next = 0.into();
        for w in 0..WAYS {
            self.hits_here.next = 0.into();
            for lane in 0..LANES {
                self.hits_here.next = self.hits_here.val().replace_bit(
                    lane,
                    self.hits.val().get_bit(lane * self.way_bits.val().index() + w),
                );
            }
            self.way[w].hits.next = self.hits_here.val();
        }
        self.next_found.next = 0.into();
        self.row.next = 0.into();
        for w in 0..WAYS {
            self.row.next = self.way[w].next_hits.val();
            for a in 0..ASKED {
                self.next_found.next =
                    self.next_found.val().replace_bit(a * self.way_bits.val().index() + w, self.row.val().get_bit(a));
            }
        }
        self.next_hits.next = self.next_found.val();
        self.held.next = 0.into();
        for w in 0..WAYS {
            self.held.next = self.held.val() | self.way[w].frames.val();
        }

        comment!("The way that a fill takes.");
        self.taken.next = 0.into();
        for i in 0..SETS {
            if self.this_set_bit.val().get_bit(i) {
                self.taken.next = self.taken.val() | (self.next_way[i].q.val() ^ self.first_way.val());
            }
        }
        self.victim.next = 0.into();
        if self.fill.val() {
            self.victim.next = self.taken.val();
        }
        for w in 0..WAYS {
            self.way[w].clock.next = self.clock.val();
            self.way[w].reset.next = self.reset.val();
            self.way[w].asked.next = self.asked.val();
            self.way[w].asked_sets.next = self.asked_sets.val();
            self.way[w].asked_keys.next = self.asked_keys.val();
            self.way[w].in_set.next = self.in_set.val();
            self.way[w].with_key.next = self.with_key.val();
            self.way[w].sets.next = self.sets.val();
            self.way[w].this_set.next = self.this_set.val();
            self.way[w].write.next = self.victim.val().get_bit(w);
            self.way[w].key.next = self.key.val();
            self.way[w].frame.next = self.frame.val();
            self.way[w].clear.next = self.clear.val();
            self.way[w].clear_set.next = self.clear_set.val();
            self.way[w].clear_key.next = self.clear_key.val();
            self.way[w].clear_mask.next = self.clear_mask.val();
        }
        self.in_use.next = 0.into();
        for w in 0..WAYS {
            self.in_use.next =
                self.in_use.val().replace_bit(w, self.victim.val().get_bit(w) || self.way[w].stays.val());
        }
        self.full.next = 0.into();
        self.full.next = !self.full.val();
        for w in 0..WAYS {
            self.full.next = self.full.val() & self.way[w].filled.val();
        }
        self.lowest.requests.next = !self.in_use.val();
        self.unused.next = self.lowest.index.val().any();

        comment!("What each lane finds after the fill.");
        self.one_set.next = 0.into();
        self.ways.next = 0.into();
        self.row_bits.next = 0.into();
        self.evicted.next = false;
        self.here.next = false;
        self.touching.next = 0.into();
        self.found.next = 0.into();
        self.frames.next = self.held.val();
        for lane in 0..LANES {
            self.sets_bits[lane].next = 0.into();
            self.clears_bits[lane].next = 0.into();
        }
        for lane in 0..LANES {
            self.one_set.next = self.sets.val().get_bits::<SET>(lane * self.set_bits.val().index());
            self.ways.next = self.hits.val().get_bits::<WAYS>(lane * self.way_bits.val().index());
            self.evicted.next = (self.fill.val() && (self.one_set.val() == self.this_set.val()))
                && (self.ways.val() & self.taken.val()).any();
            self.here.next = self.ways.val().any() && !self.evicted.val();
            if self.fill.val() && self.with_fill.val().get_bit(lane) {
                self.ways.next = self.taken.val();
                self.here.next = true;
                self.frames.next = self.frames.val()
                    | (bit_cast::<FRAMES, FRAME>(self.frame.val()) << self.frame_place[lane].val());
            }
            if self.looks.val().get_bit(lane) && self.here.val() {
                self.touching.next = self.touching.val().replace_bit(lane, true);
                for w in 0..WAYS {
                    self.row_bits.next = self.ways.val() & self.above[w].val();
                    self.sets_bits[lane].next = self.sets_bits[lane].val()
                        | (bit_cast::<ORDER, WAYS>(self.row_bits.val()) << self.row_place[w].val());
                    if self.ways.val().get_bit(w) {
                        self.row_bits.next = self.above[w].val();
                        self.clears_bits[lane].next = self.clears_bits[lane].val()
                            | (bit_cast::<ORDER, WAYS>(self.row_bits.val()) << self.row_place[w].val());
                    }
                }
            }
        }
        self.found.next = self.touching.val();

        comment!("A way that is touched was used after all others, and none after it; lanes in their order.");
        comment!("The next fill takes a free way, else the one that no other was used before.");
        for i in 0..SETS {
            self.order[i].clock.next = self.clock.val();
            self.order[i].reset.next = self.reset.val();
            self.order[i].d.next = self.order[i].q.val();
            self.next_way[i].clock.next = self.clock.val();
            self.next_way[i].reset.next = self.reset.val();
            self.next_way[i].d.next = self.next_way[i].q.val();
        }
        self.next_order.next = 0.into();
        self.later_ways.next = 0.into();
        self.earlier_ways.next = 0.into();
        self.used_after.next = 0.into();
        self.next_oldest.next = 0.into();
        self.set_touched.next = false;
        if self.touching.val().any() {
            for i in 0..SETS {
                self.next_order.next = self.order[i].q.val();
                self.set_touched.next = false;
                for lane in 0..LANES {
                    if self.touching.val().get_bit(lane)
                        && (self.sets.val().get_bits::<SET>(lane * self.set_bits.val().index()) == i.to_bits())
                    {
                        self.next_order.next =
                            (self.next_order.val() | self.sets_bits[lane].val()) & (!self.clears_bits[lane].val());
                        self.set_touched.next = true;
                    }
                }
                if self.set_touched.val() {
                    self.used_after.next = 0.into();
                    self.next_oldest.next = 0.into();
                    for w in 0..WAYS {
                        self.later_ways.next = self.next_order.val().get_bits::<WAYS>(w * self.way_bits.val().index());
                        self.earlier_ways.next = (!self.later_ways.val()) & self.above[w].val();
                        self.next_oldest.next =
                            self.next_oldest.val().replace_bit(w, !self.earlier_ways.val().any());
                        self.used_after.next = self.used_after.val() | self.later_ways.val();
                    }
                    self.order[i].d.next = self.next_order.val();
                    if self.full.val().get_bit(i) || (self.fill.val() && self.this_set_bit.val().get_bit(i)) {
                        self.next_way[i].d.next =
                            (self.next_oldest.val() & (!self.used_after.val())) ^ self.first_way.val();
                    }
                }
            }
        }
        self.set_at_hand.next = self.this_set.val();
        if self.clear.val() {
            self.set_at_hand.next = self.clear_set.val();
        }
        if (self.fill.val() || self.clear.val()) && !self.in_use.val().all() {
            self.next_way[self.set_at_hand.val().index()].d.next = self.lowest.first.val() ^ self.first_way.val();
        }
    }
}
