// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::Params;

use super::sb_bank::SbBank;
use crate::block;
use crate::comment;
use crate::declare::ToBits;

block! {
    /// The results of the scoreboard's entries, a beat of a warp instruction at a time (specification section 5, U1d). A bank has each beat that is the same
    /// part of a beat of the commit.
    /// Protocol: two write ports, of which that of loads is behind; reads answer in the same cycle and see its writes.
    pub struct SbData<
        K, SRC, NUMBERS, BEAT, BEATS_READ, SIMD, W, ROW, RD, CBEAT, BANKS, CM_ROWS, SHIFT, ADDRESS, ADDRESSES, ROWS, WORDS, DEPTH
    > = "sb_data";
    fn new(_params: &Params);
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub wa_valid: Signal<In, Bit>,
    pub wa_entry: Signal<In, Bits<K>>,
    pub wa_beat: Signal<In, Bits<BEAT>>,
    pub wa_mask: Signal<In, Bits<SIMD>>,
    pub wa_data: Signal<In, Bits<ROW>>,
    pub wl_valid: Signal<In, Bit>,
    pub wl_entry: Signal<In, Bits<K>>,
    pub wl_beat: Signal<In, Bits<BEAT>>,
    pub wl_mask: Signal<In, Bits<SIMD>>,
    pub wl_data: Signal<In, Bits<ROW>>,
    pub rd_entry: Signal<In, Bits<NUMBERS>>,
    pub rd_beat: Signal<In, Bits<BEATS_READ>>,
    pub cm_entry: Signal<In, Bits<K>>,
    pub cm_beat: Signal<In, Bits<CBEAT>>,
    pub rd_data: Signal<Out, Bits<RD>>,
    pub cm_data: Signal<Out, Bits<CM_ROWS>>,
    bank: Vec<SbBank<DEPTH, ADDRESS, W, SIMD, ROW, ADDRESSES, ROWS, WORDS>> = (0..BANKS).map(|_| SbBank::new()).collect(),
    /// Beats of the commit, and of them the parts.
    a_beat: Signal<Local, Bits<BEAT>>,
    l_beat: Signal<Local, Bits<BEAT>>,
    a_part: Signal<Local, Bits<BEAT>>,
    l_part: Signal<Local, Bits<BEAT>>,
    a_address: Signal<Local, Bits<ADDRESS>>,
    l_address: Signal<Local, Bits<ADDRESS>>,
    a_lanes: Signal<Local, Bits<SIMD>>,
    l_lanes: Signal<Local, Bits<SIMD>>,
    entry: Signal<Local, Bits<K>>,
    beat: Signal<Local, Bits<BEAT>>,
    high: Signal<Local, Bits<BEAT>>,
    address: Signal<Local, Bits<ADDRESS>>,
    reads: Signal<Local, Bits<ADDRESSES>>,
    cm_address: Signal<Local, Bits<ADDRESS>>,
    source: Signal<Local, Bits<BEAT>>,
    rows: Signal<Local, Bits<ROWS>>,
    row: Signal<Local, Bits<ROW>>,
    cm_rows: Signal<Local, Bits<ROWS>>,
    cm_row: Signal<Local, Bits<ROW>>,
    /// Each of them is read in parts.
    unused: Signal<Local, Bit>,
    /// An address is a beat of the commit, and above it the entry.
    entry_at: Constant<Bits<32>> = Constant::new((CBEAT as u64).into()),
    entry_bits: Constant<Bits<32>> = Constant::new((K as u64).into()),
    beat_bits: Constant<Bits<32>> = Constant::new((BEAT as u64).into()),
    row_bits: Constant<Bits<32>> = Constant::new((ROW as u64).into()),
    /// A beat without its part is shifted by this.
    shift: Constant<Bits<32>> = Constant::new((SHIFT as u64).into()),
    last_part: Constant<Bits<BEAT>> = Constant::new((BANKS as u64 - 1).into()),
    /// The commit is the fourth read.
    commit_at: Constant<Bits<32>> = Constant::new(((3 * ADDRESS) as u64).into()),
    commit_row: Constant<Bits<32>> = Constant::new(((3 * ROW) as u64).into()),
    address_place: Vec<Constant<Bits<32>>> = (0..SRC).map(|source| Constant::new(((source * ADDRESS) as u64).into())).collect(),
    row_place: Vec<Constant<Bits<32>>> = (0..SRC).map(|source| Constant::new(((source * ROW) as u64).into())).collect(),
    bank_place: Vec<Constant<Bits<32>>> = (0..BANKS).map(|bank| Constant::new(((bank * ROW) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.a_beat.next = self.wa_beat.val() >> self.shift.val();
        self.l_beat.next = self.wl_beat.val() >> self.shift.val();
        self.a_part.next = self.wa_beat.val() & self.last_part.val();
        self.l_part.next = self.wl_beat.val() & self.last_part.val();
        self.a_address.next = (bit_cast::<ADDRESS, K>(self.wa_entry.val()) << self.entry_at.val())
            | bit_cast::<ADDRESS, CBEAT>(self.a_beat.val().get_bits::<CBEAT>(0));
        self.l_address.next = (bit_cast::<ADDRESS, K>(self.wl_entry.val()) << self.entry_at.val())
            | bit_cast::<ADDRESS, CBEAT>(self.l_beat.val().get_bits::<CBEAT>(0));
        self.a_lanes.next = 0.into();
        if self.wa_valid.val() {
            self.a_lanes.next = self.wa_mask.val();
        }
        self.l_lanes.next = 0.into();
        if self.wl_valid.val() {
            self.l_lanes.next = self.wl_mask.val();
        }
        comment!("What is read: a beat for each source, and all parts of a beat of the commit.");
        self.entry.next = 0.into();
        self.beat.next = 0.into();
        self.high.next = 0.into();
        self.address.next = 0.into();
        self.reads.next = 0.into();
        for s in 0..SRC {
            self.entry.next = self.rd_entry.val().get_bits::<K>(s * self.entry_bits.val().index());
            self.beat.next = self.rd_beat.val().get_bits::<BEAT>(s * self.beat_bits.val().index());
            self.high.next = self.beat.val() >> self.shift.val();
            self.address.next = (bit_cast::<ADDRESS, K>(self.entry.val()) << self.entry_at.val())
                | bit_cast::<ADDRESS, CBEAT>(self.high.val().get_bits::<CBEAT>(0));
            self.reads.next =
                self.reads.val() | (bit_cast::<ADDRESSES, ADDRESS>(self.address.val()) << self.address_place[s].val());
        }
        self.cm_address.next = (bit_cast::<ADDRESS, K>(self.cm_entry.val()) << self.entry_at.val())
            | bit_cast::<ADDRESS, CBEAT>(self.cm_beat.val());
        for b in 0..BANKS {
            self.bank[b].clock.next = self.clock.val();
            self.bank[b].reset.next = self.reset.val();
            self.bank[b].a_address.next = self.a_address.val();
            self.bank[b].a_data.next = self.wa_data.val();
            self.bank[b].l_address.next = self.l_address.val();
            self.bank[b].l_data.next = self.wl_data.val();
            self.bank[b].addresses.next =
                self.reads.val() | (bit_cast::<ADDRESSES, ADDRESS>(self.cm_address.val()) << self.commit_at.val());
        }
        for b in 0..BANKS {
            self.bank[b].a_lanes.next = 0.into();
            if self.a_part.val() == b.to_bits() {
                self.bank[b].a_lanes.next = self.a_lanes.val();
            }
        }
        for b in 0..BANKS {
            self.bank[b].l_lanes.next = 0.into();
            if self.l_part.val() == b.to_bits() {
                self.bank[b].l_lanes.next = self.l_lanes.val();
            }
        }

        comment!("Each operand from the bank of its beat.");
        self.source.next = 0.into();
        self.rows.next = 0.into();
        self.row.next = 0.into();
        self.rd_data.next = 0.into();
        for s in 0..SRC {
            self.source.next =
                self.rd_beat.val().get_bits::<BEAT>(s * self.beat_bits.val().index()) & self.last_part.val();
            self.row.next = 0.into();
            for b in 0..BANKS {
                self.rows.next = self.bank[b].rows.val();
                if self.source.val() == b.to_bits() {
                    self.row.next = self.rows.val().get_bits::<ROW>(s * self.row_bits.val().index());
                }
            }
            self.rd_data.next = self.rd_data.val() | (bit_cast::<RD, ROW>(self.row.val()) << self.row_place[s].val());
        }
        self.cm_rows.next = 0.into();
        self.cm_row.next = 0.into();
        self.cm_data.next = 0.into();
        for b in 0..BANKS {
            self.cm_rows.next = self.bank[b].rows.val();
            self.cm_row.next = self.cm_rows.val().get_bits::<ROW>(self.commit_row.val().index());
            self.cm_data.next =
                self.cm_data.val() | (bit_cast::<CM_ROWS, ROW>(self.cm_row.val()) << self.bank_place[b].val());
        }
        self.unused.next = self.rows.val().any() || self.cm_rows.val().any();
    }
}
