// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::sb_lane::SbLane;
use crate::block;
use crate::comment;

block! {
    /// The results of those beats that are committed as one part of a beat of the commit: a memory for each lane. Three operands and the commit are read at once.
    pub struct SbBank<DEPTH, ADDRESS, W, SIMD, ROW, ADDRESSES, ROWS, WORDS> = "sb_bank"
        where ROW = SIMD * W, ADDRESSES = 4 * ADDRESS, ROWS = 4 * ROW, WORDS = 4 * W;
    fn new();
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Lanes that the ALU writes, and their results.
    pub a_lanes: Signal<In, Bits<SIMD>>,
    pub a_address: Signal<In, Bits<ADDRESS>>,
    pub a_data: Signal<In, Bits<ROW>>,
    /// Lanes that a load or an SFU writes.
    pub l_lanes: Signal<In, Bits<SIMD>>,
    pub l_address: Signal<In, Bits<ADDRESS>>,
    pub l_data: Signal<In, Bits<ROW>>,
    /// The beats that are read: of three operands, then of the commit.
    pub addresses: Signal<In, Bits<ADDRESSES>>,
    pub rows: Signal<Out, Bits<ROWS>>,
    lane: Vec<SbLane<DEPTH, ADDRESS, W, ADDRESSES, WORDS>> = (0..SIMD).map(|_| SbLane::new()).collect(),
    words: Signal<Local, Bits<WORDS>>,
    word: Signal<Local, Bits<W>>,
    row: Signal<Local, Bits<ROW>>,
    word_bits: Constant<Bits<32>> = Constant::new((W as u64).into()),
    lane_place: Vec<Constant<Bits<32>>> = (0..SIMD).map(|lane| Constant::new(((lane * W) as u64).into())).collect(),
    row_place: Vec<Constant<Bits<32>>> = (0..4).map(|read| Constant::new(((read * ROW) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..SIMD {
            self.lane[l].clock.next = self.clock.val();
            self.lane[l].reset.next = self.reset.val();
            self.lane[l].a_write.next = self.a_lanes.val().get_bit(l);
            self.lane[l].a_address.next = self.a_address.val();
            self.lane[l].a_data.next = self.a_data.val().get_bits::<W>(l * self.word_bits.val().index());
            self.lane[l].l_write.next = self.l_lanes.val().get_bit(l);
            self.lane[l].l_address.next = self.l_address.val();
            self.lane[l].l_data.next = self.l_data.val().get_bits::<W>(l * self.word_bits.val().index());
            self.lane[l].addresses.next = self.addresses.val();
        }
        comment!("The words of the lanes side by side.");
        self.words.next = 0.into();
        self.word.next = 0.into();
        self.row.next = 0.into();
        self.rows.next = 0.into();
        for r in 0..4 {
            self.row.next = 0.into();
            for l in 0..SIMD {
                self.words.next = self.lane[l].words.val();
                self.word.next = self.words.val().get_bits::<W>(r * self.word_bits.val().index());
                self.row.next = self.row.val() | (bit_cast::<ROW, W>(self.word.val()) << self.lane_place[l].val());
            }
            self.rows.next = self.rows.val() | (bit_cast::<ROWS, ROW>(self.row.val()) << self.row_place[r].val());
        }
    }
}
