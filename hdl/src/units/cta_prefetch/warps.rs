// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;

block! {
    /// The warps of a CTA as a mask: `nw` contiguous ones from `first` on.
    pub struct Warps<WARPS, WARP, COUNT, END> = "cta_sched_warps"
        where WARP = clog2(WARPS), COUNT = clog2(WARPS + 1), END = COUNT + 1;
    fn new();
    /// There is a CTA.
    pub valid: Signal<In, Bit>,
    /// Its first warp.
    pub first: Signal<In, Bits<WARP>>,
    /// Its warps.
    pub nw: Signal<In, Bits<COUNT>>,
    /// Their mask; zero without a CTA.
    pub mask: Signal<Out, Bits<WARPS>>,
    /// The warp behind the last one.
    beyond: Signal<Local, Bits<END>>,
    all: Constant<Bits<WARPS>> = Constant::new(!Bits::<WARPS>::default()),
}

impl<const WARPS: usize, const WARP: usize, const COUNT: usize, const END: usize> Logic
    for Warps<WARPS, WARP, COUNT, END>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.beyond.next = bit_cast::<END, WARP>(self.first.val()) + bit_cast::<END, COUNT>(self.nw.val());
        self.mask.next = 0.into();
        if self.valid.val() {
            self.mask.next = (self.all.val() << self.first.val()) & (!(self.all.val() << self.beyond.val()));
        }
    }
}
