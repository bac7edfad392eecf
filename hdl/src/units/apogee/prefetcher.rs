// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::apogee::params::Params;

use super::generator::Generator;
use super::intake::Intake;
use super::outcome::Outcome;
use super::queue::Queue;
use super::states::States;
use super::table::Table;
use super::training::Training;
use super::triggers::Triggers;
use super::walker::Walker;
use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR, ShiftList};

block! {
    /// APOGEE, the prefetcher of one SM (specification sections 2 and 5): learns from the lanes of each load the offset from thread to
    /// thread, and which earlier load may trigger one whose lanes all read one address; fetches their lines ahead.
    /// Loads go through the table one after the other, in five steps (decision P8): look, read, weigh, hold until the outcome is
    /// there and all triggers have fired, commit; two more cycles allocate a trigger. Beside that beats are walked and lines generated.
    /// Protocol: beats are taken while `ld_rdy` is 1, else lost. `pf_v` and `pf_rdy` are valid and ready. All else are pulses.
    pub struct Apogee<
        ENTRIES, ENTRY, WARPS, WARP, RUNNING, LANES, PLACE, LANE, COUNT, PC, OFFSET, CONF, DIST, ADDRESS, ADDRESSES, ITER, WAIT,
        JOBS, DEPTH, WAITING, DELAY, LOAD, SPAN, REST, PARTS, WORDS, MULTIPLES, BEAT, WALK, OUTCOME, KEY, LEAVES, FOURS,
        NODES, TOP_LEAVES, MEETINGS, TOP_NODES, ITER_SIGNED, STEP, PLACES, AHEAD_ADD, AHEAD, OFFSET_BITS, OFFSET_PARTS, OFFSET_WORDS, DIST_DISTANCE,
        DIST_PARTS, DIST_WORDS, ADDRESS_STEPS, STEP_STEPS, SUM, OVER, ITER_WIDE, JOB, WORD
    > = "apogee";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub flush: Signal<In, Bit>,
    pub iter_threads: Signal<In, Bits<ITER>>,
    pub live_warps: Signal<In, Bits<RUNNING>>,
    pub ld_v: Signal<In, Bit>,
    pub ld_first: Signal<In, Bit>,
    pub ld_last: Signal<In, Bit>,
    pub ld_pc: Signal<In, Bits<PC>>,
    pub ld_warp: Signal<In, Bits<WARP>>,
    pub ld_mask: Signal<In, Bits<LANES>>,
    pub ld_addr: Signal<In, Bits<ADDRESSES>>,
    pub res_v: Signal<In, Bit>,
    pub res_miss: Signal<In, Bit>,
    pub res_merged: Signal<In, Bit>,
    pub res_entry: Signal<In, Bits<ENTRY>>,
    pub res_line: Signal<In, Bits<ADDRESS>>,
    pub pf_rdy: Signal<In, Bit>,
    pub pf_sent: Signal<In, Bit>,
    pub fill_v: Signal<In, Bit>,
    pub fill_entry: Signal<In, Bits<ENTRY>>,
    pub fill_warp: Signal<In, Bits<WARP>>,
    pub ld_rdy: Signal<Out, Bit>,
    pub pf_v: Signal<Out, Bit>,
    pub pf_line: Signal<Out, Bits<ADDRESS>>,
    pub pf_entry: Signal<Out, Bits<ENTRY>>,
    pub pf_warp: Signal<Out, Bits<WARP>>,
    pub pf_track: Signal<Out, Bit>,
    pub pf_trig: Signal<Out, Bit>,
    pub stat_trained: Signal<Out, Bit>,
    pub stat_trusted: Signal<Out, Bit>,
    pub stat_mismatch: Signal<Out, Bit>,
    pub stat_alloc: Signal<Out, Bit>,
    pub stat_evict: Signal<Out, Bit>,
    pub stat_dist_inc: Signal<Out, Bit>,
    pub stat_dist_dec: Signal<Out, Bit>,
    pub stat_trig_fire: Signal<Out, Bit>,
    pub stat_trig_move: Signal<Out, Bit>,
    pub stat_drop: Signal<Out, Bit>,
    /// The oldest load: its entry is read, is weighed, waits for its commit; it has committed one, two cycles ago.
    reads: DffR<Bit>,
    weighs: DffR<Bit>,
    holds: DffR<Bit>,
    closes: DffR<Bit>,
    links: DffR<Bit>,
    /// It has an entry, and which.
    hit: Dff<Bit>,
    place: Dff<Bits<ENTRY>>,
    /// That entry, or a new one.
    entry_address: Dff<Bits<ADDRESS>>,
    entry_offset: Dff<Bits<OFFSET>>,
    entry_confidence: Dff<Bits<CONF>>,
    entry_lane: Dff<Bits<LANE>>,
    entry_distance: Dff<Bits<DIST>>,
    entry_warp: Dff<Bits<WARP>>,
    entry_since: Dff<Bits<WARP>>,
    /// A trigger is wanted for the load that has committed: line, PC; another one has the line.
    link_wanted: DffR<Bit>,
    link_line: Dff<Bits<ADDRESS>>,
    link_pc: Dff<Bits<PC>>,
    link_known: Dff<Bit>,
    trained: DffR<Bit>,
    trusted: DffR<Bit>,
    mismatched: DffR<Bit>,
    allocated: DffR<Bit>,
    evicted: DffR<Bit>,
    grown: DffR<Bit>,
    shrunk: DffR<Bit>,
    fired: DffR<Bit>,
    moved: DffR<Bit>,
    lost: DffR<Bit>,
    look: Signal<Local, Bit>,
    commit: Signal<Local, Bit>,
    /// The oldest load waits for its outcome alone.
    waits: Signal<Local, Bit>,
    allocates: Signal<Local, Bit>,
    link: Signal<Local, Bit>,
    new_place: Signal<Local, Bits<ENTRY>>,
    write_place: Signal<Local, Bits<ENTRY>>,
    other_last: Signal<Local, Bit>,
    scalar: Signal<Local, Bit>,
    job_wanted: Signal<Local, Bit>,
    job_used: Signal<Local, Bits<JOBS>>,
    jobs_full: Signal<Local, Bit>,
    job: Signal<Local, Bits<JOB>>,
    head: Signal<Local, Bits<JOB>>,
    /// Jobs behind the first one are of no use yet.
    unused: Signal<Local, Bit>,
    intake: Intake<WARPS, WARP, PC, WAIT, WAITING, DELAY, LOAD> = Intake::new(params),
    walker: Walker<
        LANES, PLACE, LANE, COUNT, ADDRESS, ADDRESSES, OFFSET, SPAN, REST, PARTS, WORDS, MULTIPLES, BEAT, WAIT, WALK
    > = Walker::new(params),
    outcome: Outcome<WAIT, ENTRY, ADDRESS, OUTCOME> = Outcome::new(),
    entries: Table<
        ENTRIES, ENTRY, PC, ADDRESS, OFFSET, CONF, LANE, DIST, WARP, KEY, LEAVES, FOURS, NODES, TOP_LEAVES, MEETINGS, TOP_NODES
    > = Table::new(),
    states: States<ENTRIES, ENTRY, WARPS, WARP> = States::new(),
    triggers: Triggers<ENTRIES, ENTRY, PC, ADDRESS, CONF, DIST> = Triggers::new(),
    training: Training<
        WARPS, WARP, RUNNING, LANE, COUNT, ADDRESS, OFFSET, CONF, DIST, ITER, ITER_SIGNED, STEP, PLACES, AHEAD_ADD, AHEAD,
        PARTS, WORDS, OFFSET_BITS, OFFSET_PARTS, OFFSET_WORDS, DIST_DISTANCE, DIST_PARTS, DIST_WORDS,
        ADDRESS_STEPS, STEP_STEPS, SUM, OVER, ITER_WIDE
    > = Training::new(params),
    jobs: ShiftList<JOBS, JOB> = ShiftList::new(),
    generator: Generator<ADDRESS, OFFSET, LANE, STEP, ENTRY, WARP, ADDRESS_STEPS> = Generator::new(params),
    queue: Queue<DEPTH, ADDRESS, ENTRY, WARP, WORD> = Queue::new(),
    new_distance: Constant<Bits<DIST>> = Constant::new(1.into()),
    new_confidence: Constant<Bits<CONF>> = Constant::new(1.into()),
    every_job: Constant<Bits<JOBS>> = Constant::new(!Bits::<JOBS>::default()),
    last_job: Constant<Bits<32>> = Constant::new((JOBS as u64 - 1).into()),
    /// Where the fields of a job are, above whether it has two groups.
    job_shift_at: Constant<Bits<32>> = Constant::new(1.into()),
    job_warp_at: Constant<Bits<32>> = Constant::new(4.into()),
    job_entry_at: Constant<Bits<32>> = Constant::new((WARP as u64 + 4).into()),
    job_offset_at: Constant<Bits<32>> = Constant::new(((ENTRY + WARP + 4) as u64).into()),
    job_step_at: Constant<Bits<32>> = Constant::new(((OFFSET + ENTRY + WARP + 4) as u64).into()),
    job_target_at: Constant<Bits<32>> = Constant::new(((STEP + OFFSET + ENTRY + WARP + 4) as u64).into()),
    /// Bits of an address inside a line.
    low: Constant<Bits<8>> = Constant::new(u64::from(params.line_bytes - 1).into()),
    /// Jobs are made.
    foa_en: Constant<Bit> = Constant::new(params.foa_en),
    /// Triggers are allocated.
    tia_en: Constant<Bit> = Constant::new(params.tia_en),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, reads, weighs, holds, closes, links, hit, place);
        dff_setup!(self, clock, entry_address, entry_offset, entry_confidence, entry_lane, entry_distance);
        dff_setup!(self, clock, entry_warp, entry_since, link_line, link_pc);
        clock!(self, clock, link_wanted, link_known, trained, trusted, mismatched, allocated, evicted);
        clock!(self, clock, grown, shrunk, fired, moved, lost);
        clock!(self, clock, intake, walker, outcome, entries, states, triggers, training, jobs, generator, queue);
        self.reads.reset.next = self.reset.val();
        self.weighs.reset.next = self.reset.val();
        self.holds.reset.next = self.reset.val();
        self.closes.reset.next = self.reset.val();
        self.links.reset.next = self.reset.val();
        self.link_wanted.reset.next = self.reset.val();
        self.trained.reset.next = self.reset.val();
        self.trusted.reset.next = self.reset.val();
        self.mismatched.reset.next = self.reset.val();
        self.allocated.reset.next = self.reset.val();
        self.evicted.reset.next = self.reset.val();
        self.grown.reset.next = self.reset.val();
        self.shrunk.reset.next = self.reset.val();
        self.fired.reset.next = self.reset.val();
        self.moved.reset.next = self.reset.val();
        self.lost.reset.next = self.reset.val();
        self.intake.reset.next = self.reset.val();
        self.walker.reset.next = self.reset.val();
        self.outcome.reset.next = self.reset.val();
        self.entries.reset.next = self.reset.val();
        self.triggers.reset.next = self.reset.val();
        self.jobs.reset.next = self.reset.val();
        self.generator.reset.next = self.reset.val();
        self.queue.reset.next = self.reset.val();

        comment!("Loads come in, and are walked.");
        self.intake.clear.next = self.flush.val();
        self.intake.ld_v.next = self.ld_v.val();
        self.intake.ld_first.next = self.ld_first.val();
        self.intake.ld_last.next = self.ld_last.val();
        self.intake.ld_pc.next = self.ld_pc.val();
        self.intake.ld_warp.next = self.ld_warp.val();
        self.ld_rdy.next = self.intake.ready.val();
        self.walker.clear.next = self.flush.val();
        self.walker.take.next = self.intake.take.val();
        self.walker.take_first.next = self.intake.take_first.val();
        self.walker.take_last.next = self.ld_last.val();
        self.walker.take_mask.next = self.ld_mask.val();
        self.walker.take_addresses.next = self.ld_addr.val();
        self.outcome.clear.next = self.flush.val();
        self.outcome.res_v.next = self.res_v.val();
        self.outcome.res_miss.next = self.res_miss.val();
        self.outcome.res_merged.next = self.res_merged.val();
        self.outcome.res_entry.next = self.res_entry.val();
        self.outcome.res_line.next = self.res_line.val();

        comment!("The steps of the oldest load.");
        self.look.next = self.intake.due.val()
            && !self.reads.q.val()
            && !self.weighs.q.val()
            && !self.holds.q.val()
            && !self.closes.q.val()
            && !self.links.q.val();
        self.waits.next = self.holds.q.val() && self.triggers.quiet.val();
        self.commit.next = self.waits.val() && self.outcome.valid.val();
        self.reads.d.next = self.look.val();
        self.weighs.d.next = self.reads.q.val();
        self.holds.d.next = self.weighs.q.val() || (self.holds.q.val() && !self.commit.val());
        self.closes.d.next = self.commit.val();
        self.links.d.next = self.closes.q.val();
        if self.flush.val() {
            self.reads.d.next = false;
            self.weighs.d.next = false;
            self.holds.d.next = false;
            self.closes.d.next = false;
            self.links.d.next = false;
        }
        self.intake.look.next = self.look.val();
        self.intake.commit.next = self.commit.val();
        self.walker.commit.next = self.commit.val();
        self.outcome.commit.next = self.commit.val();

        comment!("Look.");
        self.entries.clear.next = self.flush.val();
        self.entries.look.next = self.look.val();
        self.entries.look_pc.next = self.intake.pc.val();
        if self.look.val() {
            self.hit.d.next = self.entries.hit.val();
            self.place.d.next = self.entries.place.val();
        }

        comment!("Read: the entry, or a new one.");
        self.entries.read.next = self.triggers.read.val();
        if self.reads.q.val() {
            self.entries.read.next = self.place.q.val();
        }
        if self.reads.q.val() {
            self.entry_address.d.next = self.entries.read_address.val();
            self.entry_offset.d.next = 0.into();
            self.entry_confidence.d.next = 0.into();
            self.entry_lane.d.next = self.entries.read_lane.val();
            self.entry_distance.d.next = self.new_distance.val();
            self.entry_warp.d.next = self.entries.read_warp.val();
            self.entry_since.d.next = 0.into();
            if self.hit.q.val() {
                self.entry_offset.d.next = self.entries.read_offset.val();
                self.entry_confidence.d.next = self.entries.read_confidence.val();
                self.entry_distance.d.next = self.entries.read_distance.val();
                self.entry_since.d.next = self.entries.read_since.val();
            }
        }

        comment!("Weigh.");
        self.training.weigh.next = self.weighs.q.val();
        self.training.entry_address.next = self.entry_address.q.val();
        self.training.entry_offset.next = self.entry_offset.q.val();
        self.training.entry_confidence.next = self.entry_confidence.q.val();
        self.training.entry_lane.next = self.entry_lane.q.val();
        self.training.entry_distance.next = self.entry_distance.q.val();
        self.training.entry_warp.next = self.entry_warp.q.val();
        self.training.entry_since.next = self.entry_since.q.val();
        self.training.warp.next = self.intake.warp.val();
        self.training.active.next = self.walker.next_active.val();
        self.training.offset.next = self.walker.next_offset.val();
        self.training.lane.next = self.walker.next_lane.val();
        self.training.address.next = self.walker.next_address.val();
        self.training.threads.next = self.iter_threads.val();
        self.training.running.next = self.live_warps.val();

        comment!("Triggers fire.");
        self.triggers.clear.next = self.flush.val();
        self.triggers.found.next = self.entries.triggers.val();
        self.triggers.pc.next = self.intake.pc.val();
        self.triggers.last_valid.next = self.intake.last_valid.val();
        self.triggers.last_pc.next = self.intake.last_pc.val();
        self.triggers.read_address.next = self.entries.read_address.val();
        self.triggers.read_confidence.next = self.entries.read_confidence.val();
        self.triggers.read_hops.next = self.entries.read_distance.val();
        self.triggers.read_slow.next = self.states.is_slow.val();
        self.states.trigger.next = self.triggers.read.val();

        comment!("Commit.");
        self.states.fixed.next = self.entries.fixed.val();
        self.states.chained.next = self.entries.chained.val();
        self.states.fill_v.next = self.fill_v.val();
        self.states.fill_entry.next = self.fill_entry.val();
        self.states.fill_warp.next = self.fill_warp.val();
        self.states.sent_v.next = self.queue.sent.val();
        self.states.sent_entry.next = self.queue.pf_entry.val();
        self.states.sent_warp.next = self.queue.pf_warp.val();
        self.states.slow_v.next = self.commit.val() && self.outcome.merged.val();
        self.states.slow_entry.next = self.outcome.entry.val();
        self.states.place.next = self.place.q.val();
        self.states.warp.next = self.intake.warp.val();
        self.training.commits.next = self.commit.val();
        self.training.linear.next = self.walker.linear.val();
        self.training.is_sent.next = self.hit.q.val() && self.states.is_sent.val();
        self.training.is_filled.next = self.hit.q.val() && self.states.is_filled.val();
        self.training.miss.next = self.outcome.miss.val();
        self.training.merged.next = self.outcome.merged.val();
        self.allocates.next = self.commit.val() && !self.hit.q.val();
        self.new_place.next = self.entries.victim.val();
        if self.hit.q.val() {
            self.new_place.next = self.place.q.val();
        }

        comment!("The victim of the commit is found before it, but after the triggers; that of a trigger as the commit leaves the table.");
        self.entries.look_victim.next = self.reads.q.val() || self.triggers.fire.val() || self.waits.val();
        self.entries.choose_victim.next =
            self.weighs.q.val() || self.triggers.has_fired.val() || self.closes.q.val();
        self.entries.changes.next = self.triggers.fire.val() || self.waits.val();
        self.entries.changed.next = self.new_place.val();
        self.entries.changed_confidence.next = self.training.new_confidence.val();
        if self.triggers.fire.val() {
            self.entries.changed.next = self.triggers.place.val();
            self.entries.changed_confidence.next = self.triggers.new_confidence.val();
        }

        comment!("Two cycles later: a trigger for a line that all lanes have read, and missed.");
        self.scalar.next = self.training.trusted.val() && !self.training.new_offset.val().any();
        self.other_last.next = self.intake.last_valid.val() && (self.intake.last_pc.val() != self.intake.pc.val());
        self.link_wanted.d.next = false;
        if self.commit.val() {
            self.link_wanted.d.next = self.tia_en.val()
                && self.scalar.val()
                && self.outcome.miss.val()
                && !self.outcome.merged.val()
                && self.other_last.val();
        }
        if self.closes.q.val() {
            self.link_wanted.d.next = self.link_wanted.q.val();
        }
        if self.commit.val() {
            self.link_line.d.next = self.outcome.line.val() & (!bit_cast::<ADDRESS, 8>(self.low.val()));
            self.link_pc.d.next = self.intake.last_pc.val();
        }
        self.entries.look_for_line.next = self.closes.q.val();
        self.entries.look_line.next = self.link_line.q.val();
        self.link_known.d.next = self.entries.has_line.val();
        self.link.next = self.links.q.val() && self.link_wanted.q.val() && !self.link_known.q.val();

        comment!("One entry is written.");
        self.write_place.next = self.new_place.val();
        self.entries.write_trigger.next = false;
        self.entries.write_pc.next = self.intake.pc.val();
        self.entries.write_address.next = self.walker.address.val();
        self.entries.write_offset.next = self.training.new_offset.val();
        self.entries.write_confidence.next = self.training.new_confidence.val();
        self.entries.write_lane.next = self.walker.lane.val();
        self.entries.write_distance.next = self.training.new_distance.val();
        self.entries.write_warp.next = self.intake.warp.val();
        self.entries.write_since.next = self.training.new_since.val();
        if self.triggers.fire.val() {
            self.write_place.next = self.triggers.place.val();
            self.entries.write_trigger.next = true;
            self.entries.write_pc.next = self.triggers.new_pc.val();
            self.entries.write_address.next = self.triggers.address.val();
            self.entries.write_confidence.next = self.triggers.new_confidence.val();
            self.entries.write_distance.next = self.triggers.new_hops.val();
        }
        if self.links.q.val() {
            self.write_place.next = self.entries.victim.val();
            self.entries.write_trigger.next = true;
            self.entries.write_pc.next = self.link_pc.q.val();
            self.entries.write_address.next = self.link_line.q.val();
            self.entries.write_confidence.next = self.new_confidence.val();
            self.entries.write_distance.next = self.new_distance.val();
        }
        self.entries.write.next = self.commit.val() || self.triggers.fire.val() || self.link.val();
        self.entries.write_place.next = self.write_place.val();
        self.states.write.next = self.commit.val() || self.triggers.fire.val() || self.link.val();
        self.states.write_place.next = self.write_place.val();
        self.states.clear_all.next = !self.commit.val() || !self.hit.q.val() || self.training.mismatch.val();
        self.states.clear_warp.next = self.intake.warp.val();

        comment!("Jobs.");
        self.job_used.next = self.jobs.used.val();
        self.jobs_full.next = self.job_used.val().get_bit(self.last_job.val().index());
        self.job_wanted.next = self.commit.val()
            && self.foa_en.val()
            && self.training.trusted.val()
            && self.training.new_offset.val().any();
        self.job.next = (bit_cast::<JOB, ADDRESS>(self.training.target.val()) << self.job_target_at.val())
            | (bit_cast::<JOB, STEP>(self.training.iteration.val()) << self.job_step_at.val())
            | (bit_cast::<JOB, OFFSET>(self.training.new_offset.val()) << self.job_offset_at.val())
            | (bit_cast::<JOB, ENTRY>(self.new_place.val()) << self.job_entry_at.val())
            | (bit_cast::<JOB, WARP>(self.intake.warp.val()) << self.job_warp_at.val())
            | (bit_cast::<JOB, 3>(self.training.shift.val()) << self.job_shift_at.val())
            | bit_cast::<JOB, 1>(self.training.both.val().into());
        self.jobs.clear.next = self.flush.val();
        self.jobs.offer.next = self.holds.q.val();
        self.jobs.push.next = self.job_wanted.val() && !self.jobs_full.val();
        self.jobs.data.next = self.job.val();
        self.jobs.take.next = self.generator.pop.val();
        self.jobs.up.next = self.every_job.val();
        self.head.next = self.jobs.words[0].val();
        self.unused.next = self.jobs.first_next.val().any();
        for i in 0..JOBS {
            self.unused.next = self.unused.val() || self.jobs.words[i].val().any();
        }
        self.generator.clear.next = self.flush.val();
        self.generator.job_valid.next = self.job_used.val().get_bit(0);
        self.generator.job_target.next = self.head.val().get_bits::<ADDRESS>(self.job_target_at.val().index());
        self.generator.job_shift.next = self.head.val().get_bits::<3>(self.job_shift_at.val().index());
        self.generator.job_both.next = self.head.val().get_bit(0);
        self.generator.job_iteration.next = self.head.val().get_bits::<STEP>(self.job_step_at.val().index());
        self.generator.job_offset.next = self.head.val().get_bits::<OFFSET>(self.job_offset_at.val().index());
        self.generator.job_entry.next = self.head.val().get_bits::<ENTRY>(self.job_entry_at.val().index());
        self.generator.job_warp.next = self.head.val().get_bits::<WARP>(self.job_warp_at.val().index());
        self.generator.accept.next = self.queue.accept.val();

        comment!("Lines.");
        self.queue.clear.next = self.flush.val();
        self.queue.trigger_v.next = self.triggers.line_v.val();
        self.queue.trigger_line.next = self.triggers.line.val();
        self.queue.trigger_entry.next = self.triggers.line_entry.val();
        self.queue.trigger_warp.next = self.intake.warp.val();
        self.queue.job_v.next = self.generator.line_v.val();
        self.queue.job_line.next = self.generator.line.val();
        self.queue.job_entry.next = self.generator.entry.val();
        self.queue.job_warp.next = self.generator.warp.val();
        self.queue.job_first.next = self.generator.first.val();
        self.queue.pf_rdy.next = self.pf_rdy.val();
        self.queue.pf_sent.next = self.pf_sent.val();
        self.pf_v.next = self.queue.pf_v.val();
        self.pf_line.next = self.queue.pf_line.val();
        self.pf_entry.next = self.queue.pf_entry.val();
        self.pf_warp.next = self.queue.pf_warp.val();
        self.pf_track.next = self.queue.pf_track.val();
        self.pf_trig.next = self.queue.pf_trig.val();

        comment!("What has happened in this cycle shows in the next.");
        self.trained.d.next = self.commit.val() && self.training.trains.val() && !self.flush.val();
        self.trusted.d.next = self.commit.val() && self.training.trusted.val() && !self.flush.val();
        self.mismatched.d.next = self.commit.val() && self.training.mismatch.val() && !self.flush.val();
        self.allocated.d.next = (self.allocates.val() || self.link.val()) && !self.flush.val();
        self.evicted.d.next = (self.allocates.val() || self.link.val())
            && self.entries.victim_in_use.val()
            && !self.flush.val();
        self.grown.d.next = self.commit.val() && self.training.grows.val() && !self.flush.val();
        self.shrunk.d.next = self.commit.val() && self.training.shrinks.val() && !self.flush.val();
        self.fired.d.next = self.triggers.fire.val() && !self.flush.val();
        self.moved.d.next = self.triggers.fire.val() && self.triggers.moves.val() && !self.flush.val();
        self.lost.d.next = (self.queue.lost.val() || (self.job_wanted.val() && self.jobs_full.val()))
            && !self.flush.val();
        self.stat_trained.next = self.trained.q.val();
        self.stat_trusted.next = self.trusted.q.val();
        self.stat_mismatch.next = self.mismatched.q.val();
        self.stat_alloc.next = self.allocated.q.val();
        self.stat_evict.next = self.evicted.q.val();
        self.stat_dist_inc.next = self.grown.q.val();
        self.stat_dist_dec.next = self.shrunk.q.val();
        self.stat_trig_fire.next = self.fired.q.val();
        self.stat_trig_move.next = self.moved.q.val();
        self.stat_drop.next = self.lost.q.val();
    }
}
