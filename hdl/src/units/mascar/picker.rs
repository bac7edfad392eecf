// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{DffR, MinTree};

block! {
    /// The warp that one of Mascar's schedulers would issue from each of its two groups (specification section 2.3).
    /// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the oldest.
    /// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with two bits above it: the lower of
    /// them puts all others behind the favourite.
    pub struct Picker<WARPS, INDEX, RANK, RANKS, KEY, NODES> = "mascar_picker" by WARPS, RANK;
    fn new(stride: usize);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Memory access priority mode.
    pub mp: Signal<In, Bit>,
    /// Warps that can issue a memory instruction.
    pub mem: Signal<In, Bits<WARPS>>,
    /// Warps that can issue another instruction.
    pub comp: Signal<In, Bits<WARPS>>,
    /// The owner, one-hot; zero if it is not among these warps.
    pub owner: Signal<In, Bits<WARPS>>,
    /// Age ranks, 0 oldest; those of these warps are the lowest and every `stride`-th after it.
    pub age_rank: Signal<In, Bits<RANKS>>,
    /// A warp is issued in this cycle.
    pub issue: Signal<In, Bit>,
    /// The warp issued.
    pub issued: Signal<In, Bits<INDEX>>,
    /// The warp picked from the memory group; zero if that is empty.
    pub mem_warp: Signal<Out, Bits<INDEX>>,
    /// The warp picked from the other group; zero if that is empty.
    pub comp_warp: Signal<Out, Bits<INDEX>>,
    /// Some warp has been issued.
    last_v: DffR<Bit>,
    /// The warp issued last.
    last: DffR<Bits<INDEX>>,
    latest: Signal<Local, Bits<WARPS>>,
    favourite_mem: Signal<Local, Bits<WARPS>>,
    favourite_comp: Signal<Local, Bits<WARPS>>,
    /// The ranks of the other schedulers' warps are of no use here.
    unused: Signal<Local, Bit>,
    rank: Signal<Local, Bits<RANK>>,
    mem_key: Vec<Signal<Local, Bits<KEY>>> = array(WARPS),
    comp_key: Vec<Signal<Local, Bits<KEY>>> = array(WARPS),
    first_mem: MinTree<WARPS, KEY, INDEX, NODES> = MinTree::new(),
    first_comp: MinTree<WARPS, KEY, INDEX, NODES> = MinTree::new(),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    /// Bits from one warp's age rank to the next one's.
    rank_step: Constant<Bits<32>> = Constant::new(((stride * RANK) as u64).into()),
    behind: Constant<Bits<KEY>> = Constant::new((1u64 << RANK).into()),
}

impl<
        const WARPS: usize,
        const INDEX: usize,
        const RANK: usize,
        const RANKS: usize,
        const KEY: usize,
        const NODES: usize,
    > Logic for Picker<WARPS, INDEX, RANK, RANKS, KEY, NODES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last_v, last);
        self.last_v.reset.next = self.reset.val();
        self.last.reset.next = self.reset.val();
        if self.issue.val() {
            self.last_v.d.next = true;
            self.last.d.next = self.issued.val();
        }

        comment!("The favourite has key 0; all others are behind it, in order of age.");
        self.latest.next = 0.into();
        if self.last_v.q.val() {
            self.latest.next = self.one.val() << self.last.q.val();
        }
        self.favourite_mem.next = self.latest.val();
        self.favourite_comp.next = self.latest.val();
        if self.mp.val() {
            self.favourite_mem.next = self.owner.val();
            self.favourite_comp.next = 0.into();
        }
        self.unused.next = self.age_rank.val().any();
        self.rank.next = 0.into();
        for i in 0..WARPS {
            self.mem_key[i].next = 0.into();
            self.comp_key[i].next = 0.into();
        }
        if (self.mem.val() | self.comp.val()).any() {
            for i in 0..WARPS {
                self.rank.next = self.age_rank.val().get_bits::<RANK>(i * self.rank_step.val().index());
                if self.mem.val().get_bit(i) && !self.favourite_mem.val().get_bit(i) {
                    self.mem_key[i].next = self.behind.val() | bit_cast::<KEY, RANK>(self.rank.val());
                }
                if self.comp.val().get_bit(i) && !self.favourite_comp.val().get_bit(i) {
                    self.comp_key[i].next = self.behind.val() | bit_cast::<KEY, RANK>(self.rank.val());
                }
            }
        }
        self.first_mem.candidates.next = self.mem.val();
        self.first_comp.candidates.next = self.comp.val();
        for i in 0..WARPS {
            self.first_mem.keys[i].next = self.mem_key[i].val();
            self.first_comp.keys[i].next = self.comp_key[i].val();
        }
        self.mem_warp.next = self.first_mem.index.val();
        self.comp_warp.next = self.first_comp.index.val();
    }
}
