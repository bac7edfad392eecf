// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::ToBits;
use crate::prim::{DffR, MinGroups};

block! {
    /// The warp that one of Mascar's schedulers issues from the group that it may issue from (specification section 2.3).
    /// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the oldest.
    /// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with one bit above it.
    pub struct Picker<WARPS, INDEX, KEY, KEYS, SIZE, GROUPS, PLACES, PLACE_KEYS, GROUP_KEYS, TOP_KEYS> =
        "mascar_picker"
        where INDEX = bits(WARPS), KEYS = WARPS * KEY, SIZE = 1 << ((INDEX + 1) / 2),
            GROUPS = div_ceil(WARPS, SIZE), PLACES = GROUPS * SIZE, PLACE_KEYS = PLACES * KEY, GROUP_KEYS = SIZE * KEY,
            TOP_KEYS = GROUPS * KEY;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Memory access priority mode.
    pub mp: Signal<In, Bit>,
    /// Warps of the group: of those at a memory instruction, or of the others. One of them is issued in this cycle.
    pub group: Signal<In, Bits<WARPS>>,
    /// The owner if it is among these warps and at a memory instruction, one-hot.
    pub owner: Signal<In, Bits<WARPS>>,
    /// Age rank of each of these warps, 0 oldest, with a 0 above it.
    pub keys: Signal<In, Bits<KEYS>>,
    /// The warp picked from the group, one-hot; zero if that is empty.
    pub pick: Signal<Out, Bits<WARPS>>,
    /// Its number.
    pub warp: Signal<Out, Bits<INDEX>>,
    /// Some warp has been issued.
    last_v: DffR<Bit>,
    /// The warp issued last.
    last: DffR<Bits<INDEX>>,
    favourite: Signal<Local, Bits<WARPS>>,
    /// It is in the group.
    preferred: Signal<Local, Bits<WARPS>>,
    picked: Signal<Local, Bits<WARPS>>,
    index: Signal<Local, Bits<INDEX>>,
    oldest: MinGroups<WARPS, KEY, KEYS, SIZE, GROUPS, PLACES, PLACE_KEYS, GROUP_KEYS, TOP_KEYS> = MinGroups::new(),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last_v, last);
        self.last_v.reset.next = self.reset.val();
        self.last.reset.next = self.reset.val();

        comment!("What the ranks say of each other does not wait for the group.");
        self.oldest.candidates.next = self.group.val();
        self.oldest.keys.next = self.keys.val();

        comment!("The favourite before all others.");
        self.favourite.next = 0.into();
        if self.mp.val() {
            self.favourite.next = self.owner.val();
        } else if self.last_v.q.val() {
            self.favourite.next = self.one.val() << self.last.q.val();
        }
        self.preferred.next = self.group.val() & self.favourite.val();
        self.picked.next = self.oldest.pick.val();
        if self.preferred.val().any() {
            self.picked.next = self.preferred.val();
        }
        self.index.next = 0.into();
        for i in 0..WARPS {
            if self.picked.val().get_bit(i) {
                self.index.next = self.index.val() | i.to_bits();
            }
        }
        if self.group.val().any() {
            self.last_v.d.next = true;
            self.last.d.next = self.index.val();
        }
        self.pick.next = self.picked.val();
        self.warp.next = self.index.val();
    }
}
