// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::cta_prefetch::params::{Params, Replacement};

use super::compare::Compare;
use super::dist::Dist;
use super::generator::Generator;
use super::percta::PerCta;
use super::slots::Slots;
use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR, ShiftList};

block! {
    /// CTA-aware prefetcher of one SM (specification sections 2.2 and 2.3): learns the base addresses of each CTA's loads and their
    /// stride from warp to warp, verifies it, and prefetches for the warps that have not run yet.
    /// Protocol: what comes at the ports but `pf_ready` acts one cycle later; a load is looked up in between (P2). `pf_valid` and
    /// `pf_ready` are valid and ready; a request stays until it is accepted, unless its CTA ends or its entry is rewritten.
    pub struct Engine<
        CTAS, CTA, WARP, COUNT, ENTRIES, ENTRY, STRIDES, PLACE, BASES, LAST, REQUESTS, PC, ADDRESS, ADDRESSES, STRIDE,
        EXTRA, MIS, JOBS, JOB, DISTANCE, STEPS, PARTS, WORDS
    > = "cta_pf_engine";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub kernel_start: Signal<In, Bit>,
    pub cta_start_valid: Signal<In, Bit>,
    pub cta_start_slot: Signal<In, Bits<CTA>>,
    pub cta_start_first: Signal<In, Bits<WARP>>,
    pub cta_start_nw: Signal<In, Bits<COUNT>>,
    pub cta_end_valid: Signal<In, Bit>,
    pub cta_end_slot: Signal<In, Bits<CTA>>,
    pub ld_valid: Signal<In, Bit>,
    pub ld_pc: Signal<In, Bits<PC>>,
    pub ld_cta: Signal<In, Bits<CTA>>,
    pub ld_widx: Signal<In, Bits<WARP>>,
    pub ld_n: Signal<In, Bits<REQUESTS>>,
    pub ld_addr: Signal<In, Bits<ADDRESSES>>,
    pub ld_indirect: Signal<In, Bit>,
    pub lead_cta: Signal<In, Bits<CTA>>,
    pub lead_valid: Signal<In, Bit>,
    pub pf_ready: Signal<In, Bit>,
    pub pf_valid: Signal<Out, Bit>,
    pub pf_addr: Signal<Out, Bits<ADDRESS>>,
    pub pf_warp: Signal<Out, Bits<WARP>>,
    pub job_full: Signal<Out, Bit>,
    pub st_reg: Signal<Out, Bit>,
    pub st_stride: Signal<Out, Bit>,
    pub st_nonstride: Signal<Out, Bit>,
    pub st_verify: Signal<Out, Bit>,
    pub st_mis: Signal<Out, Bit>,
    pub st_jobdrop: Signal<Out, Bit>,
    /// The inputs of the cycle before.
    clears: DffR<Bit>,
    starts: DffR<Bit>,
    start_slot: Dff<Bits<CTA>>,
    start_first: Dff<Bits<WARP>>,
    start_nw: Dff<Bits<COUNT>>,
    ends: DffR<Bit>,
    end_slot: Dff<Bits<CTA>>,
    /// A load that counts.
    load: DffR<Bit>,
    pc: Dff<Bits<PC>>,
    cta: Dff<Bits<CTA>>,
    widx: Dff<Bits<WARP>>,
    /// Its requests, less one.
    last: Dff<Bits<LAST>>,
    addresses: Dff<Bits<ADDRESSES>>,
    /// Its CTA leads.
    leads: Dff<Bit>,
    /// The load is of an active CTA.
    counts: Signal<Local, Bit>,
    leading: Signal<Local, Bit>,
    registers: Signal<Local, Bit>,
    trails: Signal<Local, Bit>,
    detects: Signal<Local, Bit>,
    installs: Signal<Local, Bit>,
    drops: Signal<Local, Bit>,
    verifies: Signal<Local, Bit>,
    mispredicts: Signal<Local, Bit>,
    /// A load of the leading CTA installs a stride that leads elsewhere.
    first_use: Signal<Local, Bit>,
    /// A load of the leading CTA is verified and may start a job if it is predicted; if it is not.
    next_use: Signal<Local, Bit>,
    next_use_still: Signal<Local, Bit>,
    own_job: Signal<Local, Bit>,
    job_wanted: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    stride: Signal<Local, Bits<STRIDE>>,
    job: Signal<Local, Bits<JOB>>,
    job_widx: Signal<Local, Bits<WARP>>,
    /// The first job that waits, now and in the next cycle.
    head: Signal<Local, Bits<JOB>>,
    following: Signal<Local, Bits<JOB>>,
    job_used: Signal<Local, Bits<JOBS>>,
    /// Jobs behind the first one are of no use here, nor is which slots will be active.
    unused: Signal<Local, Bit>,
    clear: Signal<Local, Bits<CTAS>>,
    slots: Slots<CTAS, CTA, WARP, COUNT> = Slots::new(),
    percta: PerCta<CTAS, CTA, ENTRIES, ENTRY, PC, WARP, DISTANCE, LAST, ADDRESSES> = PerCta::new(),
    strides: Dist<STRIDES, PLACE, PC, STRIDE, MIS> = Dist::new(params),
    compare: Compare<BASES, LAST, ADDRESS, ADDRESSES, STRIDE, EXTRA, WARP, DISTANCE, PARTS, WORDS> = Compare::new(params),
    jobs: ShiftList<JOBS, JOB> = ShiftList::new(),
    generator: Generator<
        CTAS, CTA, ENTRIES, PC, WARP, COUNT, DISTANCE, BASES, LAST, ADDRESS, ADDRESSES, STRIDE, STEPS, PARTS, WORDS
    > = Generator::new(params),
    /// Most requests of a load that counts.
    most: Constant<Bits<REQUESTS>> = Constant::new((BASES as u64).into()),
    every_slot: Constant<Bits<CTAS>> = Constant::new(!Bits::<CTAS>::default()),
    every_job: Constant<Bits<JOBS>> = Constant::new(!Bits::<JOBS>::default()),
    last_job: Constant<Bits<32>> = Constant::new((JOBS as u64 - 1).into()),
    /// Where slot, PC, stride and kind are in a job, above the warp's index.
    job_cta_at: Constant<Bits<32>> = Constant::new((WARP as u64).into()),
    job_pc_at: Constant<Bits<32>> = Constant::new(((WARP + CTA) as u64).into()),
    job_stride_at: Constant<Bits<32>> = Constant::new(((WARP + CTA + PC) as u64).into()),
    job_own_at: Constant<Bits<32>> = Constant::new(((WARP + CTA + PC + STRIDE) as u64).into()),
    /// Loads of a CTA whose entries are in use are not registered (A6).
    sticky: Constant<Bit> = Constant::new(params.percta_repl == Replacement::Sticky),
    /// Loads that are flagged as indirect are ignored.
    excl_indirect: Constant<Bit> = Constant::new(params.excl_indirect),
    /// Jobs are made.
    pf_en: Constant<Bit> = Constant::new(params.pf_en),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, clears, starts, start_slot, start_first, start_nw, ends, end_slot);
        clock!(self, clock, load, pc, cta, widx, last, addresses, leads);
        clock!(self, clock, slots, percta, strides, jobs, generator);
        self.clears.reset.next = self.reset.val();
        self.starts.reset.next = self.reset.val();
        self.ends.reset.next = self.reset.val();
        self.load.reset.next = self.reset.val();
        self.slots.reset.next = self.reset.val();
        self.percta.reset.next = self.reset.val();
        self.strides.reset.next = self.reset.val();
        self.jobs.reset.next = self.reset.val();
        self.generator.reset.next = self.reset.val();

        comment!("First cycle: the inputs are taken; the tables look the load up.");
        self.clears.d.next = self.kernel_start.val();
        self.starts.d.next = self.cta_start_valid.val();
        self.start_slot.d.next = self.cta_start_slot.val();
        self.start_first.d.next = self.cta_start_first.val();
        self.start_nw.d.next = self.cta_start_nw.val();
        self.ends.d.next = self.cta_end_valid.val();
        self.end_slot.d.next = self.cta_end_slot.val();
        self.load.d.next = self.ld_valid.val()
            && self.ld_n.val().any()
            && (self.ld_n.val() <= self.most.val())
            && !(self.excl_indirect.val() && self.ld_indirect.val());
        self.pc.d.next = self.ld_pc.val();
        self.cta.d.next = self.ld_cta.val();
        self.widx.d.next = self.ld_widx.val();
        self.last.d.next = self.ld_n.val().get_bits::<LAST>(0) - 1;
        self.addresses.d.next = self.ld_addr.val();
        self.leads.d.next = self.lead_valid.val() && (self.lead_cta.val() == self.ld_cta.val());
        self.percta.look_cta.next = self.ld_cta.val();
        self.percta.look_pc.next = self.ld_pc.val();
        self.percta.look_widx.next = self.ld_widx.val();
        self.strides.look_pc.next = self.ld_pc.val();

        self.slots.start_valid.next = self.starts.q.val();
        self.slots.start_slot.next = self.start_slot.q.val();
        self.slots.start_first.next = self.start_first.q.val();
        self.slots.start_nw.next = self.start_nw.q.val();
        self.slots.end_valid.next = self.ends.q.val();
        self.slots.end_slot.next = self.end_slot.q.val();
        self.clear.next = self.slots.changed.val();
        if self.clears.q.val() {
            self.clear.next = self.every_slot.val();
        }

        comment!("Second cycle: the load is registered, shows a stride, or is verified.");
        self.counts.next = self.load.q.val()
            && !self.clears.q.val()
            && self.slots.active.val().get_bit(self.cta.q.val().index());
        self.leading.next = !self.percta.hit.val() || !self.percta.distance.val().any();
        self.registers.next = self.counts.val()
            && self.leading.val()
            && (self.percta.hit.val() || self.percta.room.val() || !self.sticky.val());
        self.trails.next = self.counts.val() && !self.leading.val();
        self.detects.next = self.trails.val() && !self.strides.hit.val() && self.compare.adjacent.val();
        self.installs.next = self.detects.val() && self.compare.uniform.val();
        self.drops.next = self.detects.val() && !self.compare.uniform.val();
        self.verifies.next = self.trails.val() && self.strides.hit.val();
        self.mispredicts.next = self.verifies.val() && self.compare.differs.val();
        self.compare.bases.next = self.percta.bases.val();
        self.compare.bases_last.next = self.percta.entry_last.val();
        self.compare.addresses.next = self.addresses.q.val();
        self.compare.last.next = self.last.q.val();
        self.compare.distance.next = self.percta.distance.val();
        self.compare.stride.next = self.strides.stride.val();

        comment!("Jobs: case 2 for the own CTA, case 1 for the others.");
        self.own_job.next = self.registers.val()
            && self.strides.hit.val()
            && self.strides.trusted.val()
            && self.strides.stride.val().any();
        self.first_use.next = self.leads.q.val() && self.installs.val() && self.compare.step.val().any();
        self.next_use.next = self.leads.q.val()
            && self.verifies.val()
            && self.strides.trusted.val()
            && self.strides.stride.val().any();
        self.next_use_still.next = self.next_use.val() && self.strides.trusted_still.val();
        self.job_wanted.next = self.own_job.val() || self.first_use.val() || self.next_use.val();
        if self.compare.differs.val() {
            self.job_wanted.next = self.own_job.val() || self.first_use.val() || self.next_use_still.val();
        }
        self.job_used.next = self.jobs.used.val();
        self.full.next = self.job_used.val().get_bit(self.last_job.val().index());
        self.stride.next = self.compare.step.val();
        if self.strides.hit.val() {
            self.stride.next = self.strides.stride.val();
        }
        self.job_widx.next = self.widx.q.val();
        if self.own_job.val() {
            self.job_widx.next = 0.into();
        }
        self.job.next = (bit_cast::<JOB, 1>(self.own_job.val().into()) << self.job_own_at.val())
            | (bit_cast::<JOB, STRIDE>(self.stride.val()) << self.job_stride_at.val())
            | (bit_cast::<JOB, PC>(self.pc.q.val()) << self.job_pc_at.val())
            | (bit_cast::<JOB, CTA>(self.cta.q.val()) << self.job_cta_at.val())
            | bit_cast::<JOB, WARP>(self.job_widx.val());
        self.jobs.clear.next = self.clears.q.val();
        self.jobs.offer.next = self.counts.val();
        self.jobs.push.next = self.job_wanted.val() && !self.full.val() && self.pf_en.val();
        self.jobs.data.next = self.job.val();
        self.jobs.take.next = self.generator.pop.val();
        self.jobs.up.next = self.every_job.val();

        self.percta.clear.next = self.clear.val();
        self.percta.cta.next = self.cta.q.val();
        self.percta.pc.next = self.pc.q.val();
        self.percta.widx.next = self.widx.q.val();
        self.percta.last.next = self.last.q.val();
        self.percta.addresses.next = self.addresses.q.val();
        self.percta.registers.next = self.registers.val();
        self.percta.own_done.next = self.own_job.val() && !self.full.val() && self.pf_en.val();
        self.percta.drop.next = self.drops.val();
        self.strides.clear.next = self.clears.q.val();
        self.strides.pc.next = self.pc.q.val();
        self.strides.install.next = self.installs.val();
        self.strides.step.next = self.compare.step.val();
        self.strides.mispredicted.next = self.mispredicts.val();

        self.job_full.next = self.full.val();
        self.st_reg.next = self.registers.val();
        self.st_stride.next = self.installs.val();
        self.st_nonstride.next = self.drops.val();
        self.st_verify.next = self.verifies.val();
        self.st_mis.next = self.mispredicts.val();
        self.st_jobdrop.next = self.job_wanted.val() && self.full.val() && self.pf_en.val();

        comment!("The generator.");
        self.head.next = self.jobs.words[0].val();
        self.following.next = self.jobs.first_next.val();
        self.unused.next = self.slots.active_next.val().any() || self.following.val().any();
        for i in 0..JOBS {
            self.unused.next = self.unused.val() || self.jobs.words[i].val().any();
        }
        self.generator.clear.next = self.clears.q.val();
        self.generator.job_valid.next = self.job_used.val().get_bit(0);
        self.generator.job_own.next = self.head.val().get_bit(self.job_own_at.val().index());
        self.generator.job_next_pc.next = self.following.val().get_bits::<PC>(self.job_pc_at.val().index());
        self.generator.job_cta.next = self.head.val().get_bits::<CTA>(self.job_cta_at.val().index());
        self.generator.job_widx.next = self.head.val().get_bits::<WARP>(0);
        self.generator.job_stride.next = self.head.val().get_bits::<STRIDE>(self.job_stride_at.val().index());
        self.percta.job_pc.next = self.generator.search_pc.val();
        self.percta.job_cta.next = self.head.val().get_bits::<CTA>(self.job_cta_at.val().index());
        self.generator.holds.next = self.percta.holds.val();
        self.generator.served.next = self.percta.served.val();
        self.generator.job_lead.next = self.percta.job_lead.val();
        self.percta.target.next = self.generator.target.val();
        self.generator.target_hit.next = self.percta.target_hit.val();
        self.generator.target_lead.next = self.percta.target_lead.val();
        self.percta.read_cta.next = self.generator.read_cta.val();
        self.percta.read_entry.next = self.generator.read_entry.val();
        self.generator.target_last.next = self.percta.target_last.val();
        self.generator.read_bases.next = self.percta.read_bases.val();
        self.slots.read.next = self.generator.read_cta.val();
        self.slots.count.next = self.head.val().get_bits::<CTA>(self.job_cta_at.val().index());
        self.generator.job_nw.next = self.slots.counted.val();
        self.generator.first.next = self.slots.first.val();
        self.generator.nw.next = self.slots.nw.val();
        self.generator.pf_ready.next = self.pf_ready.val();
        self.pf_valid.next = self.generator.pf_valid.val();
        self.pf_addr.next = self.generator.pf_addr.val();
        self.pf_warp.next = self.generator.pf_warp.val();
    }
}
