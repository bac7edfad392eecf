// SPDX-License-Identifier: Apache-2.0
//! Row state and command timing of one DRAM channel, which every DRAM scheduler contains.

use rust_hdl::prelude::*;
use warpsmith_units::dram_timing::Timing;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{CountDown, Dff, DffR, RaiseTo};

/// Precharge, which closes the row of a bank. The numbers of commands are those of decision S4 of SMS.
pub const PRE: u64 = 0;
/// Activate, which opens a row of a bank.
pub const ACT: u64 = 1;
/// Read from a column of the open row.
pub const RD: u64 = 2;
/// Write to a column of the open row.
pub const WR: u64 = 3;

/// The counter value that keeps a command from being issued before the `cycles`-th cycle after the present one.
fn count(cycles: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(cycles.saturating_sub(1)).into())
}

block! {
    /// Row state and command timing of one DRAM channel (specification of SMS, section 2.4, decision S15).
    /// A command may be issued when its counters are 0. All counters count down; a command sets those of the commands
    /// that it delays, and never shortens a delay that is longer. Whether they will be 0 is a register of each bank, so
    /// that a choice among banks begins with one bit.
    pub struct DramTiming<BANKS, BANK, ROW> = "dram_timing" where BANK = clog2(BANKS);
    fn new(timing: &Timing);
    /// Clock of the controller, which is the DRAM's command clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A command is issued.
    pub cmd_valid: Signal<In, Bit>,
    /// 0 PRE, 1 ACT, 2 RD, 3 WR.
    pub cmd: Signal<In, Bits<2>>,
    /// Its bank.
    pub cmd_bank: Signal<In, Bits<BANK>>,
    /// The row that ACT opens.
    pub cmd_row: Signal<In, Bits<ROW>>,
    /// Banks with an open row.
    pub open: Signal<Out, Bits<BANKS>>,
    /// The open row of each bank.
    pub open_row: Vec<Signal<Out, Bits<ROW>>> = array(BANKS),
    /// Banks that PRE may go to in this cycle.
    pub pre_ok: Signal<Out, Bits<BANKS>>,
    /// Banks that ACT may go to in this cycle.
    pub act_ok: Signal<Out, Bits<BANKS>>,
    /// Banks that RD may go to in this cycle.
    pub rd_ok: Signal<Out, Bits<BANKS>>,
    /// Banks that WR may go to in this cycle.
    pub wr_ok: Signal<Out, Bits<BANKS>>,
    is_open: DffR<Bits<BANKS>>,
    row: Vec<Dff<Bits<ROW>>> = array(BANKS),
    /// Cycles until ACT of each bank: bit k of all banks, for each k, like the two that follow.
    t_act: Vec<DffR<Bits<BANKS>>> = array(6),
    /// Cycles until RD or WR of each bank, after its ACT.
    t_col: Vec<DffR<Bits<BANKS>>> = array(6),
    /// Cycles until PRE of each bank.
    t_pre: Vec<DffR<Bits<BANKS>>> = array(6),
    /// Cycles until RD of any bank.
    t_rd: DffR<Bits<6>>,
    /// Cycles until WR of any bank.
    t_wr: DffR<Bits<6>>,
    /// Cycles until ACT of any bank.
    t_rrd: DffR<Bits<6>>,
    /// Cycles that each of the last four ACTs, the newest first, stays in the window of four.
    t_faw: Vec<DffR<Bits<6>>> = array(4),
    /// Banks whose next PRE, ACT, RD and WR have a counter above 0.
    pre_waits: DffR<Bits<BANKS>>,
    act_waits: DffR<Bits<BANKS>>,
    rd_waits: DffR<Bits<BANKS>>,
    wr_waits: DffR<Bits<BANKS>>,
    /// The command that is issued.
    pre: Signal<Local, Bit>,
    act: Signal<Local, Bit>,
    rd: Signal<Local, Bit>,
    wr: Signal<Local, Bit>,
    bank: Signal<Local, Bits<BANKS>>,
    /// Its bank, if it is that command.
    pre_bank: Signal<Local, Bits<BANKS>>,
    act_bank: Signal<Local, Bits<BANKS>>,
    rd_bank: Signal<Local, Bits<BANKS>>,
    wr_bank: Signal<Local, Bits<BANKS>>,
    /// It sets a counter of its bank above 0: that of PRE, ACT, and RD and WR.
    sets_pre: Signal<Local, Bit>,
    sets_act: Signal<Local, Bit>,
    sets_col: Signal<Local, Bit>,
    /// A counter that keeps every bank waiting will be above 0.
    all_act: Signal<Local, Bit>,
    all_rd: Signal<Local, Bit>,
    all_wr: Signal<Local, Bit>,
    /// Banks whose counter of PRE, of ACT, and of RD and WR will be.
    pre_wait: Signal<Local, Bits<BANKS>>,
    act_wait: Signal<Local, Bits<BANKS>>,
    col_wait: Signal<Local, Bits<BANKS>>,
    count_act: CountDown<BANKS, 6> = CountDown::new(),
    count_col: CountDown<BANKS, 6> = CountDown::new(),
    count_pre: CountDown<BANKS, 6> = CountDown::new(),
    /// What a command makes of the counters of its bank.
    act_after_act: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_rc)),
    act_after_pre: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_rp)),
    col_after_act: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_rcd)),
    pre_after_act: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_ras)),
    pre_after_rd: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_rtp)),
    pre_after_wr: RaiseTo<BANKS, 6> = RaiseTo::new(count(timing.t_cwl + timing.t_bl + timing.t_wr)),
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),
    every: Constant<Bits<BANKS>> = Constant::new(!Bits::default()),
    is_pre: Constant<Bits<2>> = Constant::new(PRE.into()),
    is_act: Constant<Bits<2>> = Constant::new(ACT.into()),
    is_rd: Constant<Bits<2>> = Constant::new(RD.into()),
    is_wr: Constant<Bits<2>> = Constant::new(WR.into()),
    /// tRCD - 1.
    rcd: Constant<Bits<6>> = count(timing.t_rcd),
    /// tRP - 1.
    rp: Constant<Bits<6>> = count(timing.t_rp),
    /// tRAS - 1.
    ras: Constant<Bits<6>> = count(timing.t_ras),
    /// tRC - 1.
    rc: Constant<Bits<6>> = count(timing.t_rc),
    /// tRRD - 1.
    rrd: Constant<Bits<6>> = count(timing.t_rrd),
    /// tFAW - 1.
    faw: Constant<Bits<6>> = count(timing.t_faw),
    /// tRTP - 1.
    rtp: Constant<Bits<6>> = count(timing.t_rtp),
    /// tCCD - 1.
    ccd: Constant<Bits<6>> = count(timing.t_ccd),
    /// RD to WR: tCL - tCWL + tCCD + 2 - 1.
    read_to_write: Constant<Bits<6>> = count(timing.t_cl + timing.t_ccd + 2 - timing.t_cwl),
    /// WR to RD: tCWL + tBL + tWTR - 1.
    write_to_read: Constant<Bits<6>> = count(timing.t_cwl + timing.t_bl + timing.t_wtr),
    /// WR to PRE: tCWL + tBL + tWR - 1.
    write_to_pre: Constant<Bits<6>> = count(timing.t_cwl + timing.t_bl + timing.t_wr),
}

