// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::Scaled;

block! {
    /// Whether the lanes of a beat have addresses that are linear in the lane's number, with a given offset from lane to lane
    /// (specification section 2.2): each lane against the first active one of its beat, and that against the one of the beat before.
    pub struct Line<LANES, PLACE, LANE, OFFSET, SPAN, DISTANCE, PARTS, WORDS, MULTIPLES> = "apogee_line"
        where PLACE = bits(LANES), SPAN = OFFSET + LANE, DISTANCE = LANE + 1, PARTS = LANE + 2, WORDS = 3 * PARTS - 4,
            MULTIPLES = LANES + 1;
    fn new();
    /// There is a beat; while it is low the answers mean nothing.
    pub enable: Signal<In, Bit>,
    /// Active lanes.
    pub mask: Signal<In, Bits<LANES>>,
    /// The first of them.
    pub first: Signal<In, Bits<PLACE>>,
    /// Address of each lane less that of the first one.
    pub away: Vec<Signal<In, Bits<SPAN>>> = array(LANES),
    /// That of the first lane less that of the first lane of the beat before.
    pub step: Signal<In, Bits<SPAN>>,
    /// Lanes between those two.
    pub gap: Signal<In, Bits<LANE>>,
    /// Offset from lane to lane, two's complement.
    pub offset: Signal<In, Bits<OFFSET>>,
    /// The lanes of the beat are linear.
    pub linear: Signal<Out, Bit>,
    /// The first one continues the beat before.
    pub continues: Signal<Out, Bit>,
    wide: Signal<Local, Bits<SPAN>>,
    /// The offset times 0, 1, 2, ...
    multiple: Vec<Signal<Local, Bits<SPAN>>> = array(MULTIPLES),
    first_multiple: Signal<Local, Bits<SPAN>>,
    met: Signal<Local, Bits<LANES>>,
    product: Scaled<OFFSET, SPAN, LANE, DISTANCE, PARTS, WORDS> = Scaled::new(),
    sign_at: Constant<Bits<32>> = Constant::new((OFFSET as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.next = 0.into();
        if self.offset.val().get_bit(self.sign_at.val().index()) {
            self.wide.next = !self.wide.val();
        }
        for b in 0..OFFSET {
            self.wide.next = self.wide.val().replace_bit(b, self.offset.val().get_bit(b));
        }
        comment!("Each is twice another one, or one more than that.");
        for k in 0..MULTIPLES {
            self.multiple[k].next = 0.into();
        }
        if self.enable.val() {
            for k in 0..(MULTIPLES / 2) {
                self.multiple[2 * k].next = self.multiple[k].val() << 1;
                self.multiple[2 * k + 1].next = (self.multiple[k].val() << 1) + self.wide.val();
            }
        }
        self.first_multiple.next = self.multiple[self.first.val().index()].val();
        self.met.next = 0.into();
        if self.enable.val() {
            for i in 0..LANES {
                self.met.next = self.met.val().replace_bit(
                    i,
                    (self.away[i].val() + self.first_multiple.val()) == self.multiple[i].val(),
                );
            }
        }
        self.linear.next = !(self.mask.val() & (!self.met.val())).any();

        self.product.enable.next = self.enable.val();
        self.product.base.next = 0.into();
        self.product.stride.next = self.offset.val();
        self.product.distance.next = bit_cast::<DISTANCE, LANE>(self.gap.val());
        self.continues.next = (self.product.sum.val() + self.product.carry.val()) == self.step.val();
    }
}
