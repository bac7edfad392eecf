// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::frame_ram::FrameRam;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// Doubly linked lists of frames (specification section 3). A frame is in one of them at most. A link at an end of its list means nothing: the
    /// first and the last frame are known, so nothing has to be cleared.
    pub struct FrameList<FRAMES, FRAME, LISTS, LIST> = "mosaic_frame_list" where FRAME = clog2(FRAMES), LIST = bits(LISTS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The list that is looked at and changed.
    pub list: Signal<In, Bits<LIST>>,
    /// It has a frame.
    pub some: Signal<Out, Bit>,
    /// Its first frame; without `some` of no meaning.
    pub head: Signal<Out, Bits<FRAME>>,
    /// The frame whose links are read, for the next cycle.
    pub read: Signal<In, Bits<FRAME>>,
    /// The frame behind that of the last cycle; without meaning if there is none.
    pub follower: Signal<Out, Bits<FRAME>>,
    /// The frame that is changed; to be unlinked it must have been read in the last cycle.
    pub frame: Signal<In, Bits<FRAME>>,
    /// It is the last of the list.
    pub last: Signal<Out, Bit>,
    /// Put it behind the last one; take it out. One of them at most.
    pub append: Signal<In, Bit>,
    pub unlink: Signal<In, Bit>,
    /// Lists that have a frame.
    used: DffR<Bits<LISTS>>,
    heads: Vec<Dff<Bits<FRAME>>> = array(LISTS),
    tails: Vec<Dff<Bits<FRAME>>> = array(LISTS),
    behind: FrameRam<FRAMES, FRAME, FRAME> = FrameRam::new(),
    ahead: FrameRam<FRAMES, FRAME, FRAME> = FrameRam::new(),
    first: Signal<Local, Bits<FRAME>>,
    tail: Signal<Local, Bits<FRAME>>,
    has: Signal<Local, Bit>,
    is_head: Signal<Local, Bit>,
    is_tail: Signal<Local, Bit>,
    one: Constant<Bits<LISTS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        clock!(self, clock, behind, ahead);
        self.used.reset.next = self.reset.val();
        for i in 0..LISTS {
            self.heads[i].clock.next = self.clock.val();
            self.heads[i].d.next = self.heads[i].q.val();
            self.tails[i].clock.next = self.clock.val();
            self.tails[i].d.next = self.tails[i].q.val();
        }
        self.first.next = self.heads[self.list.val().index()].q.val();
        self.tail.next = self.tails[self.list.val().index()].q.val();
        self.has.next = self.used.q.val().get_bit(self.list.val().index());
        self.is_head.next = self.first.val() == self.frame.val();
        self.is_tail.next = self.tail.val() == self.frame.val();
        self.some.next = self.has.val();
        self.head.next = self.first.val();
        self.last.next = self.is_tail.val();
        self.behind.read.next = self.read.val();
        self.ahead.read.next = self.read.val();
        self.follower.next = self.behind.word.val();

        comment!("The links: of the old last frame and the new one, or of the two between which a frame was.");
        self.behind.write.next = (self.append.val() && self.has.val()) || (self.unlink.val() && !self.is_head.val());
        self.ahead.write.next = (self.append.val() && self.has.val()) || (self.unlink.val() && !self.is_tail.val());
        self.behind.address.next = self.ahead.word.val();
        self.behind.data.next = self.behind.word.val();
        self.ahead.address.next = self.behind.word.val();
        self.ahead.data.next = self.ahead.word.val();
        if self.append.val() {
            self.behind.address.next = self.tail.val();
            self.behind.data.next = self.frame.val();
            self.ahead.address.next = self.frame.val();
            self.ahead.data.next = self.tail.val();
        }

        comment!("The ends.");
        if self.append.val() && !self.has.val() {
            self.heads[self.list.val().index()].d.next = self.frame.val();
        }
        if self.unlink.val() && self.is_head.val() {
            self.heads[self.list.val().index()].d.next = self.behind.word.val();
        }
        if self.append.val() {
            self.tails[self.list.val().index()].d.next = self.frame.val();
        }
        if self.unlink.val() && self.is_tail.val() {
            self.tails[self.list.val().index()].d.next = self.ahead.word.val();
        }
        if self.append.val() {
            self.used.d.next = self.used.q.val() | (self.one.val() << self.list.val());
        }
        if self.unlink.val() && (self.is_head.val() && self.is_tail.val()) {
            self.used.d.next = self.used.q.val() & (!(self.one.val() << self.list.val()));
        }
    }
}
