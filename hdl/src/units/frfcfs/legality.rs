// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Which entries of the request buffer could be served in this cycle: a legality check at every entry
    /// (specification section 8.3.1, `bhit` and `el`, decision S21).
    pub struct Legality<N, BANKS, BANK> = "frfcfs_legality" where BANK = clog2(BANKS);
    fn new();
    /// Entries in use.
    pub valid: Signal<In, Bits<N>>,
    /// Entries whose row is open.
    pub hits: Signal<In, Bits<N>>,
    /// Entries that wait too long to give way to hits.
    pub urgent: Signal<In, Bits<N>>,
    /// Entries that are writes.
    pub writes: Signal<In, Bits<N>>,
    /// Bank of each entry.
    pub banks: Vec<Signal<In, Bits<BANK>>> = array(N),
    /// Banks with an open row.
    pub open: Signal<In, Bits<BANKS>>,
    /// Banks that PRE may go to.
    pub pre_ok: Signal<In, Bits<BANKS>>,
    /// Banks that ACT may go to.
    pub act_ok: Signal<In, Bits<BANKS>>,
    /// Banks that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Entries whose next command may be issued.
    pub eligible: Signal<Out, Bits<N>>,
    /// Banks with a pending hit.
    bank_hits: Signal<Local, Bits<BANKS>>,
    /// Banks whose row may be closed or opened now.
    miss_ok: Signal<Local, Bits<BANKS>>,
    /// The same without those that a pending hit keeps open.
    calm_ok: Signal<Local, Bits<BANKS>>,
    bank: Signal<Local, Bits<BANK>>,
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),
}

impl<const N: usize, const BANKS: usize, const BANK: usize> Logic for Legality<N, BANKS, BANK> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("An OR over all entries; it is associative, so synthesis balances it.");
        self.bank_hits.next = 0.into();
        if self.hits.val().any() {
            for i in 0..N {
                if self.hits.val().get_bit(i) {
                    self.bank_hits.next = self.bank_hits.val() | (self.one.val() << self.banks[i].val());
                }
            }
        }
        self.miss_ok.next = (self.open.val() & self.pre_ok.val()) | ((!self.open.val()) & self.act_ok.val());
        self.calm_ok.next = self.miss_ok.val() & (!self.bank_hits.val());

        comment!("A hit needs RD or WR; another entry needs PRE or ACT, and waits for the hits unless it is urgent.");
        self.eligible.next = 0.into();
        self.bank.next = 0.into();
        if self.valid.val().any() {
            for i in 0..N {
                if self.valid.val().get_bit(i) {
                    self.bank.next = self.banks[i].val();
                    if !self.hits.val().get_bit(i) {
                        self.eligible.next = self.eligible.val().replace_bit(
                            i,
                            self.calm_ok.val().get_bit(self.bank.val().index())
                                || (self.urgent.val().get_bit(i)
                                    && self.miss_ok.val().get_bit(self.bank.val().index())),
                        );
                    } else if self.writes.val().get_bit(i) {
                        self.eligible.next = self
                            .eligible
                            .val()
                            .replace_bit(i, self.wr_ok.val().get_bit(self.bank.val().index()));
                    } else {
                        self.eligible.next = self
                            .eligible
                            .val()
                            .replace_bit(i, self.rd_ok.val().get_bit(self.bank.val().index()));
                    }
                }
            }
            comment!("While urgent requests wait, nothing else may keep their banks busy (S21).");
            if (self.valid.val() & self.urgent.val()).any() {
                self.eligible.next = self.eligible.val() & self.urgent.val();
            }
        }
    }
}