impl<const BANKS: usize, const BANK: usize, const ROW: usize> Logic for DramTiming<BANKS, BANK, ROW> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, is_open, t_rd, t_wr, t_rrd, pre_waits, act_waits, rd_waits, wr_waits);
        self.is_open.reset.next = self.reset.val();
        self.t_rd.reset.next = self.reset.val();
        self.t_wr.reset.next = self.reset.val();
        self.t_rrd.reset.next = self.reset.val();
        for b in 0..BANKS {
            self.row[b].clock.next = self.clock.val();
            self.row[b].d.next = self.row[b].q.val();
        }
        for k in 0..6 {
            self.t_act[k].clock.next = self.clock.val();
            self.t_act[k].reset.next = self.reset.val();
            self.t_col[k].clock.next = self.clock.val();
            self.t_col[k].reset.next = self.reset.val();
            self.t_pre[k].clock.next = self.clock.val();
            self.t_pre[k].reset.next = self.reset.val();
        }
        self.pre_waits.reset.next = self.reset.val();
        self.act_waits.reset.next = self.reset.val();
        self.rd_waits.reset.next = self.reset.val();
        self.wr_waits.reset.next = self.reset.val();
        for i in 0..4 {
            self.t_faw[i].clock.next = self.clock.val();
            self.t_faw[i].reset.next = self.reset.val();
            self.t_faw[i].d.next = self.t_faw[i].q.val();
        }

        self.open.next = self.is_open.q.val();
        for b in 0..BANKS {
            self.open_row[b].next = self.row[b].q.val();
        }
        self.pre_ok.next = !self.pre_waits.q.val();
        self.act_ok.next = !self.act_waits.q.val();
        self.rd_ok.next = !self.rd_waits.q.val();
        self.wr_ok.next = !self.wr_waits.q.val();

        self.pre.next = self.cmd_valid.val() && (self.cmd.val() == self.is_pre.val());
        self.act.next = self.cmd_valid.val() && (self.cmd.val() == self.is_act.val());
        self.rd.next = self.cmd_valid.val() && (self.cmd.val() == self.is_rd.val());
        self.wr.next = self.cmd_valid.val() && (self.cmd.val() == self.is_wr.val());
        self.bank.next = self.one.val() << self.cmd_bank.val();
        if self.act.val() {
            self.is_open.d.next = self.is_open.q.val() | self.bank.val();
        } else if self.pre.val() {
            self.is_open.d.next = self.is_open.q.val() & (!self.bank.val());
        }
        if self.act.val() {
            for b in 0..BANKS {
                if self.cmd_bank.val() == b.to_bits() {
                    self.row[b].d.next = self.cmd_row.val();
                }
            }
        }

        comment!("Counters of each bank.");
        self.pre_bank.next = 0.into();
        if self.pre.val() {
            self.pre_bank.next = self.bank.val();
        }
        self.act_bank.next = 0.into();
        if self.act.val() {
            self.act_bank.next = self.bank.val();
        }
        self.rd_bank.next = 0.into();
        if self.rd.val() {
            self.rd_bank.next = self.bank.val();
        }
        self.wr_bank.next = 0.into();
        if self.wr.val() {
            self.wr_bank.next = self.bank.val();
        }
        self.act_after_act.raise.next = self.act_bank.val();
        self.act_after_pre.raise.next = self.pre_bank.val();
        self.col_after_act.raise.next = self.act_bank.val();
        self.pre_after_act.raise.next = self.act_bank.val();
        self.pre_after_rd.raise.next = self.rd_bank.val();
        self.pre_after_wr.raise.next = self.wr_bank.val();
        for k in 0..6 {
            self.count_act.count[k].next = self.t_act[k].q.val();
            self.act_after_act.count[k].next = self.t_act[k].q.val();
            self.act_after_act.next[k].next = self.count_act.next[k].val();
            self.act_after_pre.count[k].next = self.t_act[k].q.val();
            self.act_after_pre.next[k].next = self.act_after_act.raised[k].val();
            self.t_act[k].d.next = self.act_after_pre.raised[k].val();
        }
        for k in 0..6 {
            self.count_col.count[k].next = self.t_col[k].q.val();
            self.col_after_act.count[k].next = self.t_col[k].q.val();
            self.col_after_act.next[k].next = self.count_col.next[k].val();
            self.t_col[k].d.next = self.col_after_act.raised[k].val();
        }
        for k in 0..6 {
            self.count_pre.count[k].next = self.t_pre[k].q.val();
            self.pre_after_act.count[k].next = self.t_pre[k].q.val();
            self.pre_after_act.next[k].next = self.count_pre.next[k].val();
            self.pre_after_rd.count[k].next = self.t_pre[k].q.val();
            self.pre_after_rd.next[k].next = self.pre_after_act.raised[k].val();
            self.pre_after_wr.count[k].next = self.t_pre[k].q.val();
            self.pre_after_wr.next[k].next = self.pre_after_rd.raised[k].val();
            self.t_pre[k].d.next = self.pre_after_wr.raised[k].val();
        }

        comment!("Counters of the channel: the data bus and its direction.");
        if self.t_rd.q.val().any() {
            self.t_rd.d.next = self.t_rd.q.val() - 1;
        }
        if self.t_wr.q.val().any() {
            self.t_wr.d.next = self.t_wr.q.val() - 1;
        }
        if self.rd.val() {
            if self.t_rd.q.val() <= self.ccd.val() {
                self.t_rd.d.next = self.ccd.val();
            }
            if self.t_wr.q.val() <= self.read_to_write.val() {
                self.t_wr.d.next = self.read_to_write.val();
            }
        }
        if self.wr.val() {
            if self.t_wr.q.val() <= self.ccd.val() {
                self.t_wr.d.next = self.ccd.val();
            }
            if self.t_rd.q.val() <= self.write_to_read.val() {
                self.t_rd.d.next = self.write_to_read.val();
            }
        }

        comment!("Counters of the channel: distance and number of ACTs.");
        if self.t_rrd.q.val().any() {
            self.t_rrd.d.next = self.t_rrd.q.val() - 1;
        }
        if self.act.val() {
            self.t_rrd.d.next = self.rrd.val();
        }
        for i in 0..4 {
            if self.t_faw[i].q.val().any() {
                self.t_faw[i].d.next = self.t_faw[i].q.val() - 1;
            }
        }
        if self.act.val() {
            self.t_faw[0].d.next = self.faw.val();
            for i in 0..3 {
                self.t_faw[i + 1].d.next = self.t_faw[i].q.val();
                if self.t_faw[i].q.val().any() {
                    self.t_faw[i + 1].d.next = self.t_faw[i].q.val() - 1;
                }
            }
        }

        comment!("What waits in the next cycle: a counter that is above 1, or is set above 0.");
        self.sets_pre.next = (self.act.val() && self.ras.val().any())
            || (self.rd.val() && self.rtp.val().any())
            || (self.wr.val() && self.write_to_pre.val().any());
        self.sets_act.next =
            (self.act.val() && self.rc.val().any()) || (self.pre.val() && self.rp.val().any());
        self.sets_col.next = self.act.val() && self.rcd.val().any();
        self.all_act.next = (self.t_rrd.q.val() > 1) || (self.t_faw[3].q.val() > 1);
        if self.act.val() {
            self.all_act.next = self.rrd.val().any() || (self.t_faw[2].q.val() > 1);
        }
        self.all_rd.next = (self.t_rd.q.val() > 1)
            || (self.rd.val() && self.ccd.val().any())
            || (self.wr.val() && self.write_to_read.val().any());
        self.all_wr.next = (self.t_wr.q.val() > 1)
            || (self.wr.val() && self.ccd.val().any())
            || (self.rd.val() && self.read_to_write.val().any());
        self.pre_wait.next = self.count_pre.above_one.val();
        if self.sets_pre.val() {
            self.pre_wait.next = self.count_pre.above_one.val() | self.bank.val();
        }
        self.pre_waits.d.next = self.pre_wait.val();
        self.act_wait.next = self.count_act.above_one.val();
        if self.sets_act.val() {
            self.act_wait.next = self.count_act.above_one.val() | self.bank.val();
        }
        self.act_waits.d.next = self.act_wait.val();
        if self.all_act.val() {
            self.act_waits.d.next = self.every.val();
        }
        self.col_wait.next = self.count_col.above_one.val();
        if self.sets_col.val() {
            self.col_wait.next = self.count_col.above_one.val() | self.bank.val();
        }
        self.rd_waits.d.next = self.col_wait.val();
        if self.all_rd.val() {
            self.rd_waits.d.next = self.every.val();
        }
        self.wr_waits.d.next = self.col_wait.val();
        if self.all_wr.val() {
            self.wr_waits.d.next = self.every.val();
        }
    }
}
