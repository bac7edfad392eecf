// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, Popcount};

block! {
    /// Number of allocated pages of a frame, two cycles later: first in pieces of about the root of all, then their sum by a tree.
    pub struct PageCount<SLOT, SLOTS, PIECES, PIECE, PART, NODES, COUNT> = "mosaic_page_count"
        where SLOTS = 1 << SLOT, PIECES = 1 << (SLOT / 2), PIECE = 1 << (SLOT - SLOT / 2), PART = clog2(PIECE + 1),
            NODES = 2 * PIECES - 1, COUNT = SLOT + 1;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Count.
    pub enable: Signal<In, Bit>,
    /// A bit for each page.
    pub pages: Signal<In, Bits<SLOTS>>,
    /// Those that were set when `enable` was high last, from two cycles later on.
    pub count: Signal<Out, Bits<COUNT>>,
    piece: Vec<Popcount<PIECE, PART>> = (0..PIECES).map(|_| Popcount::new()).collect(),
    part: Vec<Dff<Bits<PART>>> = array(PIECES),
    total: Dff<Bits<COUNT>>,
    one: Signal<Local, Bits<PART>>,
    /// The pieces, then the sums of two.
    node: Vec<Signal<Local, Bits<COUNT>>> = array(NODES),
    piece_bits: Constant<Bits<32>> = Constant::new((PIECE as u64).into()),
    pieces: Constant<Bits<32>> = Constant::new((PIECES as u64).into()),
    root: Constant<Bits<32>> = Constant::new((NODES as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, total);
        for i in 0..PIECES {
            self.piece[i].enable.next = self.enable.val();
            self.piece[i].bits.next = self.pages.val().get_bits::<PIECE>(i * self.piece_bits.val().index());
        }
        for i in 0..PIECES {
            self.part[i].clock.next = self.clock.val();
            self.part[i].d.next = self.part[i].q.val();
            if self.enable.val() {
                self.part[i].d.next = self.piece[i].ones.val();
            }
        }
        self.one.next = 0.into();
        for i in 0..NODES {
            self.node[i].next = 0.into();
        }
        for i in 0..PIECES {
            self.one.next = self.part[i].q.val();
            self.node[i].next = bit_cast::<COUNT, PART>(self.one.val());
        }
        comment!("The nodes 2k and 2k+1 meet in the node pieces + k.");
        for k in 0..(NODES / 2) {
            self.node[k + self.pieces.val().index()].next = self.node[2 * k].val() + self.node[2 * k + 1].val();
        }
        self.total.d.next = self.node[self.root.val().index()].val();
        self.count.next = self.total.q.val();
    }
}
