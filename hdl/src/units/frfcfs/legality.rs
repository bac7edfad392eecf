// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Which entries of the request buffer could be served in this cycle: a legality check at every entry
    /// (specification section 8.3.1, `el`, decision S21).
    pub struct Legality<N, BANKS, BANK> = "frfcfs_legality" where BANK = clog2(BANKS);
    fn new();
    /// Entries in use.
    pub valid: Signal<In, Bits<N>>,
    /// Entries whose row is open.
    pub hits: Signal<In, Bits<N>>,
    /// Entries that wait too long to give way to hits.
    pub urgent: Signal<In, Bits<N>>,
    /// Some entry of the whole buffer is urgent.
    pub only_urgent: Signal<In, Bit>,
    /// Entries that are writes.
    pub writes: Signal<In, Bits<N>>,
    /// Bank of each entry.
    pub banks: Vec<Signal<In, Bits<BANK>>> = array(N),
    /// Banks whose row may be closed or opened.
    pub miss_ok: Signal<In, Bits<BANKS>>,
    /// Banks that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Entries whose next command may be issued.
    pub eligible: Signal<Out, Bits<N>>,
    /// While urgent requests wait, nothing else may keep their banks busy (S21).
    considered: Signal<Local, Bits<N>>,
    /// Banks that the next command of an entry may go to, by its kind: PRE or ACT twice, RD, WR.
    kinds_ok: Vec<Signal<Local, Bits<BANKS>>> = array(4),
    /// Bit 1: its row is open. Bit 0: it is a write.
    kind: Signal<Local, Bits<2>>,
    ready: Signal<Local, Bits<N>>,

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.kinds_ok[0].next = self.miss_ok.val();
        self.kinds_ok[1].next = self.miss_ok.val();
        self.kinds_ok[2].next = self.rd_ok.val();
        self.kinds_ok[3].next = self.wr_ok.val();
        self.kind.next = 0.into();
        self.ready.next = 0.into();
        self.considered.next = 0.into();
        comment!("A simulator is done with an empty buffer at once.");
        if self.valid.val().any() {
            comment!("Looked up by number: a simulator takes longer to branch.");
            for i in 0..N {
                self.kind.next = self.kind.val().replace_bit(1, self.hits.val().get_bit(i));
                self.kind.next = self.kind.val().replace_bit(0, self.writes.val().get_bit(i));
                self.ready.next = self.ready.val().replace_bit(
                    i,
                    self.kinds_ok[self.kind.val().index()].val().get_bit(self.banks[i].val().index()),
                );
            }
            self.considered.next = self.valid.val();
            if self.only_urgent.val() {
                self.considered.next = self.valid.val() & self.urgent.val();
            }
        }
        self.eligible.next = self.ready.val() & self.considered.val();
    }
}
