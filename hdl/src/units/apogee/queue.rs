// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, ShiftList};

block! {
    /// The prefetch queue (decisions P21, P23, P24): lines wait for the L1D, first in, first out. A trigger's line goes before that which
    /// the generator has at hand. A line is tracked as long as nothing of its job has been sent.
    pub struct Queue<DEPTH, ADDRESS, ENTRY, WARP, WORD> = "apogee_queue" where WORD = ADDRESS + ENTRY + WARP + 2;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget all lines at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// A trigger's line comes.
    pub trigger_v: Signal<In, Bit>,
    pub trigger_line: Signal<In, Bits<ADDRESS>>,
    pub trigger_entry: Signal<In, Bits<ENTRY>>,
    pub trigger_warp: Signal<In, Bits<WARP>>,
    /// It is lost.
    pub lost: Signal<Out, Bit>,
    /// The generator has a line at hand.
    pub job_v: Signal<In, Bit>,
    pub job_line: Signal<In, Bits<ADDRESS>>,
    pub job_entry: Signal<In, Bits<ENTRY>>,
    pub job_warp: Signal<In, Bits<WARP>>,
    /// It is the first one of its job.
    pub job_first: Signal<In, Bit>,
    /// It is queued.
    pub accept: Signal<Out, Bit>,
    /// The L1D takes a prefetch.
    pub pf_rdy: Signal<In, Bit>,
    /// It has sent it to memory.
    pub pf_sent: Signal<In, Bit>,
    /// A prefetch is asked for; all else is 0 without.
    pub pf_v: Signal<Out, Bit>,
    pub pf_line: Signal<Out, Bits<ADDRESS>>,
    pub pf_entry: Signal<Out, Bits<ENTRY>>,
    pub pf_warp: Signal<Out, Bits<WARP>>,
    /// Its fill is to be told.
    pub pf_track: Signal<Out, Bit>,
    /// It is a trigger's.
    pub pf_trig: Signal<Out, Bit>,
    /// A tracked prefetch is sent.
    pub sent: Signal<Out, Bit>,
    /// A line of the job of the last line but of triggers has been sent.
    job_sent: DffR<Bit>,
    used: Signal<Local, Bits<DEPTH>>,
    full: Signal<Local, Bit>,
    word: Signal<Local, Bits<WORD>>,
    head: Signal<Local, Bits<WORD>>,
    some: Signal<Local, Bit>,
    of_trigger: Signal<Local, Bit>,
    track: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    /// Lines behind the first are of no use yet.
    unused: Signal<Local, Bit>,
    lines: ShiftList<DEPTH, WORD> = ShiftList::new(),
    all_lines: Constant<Bits<DEPTH>> = Constant::new(!Bits::<DEPTH>::default()),
    last_line: Constant<Bits<32>> = Constant::new((DEPTH as u64 - 1).into()),
    first_at: Constant<Bits<32>> = Constant::new(1.into()),
    warp_at: Constant<Bits<32>> = Constant::new(2.into()),
    entry_at: Constant<Bits<32>> = Constant::new((WARP as u64 + 2).into()),
    line_at: Constant<Bits<32>> = Constant::new(((ENTRY + WARP + 2) as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, job_sent);
        self.job_sent.reset.next = self.reset.val();
        self.lines.clock.next = self.clock.val();
        self.lines.reset.next = self.reset.val();

        self.used.next = self.lines.used.val();
        self.full.next = self.used.val().get_bit(self.last_line.val().index());
        self.word.next = (bit_cast::<WORD, ADDRESS>(self.job_line.val()) << self.line_at.val())
            | (bit_cast::<WORD, ENTRY>(self.job_entry.val()) << self.entry_at.val())
            | (bit_cast::<WORD, WARP>(self.job_warp.val()) << self.warp_at.val())
            | (bit_cast::<WORD, 1>(self.job_first.val().into()) << self.first_at.val());
        if self.trigger_v.val() {
            self.word.next = (bit_cast::<WORD, ADDRESS>(self.trigger_line.val()) << self.line_at.val())
                | (bit_cast::<WORD, ENTRY>(self.trigger_entry.val()) << self.entry_at.val())
                | (bit_cast::<WORD, WARP>(self.trigger_warp.val()) << self.warp_at.val())
                | 1;
        }
        self.lost.next = self.trigger_v.val() && self.full.val();
        self.accept.next = self.job_v.val() && !self.trigger_v.val() && !self.full.val();
        self.lines.clear.next = self.clear.val();
        self.lines.offer.next = self.trigger_v.val() || self.job_v.val();
        self.lines.push.next = (self.trigger_v.val() || self.job_v.val()) && !self.full.val();
        self.lines.data.next = self.word.val();
        self.lines.up.next = self.all_lines.val();

        comment!("The first line.");
        self.head.next = self.lines.words[0].val();
        self.some.next = self.used.val().get_bit(0);
        self.of_trigger.next = self.head.val().get_bit(0);
        self.track.next = self.some.val()
            && !self.of_trigger.val()
            && (self.head.val().get_bit(self.first_at.val().index()) || !self.job_sent.q.val());
        self.taken.next = self.some.val() && self.pf_rdy.val();
        self.lines.take.next = self.taken.val();
        self.sent.next = self.taken.val() && self.pf_sent.val() && self.track.val();
        self.pf_v.next = self.some.val();
        self.pf_line.next = 0.into();
        self.pf_entry.next = 0.into();
        self.pf_warp.next = 0.into();
        if self.some.val() {
            self.pf_line.next = self.head.val().get_bits::<ADDRESS>(self.line_at.val().index());
            self.pf_entry.next = self.head.val().get_bits::<ENTRY>(self.entry_at.val().index());
            self.pf_warp.next = self.head.val().get_bits::<WARP>(self.warp_at.val().index());
        }
        self.pf_track.next = self.track.val();
        self.pf_trig.next = self.some.val() && self.of_trigger.val();
        if self.taken.val() && !self.of_trigger.val() {
            self.job_sent.d.next = self.pf_sent.val() || !self.track.val();
        }
        if self.clear.val() {
            self.job_sent.d.next = false;
        }
        self.unused.next = self.lines.first_next.val().any();
        for i in 0..DEPTH {
            self.unused.next = self.unused.val() || self.lines.words[i].val().any();
        }
    }
}
