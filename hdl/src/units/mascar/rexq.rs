// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mascar::params::Params;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, Fifo};

block! {
    /// Mascar's re-execution queue, beside an SM's load/store unit: requests that the L1 refuses wait here and are tried
    /// again in turn, so that others can hit behind them (specification section 2.6). One port to the L1.
    /// Protocol: `lsu_v` and `lsu_rdy` are valid and ready; the LSU keeps its request until both are 1. A request to the
    /// L1 is answered in the same cycle by `l1_ack`, on which `lsu_rdy` depends; refused, it is parked or goes to the tail.
    pub struct Rexq<
        WARPS, WARP, ADDRESS, OFFSETS, REGISTER, THREADS, DEPTH, POINTER, COUNT, REQUEST
    > = "mascar_rexq";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub lsu_v: Signal<In, Bit>,
    pub lsu_base: Signal<In, Bits<ADDRESS>>,
    pub lsu_off: Signal<In, Bits<OFFSETS>>,
    pub lsu_warp: Signal<In, Bits<WARP>>,
    pub lsu_reg: Signal<In, Bits<REGISTER>>,
    pub lsu_mask: Signal<In, Bits<THREADS>>,
    pub lsu_op: Signal<In, Bits<2>>,
    pub lsu_first: Signal<In, Bit>,
    pub l1_ack: Signal<In, Bit>,
    pub owner_v: Signal<In, Bit>,
    pub owner: Signal<In, Bits<WARP>>,
    pub lsu_rdy: Signal<Out, Bit>,
    pub l1_v: Signal<Out, Bit>,
    pub l1_src: Signal<Out, Bit>,
    pub l1_base: Signal<Out, Bits<ADDRESS>>,
    pub l1_off: Signal<Out, Bits<OFFSETS>>,
    pub l1_warp: Signal<Out, Bits<WARP>>,
    pub l1_reg: Signal<Out, Bits<REGISTER>>,
    pub l1_mask: Signal<Out, Bits<THREADS>>,
    pub l1_op: Signal<Out, Bits<2>>,
    pub l1_first: Signal<Out, Bit>,
    pub rexq_has: Signal<Out, Bits<WARPS>>,
    pub head_v: Signal<Out, Bit>,
    pub head_warp: Signal<Out, Bits<WARP>>,
    pub count: Signal<Out, Bits<COUNT>>,
    pub full: Signal<Out, Bit>,
    pub head_leaves: Signal<Out, Bit>,
    /// Warps with requests in the queue.
    has: DffR<Bits<WARPS>>,
    /// Requests of each of them.
    of_warp: Vec<Dff<Bits<COUNT>>> = array(WARPS),
    /// The full queue had the port in the cycle before: the LSU has it in this one.
    lsu_next: DffR<Bit>,
    queue: Fifo<DEPTH, REQUEST, POINTER, COUNT> = Fifo::new(),
    /// No request can be put into the queue.
    no_room: Signal<Local, Bit>,
    queue_full: Signal<Local, Bit>,
    empty: Signal<Local, Bit>,
    /// Another instruction of the same warp has requests in the queue (A11).
    held_back: Signal<Local, Bit>,
    bypass: Signal<Local, Bit>,
    in_turn: Signal<Local, Bit>,
    lsu_ok: Signal<Local, Bit>,
    from_queue: Signal<Local, Bit>,
    push: Signal<Local, Bit>,
    pop: Signal<Local, Bit>,
    rotate: Signal<Local, Bit>,
    lsu_request: Signal<Local, Bits<REQUEST>>,
    request: Signal<Local, Bits<REQUEST>>,
    oldest: Signal<Local, Bits<REQUEST>>,
    oldest_warp: Signal<Local, Bits<WARP>>,
    /// The warp whose number of requests changes.
    counted: Signal<Local, Bits<WARP>>,
    marked: Signal<Local, Bits<WARPS>>,
    stored: Signal<Local, Bits<COUNT>>,
    requests: Signal<Local, Bits<COUNT>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    depth: Constant<Bits<COUNT>> = Constant::new((DEPTH as u64).into()),
    /// There is a queue.
    queue_used: Constant<Bit> = Constant::new(params.rexq_entries > 0),
    /// The owner may use the LSU while the queue is full (A12).
    owner_bypass_full: Constant<Bit> = Constant::new(params.owner_bypass_full),
    /// The LSU and the full queue have the port in turn (decision B10).
    lsu_when_full: Constant<Bit> = Constant::new(params.lsu_when_full),
    /// Where the fields of a request begin.
    off_at: Constant<Bits<32>> = Constant::new((ADDRESS as u64).into()),
    warp_at: Constant<Bits<32>> = Constant::new(((ADDRESS + OFFSETS) as u64).into()),
    reg_at: Constant<Bits<32>> = Constant::new(((ADDRESS + OFFSETS + WARP) as u64).into()),
    mask_at: Constant<Bits<32>> = Constant::new(((ADDRESS + OFFSETS + WARP + REGISTER) as u64).into()),
    op_at: Constant<Bits<32>> = Constant::new(((REQUEST - 3) as u64).into()),
    first_at: Constant<Bits<32>> = Constant::new(((REQUEST - 1) as u64).into()),
}

