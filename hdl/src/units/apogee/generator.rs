// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::apogee::params::Params;

use crate::block;
use crate::comment;
use crate::prim::{CarrySave, Dff, DffR, PrefixAdder, Scaled};

block! {
    /// The line generator (specification section 2.3, decisions P21 and P22): takes a job, and has a line at hand in each cycle from the
    /// next one on until the job is done. Offsets of at most a line give consecutive lines, larger ones a line per lane; both end at
    /// the line of the last lane. A job may have two groups, one iteration apart.
    pub struct Generator<
        ADDRESS, OFFSET, LANE, STEP, ENTRY, WARP, ADDRESS_STEPS
    > = "apogee_generator" where ADDRESS_STEPS = bits(ADDRESS);
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget the job at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// There is a job.
    pub job_valid: Signal<In, Bit>,
    /// Address of lane -1 in some iteration.
    pub job_target: Signal<In, Bits<ADDRESS>>,
    /// Iterations from that to the first group.
    pub job_shift: Signal<In, Bits<3>>,
    /// There is a second group.
    pub job_both: Signal<In, Bit>,
    /// Bytes from an iteration to the next.
    pub job_iteration: Signal<In, Bits<STEP>>,
    /// Offset from lane to lane.
    pub job_offset: Signal<In, Bits<OFFSET>>,
    /// Entry and warp.
    pub job_entry: Signal<In, Bits<ENTRY>>,
    pub job_warp: Signal<In, Bits<WARP>>,
    /// The job is taken.
    pub pop: Signal<Out, Bit>,
    /// The line at hand is queued.
    pub accept: Signal<In, Bit>,
    /// A line is at hand.
    pub line_v: Signal<Out, Bit>,
    /// That line.
    pub line: Signal<Out, Bits<ADDRESS>>,
    /// Entry and warp of the job.
    pub entry: Signal<Out, Bits<ENTRY>>,
    pub warp: Signal<Out, Bits<WARP>>,
    /// It is the first line of the job.
    pub first: Signal<Out, Bit>,
    running: DffR<Bit>,
    is_first: Dff<Bit>,
    second: Dff<Bit>,
    /// An address in the line at hand.
    cursor: Dff<Bits<ADDRESS>>,
    /// Address of lane 0, and of the last lane.
    first_lane: Dff<Bits<ADDRESS>>,
    last: Dff<Bits<ADDRESS>>,
    offset: Dff<Bits<OFFSET>>,
    iteration: Dff<Bits<STEP>>,
    of_entry: Dff<Bits<ENTRY>>,
    of_warp: Dff<Bits<WARP>>,
    in_line: Signal<Local, Bits<ADDRESS>>,
    job_wide: Signal<Local, Bits<ADDRESS>>,
    wide: Signal<Local, Bits<ADDRESS>>,
    size: Signal<Local, Bits<ADDRESS>>,
    stride: Signal<Local, Bits<ADDRESS>>,
    iteration_wide: Signal<Local, Bits<ADDRESS>>,
    takes: Signal<Local, Bit>,
    group_done: Signal<Local, Bit>,
    group: Scaled<STEP, ADDRESS, 2, 3, 4, 8> = Scaled::new(),
    from_first: CarrySave<3, ADDRESS, 5> = CarrySave::new(),
    from_last: CarrySave<3, ADDRESS, 5> = CarrySave::new(),
    first_sum: PrefixAdder<ADDRESS, ADDRESS_STEPS> = PrefixAdder::new(),
    last_sum: PrefixAdder<ADDRESS, ADDRESS_STEPS> = PrefixAdder::new(),
    offset_sign: Constant<Bits<32>> = Constant::new((OFFSET as u64 - 1).into()),
    step_sign: Constant<Bits<32>> = Constant::new((STEP as u64 - 1).into()),
    lane_bits: Constant<Bits<32>> = Constant::new((LANE as u64).into()),
    /// Bits of an address inside a line.
    low: Constant<Bits<8>> = Constant::new(u64::from(params.line_bytes - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, running, is_first, second, cursor, first_lane, last, offset, iteration, of_entry, of_warp);
        self.running.reset.next = self.reset.val();

        comment!("Lane 0 and the last lane of the first group.");
        self.job_wide.next = 0.into();
        if self.job_offset.val().get_bit(self.offset_sign.val().index()) {
            self.job_wide.next = !self.job_wide.val();
        }
        for b in 0..OFFSET {
            self.job_wide.next = self.job_wide.val().replace_bit(b, self.job_offset.val().get_bit(b));
        }
        self.group.enable.next = self.job_valid.val();
        self.group.base.next = self.job_target.val();
        self.group.stride.next = self.job_iteration.val();
        self.group.distance.next = self.job_shift.val();
        self.from_first.enable.next = true;
        self.from_first.addends[0].next = self.group.sum.val();
        self.from_first.addends[1].next = self.group.carry.val();
        self.from_first.addends[2].next = self.job_wide.val();
        self.first_sum.a.next = self.from_first.sum.val();
        self.first_sum.b.next = self.from_first.carry.val();
        self.from_last.enable.next = true;
        self.from_last.addends[0].next = self.group.sum.val();
        self.from_last.addends[1].next = self.group.carry.val();
        self.from_last.addends[2].next = self.job_wide.val() << self.lane_bits.val();
        self.last_sum.a.next = self.from_last.sum.val();
        self.last_sum.b.next = self.from_last.carry.val();

        comment!("The next line: a line further, or that of the next lane if that is more.");
        self.in_line.next = bit_cast::<ADDRESS, 8>(self.low.val());
        self.wide.next = 0.into();
        if self.offset.q.val().get_bit(self.offset_sign.val().index()) {
            self.wide.next = !self.wide.val();
        }
        for b in 0..OFFSET {
            self.wide.next = self.wide.val().replace_bit(b, self.offset.q.val().get_bit(b));
        }
        self.stride.next = self.in_line.val() + 1;
        self.size.next = self.wide.val();
        if self.offset.q.val().get_bit(self.offset_sign.val().index()) {
            self.stride.next = !self.in_line.val();
            self.size.next = !self.wide.val();
        }
        if (self.size.val() & (!self.in_line.val())).any() {
            self.stride.next = self.wide.val();
        }
        self.iteration_wide.next = 0.into();
        if self.iteration.q.val().get_bit(self.step_sign.val().index()) {
            self.iteration_wide.next = !self.iteration_wide.val();
        }
        for b in 0..STEP {
            self.iteration_wide.next =
                self.iteration_wide.val().replace_bit(b, self.iteration.q.val().get_bit(b));
        }
        self.group_done.next =
            !((self.cursor.q.val() ^ self.last.q.val()) & (!self.in_line.val())).any();

        self.takes.next = self.job_valid.val() && !self.running.q.val();
        self.pop.next = self.takes.val();
        if self.takes.val() {
            self.running.d.next = true;
        }
        if self.running.q.val() && self.accept.val() && self.group_done.val() && !self.second.q.val() {
            self.running.d.next = false;
        }
        if self.clear.val() {
            self.running.d.next = false;
        }
        if self.takes.val() {
            self.is_first.d.next = true;
            self.second.d.next = self.job_both.val();
            self.cursor.d.next = self.first_sum.sum.val();
            self.first_lane.d.next = self.first_sum.sum.val();
            self.last.d.next = self.last_sum.sum.val();
            self.offset.d.next = self.job_offset.val();
            self.iteration.d.next = self.job_iteration.val();
            self.of_entry.d.next = self.job_entry.val();
            self.of_warp.d.next = self.job_warp.val();
        } else if self.accept.val() {
            self.is_first.d.next = false;
            self.cursor.d.next = self.cursor.q.val() + self.stride.val();
            if self.group_done.val() {
                self.second.d.next = false;
                self.cursor.d.next = self.first_lane.q.val() + self.iteration_wide.val();
                self.last.d.next = self.last.q.val() + self.iteration_wide.val();
            }
        }
        self.line_v.next = self.running.q.val();
        self.line.next = self.cursor.q.val() & (!self.in_line.val());
        self.entry.next = self.of_entry.q.val();
        self.warp.next = self.of_warp.q.val();
        self.first.next = self.is_first.q.val();
    }
}
