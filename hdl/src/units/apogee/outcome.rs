// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::ShiftList;

block! {
    /// Outcomes of loads wait here for the commits (decision P10). That of the oldest load may come in the cycle of its commit.
    pub struct Outcome<WAIT, ENTRY, ADDRESS, WORD> = "apogee_outcome" where WORD = ADDRESS + ENTRY + 2;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget all outcomes at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// An outcome comes.
    pub res_v: Signal<In, Bit>,
    /// A line was absent and not pending.
    pub res_miss: Signal<In, Bit>,
    /// A line was pending because of a prefetch.
    pub res_merged: Signal<In, Bit>,
    /// Entry of that prefetch.
    pub res_entry: Signal<In, Bits<ENTRY>>,
    /// The absent line.
    pub res_line: Signal<In, Bits<ADDRESS>>,
    /// The oldest load leaves.
    pub commit: Signal<In, Bit>,
    /// The outcome of the oldest load is there.
    pub valid: Signal<Out, Bit>,
    /// What it is.
    pub miss: Signal<Out, Bit>,
    pub merged: Signal<Out, Bit>,
    pub entry: Signal<Out, Bits<ENTRY>>,
    pub line: Signal<Out, Bits<ADDRESS>>,
    incoming: Signal<Local, Bits<WORD>>,
    oldest: Signal<Local, Bits<WORD>>,
    used: Signal<Local, Bits<WAIT>>,
    /// Outcomes behind the oldest are of no use yet.
    unused: Signal<Local, Bit>,
    outcomes: ShiftList<WAIT, WORD> = ShiftList::new(),
    all_outcomes: Constant<Bits<WAIT>> = Constant::new(!Bits::<WAIT>::default()),
    merged_at: Constant<Bits<32>> = Constant::new(1.into()),
    entry_at: Constant<Bits<32>> = Constant::new(2.into()),
    line_at: Constant<Bits<32>> = Constant::new((ENTRY as u64 + 2).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.outcomes.clock.next = self.clock.val();
        self.outcomes.reset.next = self.reset.val();

        self.incoming.next = (bit_cast::<WORD, ADDRESS>(self.res_line.val()) << self.line_at.val())
            | (bit_cast::<WORD, ENTRY>(self.res_entry.val()) << self.entry_at.val())
            | (bit_cast::<WORD, 1>(self.res_merged.val().into()) << self.merged_at.val())
            | bit_cast::<WORD, 1>(self.res_miss.val().into());
        self.used.next = self.outcomes.used.val();
        self.outcomes.clear.next = self.clear.val();
        self.outcomes.offer.next = self.res_v.val();
        self.outcomes.push.next = self.res_v.val() && (self.used.val().get_bit(0) || !self.commit.val());
        self.outcomes.data.next = self.incoming.val();
        self.outcomes.take.next = self.commit.val() && self.used.val().get_bit(0);
        self.outcomes.up.next = self.all_outcomes.val();

        comment!("The oldest one, or that which comes.");
        self.oldest.next = self.incoming.val();
        if self.used.val().get_bit(0) {
            self.oldest.next = self.outcomes.words[0].val();
        }
        self.valid.next = self.used.val().get_bit(0) || self.res_v.val();
        self.miss.next = self.oldest.val().get_bit(0);
        self.merged.next = self.oldest.val().get_bit(self.merged_at.val().index());
        self.entry.next = self.oldest.val().get_bits::<ENTRY>(self.entry_at.val().index());
        self.line.next = self.oldest.val().get_bits::<ADDRESS>(self.line_at.val().index());
        self.unused.next = self.outcomes.first_next.val().any() || self.used.val().any();
        for i in 0..WAIT {
            self.unused.next = self.unused.val() || self.outcomes.words[i].val().any();
        }
    }
}
