// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::cta_prefetch::params::Params;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet, PrefixAdder, Scaled};

block! {
    /// The generator of requests (specification section 2.3): takes a job and prefetches for one warp after the other, all requests
    /// of each. A job for other CTAs visits the CTA slots with base addresses of the PC, the lowest first, and prefetches for the
    /// warp with the same index; a job for the own CTA visits the warps of one slot, from the one behind the leading warp on.
    /// What is prefetched for in a cycle is found in the cycle before; the entry of PerCTA is still that of the cycle itself.
    pub struct Generator<
        CTAS, CTA, ENTRIES, PC, WARP, COUNT, DISTANCE, BASES, LAST, ADDRESS, ADDRESSES, STRIDE, STEPS, PARTS, WORDS
    > = "cta_pf_generator"
        where CTA = bits(CTAS), DISTANCE = WARP + 1, LAST = bits(BASES), ADDRESSES = BASES * ADDRESS,
            STEPS = bits(ADDRESS), PARTS = WARP + 2, WORDS = 3 * PARTS - 4;
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget the job at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// There is a job.
    pub job_valid: Signal<In, Bit>,
    /// It is for its own CTA, not for the others.
    pub job_own: Signal<In, Bit>,
    /// Its CTA slot.
    pub job_cta: Signal<In, Bits<CTA>>,
    /// Index of the warp to prefetch for in other CTAs.
    pub job_widx: Signal<In, Bits<WARP>>,
    /// Its stride.
    pub job_stride: Signal<In, Bits<STRIDE>>,
    /// PC of the job that is the first one in the next cycle.
    pub job_next_pc: Signal<In, Bits<PC>>,
    /// The job is taken.
    pub pop: Signal<Out, Bit>,
    /// PC that is searched for in PerCTA.
    pub search_pc: Signal<Out, Bits<PC>>,
    /// Slots with an entry for it.
    pub holds: Signal<In, Bits<CTAS>>,
    /// Those of them whose warps are prefetched for already.
    pub served: Signal<In, Bits<CTAS>>,
    /// Index of the leading warp in the job's slot.
    pub job_lead: Signal<In, Bits<WARP>>,
    /// The slot that is prefetched for in the next cycle, one-hot.
    pub target: Signal<Out, Bits<CTAS>>,
    /// Its entry then, one-hot; zero if it has none.
    pub target_hit: Signal<In, Bits<ENTRIES>>,
    /// Index of that entry's leading warp.
    pub target_lead: Signal<In, Bits<WARP>>,
    /// Its requests, less one.
    pub target_last: Signal<In, Bits<LAST>>,
    /// The slot that is prefetched for now.
    pub read_cta: Signal<Out, Bits<CTA>>,
    /// Its entry, one-hot.
    pub read_entry: Signal<Out, Bits<ENTRIES>>,
    /// Its base addresses.
    pub read_bases: Signal<In, Bits<ADDRESSES>>,
    /// Its first warp.
    pub first: Signal<In, Bits<WARP>>,
    /// Its warps.
    pub nw: Signal<In, Bits<COUNT>>,
    /// Warps of the job's slot.
    pub job_nw: Signal<In, Bits<COUNT>>,
    /// The L1D accepts the prefetch.
    pub pf_ready: Signal<In, Bit>,
    /// A prefetch is asked for.
    pub pf_valid: Signal<Out, Bit>,
    /// Address of its line.
    pub pf_addr: Signal<Out, Bits<ADDRESS>>,
    /// The warp that it serves.
    pub pf_warp: Signal<Out, Bits<WARP>>,
    /// A job is under way.
    running: DffR<Bit>,
    own: Dff<Bit>,
    /// PC of the job that is under way, else of the first one that waits.
    pc: Dff<Bits<PC>>,
    stride: Dff<Bits<STRIDE>>,
    cta: Dff<Bits<CTA>>,
    /// Slots that are still to be visited.
    rest: Dff<Bits<CTAS>>,
    /// The entry of `cta` for the job, one-hot.
    entry: Dff<Bits<ENTRIES>>,
    /// Index of the warp that is prefetched for.
    widx: Dff<Bits<WARP>>,
    /// Warps of the own CTA that are not yet done with.
    left: Dff<Bits<WARP>>,
    /// The warp less the entry's leading warp.
    distance: Dff<Bits<DISTANCE>>,
    /// Requests of the entry, less one.
    last: Dff<Bits<LAST>>,
    /// Request of the entry.
    request: Dff<Bits<LAST>>,
    candidates: Signal<Local, Bits<CTAS>>,
    starts: Signal<Local, Bit>,
    /// There is something to prefetch.
    wanted: Signal<Local, Bit>,
    /// The target is done with.
    done: Signal<Local, Bit>,
    finished: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    next_target: Signal<Local, Bits<CTAS>>,
    /// The warp behind the leading one of the job's slot, and that behind the one that is prefetched for.
    behind_lead: Signal<Local, Bits<COUNT>>,
    successor: Signal<Local, Bits<COUNT>>,
    next_widx: Signal<Local, Bits<WARP>>,
    base: Vec<Signal<Local, Bits<ADDRESS>>> = array(BASES),
    chosen: Signal<Local, Bits<ADDRESS>>,
    first_other: FirstSet<CTAS, CTA> = FirstSet::new(),
    next_other: FirstSet<CTAS, CTA> = FirstSet::new(),
    request_address: Scaled<STRIDE, ADDRESS, WARP, DISTANCE, PARTS, WORDS> = Scaled::new(),
    adder: PrefixAdder<ADDRESS, STEPS> = PrefixAdder::new(),
    one: Constant<Bits<CTAS>> = Constant::new(1.into()),
    one_warp: Constant<Bits<COUNT>> = Constant::new(1.into()),
    last_warp: Constant<Bits<WARP>> = Constant::new(1.into()),
    /// Bits from one base address to the next.
    address_bits: Constant<Bits<32>> = Constant::new((ADDRESS as u64).into()),
    /// Other CTAs that are served already are left out (A8).
    skip_own_done: Constant<Bit> = Constant::new(params.skip_own_done),
    /// Bits of an address inside a line.
    line: Constant<Bits<8>> = Constant::new(((1u64 << params.line_log2) - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, own, pc, stride, cta, rest, widx, left, request);
        self.running.clock.next = self.clock.val();
        self.running.reset.next = self.reset.val();
        self.entry.clock.next = self.clock.val();
        self.distance.clock.next = self.clock.val();
        self.last.clock.next = self.clock.val();

        comment!("A job whose PC the others do not have, or that has no other warps, is over at once.");
        self.search_pc.next = self.pc.q.val();
        self.candidates.next = self.holds.val() & (!(self.one.val() << self.job_cta.val()));
        if self.skip_own_done.val() {
            self.candidates.next =
                (self.holds.val() & (!(self.one.val() << self.job_cta.val()))) & (!self.served.val());
        }
        self.first_other.requests.next = self.candidates.val();
        self.next_other.requests.next = self.rest.q.val();
        self.pop.next = !self.running.q.val() && self.job_valid.val();
        self.starts.next = self.job_valid.val() && self.candidates.val().any();
        if self.job_own.val() {
            self.starts.next = self.job_valid.val()
                && self.holds.val().get_bit(self.job_cta.val().index())
                && (self.job_nw.val() != self.one_warp.val());
        }

        comment!("The request, unless the target has none or is the leading warp itself.");
        self.wanted.next = self.running.q.val()
            && self.entry.q.val().any()
            && (bit_cast::<COUNT, WARP>(self.widx.q.val()) < self.nw.val())
            && self.distance.q.val().any()
            && (self.request.q.val() <= self.last.q.val());
        for i in 0..BASES {
            self.base[i].next = self.read_bases.val().get_bits::<ADDRESS>(i * self.address_bits.val().index());
        }
        self.chosen.next = self.base[self.request.q.val().index()].val();
        self.request_address.enable.next = self.distance.q.val().any();
        self.request_address.base.next = self.chosen.val();
        self.request_address.stride.next = self.stride.q.val();
        self.request_address.distance.next = self.distance.q.val();
        self.adder.a.next = self.request_address.sum.val();
        self.adder.b.next = self.request_address.carry.val();
        self.pf_valid.next = self.wanted.val();
        self.pf_addr.next = 0.into();
        self.pf_warp.next = 0.into();
        if self.wanted.val() {
            self.pf_addr.next = self.adder.sum.val() & (!bit_cast::<ADDRESS, 8>(self.line.val()));
            self.pf_warp.next = self.first.val() + self.widx.q.val();
        }

        comment!("The next target.");
        self.done.next = !self.wanted.val()
            || (self.pf_ready.val() && (self.request.q.val() == self.last.q.val()));
        self.finished.next = !self.rest.q.val().any();
        if self.own.q.val() {
            self.finished.next =
                (self.left.q.val() == self.last_warp.val()) || !self.entry.q.val().any();
        }
        self.goes_on.next = self.starts.val();
        if self.running.q.val() {
            self.goes_on.next = !(self.done.val() && self.finished.val());
        }
        self.running.d.next = self.goes_on.val() && !self.clear.val();
        if !self.goes_on.val() {
            self.pc.d.next = self.job_next_pc.val();
        }
        self.next_target.next = self.first_other.first.val();
        if self.running.q.val() {
            self.next_target.next = self.next_other.first.val();
            if self.own.q.val() || !self.done.val() {
                self.next_target.next = self.one.val() << self.cta.q.val();
            }
        } else if self.job_own.val() {
            self.next_target.next = self.one.val() << self.job_cta.val();
        }
        self.target.next = self.next_target.val();
        self.behind_lead.next = bit_cast::<COUNT, WARP>(self.job_lead.val()) + 1;
        if self.behind_lead.val() == self.job_nw.val() {
            self.behind_lead.next = 0.into();
        }
        self.successor.next = bit_cast::<COUNT, WARP>(self.widx.q.val()) + 1;
        if self.successor.val() == self.nw.val() {
            self.successor.next = 0.into();
        }
        self.next_widx.next = self.job_widx.val();
        if self.running.q.val() {
            self.next_widx.next = self.widx.q.val();
            if self.own.q.val() && self.done.val() {
                self.next_widx.next = self.successor.val().get_bits::<WARP>(0);
            }
        } else if self.job_own.val() {
            self.next_widx.next = self.behind_lead.val().get_bits::<WARP>(0);
        }
        self.widx.d.next = self.next_widx.val();
        self.distance.d.next = bit_cast::<DISTANCE, WARP>(self.next_widx.val())
            - bit_cast::<DISTANCE, WARP>(self.target_lead.val());
        self.entry.d.next = self.target_hit.val();
        self.last.d.next = self.target_last.val();
        self.read_cta.next = self.cta.q.val();
        self.read_entry.next = self.entry.q.val();

        if !self.running.q.val() {
            self.own.d.next = self.job_own.val();
            self.stride.d.next = self.job_stride.val();
            self.cta.d.next = self.first_other.index.val();
            self.rest.d.next = self.candidates.val() & (!self.first_other.first.val());
            self.left.d.next = self.job_nw.val().get_bits::<WARP>(0) - 1;
            self.request.d.next = 0.into();
            if self.job_own.val() {
                self.cta.d.next = self.job_cta.val();
            }
        } else if self.done.val() {
            self.rest.d.next = self.rest.q.val() & (!self.next_other.first.val());
            self.left.d.next = self.left.q.val() - 1;
            self.request.d.next = 0.into();
            if !self.own.q.val() {
                self.cta.d.next = self.next_other.index.val();
            }
        } else if self.pf_ready.val() {
            self.request.d.next = self.request.q.val() + 1;
        }
    }
}
