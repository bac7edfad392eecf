// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::cta_prefetch::params::Params;

use super::predicts::Predicts;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::Scaled;

block! {
    /// Compares a load with the base addresses of its CTA: which stride the two show, and whether a known stride has predicted the
    /// load (specification section 2.2).
    pub struct Compare<
        BASES, LAST, ADDRESS, ADDRESSES, STRIDE, EXTRA, WARP, DISTANCE, PARTS, WORDS
    > = "cta_pf_compare"
        where LAST = bits(BASES), ADDRESSES = BASES * ADDRESS, EXTRA = ADDRESS + 1 - STRIDE, DISTANCE = WARP + 1,
            PARTS = WARP + 2, WORDS = 3 * PARTS - 4;
    fn new(params: &Params);
    /// Base addresses.
    pub bases: Signal<In, Bits<ADDRESSES>>,
    /// Their number, less one.
    pub bases_last: Signal<In, Bits<LAST>>,
    /// Addresses of the load.
    pub addresses: Signal<In, Bits<ADDRESSES>>,
    /// Their number, less one.
    pub last: Signal<In, Bits<LAST>>,
    /// The load's warp less that of the base addresses.
    pub distance: Signal<In, Bits<DISTANCE>>,
    /// Known stride of the load's PC.
    pub stride: Signal<In, Bits<STRIDE>>,
    /// The two warps are neighbours.
    pub adjacent: Signal<Out, Bit>,
    /// If they are: the stride from the lower to the higher one.
    pub step: Signal<Out, Bits<STRIDE>>,
    /// All requests that both have agree on it.
    pub uniform: Signal<Out, Bit>,
    /// Some base address and the known stride predict a request that the load has not.
    pub differs: Signal<Out, Bit>,
    base: Vec<Signal<Local, Bits<ADDRESS>>> = array(BASES),
    address: Vec<Signal<Local, Bits<ADDRESS>>> = array(BASES),
    /// Requests that the bases predict, and those that the load has.
    predicted: Signal<Local, Bits<BASES>>,
    asked: Signal<Local, Bits<BASES>>,
    behind: Signal<Local, Bit>,
    ahead: Signal<Local, Bit>,
    delta: Vec<Signal<Local, Bits<ADDRESS>>> = array(BASES),
    equal: Signal<Local, Bits<BASES>>,
    high: Signal<Local, Bits<EXTRA>>,
    met: Signal<Local, Bits<BASES>>,
    product: Scaled<STRIDE, ADDRESS, WARP, DISTANCE, PARTS, WORDS> = Scaled::new(),
    prediction: Vec<Predicts<ADDRESS>> = (0..BASES).map(|_| Predicts::new((1 << params.cmp_log2) - 1)).collect(),
    one: Constant<Bits<DISTANCE>> = Constant::new(1.into()),
    /// Bits from one address to the next.
    address_bits: Constant<Bits<32>> = Constant::new((ADDRESS as u64).into()),
    /// Lowest bit that a stride does not hold, but for its sign.
    high_at: Constant<Bits<32>> = Constant::new((STRIDE as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..BASES {
            self.base[i].next = self.bases.val().get_bits::<ADDRESS>(i * self.address_bits.val().index());
            self.address[i].next =
                self.addresses.val().get_bits::<ADDRESS>(i * self.address_bits.val().index());
        }
        self.predicted.next = 0.into();
        self.asked.next = 0.into();
        for i in 0..BASES {
            self.predicted.next = self.predicted.val().replace_bit(i, self.bases_last.val() >= i.to_bits());
            self.asked.next = self.asked.val().replace_bit(i, self.last.val() >= i.to_bits());
        }

        comment!("The stride that the two warps show, from the lower to the higher one.");
        self.behind.next = self.distance.val().all();
        self.ahead.next = self.distance.val() == self.one.val();
        self.adjacent.next = self.behind.val() || self.ahead.val();
        for i in 0..BASES {
            self.delta[i].next = self.address[i].val() - self.base[i].val();
            if self.behind.val() {
                self.delta[i].next = self.base[i].val() - self.address[i].val();
            }
        }
        self.equal.next = 0.into();
        for i in 0..BASES {
            self.equal.next = self.equal.val().replace_bit(i, self.delta[i].val() == self.delta[0].val());
        }
        comment!("A stride must be wide enough for the difference (P7).");
        self.high.next = self.delta[0].val().get_bits::<EXTRA>(self.high_at.val().index());
        self.step.next = self.delta[0].val().get_bits::<STRIDE>(0);
        self.uniform.next = (!self.high.val().any() || self.high.val().all())
            && !((self.predicted.val() & self.asked.val()) & (!self.equal.val())).any();

        comment!("Every predicted request must be there, at its position (A5).");
        self.product.enable.next = self.distance.val().any();
        self.product.base.next = 0.into();
        self.product.stride.next = self.stride.val();
        self.product.distance.next = self.distance.val();
        for i in 0..BASES {
            self.prediction[i].base.next = self.base[i].val();
            self.prediction[i].sum.next = self.product.sum.val();
            self.prediction[i].carry.next = self.product.carry.val();
            self.prediction[i].address.next = self.address[i].val();
        }
        self.met.next = 0.into();
        for i in 0..BASES {
            self.met.next = self.met.val().replace_bit(i, self.prediction[i].met.val());
        }
        self.differs.next = (self.predicted.val() & (!(self.asked.val() & self.met.val()))).any();
    }
}