impl<
        const WARPS: usize,
        const WARP: usize,
        const ADDRESS: usize,
        const OFFSETS: usize,
        const REGISTER: usize,
        const THREADS: usize,
        const DEPTH: usize,
        const POINTER: usize,
        const COUNT: usize,
        const REQUEST: usize,
    > Logic for Rexq<WARPS, WARP, ADDRESS, OFFSETS, REGISTER, THREADS, DEPTH, POINTER, COUNT, REQUEST>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, has);
        clock!(self, clock, queue, lsu_next);
        self.has.reset.next = self.reset.val();
        self.lsu_next.reset.next = self.reset.val();
        self.queue.reset.next = self.reset.val();
        for i in 0..WARPS {
            self.of_warp[i].clock.next = self.clock.val();
            self.of_warp[i].d.next = self.of_warp[i].q.val();
        }

        self.queue_full.next = self.queue_used.val() && (self.queue.count.val() == self.depth.val());
        self.no_room.next = self.queue_full.val() || !self.queue_used.val();
        self.empty.next = !self.queue.count.val().any();
        self.oldest.next = self.queue.head.val();
        self.oldest_warp.next = 0.into();
        if !self.empty.val() {
            self.oldest_warp.next = self.oldest.val().get_bits::<WARP>(self.warp_at.val().index());
        }

        comment!("The LSU has the port, unless it must wait; then the queue has it.");
        self.held_back.next = self.lsu_first.val() && self.has.q.val().get_bit(self.lsu_warp.val().index());
        self.bypass.next =
            self.owner_bypass_full.val() && self.owner_v.val() && (self.lsu_warp.val() == self.owner.val());
        self.in_turn.next = self.lsu_when_full.val() && self.lsu_next.q.val();
        self.lsu_ok.next = (self.lsu_v.val() && !self.held_back.val())
            && ((!self.queue_full.val() || self.bypass.val()) || self.in_turn.val());
        self.from_queue.next = !self.lsu_ok.val() && !self.empty.val();
        self.lsu_next.d.next = self.queue_full.val() && self.from_queue.val();
        self.lsu_rdy.next = self.lsu_ok.val() && (self.l1_ack.val() || !self.no_room.val());

        self.lsu_request.next = (bit_cast::<REQUEST, 1>(self.lsu_first.val().into()) << self.first_at.val())
            | (bit_cast::<REQUEST, 2>(self.lsu_op.val()) << self.op_at.val())
            | (bit_cast::<REQUEST, THREADS>(self.lsu_mask.val()) << self.mask_at.val())
            | (bit_cast::<REQUEST, REGISTER>(self.lsu_reg.val()) << self.reg_at.val())
            | (bit_cast::<REQUEST, WARP>(self.lsu_warp.val()) << self.warp_at.val())
            | (bit_cast::<REQUEST, OFFSETS>(self.lsu_off.val()) << self.off_at.val())
            | bit_cast::<REQUEST, ADDRESS>(self.lsu_base.val());
        self.request.next = 0.into();
        if self.lsu_ok.val() {
            self.request.next = self.lsu_request.val();
        } else if !self.empty.val() {
            self.request.next = self.oldest.val();
        }
        self.l1_v.next = self.lsu_ok.val() || !self.empty.val();
        self.l1_src.next = self.from_queue.val();
        self.l1_base.next = self.request.val().get_bits::<ADDRESS>(0);
        self.l1_off.next = self.request.val().get_bits::<OFFSETS>(self.off_at.val().index());
        self.l1_warp.next = self.request.val().get_bits::<WARP>(self.warp_at.val().index());
        self.l1_reg.next = self.request.val().get_bits::<REGISTER>(self.reg_at.val().index());
        self.l1_mask.next = self.request.val().get_bits::<THREADS>(self.mask_at.val().index());
        self.l1_op.next = self.request.val().get_bits::<2>(self.op_at.val().index());
        self.l1_first.next = self.request.val().get_bit(self.first_at.val().index());

        comment!("A refused request goes to the tail, wherever it came from.");
        self.push.next = self.lsu_ok.val() && !self.l1_ack.val() && !self.no_room.val();
        self.pop.next = self.from_queue.val() && self.l1_ack.val();
        self.rotate.next = self.from_queue.val() && !self.l1_ack.val();
        self.queue.push.next = self.push.val() || self.rotate.val();
        self.queue.data.next = self.request.val();
        self.queue.pop.next = self.from_queue.val();

        comment!("Requests of each warp; the count means something only while the warp has any.");
        self.counted.next = self.oldest_warp.val();
        if self.push.val() {
            self.counted.next = self.lsu_warp.val();
        }
        self.stored.next = self.of_warp[self.counted.val().index()].q.val();
        self.requests.next = 0.into();
        if self.has.q.val().get_bit(self.counted.val().index()) {
            self.requests.next = self.stored.val();
        }
        self.marked.next = self.one.val() << self.counted.val();
        if self.push.val() {
            self.of_warp[self.counted.val().index()].d.next = self.requests.val() + 1;
        } else if self.pop.val() {
            self.of_warp[self.counted.val().index()].d.next = self.requests.val() - 1;
        }
        if self.push.val() {
            self.has.d.next = self.has.q.val() | self.marked.val();
        } else if self.pop.val() && (self.requests.val() == 1) {
            self.has.d.next = self.has.q.val() & (!self.marked.val());
        }

        self.rexq_has.next = self.has.q.val();
        self.head_v.next = !self.empty.val();
        self.head_warp.next = self.oldest_warp.val();
        self.count.next = self.queue.count.val();
        self.full.next = self.queue_full.val();
        self.head_leaves.next = self.pop.val();
    }
}
