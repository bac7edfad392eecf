// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Which entries of the request buffer could be served in this cycle: a legality check at every entry
    /// (specification section 8.3.1, `el`, decision S21), and which banks have pending hits (`bhit`).
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
    /// Banks with a pending hit.
    pub bank_hits: Signal<Out, Bits<BANKS>>,
    pending: Signal<Local, Bits<N>>,
    /// While urgent requests wait, nothing else may keep their banks busy (S21).
    considered: Signal<Local, Bits<N>>,
    bank: Signal<Local, Bits<BANK>>,
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        comment!("An OR over all entries; it is associative, so synthesis balances it.");
        self.pending.next = self.valid.val() & self.hits.val();
        self.bank_hits.next = 0.into();
        if self.pending.val().any() {
            for i in 0..N {
                if self.pending.val().get_bit(i) {
                    self.bank_hits.next = self.bank_hits.val() | (self.one.val() << self.banks[i].val());
                }
            }
        }

        comment!("A hit needs RD or WR; another entry needs PRE or ACT.");
        self.considered.next = self.valid.val();
        if self.only_urgent.val() {
            self.considered.next = self.valid.val() & self.urgent.val();
        }
        self.eligible.next = 0.into();
        self.bank.next = 0.into();
        comment!("A simulator is done with an empty buffer at once.");
        if self.valid.val().any() {
            for i in 0..N {
                if self.considered.val().get_bit(i) {
                    self.bank.next = self.banks[i].val();
                    if !self.hits.val().get_bit(i) {
                        self.eligible.next = self
                            .eligible
                            .val()
                            .replace_bit(i, self.miss_ok.val().get_bit(self.bank.val().index()));
                    } else if self.writes.val().get_bit(i) {
                        self.eligible.next =
                            self.eligible.val().replace_bit(i, self.wr_ok.val().get_bit(self.bank.val().index()));
                    } else {
                        self.eligible.next =
                            self.eligible.val().replace_bit(i, self.rd_ok.val().get_bit(self.bank.val().index()));
                    }
                }
            }
        }
    }
}
