// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, FirstIndex};

block! {
    /// The pending warp that is promoted to the ready queue (specification section 2.4, step 3): a leading one, else one of the
    /// leading CTA, else any; of each class the first behind that which was promoted last, in cyclic order.
    /// The three classes are searched side by side, each in both halves of the order.
    pub struct Pending<WARPS, WARP> = "cta_sched_pending" where WARP = clog2(WARPS);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The order begins at warp 0 again.
    pub clear: Signal<In, Bit>,
    /// Pending warps that are not stalled.
    pub ready: Signal<In, Bits<WARPS>>,
    /// Warps that are marked as leading.
    pub marked: Signal<In, Bits<WARPS>>,
    /// Warps of the leading CTA.
    pub leading: Signal<In, Bits<WARPS>>,
    /// Only marked warps may be promoted.
    pub hold: Signal<In, Bit>,
    /// The warp is promoted.
    pub promoted: Signal<In, Bit>,
    /// There is a warp to promote.
    pub valid: Signal<Out, Bit>,
    /// That warp.
    pub warp: Signal<Out, Bits<WARP>>,
    /// A warp has been promoted since the order began at warp 0.
    moved: DffR<Bit>,
    /// The warp promoted last.
    last: DffR<Bits<WARP>>,
    /// Warps behind it.
    behind: Signal<Local, Bits<WARPS>>,
    first_class: Signal<Local, Bits<WARPS>>,
    second_class: Signal<Local, Bits<WARPS>>,
    choice: Signal<Local, Bits<WARP>>,
    marked_behind: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    marked_any: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    leading_behind: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    leading_any: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    ready_behind: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    ready_any: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    all: Constant<Bits<WARPS>> = Constant::new(!Bits::<WARPS>::default()),
}

impl<const WARPS: usize, const WARP: usize> Logic for Pending<WARPS, WARP> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, moved, last);
        self.moved.reset.next = self.reset.val();
        self.last.reset.next = self.reset.val();

        self.behind.next = self.all.val();
        if self.moved.q.val() {
            self.behind.next = (self.all.val() << self.last.q.val()) << 1;
        }
        self.first_class.next = self.ready.val() & self.marked.val();
        self.second_class.next = self.ready.val() & self.leading.val();
        self.marked_behind.requests.next = self.first_class.val() & self.behind.val();
        self.marked_any.requests.next = self.first_class.val();
        self.leading_behind.requests.next = self.second_class.val() & self.behind.val();
        self.leading_any.requests.next = self.second_class.val();
        self.ready_behind.requests.next = self.ready.val() & self.behind.val();
        self.ready_any.requests.next = self.ready.val();

        self.choice.next = self.ready_any.index.val();
        if (self.ready.val() & self.behind.val()).any() {
            self.choice.next = self.ready_behind.index.val();
        }
        if self.second_class.val().any() {
            self.choice.next = self.leading_any.index.val();
        }
        if (self.second_class.val() & self.behind.val()).any() {
            self.choice.next = self.leading_behind.index.val();
        }
        if self.first_class.val().any() {
            self.choice.next = self.marked_any.index.val();
        }
        if (self.first_class.val() & self.behind.val()).any() {
            self.choice.next = self.marked_behind.index.val();
        }
        self.warp.next = self.choice.val();
        self.valid.next = self.first_class.val().any() || (self.ready.val().any() && !self.hold.val());

        if self.promoted.val() {
            self.moved.d.next = true;
            self.last.d.next = self.choice.val();
        }
        comment!("A new kernel begins at warp 0.");
        if self.clear.val() {
            self.moved.d.next = false;
        }
    }
}
