// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::{Params, Spill};

use super::sm_room::SmRoom;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{DffR, QuickRoundRobin};

block! {
    /// The thread-block distributor of a GPU of TLP and ILP SMs (specification section 2.4): a kernel is for the ILP SMs if few of its warps fit
    /// an SM or it has few threads at all; its thread blocks go round the SMs that have room.
    /// Protocol: a kernel is taken in a cycle with `k_valid` and `k_ready`, and its first thread block is offered in the next; an offer stays until
    /// `l_ready`; `d_*` may end any thread block that runs. `kdone_valid` is a pulse.
    pub struct Dispatch<SMS, SM, THREADS, TBS, REGS, SMEM, TB, RUNNING> = "het_dispatch";
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub pool: Signal<In, Bits<SMS>>,
    pub k_valid: Signal<In, Bit>,
    pub k_tbs: Signal<In, Bits<TB>>,
    pub k_threads: Signal<In, Bits<THREADS>>,
    pub k_regs: Signal<In, Bits<REGS>>,
    pub k_smem: Signal<In, Bits<SMEM>>,
    pub k_conc_warps: Signal<In, Bits<6>>,
    pub k_total_threads: Signal<In, Bits<32>>,
    pub l_ready: Signal<In, Bit>,
    pub d_valid: Signal<In, Bit>,
    pub d_sm: Signal<In, Bits<SM>>,
    pub d_kid: Signal<In, Bit>,
    pub k_ready: Signal<Out, Bit>,
    pub k_kid: Signal<Out, Bit>,
    pub l_valid: Signal<Out, Bit>,
    pub l_sm: Signal<Out, Bits<SM>>,
    pub l_kid: Signal<Out, Bit>,
    pub l_tb: Signal<Out, Bits<TB>>,
    pub kdone_valid: Signal<Out, Bit>,
    pub kdone_kid: Signal<Out, Bit>,
    room: Vec<SmRoom<THREADS, TBS, REGS, SMEM>> = (0..SMS).map(|_| SmRoom::new(params)).collect(),
    turn: QuickRoundRobin<SMS, SM> = QuickRoundRobin::new(),
    /// Of both kernels: there is one, it is for the ILP SMs; what its thread blocks need, those that are left, the next, those that run.
    valid: DffR<Bits<2>>,
    ilp: DffR<Bits<2>>,
    threads: Vec<DffR<Bits<THREADS>>> = array(2),
    regs: Vec<DffR<Bits<REGS>>> = array(2),
    smem: Vec<DffR<Bits<SMEM>>> = array(2),
    remaining: Vec<DffR<Bits<TB>>> = array(2),
    next_tb: Vec<DffR<Bits<TB>>> = array(2),
    running: Vec<DffR<Bits<RUNNING>>> = array(2),
    /// Kernels with thread blocks left, and with some that run.
    left: DffR<Bits<2>>,
    busy: DffR<Bits<2>>,
    /// The SM and the kernel that are considered first.
    rr: DffR<Bits<SM>>,
    krr: DffR<Bit>,
    /// The offer that has been refused.
    held: DffR<Bit>,
    held_sm: DffR<Bits<SM>>,
    held_kid: DffR<Bit>,
    next_left: Signal<Local, Bits<2>>,
    next_busy: Signal<Local, Bits<2>>,
    over: Signal<Local, Bits<2>>,
    /// SMs of each kind take thread blocks of the other.
    own_ilp: Signal<Local, Bits<2>>,
    own_tlp: Signal<Local, Bits<2>>,
    opens_ilp: Signal<Local, Bit>,
    opens_tlp: Signal<Local, Bit>,
    /// Kernels with thread blocks left, and those of them that ILP SMs may take, and the others.
    unlaunched: Signal<Local, Bits<2>>,
    on_ilp: Signal<Local, Bits<2>>,
    on_tlp: Signal<Local, Bits<2>>,
    fits_first: Signal<Local, Bits<SMS>>,
    fits_second: Signal<Local, Bits<SMS>>,
    first: Signal<Local, Bits<SMS>>,
    second: Signal<Local, Bits<SMS>>,
    requests: Signal<Local, Bits<SMS>>,
    /// SMs that would take a thread block of the second kernel.
    seconds: Signal<Local, Bits<SMS>>,
    of_second: Signal<Local, Bits<SMS>>,
    /// The SM that is offered one, one-hot, and the next one.
    at: Signal<Local, Bits<SMS>>,
    after: Signal<Local, Bits<SMS>>,
    next_start: Signal<Local, Bits<SM>>,
    kid: Signal<Local, Bit>,
    sm: Signal<Local, Bits<SM>>,
    offers: Signal<Local, Bit>,
    accepts: Signal<Local, Bit>,
    launched: Signal<Local, Bits<SMS>>,
    ended: Signal<Local, Bits<SMS>>,
    launches: Signal<Local, Bits<2>>,
    ends: Signal<Local, Bits<2>>,
    taken: Signal<Local, Bits<2>>,
    gone: Signal<Local, Bits<2>>,
    is_ilp: Signal<Local, Bit>,
    both: Signal<Local, Bits<2>>,
    one: Constant<Bits<SMS>> = Constant::new(1.into()),
    all: Constant<Bits<SMS>> = Constant::new(!Bits::default()),
    lower: Constant<Bits<2>> = Constant::new(1.into()),
    upper: Constant<Bits<2>> = Constant::new(2.into()),
    /// A kernel with fewer warps, or so many threads, is for the ILP SMs (A12).
    class_warps: Constant<Bits<6>> = Constant::new(u64::from(params.class_warps).into()),
    class_threads: Constant<Bits<32>> = Constant::new(u64::from(params.class_threads).into()),
    /// SMs take thread blocks of the other class while no kernel of theirs is resident, or while none has thread blocks left (A13).
    if_absent: Constant<Bit> = Constant::new(params.spill == Spill::Absent),
    if_drained: Constant<Bit> = Constant::new(params.spill == Spill::Drained),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, ilp, left, busy, rr, krr, held, held_sm, held_kid);
        self.valid.reset.next = self.reset.val();
        self.ilp.reset.next = self.reset.val();
        self.left.reset.next = self.reset.val();
        self.busy.reset.next = self.reset.val();
        self.rr.reset.next = self.reset.val();
        self.krr.reset.next = self.reset.val();
        self.held.reset.next = self.reset.val();
        self.held_sm.reset.next = self.reset.val();
        self.held_kid.reset.next = self.reset.val();
        for k in 0..2 {
            self.threads[k].clock.next = self.clock.val();
            self.threads[k].reset.next = self.reset.val();
            self.threads[k].d.next = self.threads[k].q.val();
            self.regs[k].clock.next = self.clock.val();
            self.regs[k].reset.next = self.reset.val();
            self.regs[k].d.next = self.regs[k].q.val();
            self.smem[k].clock.next = self.clock.val();
            self.smem[k].reset.next = self.reset.val();
            self.smem[k].d.next = self.smem[k].q.val();
            self.remaining[k].clock.next = self.clock.val();
            self.remaining[k].reset.next = self.reset.val();
            self.remaining[k].d.next = self.remaining[k].q.val();
            self.next_tb[k].clock.next = self.clock.val();
            self.next_tb[k].reset.next = self.reset.val();
            self.next_tb[k].d.next = self.next_tb[k].q.val();
            self.running[k].clock.next = self.clock.val();
            self.running[k].reset.next = self.reset.val();
            self.running[k].d.next = self.running[k].q.val();
        }
        self.over.next = self.valid.q.val() & (!(self.left.q.val() | self.busy.q.val()));

        comment!("Which kernels each SM may take, and which of them have room there.");
        self.own_ilp.next = self.valid.q.val() & self.ilp.q.val();
        self.own_tlp.next = self.valid.q.val() & (!self.ilp.q.val());
        if self.if_drained.val() {
            self.own_ilp.next = (self.valid.q.val() & self.ilp.q.val()) & self.left.q.val();
            self.own_tlp.next = (self.valid.q.val() & (!self.ilp.q.val())) & self.left.q.val();
        }
        self.opens_ilp.next = (self.if_absent.val() || self.if_drained.val()) && !self.own_ilp.val().any();
        self.opens_tlp.next = (self.if_absent.val() || self.if_drained.val()) && !self.own_tlp.val().any();
        self.unlaunched.next = self.valid.q.val() & self.left.q.val();
        self.on_ilp.next = self.unlaunched.val() & self.ilp.q.val();
        self.on_tlp.next = self.unlaunched.val() & (!self.ilp.q.val());
        if self.opens_ilp.val() {
            self.on_ilp.next = self.unlaunched.val();
        }
        if self.opens_tlp.val() {
            self.on_tlp.next = self.unlaunched.val();
        }
        self.fits_first.next = 0.into();
        self.fits_second.next = 0.into();
        for m in 0..SMS {
            self.room[m].clock.next = self.clock.val();
            self.room[m].reset.next = self.reset.val();
            self.room[m].first_threads.next = self.threads[0].q.val();
            self.room[m].first_regs.next = self.regs[0].q.val();
            self.room[m].first_smem.next = self.smem[0].q.val();
            self.room[m].second_threads.next = self.threads[1].q.val();
            self.room[m].second_regs.next = self.regs[1].q.val();
            self.room[m].second_smem.next = self.smem[1].q.val();
        }
        for m in 0..SMS {
            self.fits_first.next = self.fits_first.val().replace_bit(m, self.room[m].fits_first.val());
            self.fits_second.next = self.fits_second.val().replace_bit(m, self.room[m].fits_second.val());
        }
        self.first.next = 0.into();
        if self.on_ilp.val().get_bit(0) {
            self.first.next = self.fits_first.val() & self.pool.val();
        }
        if self.on_tlp.val().get_bit(0) {
            self.first.next = self.first.val() | (self.fits_first.val() & (!self.pool.val()));
        }
        self.second.next = 0.into();
        if self.on_ilp.val().get_bit(1) {
            self.second.next = self.fits_second.val() & self.pool.val();
        }
        if self.on_tlp.val().get_bit(1) {
            self.second.next = self.second.val() | (self.fits_second.val() & (!self.pool.val()));
        }

        comment!("The offer: the next SM with a kernel that it may take, and of two kernels the one whose turn it is; or that which was refused.");
        self.requests.next = self.first.val() | self.second.val();
        self.turn.requests.next = self.requests.val();
        self.turn.start.next = self.rr.q.val();
        self.seconds.next = !self.first.val();
        if self.krr.q.val() {
            self.seconds.next = self.second.val();
        }
        self.offers.next = self.requests.val().any() || self.held.q.val();
        self.at.next = self.turn.grant.val();
        self.sm.next = self.turn.index.val();
        self.of_second.next = self.seconds.val();
        if self.held.q.val() {
            self.at.next = self.one.val() << self.held_sm.q.val();
            self.sm.next = self.held_sm.q.val();
            self.of_second.next = 0.into();
            if self.held_kid.q.val() {
                self.of_second.next = self.all.val();
            }
        }
        self.kid.next = (self.at.val() & self.of_second.val()).any();
        self.accepts.next = self.offers.val() && self.l_ready.val();
        self.l_valid.next = self.offers.val();
        self.l_sm.next = 0.into();
        self.l_kid.next = false;
        self.l_tb.next = 0.into();
        if self.offers.val() {
            self.l_sm.next = self.sm.val();
            self.l_kid.next = self.kid.val();
            self.l_tb.next = self.next_tb[0].q.val();
            if self.kid.val() {
                self.l_tb.next = self.next_tb[1].q.val();
            }
        }
        self.held.d.next = self.offers.val() && !self.l_ready.val();
        self.held_sm.d.next = self.sm.val();
        self.held_kid.d.next = self.kid.val();
        self.launched.next = 0.into();
        self.launches.next = 0.into();
        if self.l_ready.val() {
            self.launched.next = self.at.val();
        }
        if self.accepts.val() {
            self.launches.next = self.lower.val();
            if self.kid.val() {
                self.launches.next = self.upper.val();
            }
        }
        self.after.next = self.at.val() << 1;
        self.next_start.next = 0.into();
        for m in 0..SMS {
            if self.after.val().get_bit(m) {
                self.next_start.next = self.next_start.val() | m.to_bits();
            }
        }
        if self.accepts.val() {
            self.krr.d.next = !self.kid.val();
            self.rr.d.next = self.next_start.val();
        }
        self.ended.next = 0.into();
        self.ends.next = 0.into();
        if self.d_valid.val() {
            self.ended.next = self.one.val() << self.d_sm.val();
            self.ends.next = self.lower.val();
            if self.d_kid.val() {
                self.ends.next = self.upper.val();
            }
        }
        for m in 0..SMS {
            self.room[m].take.next = self.launched.val().get_bit(m);
            self.room[m].take_second.next = self.of_second.val().get_bit(m);
            self.room[m].give.next = self.ended.val().get_bit(m);
            self.room[m].give_second.next = self.d_kid.val();
        }

        comment!("Kernels come into the lower free place and leave when nothing of them is left.");
        self.both.next = self.valid.q.val();
        self.k_ready.next = !self.valid.q.val().all();
        self.k_kid.next = self.both.val().get_bit(0) && !self.both.val().get_bit(1);
        self.kdone_valid.next = self.over.val().any();
        self.kdone_kid.next = self.over.val().get_bit(1) && !self.over.val().get_bit(0);
        self.gone.next = self.over.val() & ((!self.over.val()) + 1);
        self.taken.next = 0.into();
        if self.k_valid.val() {
            self.taken.next = (!self.valid.q.val()) & (self.valid.q.val() + 1);
        }
        self.is_ilp.next = (self.k_conc_warps.val() < self.class_warps.val())
            || (self.k_total_threads.val() <= self.class_threads.val());
        self.valid.d.next = (self.valid.q.val() & (!self.gone.val())) | self.taken.val();
        self.ilp.d.next = self.ilp.q.val() & (!self.taken.val());
        if self.is_ilp.val() {
            self.ilp.d.next = self.ilp.q.val() | self.taken.val();
        }
        self.next_left.next = self.left.q.val();
        self.next_busy.next = self.busy.q.val();
        for k in 0..2 {
            if self.launches.val().get_bit(k) {
                self.next_left.next = self.next_left.val().replace_bit(k, self.remaining[k].q.val() != 1);
            }
            if self.launches.val().get_bit(k) && !self.ends.val().get_bit(k) {
                self.next_busy.next = self.next_busy.val().replace_bit(k, true);
            }
            if self.ends.val().get_bit(k) && !self.launches.val().get_bit(k) {
                self.next_busy.next = self.next_busy.val().replace_bit(k, self.running[k].q.val() != 1);
            }
            if self.taken.val().get_bit(k) {
                self.next_left.next = self.next_left.val().replace_bit(k, self.k_tbs.val().any());
                self.next_busy.next = self.next_busy.val().replace_bit(k, false);
            }
        }
        self.left.d.next = self.next_left.val();
        self.busy.d.next = self.next_busy.val();
        for k in 0..2 {
            if self.launches.val().get_bit(k) {
                self.remaining[k].d.next = self.remaining[k].q.val() - 1;
                self.next_tb[k].d.next = self.next_tb[k].q.val() + 1;
            }
            if self.ends.val().get_bit(k) {
                self.running[k].d.next = self.running[k].q.val() - 1;
            }
            if self.launches.val().get_bit(k) {
                self.running[k].d.next = self.running[k].q.val() + 1;
                if self.ends.val().get_bit(k) {
                    self.running[k].d.next = self.running[k].q.val();
                }
            }
            if self.taken.val().get_bit(k) {
                self.remaining[k].d.next = self.k_tbs.val();
                self.next_tb[k].d.next = 0.into();
                self.running[k].d.next = 0.into();
                self.threads[k].d.next = self.k_threads.val();
                self.regs[k].d.next = self.k_regs.val();
                self.smem[k].d.next = self.k_smem.val();
            }
        }
    }
}
