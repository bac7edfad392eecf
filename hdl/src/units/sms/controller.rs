// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::sms::params::{BypassScope, Params};

use super::batch_former::BatchFormer;
use super::batch_scheduler::BatchScheduler;
use super::command_scheduler::CommandScheduler;
use super::intensity::Intensity;
use super::to_command::ToCommand;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::DffR;
use crate::units::dram_timing::DramTiming;

/// Bits of an age and of a threshold (specification section 3).
const AGE: usize = 10;

block! {
    /// SMS, the staged memory scheduler: DRAM controller of one channel for CPU cores and GPUs. Stage 1 forms batches of
    /// requests to one row, in a FIFO for each source; stage 2 picks a batch; stage 3 issues the DRAM commands, from a
    /// FIFO for each bank (specification sections 2 and 5).
    /// A scheduler, not a whole memory controller: refresh, initialisation and the data path are outside; docs/units/sms.md
    /// says what a user adds.
    /// Protocol: a request is taken in a cycle in which `req_valid` and its source's bit of `src_ready` are 1. A command is
    /// there for one cycle and never stalls. `cpl_valid` is a pulse for each request whose data has moved.
    pub struct Sms<
        CPUS, GPUS, SRCS, SRC, BANKS, BANK, ROW, COL, ID, REQUEST, PLACE, COMMAND, CPU_DEPTH, CPU_POINTER, CPU_COUNT,
        CPU_INFLIGHT, GPU_DEPTH, GPU_POINTER, GPU_COUNT, GPU_INFLIGHT, DCS_DEPTH, DCS_BEHIND, DCS_POINTER, DCS_COUNT, INFLIGHT, KEY,
        KEYS, LENGTH, TOTAL, ARRIVALS, WINDOW, THRESHOLDS, CLASSES
    > = "sms";
    fn new(params: &Params);
    /// Clock of the controller, which is the DRAM's command clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub req_valid: Signal<In, Bit>,
    pub req_src: Signal<In, Bits<SRC>>,
    pub req_id: Signal<In, Bits<ID>>,
    pub req_wr: Signal<In, Bit>,
    pub req_bank: Signal<In, Bits<BANK>>,
    pub req_row: Signal<In, Bits<ROW>>,
    pub req_col: Signal<In, Bits<COL>>,
    pub cpl_valid: Signal<In, Bit>,
    pub cpl_src: Signal<In, Bits<SRC>>,
    pub cfg_p_q10: Signal<In, Bits<11>>,
    pub cfg_thr: Signal<In, Bits<THRESHOLDS>>,
    pub cfg_gb_thr: Signal<In, Bits<7>>,
    pub src_ready: Signal<Out, Bits<SRCS>>,
    pub cmd_valid: Signal<Out, Bit>,
    pub cmd: Signal<Out, Bits<2>>,
    pub cmd_bank: Signal<Out, Bits<BANK>>,
    pub cmd_row: Signal<Out, Bits<ROW>>,
    pub cmd_col: Signal<Out, Bits<COL>>,
    pub cmd_id: Signal<Out, Bits<ID>>,
    pub cmd_src: Signal<Out, Bits<SRC>>,
    pub stat_pick: Signal<Out, Bit>,
    pub stat_pick_src: Signal<Out, Bits<SRC>>,
    pub stat_sjf: Signal<Out, Bit>,
    pub stat_batch_len: Signal<Out, Bits<LENGTH>>,
    pub stat_class: Signal<Out, Bits<CLASSES>>,
    /// Requests in flight of all sources.
    inflight_total: DffR<Bits<TOTAL>>,
    /// Cycle of the classification window.
    window: DffR<Bits<WINDOW>>,
    window_end: Signal<Local, Bit>,
    /// As many as there are in the next cycle, of all sources and in what the global bypass counts.
    total: Signal<Local, Bits<TOTAL>>,
    counted: Signal<Local, Bits<TOTAL>>,
    bypass: DffR<Bit>,
    /// Without CPUs nothing reads their thresholds.
    unused: Signal<Local, Bit>,
    request: Signal<Local, Bits<REQUEST>>,
    arrives: Signal<Local, Bits<SRCS>>,
    completes: Signal<Local, Bits<SRCS>>,
    accepted: Signal<Local, Bits<SRCS>>,
    ready: Signal<Local, Bits<SRCS>>,
    batch_ready: Signal<Local, Bits<SRCS>>,
    head_is_last: Signal<Local, Bits<SRCS>>,
    candidates: Signal<Local, Bits<SRCS>>,
    /// Sources whose head request's bank has a full FIFO.
    blocked: Signal<Local, Bits<SRCS>>,
    pops: Signal<Local, Bits<SRCS>>,
    /// CPUs of low intensity; sources whose only request has arrived in the previous cycle.
    low: Signal<Local, Bits<SRCS>>,
    fresh: Signal<Local, Bits<SRCS>>,
    /// Head request of each source.
    head: Vec<Signal<Local, Bits<REQUEST>>> = array(SRCS),
    inflight: Vec<Signal<Local, Bits<INFLIGHT>>> = array(SRCS),
    head_bank: Signal<Local, Bits<BANK>>,
    /// The bank that each source's head request can move to, one-hot; zero if its FIFO is full.
    open_to: Vec<Signal<Local, Bits<BANKS>>> = array(SRCS),
    /// The request that could move to stage 3, and the bank of one that does, one-hot.
    moving: Signal<Local, Bits<REQUEST>>,
    to_bank: Signal<Local, Bits<BANKS>>,
    /// The CPU whose request moves by its own path (DEC-9), one-hot and as a number; the request, and its bank, one-hot.
    direct: Signal<Local, Bits<SRCS>>,
    direct_source: Signal<Local, Bits<SRC>>,
    direct_moving: Signal<Local, Bits<REQUEST>>,
    direct_bank: Signal<Local, Bits<BANKS>>,
    cpu: Vec<BatchFormer<CPU_DEPTH, REQUEST, PLACE, CPU_POINTER, CPU_COUNT, AGE, CPU_INFLIGHT, INFLIGHT>> =
        (0..CPUS).map(|_| BatchFormer::new(COL as u64, true, params.full_closes.into())).collect(),
    gpu: Vec<BatchFormer<GPU_DEPTH, REQUEST, PLACE, GPU_POINTER, GPU_COUNT, AGE, GPU_INFLIGHT, INFLIGHT>> =
        (0..GPUS).map(|_| BatchFormer::new(COL as u64, false, params.full_closes.into())).collect(),
    classifier: Vec<Intensity<ARRIVALS, AGE>> = (0..CPUS).map(|_| Intensity::new(params)).collect(),
    scheduler: BatchScheduler<SRCS, SRC, INFLIGHT, KEY, KEYS, LENGTH> = BatchScheduler::new(),
    commands: CommandScheduler<DCS_DEPTH, DCS_BEHIND, DCS_POINTER, DCS_COUNT, BANKS, BANK, ROW, COL, ID, SRC, COMMAND, TOTAL> =
        CommandScheduler::new(),
    to_command: ToCommand<BANK, ROW, COL, ID, SRC, REQUEST, COMMAND> = ToCommand::new(),
    direct_to_command: ToCommand<BANK, ROW, COL, ID, SRC, REQUEST, COMMAND> = ToCommand::new(),
    timing: DramTiming<BANKS, BANK, ROW> = DramTiming::new(&params.channel.timing),
    one: Constant<Bits<SRCS>> = Constant::new(1.into()),
    one_bank: Constant<Bits<BANKS>> = Constant::new(1.into()),
    cpus: Constant<Bits<32>> = Constant::new((CPUS as u64).into()),
    /// Where bank and row, the write bit and the identification are in a request, above the column.
    row_at: Constant<Bits<32>> = Constant::new((COL as u64).into()),
    bank_at: Constant<Bits<32>> = Constant::new(((ROW + COL) as u64).into()),
    wr_at: Constant<Bits<32>> = Constant::new(((BANK + ROW + COL) as u64).into()),
    id_at: Constant<Bits<32>> = Constant::new(((1 + BANK + ROW + COL) as u64).into()),
    window_last: Constant<Bits<WINDOW>> = Constant::new(u64::from(params.mpkc_window - 1).into()),
    /// The global bypass counts the requests of stage 3 instead of all (DEC-4).
    gb_scope_dcs: Constant<Bit> = Constant::new(params.gb_scope == BypassScope::CommandScheduler),
    /// Pick only batches whose bank FIFO has room (DEC-6).
    pick_checks_space: Constant<Bit> = Constant::new(params.pick_checks_space),
    /// CPUs of low intensity have their own path to stage 3 (DEC-9).
    low_path: Constant<Bit> = Constant::new(params.low_path),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, inflight_total, window, bypass);
        clock!(self, clock, scheduler, commands, timing);
        self.inflight_total.reset.next = self.reset.val();
        self.window.reset.next = self.reset.val();
        self.bypass.reset.next = self.reset.val();
        self.scheduler.reset.next = self.reset.val();
        self.commands.reset.next = self.reset.val();
        self.timing.reset.next = self.reset.val();

        comment!("Intensity of the CPUs.");
        self.window_end.next = self.window.q.val() == self.window_last.val();
        self.window.d.next = self.window.q.val() + 1;
        if self.window_end.val() {
            self.window.d.next = 0.into();
        }
        for i in 0..CPUS {
            self.classifier[i].clock.next = self.clock.val();
            self.classifier[i].reset.next = self.reset.val();
            self.classifier[i].arrival.next = self.cpu[i].accept.val();
            self.classifier[i].window_end.next = self.window_end.val();
            self.classifier[i].threshold_low.next = self.cfg_thr.val().get_bits::<AGE>(0);
            self.classifier[i].threshold_medium.next = self.cfg_thr.val().get_bits::<AGE>(10);
            self.classifier[i].threshold_high.next = self.cfg_thr.val().get_bits::<AGE>(20);
            self.classifier[i].age.next = self.cpu[i].age.val();
        }
        self.unused.next = self.cfg_thr.val().any();
        self.stat_class.next = 0.into();
        for i in 0..CPUS {
            self.stat_class.next =
                self.stat_class.val().replace_bit(2 * i, self.classifier[i].intensity.val().get_bit(0));
            self.stat_class.next =
                self.stat_class.val().replace_bit(2 * i + 1, self.classifier[i].intensity.val().get_bit(1));
        }

        comment!("Stage 1: the sources.");
        self.request.next = (bit_cast::<REQUEST, ID>(self.req_id.val()) << self.id_at.val())
            | (bit_cast::<REQUEST, 1>(self.req_wr.val().into()) << self.wr_at.val())
            | (bit_cast::<REQUEST, BANK>(self.req_bank.val()) << self.bank_at.val())
            | (bit_cast::<REQUEST, ROW>(self.req_row.val()) << self.row_at.val())
            | bit_cast::<REQUEST, COL>(self.req_col.val());
        self.arrives.next = 0.into();
        if self.req_valid.val() {
            self.arrives.next = self.one.val() << self.req_src.val();
        }
        self.completes.next = 0.into();
        if self.cpl_valid.val() {
            self.completes.next = self.one.val() << self.cpl_src.val();
        }
        for i in 0..CPUS {
            self.cpu[i].clock.next = self.clock.val();
            self.cpu[i].reset.next = self.reset.val();
            self.cpu[i].arrive.next = self.arrives.val().get_bit(i);
            self.cpu[i].request.next = self.request.val();
            self.cpu[i].late.next = self.classifier[i].late.val();
            self.cpu[i].bypass.next = self.bypass.q.val();
            self.cpu[i].complete.next = self.completes.val().get_bit(i);
        }
        for i in 0..GPUS {
            self.gpu[i].clock.next = self.clock.val();
            self.gpu[i].reset.next = self.reset.val();
            self.gpu[i].arrive.next = self.arrives.val().get_bit(i + self.cpus.val().index());
            self.gpu[i].request.next = self.request.val();
            self.gpu[i].late.next = self.gpu[i].age.val() > self.cfg_thr.val().get_bits::<AGE>(30);
            self.gpu[i].bypass.next = self.bypass.q.val();
            self.gpu[i].complete.next = self.completes.val().get_bit(i + self.cpus.val().index());
        }
        self.accepted.next = 0.into();
        self.ready.next = 0.into();
        self.batch_ready.next = 0.into();
        self.head_is_last.next = 0.into();
        self.low.next = 0.into();
        self.fresh.next = 0.into();
        for i in 0..CPUS {
            self.low.next = self.low.val().replace_bit(i, self.classifier[i].low.val());
            self.fresh.next = self.fresh.val().replace_bit(i, self.cpu[i].fresh.val());
            self.accepted.next = self.accepted.val().replace_bit(i, self.cpu[i].accept.val());
            self.ready.next = self.ready.val().replace_bit(i, self.cpu[i].ready.val());
            self.batch_ready.next = self.batch_ready.val().replace_bit(i, self.cpu[i].batch_ready.val());
            self.head_is_last.next = self.head_is_last.val().replace_bit(i, self.cpu[i].head_is_last.val());
            self.head[i].next = self.cpu[i].head.val();
            self.inflight[i].next = self.cpu[i].inflight.val();
        }
        for i in 0..GPUS {
            self.fresh.next =
                self.fresh.val().replace_bit(i + self.cpus.val().index(), self.gpu[i].fresh.val());
            self.accepted.next =
                self.accepted.val().replace_bit(i + self.cpus.val().index(), self.gpu[i].accept.val());
            self.ready.next =
                self.ready.val().replace_bit(i + self.cpus.val().index(), self.gpu[i].ready.val());
            self.batch_ready.next = self
                .batch_ready
                .val()
                .replace_bit(i + self.cpus.val().index(), self.gpu[i].batch_ready.val());
            self.head_is_last.next = self
                .head_is_last
                .val()
                .replace_bit(i + self.cpus.val().index(), self.gpu[i].head_is_last.val());
            self.head[i + self.cpus.val().index()].next = self.gpu[i].head.val();
            self.inflight[i + self.cpus.val().index()].next = self.gpu[i].inflight.val();
        }
        self.src_ready.next = self.ready.val();
        self.total.next = self.inflight_total.q.val();
        if self.accepted.val().any() && !self.cpl_valid.val() {
            self.total.next = self.inflight_total.q.val() + 1;
        }
        if self.cpl_valid.val() && !self.accepted.val().any() {
            self.total.next = self.inflight_total.q.val() - 1;
        }
        self.inflight_total.d.next = self.total.val();

        comment!("Global bypass: with few requests no batch waits, and none is picked shortest job first.");
        self.counted.next = self.total.val();
        if self.gb_scope_dcs.val() {
            self.counted.next = self.commands.occupancy.val();
        }
        self.bypass.d.next = self.counted.val() < bit_cast::<TOTAL, 7>(self.cfg_gb_thr.val());

        comment!("Stage 2: a batch is picked and moves, unless the FIFO of its bank is full.");
        self.blocked.next = 0.into();
        self.head_bank.next = 0.into();
        for i in 0..SRCS {
            self.head_bank.next = self.head[i].val().get_bits::<BANK>(self.bank_at.val().index());
            self.open_to[i].next = (self.one_bank.val() << self.head_bank.val()) & (!self.commands.full.val());
            self.blocked.next = self.blocked.val().replace_bit(i, !self.open_to[i].val().any());
        }
        self.candidates.next = self.batch_ready.val();
        if self.pick_checks_space.val() {
            self.candidates.next = self.batch_ready.val() & (!self.blocked.val());
        }
        self.scheduler.ready.next = self.candidates.val();
        for i in 0..SRCS {
            self.scheduler.inflight[i].next = self.inflight[i].val();
        }
        self.scheduler.bypass.next = self.bypass.q.val();
        self.scheduler.p_q10.next = self.cfg_p_q10.val();
        self.scheduler.blocked.next = self.blocked.val();
        self.scheduler.last.next = self.head_is_last.val();
        self.pops.next = self.scheduler.source_bit.val() & (!self.blocked.val());
        self.moving.next = 0.into();
        self.to_bank.next = 0.into();
        for i in 0..SRCS {
            if self.scheduler.source_bit.val().get_bit(i) {
                self.moving.next = self.moving.val() | self.head[i].val();
                self.to_bank.next = self.to_bank.val() | self.open_to[i].val();
            }
        }
        comment!("Own path: what has just come from a CPU of low intensity moves where no batch does.");
        self.direct.next = 0.into();
        self.direct_source.next = 0.into();
        self.direct_moving.next = 0.into();
        self.direct_bank.next = 0.into();
        for i in 0..SRCS {
            if self.low_path.val()
                && self.low.val().get_bit(i)
                && self.fresh.val().get_bit(i)
                && !self.scheduler.source_bit.val().get_bit(i)
                && (self.open_to[i].val() & (!self.to_bank.val())).any()
            {
                self.direct.next = self.direct.val().replace_bit(i, true);
                self.direct_source.next = self.direct_source.val() | i.to_bits();
                self.direct_moving.next = self.direct_moving.val() | self.head[i].val();
                self.direct_bank.next = self.direct_bank.val() | self.open_to[i].val();
            }
        }
        for i in 0..CPUS {
            self.cpu[i].drained.next = self.scheduler.source_bit.val().get_bit(i);
            self.cpu[i].pop.next = self.pops.val().get_bit(i) || self.direct.val().get_bit(i);
            self.cpu[i].direct.next = self.direct.val().get_bit(i);
        }
        for i in 0..GPUS {
            self.gpu[i].drained.next =
                self.scheduler.source_bit.val().get_bit(i + self.cpus.val().index());
            self.gpu[i].pop.next = self.pops.val().get_bit(i + self.cpus.val().index());
            self.gpu[i].direct.next = self.direct.val().get_bit(i + self.cpus.val().index());
        }
        self.stat_pick.next = self.scheduler.stat_pick.val();
        self.stat_pick_src.next = self.scheduler.stat_pick_src.val();
        self.stat_sjf.next = self.scheduler.stat_sjf.val();
        self.stat_batch_len.next = self.scheduler.stat_batch_len.val();

        comment!("Stage 3: the DRAM commands.");
        self.to_command.request.next = self.moving.val();
        self.to_command.source.next = self.scheduler.source.val();
        self.commands.arrives.next = self.to_bank.val();
        self.commands.request.next = self.to_command.command.val();
        self.direct_to_command.request.next = self.direct_moving.val();
        self.direct_to_command.source.next = self.direct_source.val();
        self.commands.direct_arrives.next = self.direct_bank.val();
        self.commands.direct_request.next = self.direct_to_command.command.val();
        self.commands.open.next = self.timing.open.val();
        for b in 0..BANKS {
            self.commands.open_row[b].next = self.timing.open_row[b].val();
        }
        self.commands.pre_ok.next = self.timing.pre_ok.val();
        self.commands.act_ok.next = self.timing.act_ok.val();
        self.commands.rd_ok.next = self.timing.rd_ok.val();
        self.commands.wr_ok.next = self.timing.wr_ok.val();
        self.cmd_valid.next = self.commands.cmd_valid.val();
        self.cmd.next = self.commands.cmd.val();
        self.cmd_bank.next = self.commands.cmd_bank.val();
        self.cmd_row.next = self.commands.cmd_row.val();
        self.cmd_col.next = self.commands.cmd_col.val();
        self.cmd_id.next = self.commands.cmd_id.val();
        self.cmd_src.next = self.commands.cmd_src.val();
        self.timing.cmd_valid.next = self.commands.cmd_valid.val();
        self.timing.cmd.next = self.commands.cmd.val();
        self.timing.cmd_bank.next = self.commands.cmd_bank.val();
        self.timing.cmd_row.next = self.commands.cmd_row.val();
    }
}
