// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use crate::block;
use crate::comment;
use crate::declare::ToBits;
use crate::prim::Dff;

block! {
    /// Whether the lines of a page table map the base pages of one frame, each at its place (specification section 2.4, decision D6). The first
    /// line that is checked says which frame. Lines come in any order.
    pub struct LineCheck<READ, DATA, LPPN> = "mosaic_line_check" where DATA = 64 * READ;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forget all lines.
    pub clear: Signal<In, Bit>,
    /// Check entries of a line: the first `READ` of it.
    pub check: Signal<In, Bit>,
    pub line: Signal<In, Bits<5>>,
    pub data: Signal<In, Bits<DATA>>,
    /// An entry does not fit, of this line or of one before.
    pub differs: Signal<Out, Bit>,
    known: Dff<Bit>,
    frame: Dff<Bits<LPPN>>,
    differed: Dff<Bit>,
    due: Signal<Local, Bits<LPPN>>,
    slot: Signal<Local, Bits<9>>,
    odd: Signal<Local, Bit>,
    /// Where the place of a base page in its frame is in an entry, and where the frame is.
    slot_at: Constant<Bits<32>> = Constant::new(u64::from(params.base_page_log2).into()),
    frame_at: Constant<Bits<32>> = Constant::new((u64::from(params.base_page_log2) + 9).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, known, frame, differed);
        self.due.next = self.frame.q.val();
        if !self.known.q.val() {
            self.due.next = self.data.val().get_bits::<LPPN>(self.frame_at.val().index());
        }
        self.odd.next = self.differed.q.val();
        self.slot.next = 0.into();
        if self.check.val() {
            for lane in 0..READ {
                self.slot.next = (bit_cast::<9, 5>(self.line.val()) << 4) | lane.to_bits();
                if (!self.data.val().get_bit(lane * 64)
                    || (self.data.val().get_bits::<9>(lane * 64 + self.slot_at.val().index()) != self.slot.val()))
                    || (self.data.val().get_bits::<LPPN>(lane * 64 + self.frame_at.val().index()) != self.due.val())
                {
                    self.odd.next = true;
                }
            }
        }
        self.differs.next = self.odd.val();
        comment!("The frame is that of the first line.");
        self.frame.d.next = self.due.val();
        self.known.d.next = self.known.q.val() || self.check.val();
        self.differed.d.next = self.odd.val();
        if self.clear.val() {
            self.known.d.next = false;
            self.differed.d.next = false;
        }
    }
}
