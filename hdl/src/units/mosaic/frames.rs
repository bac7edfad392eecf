// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mosaic::params::Params;

use super::frame_list::FrameList;
use super::frame_ram::FrameRam;
use super::free_page::FreePage;
use super::page_count::PageCount;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, Fifo};

block! {
    /// Mosaic's lists of large page frames, with their pages that are allocated (specification sections 2.2, 2.7, 2.8 and 5): free frames, frames of an
    /// application with free pages, and large pages that can be taken apart in an emergency. Memories are not cleared: a frame that was never in use is free.
    /// Protocol: one command at a time; the response comes six cycles after it was taken, and shows what is the case from then on. In the first
    /// cycle behind the command its frame is chosen, unless it says which, in the second that is read; in the fourth it is decided what
    /// changes, in the fifth that is written. All outputs follow from registers alone.
    pub struct Frames<
        APPS, APP, LVPN, FRAMES, FRAME, FREE, SLOT, SLOTS, COUNT, END, PHASE, ROOM, ROOMS, LIST, LISTS, RECORD, PIECES, PIECE, PART, NODES
    > = "mosaic_frames";
    fn new(params: &Params);
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub cmd_valid: Signal<In, Bit>,
    pub cmd_op: Signal<In, Bits<3>>,
    pub cmd_app: Signal<In, Bits<APP>>,
    pub cmd_lvpn: Signal<In, Bits<LVPN>>,
    pub cmd_frame: Signal<In, Bits<FRAME>>,
    pub cmd_first: Signal<In, Bits<SLOT>>,
    pub cmd_len: Signal<In, Bits<COUNT>>,
    pub cmd_any: Signal<In, Bit>,
    pub cmd_phase: Signal<In, Bits<PHASE>>,
    pub cmd_at: Signal<In, Bit>,
    pub cmd_foreign: Signal<In, Bit>,
    pub cmd_ready: Signal<Out, Bit>,
    pub rsp_valid: Signal<Out, Bit>,
    pub rsp_ok: Signal<Out, Bit>,
    pub rsp_frame: Signal<Out, Bits<FRAME>>,
    pub rsp_slot: Signal<Out, Bits<SLOT>>,
    pub rsp_action: Signal<Out, Bits<3>>,
    pub rsp_owner: Signal<Out, Bits<APP>>,
    pub rsp_lvpn: Signal<Out, Bits<LVPN>>,
    pub rsp_count: Signal<Out, Bits<COUNT>>,
    pub rsp_bitmap: Signal<Out, Bits<SLOTS>>,
    pub rsp_more: Signal<Out, Bit>,
    pub rsp_next: Signal<Out, Bits<FRAME>>,
    pub free_frames: Signal<Out, Bits<FREE>>,
    pub emergency: Signal<Out, Bits<FREE>>,
    pub free_slots: Signal<Out, Bits<ROOMS>>,
    /// Cycles since the command was taken; 0 without one.
    step: DffR<Bits<3>>,
    /// The command; its frame is replaced by the one that is chosen.
    op: Dff<Bits<3>>,
    app: Dff<Bits<APP>>,
    asked_lvpn: Dff<Bits<LVPN>>,
    frame: Dff<Bits<FRAME>>,
    range_first: Dff<Bits<SLOT>>,
    range_len: Dff<Bits<COUNT>>,
    any: Dff<Bit>,
    phase: Dff<Bits<PHASE>>,
    at: Dff<Bit>,
    foreign: Dff<Bit>,
    /// There is a frame, which was free, and was in use at some time.
    exists: Dff<Bit>,
    begins: Dff<Bit>,
    known: Dff<Bit>,
    /// Its allocated pages, less those that are freed.
    pages: Dff<Bits<SLOTS>>,
    /// What is decided: the response, and what the frame becomes.
    answers: DffR<Bit>,
    ok: Dff<Bit>,
    slot: Dff<Bits<SLOT>>,
    action: Dff<Bits<3>>,
    state: Dff<Bits<2>>,
    owner: Dff<Bits<APP>>,
    lvpn: Dff<Bits<LVPN>>,
    count: Dff<Bits<COUNT>>,
    mixed: Dff<Bit>,
    urgent: Dff<Bit>,
    more: Dff<Bit>,
    follower: Dff<Bits<FRAME>>,
    /// It has a successor in a list of frames with free pages, perhaps.
    listed: Dff<Bit>,
    /// It is put into, or taken out of, a list of its owner, which is that of large pages; the emergency list; the free frames.
    joins: Dff<Bit>,
    leaves: Dff<Bit>,
    of_large: Dff<Bit>,
    retires: Dff<Bit>,
    /// How many more free pages its owner has.
    gain: Dff<Bits<ROOM>>,
    /// The first frame that was never in use, frames in use, the next free frame, and frames in the emergency list.
    fresh: DffR<Bits<FREE>>,
    in_use: DffR<Bits<FREE>>,
    next_free: Dff<Bits<FRAME>>,
    urgents: DffR<Bits<FREE>>,
    /// Free pages of each application.
    room: Vec<DffR<Bits<ROOM>>> = array(APPS),
    records: FrameRam<FRAMES, FRAME, RECORD> = FrameRam::new(),
    bitmaps: FrameRam<FRAMES, FRAME, SLOTS> = FrameRam::new(),
    recycled: Fifo<FRAMES, FRAME, FRAME, FREE> = Fifo::new(),
    /// For each application its frames with free pages, and its frames in the emergency list.
    lists: FrameList<FRAMES, FRAME, LISTS, LIST> = FrameList::new(),
    /// The emergency list of all; a second list that is never used gives it a number of one bit.
    ages: FrameList<FRAMES, FRAME, 2, 1> = FrameList::new(),
    counter: PageCount<SLOT, SLOTS, PIECES, PIECE, PART, NODES, COUNT> = PageCount::new(),
    lowest: FreePage<SLOT, SLOTS, FRAME, PHASE> = FreePage::new(params),
    idle: Signal<Local, Bit>,
    chooses: Signal<Local, Bit>,
    decides: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    /// The commands.
    alloc_frame: Signal<Local, Bit>,
    base: Signal<Local, Bit>,
    frees: Signal<Local, Bit>,
    coalesces: Signal<Local, Bit>,
    splinters: Signal<Local, Bit>,
    releases: Signal<Local, Bit>,
    pops: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    seeks: Signal<Local, Bit>,
    takes_free: Signal<Local, Bit>,
    recycles: Signal<Local, Bit>,
    read: Signal<Local, Bits<FRAME>>,
    range_end: Signal<Local, Bits<END>>,
    every: Signal<Local, Bits<SLOTS>>,
    freed: Signal<Local, Bits<SLOTS>>,
    /// What the frame is, and whether it is in a list of frames with free pages.
    record: Signal<Local, Bits<RECORD>>,
    written: Signal<Local, Bits<RECORD>>,
    was_state: Signal<Local, Bits<2>>,
    was_owner: Signal<Local, Bits<APP>>,
    was_count: Signal<Local, Bits<COUNT>>,
    was_mixed: Signal<Local, Bit>,
    was_urgent: Signal<Local, Bit>,
    is_free: Signal<Local, Bit>,
    is_owned: Signal<Local, Bit>,
    is_large: Signal<Local, Bit>,
    is_full: Signal<Local, Bit>,
    is_partial: Signal<Local, Bit>,
    /// It gets its first free page, or takes its last one.
    opens: Signal<Local, Bit>,
    fills: Signal<Local, Bit>,
    fits: Signal<Local, Bit>,
    done: Signal<Local, Bit>,
    none: Signal<Local, Bit>,
    below: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    new_count: Signal<Local, Bits<COUNT>>,
    new_state: Signal<Local, Bits<2>>,
    enters: Signal<Local, Bit>,
    quits: Signal<Local, Bit>,
    empties: Signal<Local, Bit>,
    old_room: Signal<Local, Bits<COUNT>>,
    new_room: Signal<Local, Bits<COUNT>>,
    list_app: Signal<Local, Bits<APP>>,
    list_large: Signal<Local, Bit>,
    list: Signal<Local, Bits<LIST>>,
    /// Nobody goes through the emergency list of all.
    unused: Signal<Local, Bit>,
    one_room: Signal<Local, Bits<ROOM>>,
    rooms: Signal<Local, Bits<ROOMS>>,
    none_at_all: Constant<Bits<SLOTS>> = Constant::new(0.into()),
    one_page: Constant<Bits<SLOTS>> = Constant::new(1.into()),
    alloc_large: Constant<Bits<3>> = Constant::new(0.into()),
    alloc_base: Constant<Bits<3>> = Constant::new(1.into()),
    free_range: Constant<Bits<3>> = Constant::new(2.into()),
    set_coalesced: Constant<Bits<3>> = Constant::new(3.into()),
    set_splintered: Constant<Bits<3>> = Constant::new(4.into()),
    set_free: Constant<Bits<3>> = Constant::new(5.into()),
    emerg_pop: Constant<Bits<3>> = Constant::new(6.into()),
    read_bitmap: Constant<Bits<3>> = Constant::new(7.into()),
    to_free: Constant<Bits<3>> = Constant::new(1.into()),
    splinter_free: Constant<Bits<3>> = Constant::new(2.into()),
    splinter_compact: Constant<Bits<3>> = Constant::new(3.into()),
    emerg: Constant<Bits<3>> = Constant::new(4.into()),
    state_owned: Constant<Bits<2>> = Constant::new(1.into()),
    state_coalesced: Constant<Bits<2>> = Constant::new(2.into()),
    choose_step: Constant<Bits<3>> = Constant::new(1.into()),
    count_step: Constant<Bits<3>> = Constant::new(2.into()),
    load_step: Constant<Bits<3>> = Constant::new(3.into()),
    decide_step: Constant<Bits<3>> = Constant::new(4.into()),
    write_step: Constant<Bits<3>> = Constant::new(5.into()),
    /// Pages with which a large page stays one.
    threshold: Constant<Bits<COUNT>> = Constant::new(u64::from(params.cac_thresh).into()),
    all_pages: Constant<Bits<COUNT>> = Constant::new((SLOTS as u64).into()),
    last_page: Constant<Bits<COUNT>> = Constant::new((SLOTS as u64 - 1).into()),
    all_frames: Constant<Bits<FREE>> = Constant::new((FRAMES as u64).into()),
    /// The fields of a record: its state, MIXED, in the emergency list, the owner, the count of pages, the virtual large page.
    mixed_at: Constant<Bits<32>> = Constant::new(2.into()),
    urgent_at: Constant<Bits<32>> = Constant::new(3.into()),
    owner_at: Constant<Bits<32>> = Constant::new(4.into()),
    count_at: Constant<Bits<32>> = Constant::new(((APP + 4) as u64).into()),
    lvpn_at: Constant<Bits<32>> = Constant::new(((APP + COUNT + 4) as u64).into()),
    /// Where a count has the bit of a full frame, and a list the bit of large pages.
    full_at: Constant<Bits<32>> = Constant::new((SLOT as u64).into()),
    large_lists: Constant<Bits<LIST>> = Constant::new((1u64 << APP).into()),
    room_place: Vec<Constant<Bits<32>>> = (0..APPS).map(|app| Constant::new(((app * ROOM) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step, answers, fresh, in_use, urgents);
        clock!(self, clock, op, app, asked_lvpn, frame, range_first, range_len, any, phase, at, foreign);
        clock!(self, clock, exists, begins, known, pages, ok, slot, action, state, owner, lvpn, count, mixed, urgent);
        clock!(self, clock, more, follower, listed, joins, leaves, of_large, retires, gain, next_free);
        clock!(self, clock, records, bitmaps, recycled, lists, ages, counter, lowest);
        self.step.reset.next = self.reset.val();
        self.answers.reset.next = self.reset.val();
        self.fresh.reset.next = self.reset.val();
        self.in_use.reset.next = self.reset.val();
        self.urgents.reset.next = self.reset.val();
        self.recycled.reset.next = self.reset.val();
        self.lists.reset.next = self.reset.val();
        self.ages.reset.next = self.reset.val();
        self.op.d.next = self.op.q.val();
        self.app.d.next = self.app.q.val();
        self.asked_lvpn.d.next = self.asked_lvpn.q.val();
        self.frame.d.next = self.frame.q.val();
        self.range_first.d.next = self.range_first.q.val();
        self.range_len.d.next = self.range_len.q.val();
        self.any.d.next = self.any.q.val();
        self.phase.d.next = self.phase.q.val();
        self.at.d.next = self.at.q.val();
        self.foreign.d.next = self.foreign.q.val();
        self.exists.d.next = self.exists.q.val();
        self.begins.d.next = self.begins.q.val();
        self.pages.d.next = self.pages.q.val();
        self.ok.d.next = self.ok.q.val();
        self.slot.d.next = self.slot.q.val();
        self.action.d.next = self.action.q.val();
        self.state.d.next = self.state.q.val();
        self.owner.d.next = self.owner.q.val();
        self.lvpn.d.next = self.lvpn.q.val();
        self.count.d.next = self.count.q.val();
        self.mixed.d.next = self.mixed.q.val();
        self.urgent.d.next = self.urgent.q.val();
        self.more.d.next = self.more.q.val();
        self.follower.d.next = self.follower.q.val();
        self.listed.d.next = self.listed.q.val();
        self.joins.d.next = self.joins.q.val();
        self.leaves.d.next = self.leaves.q.val();
        self.of_large.d.next = self.of_large.q.val();
        self.retires.d.next = self.retires.q.val();
        self.gain.d.next = self.gain.q.val();

        comment!("A command goes from step to step.");
        self.idle.next = !self.step.q.val().any();
        self.chooses.next = self.step.q.val() == self.choose_step.val();
        self.decides.next = self.step.q.val() == self.decide_step.val();
        self.writes.next = self.step.q.val() == self.write_step.val();
        self.answers.d.next = self.writes.val();
        if self.idle.val() {
            if self.cmd_valid.val() {
                self.step.d.next = self.choose_step.val();
            }
        } else {
            self.step.d.next = self.step.q.val() + 1;
            if self.writes.val() {
                self.step.d.next = 0.into();
            }
        }
        if self.idle.val() && self.cmd_valid.val() {
            self.op.d.next = self.cmd_op.val();
            self.app.d.next = self.cmd_app.val();
            self.asked_lvpn.d.next = self.cmd_lvpn.val();
            self.frame.d.next = self.cmd_frame.val();
            self.range_first.d.next = self.cmd_first.val();
            self.range_len.d.next = self.cmd_len.val();
            self.any.d.next = self.cmd_any.val();
            self.phase.d.next = self.cmd_phase.val();
            self.at.d.next = self.cmd_at.val();
            self.foreign.d.next = self.cmd_foreign.val();
        }
        self.cmd_ready.next = self.idle.val();
        self.alloc_frame.next = self.op.q.val() == self.alloc_large.val();
        self.base.next = self.op.q.val() == self.alloc_base.val();
        self.frees.next = self.op.q.val() == self.free_range.val();
        self.coalesces.next = self.op.q.val() == self.set_coalesced.val();
        self.splinters.next = self.op.q.val() == self.set_splintered.val();
        self.releases.next = self.op.q.val() == self.set_free.val();
        self.pops.next = self.op.q.val() == self.emerg_pop.val();
        self.reads.next = self.op.q.val() == self.read_bitmap.val();

        comment!("Which frame: a free one, the first with free pages, one in the emergency list, or that of the command.");
        self.next_free.d.next = self.fresh.q.val().get_bits::<FRAME>(0);
        self.recycles.next = self.recycled.count.val().any();
        if self.recycles.val() {
            self.next_free.d.next = self.recycled.head.val();
        }
        self.seeks.next = self.base.val() && !self.at.q.val();
        self.takes_free.next = self.alloc_frame.val()
            || ((self.seeks.val() && !self.lists.some.val()) && (self.any.q.val() && !self.foreign.q.val()));
        if self.chooses.val() {
            self.begins.d.next = self.takes_free.val();
            self.exists.d.next = true;
            if self.takes_free.val() {
                self.exists.d.next = self.in_use.q.val() != self.all_frames.val();
                self.frame.d.next = self.next_free.q.val();
            } else if self.seeks.val() {
                self.exists.d.next = self.lists.some.val();
                self.frame.d.next = self.lists.head.val();
            } else if self.pops.val() {
                self.exists.d.next = self.ages.some.val();
                self.frame.d.next = self.ages.head.val();
                if self.lists.some.val() {
                    self.frame.d.next = self.lists.head.val();
                }
            }
        }

        comment!("What it is.");
        self.read.next = self.frame.q.val();
        if self.idle.val() {
            self.read.next = self.cmd_frame.val();
        }
        self.records.read.next = self.read.val();
        self.bitmaps.read.next = self.read.val();
        self.lists.read.next = self.read.val();
        self.ages.read.next = self.read.val();
        self.known.d.next = bit_cast::<FREE, FRAME>(self.frame.q.val()) < self.fresh.q.val();
        self.record.next = self.records.word.val();
        self.was_state.next = self.record.val().get_bits::<2>(0);
        self.was_mixed.next = self.record.val().get_bit(self.mixed_at.val().index());
        self.was_urgent.next = self.record.val().get_bit(self.urgent_at.val().index());
        self.was_owner.next = self.record.val().get_bits::<APP>(self.owner_at.val().index());
        self.was_count.next = self.record.val().get_bits::<COUNT>(self.count_at.val().index());
        self.is_free.next = !self.known.q.val() || !self.was_state.val().any();
        self.is_owned.next = !self.is_free.val() && (self.was_state.val() == self.state_owned.val());
        self.is_large.next = !self.is_free.val() && (self.was_state.val() == self.state_coalesced.val());
        self.is_full.next = self.was_count.val().get_bit(self.full_at.val().index());
        self.is_partial.next = (self.is_owned.val() && !self.is_full.val()) && !self.begins.q.val();

        comment!("Its pages: FREE_RANGE knows its frame at once, and has them in the first step; in the third they are there for all.");
        self.range_end.next = bit_cast::<END, SLOT>(self.range_first.q.val()) + bit_cast::<END, COUNT>(self.range_len.q.val());
        self.every.next = !self.none_at_all.val();
        self.freed.next = 0.into();
        if self.frees.val() {
            self.freed.next = (self.every.val() << self.range_first.q.val()) & (!(self.every.val() << self.range_end.val()));
        }
        if self.chooses.val() || (self.step.q.val() == self.load_step.val()) {
            self.pages.d.next = self.bitmaps.word.val() & (!self.freed.val());
            if self.begins.q.val() && !self.chooses.val() {
                self.pages.d.next = self.none_at_all.val();
                if self.alloc_frame.val() {
                    self.pages.d.next = self.every.val();
                }
            }
        }
        self.counter.enable.next = self.frees.val() && (self.step.q.val() == self.count_step.val());
        self.counter.pages.next = self.pages.q.val();
        self.lowest.frame.next = self.frame.q.val();
        self.lowest.any.next = self.any.q.val();
        self.lowest.phase.next = self.phase.q.val();
        self.lowest.search.next = self.base.val() && self.decides.val();
        self.lowest.pages.next = self.pages.q.val();

        comment!("Whether the command can be done.");
        self.fits.next = self.begins.q.val() || (self.is_partial.val() && (self.was_owner.val() == self.app.q.val()));
        self.done.next = !self.is_free.val();
        if self.alloc_frame.val() || self.pops.val() {
            self.done.next = self.exists.q.val();
        } else if self.base.val() {
            self.done.next = (self.exists.q.val() && self.fits.val()) && self.lowest.some.val();
        } else if self.coalesces.val() {
            self.done.next = (self.is_owned.val() && self.is_full.val()) && !self.was_mixed.val();
        } else if self.splinters.val() {
            self.done.next = self.is_large.val() && !self.was_urgent.val();
        }

        comment!("How many pages are allocated then.");
        self.none.next = !self.counter.count.val().any();
        self.below.next = self.counter.count.val() < self.threshold.val();
        self.whole.next = self.counter.count.val().get_bit(self.full_at.val().index());
        self.new_count.next = self.was_count.val();
        if self.alloc_frame.val() {
            self.new_count.next = self.all_pages.val();
        } else if self.base.val() && self.begins.q.val() {
            self.new_count.next = 1.into();
        } else if self.base.val() {
            self.new_count.next = self.was_count.val() + 1;
        } else if self.frees.val() {
            self.new_count.next = self.counter.count.val();
        } else if self.releases.val() {
            self.new_count.next = 0.into();
        }

        comment!("What becomes of the frame.");
        self.empties.next = self.releases.val() || ((self.frees.val() && self.none.val()) && self.is_owned.val());
        self.enters.next = ((self.frees.val() && self.is_large.val()) && !self.was_urgent.val())
            && (!self.below.val() && !self.whole.val());
        self.quits.next = (self.is_large.val() && self.was_urgent.val())
            && ((self.frees.val() && self.below.val()) || (self.releases.val() || self.pops.val()));
        self.new_state.next = self.was_state.val();
        if self.begins.q.val() || self.splinters.val() {
            self.new_state.next = self.state_owned.val();
        } else if self.coalesces.val() {
            self.new_state.next = self.state_coalesced.val();
        } else if self.empties.val() {
            self.new_state.next = 0.into();
        }
        self.old_room.next = 0.into();
        if self.is_partial.val() {
            self.old_room.next = self.all_pages.val() - self.was_count.val();
        }
        self.new_room.next = 0.into();
        if self.new_state.val() == self.state_owned.val() {
            self.new_room.next = self.all_pages.val() - self.new_count.val();
        }
        self.opens.next = (self.splinters.val() && !self.is_full.val())
            || ((self.frees.val() && self.is_owned.val()) && (self.is_full.val() && (!self.whole.val() && !self.none.val())));
        self.fills.next = self.base.val() && (self.was_count.val() == self.last_page.val());
        if self.decides.val() {
            self.ok.d.next = self.done.val();
            self.slot.d.next = self.lowest.slot.val();
            self.action.d.next = 0.into();
            if self.frees.val() && self.is_owned.val() {
                if self.none.val() {
                    self.action.d.next = self.to_free.val();
                }
            } else if self.frees.val() {
                if self.none.val() {
                    self.action.d.next = self.splinter_free.val();
                } else if self.below.val() {
                    self.action.d.next = self.splinter_compact.val();
                } else if !self.whole.val() {
                    self.action.d.next = self.emerg.val();
                }
            }
            self.state.d.next = self.new_state.val();
            self.owner.d.next = self.was_owner.val();
            self.lvpn.d.next = self.record.val().get_bits::<LVPN>(self.lvpn_at.val().index());
            self.count.d.next = self.new_count.val();
            self.mixed.d.next = self.was_mixed.val() || (self.base.val() && self.foreign.q.val());
            self.urgent.d.next = (self.was_urgent.val() && !self.quits.val()) || self.enters.val();
            if self.begins.q.val() {
                self.owner.d.next = self.app.q.val();
                self.lvpn.d.next = 0.into();
                self.mixed.d.next = false;
                self.urgent.d.next = false;
            }
            if self.alloc_frame.val() || self.coalesces.val() {
                self.lvpn.d.next = self.asked_lvpn.q.val();
            }
            self.listed.d.next = (self.base.val() || self.reads.val()) && (self.exists.q.val() && self.is_partial.val());
            self.joins.d.next = self.done.val()
                && (((self.base.val() && self.begins.q.val()) || self.enters.val()) || self.opens.val());
            self.leaves.d.next = self.done.val()
                && (self.quits.val() || (self.is_partial.val() && (self.empties.val() || self.fills.val())));
            self.of_large.d.next = self.enters.val() || self.quits.val();
            self.retires.d.next = self.done.val() && self.empties.val();
            self.gain.d.next =
                bit_cast::<ROOM, COUNT>(self.new_room.val()) - bit_cast::<ROOM, COUNT>(self.old_room.val());
        }

        comment!("The frame is written.");
        self.records.write.next = self.writes.val() && self.ok.q.val();
        self.records.address.next = self.frame.q.val();
        self.written.next = (bit_cast::<RECORD, 2>(self.state.q.val())
            | (bit_cast::<RECORD, APP>(self.owner.q.val()) << self.owner_at.val()))
            | ((bit_cast::<RECORD, COUNT>(self.count.q.val()) << self.count_at.val())
                | (bit_cast::<RECORD, LVPN>(self.lvpn.q.val()) << self.lvpn_at.val()));
        self.written.next = self.written.val().replace_bit(self.mixed_at.val().index(), self.mixed.q.val());
        self.written.next = self.written.val().replace_bit(self.urgent_at.val().index(), self.urgent.q.val());
        self.records.data.next = self.written.val();
        self.bitmaps.write.next = (self.writes.val() && self.ok.q.val())
            && ((self.alloc_frame.val() || self.base.val()) || self.frees.val());
        self.bitmaps.address.next = self.frame.q.val();
        self.bitmaps.data.next = self.pages.q.val();
        if self.base.val() {
            self.bitmaps.data.next = self.pages.q.val() | (self.one_page.val() << self.slot.q.val());
        }

        comment!("The lists: of one application in the first step, then of the frame's owner.");
        self.list_app.next = self.owner.q.val();
        self.list_large.next = self.of_large.q.val();
        if self.chooses.val() {
            self.list_app.next = self.app.q.val();
            self.list_large.next = self.pops.val();
        }
        self.list.next = bit_cast::<LIST, APP>(self.list_app.val());
        if self.list_large.val() {
            self.list.next = self.list.val() | self.large_lists.val();
        }
        self.lists.list.next = self.list.val();
        self.lists.frame.next = self.frame.q.val();
        self.lists.append.next = self.writes.val() && self.joins.q.val();
        self.lists.unlink.next = self.writes.val() && self.leaves.q.val();
        self.ages.list.next = 0.into();
        self.ages.frame.next = self.frame.q.val();
        self.unused.next = self.ages.follower.val().any() || self.ages.last.val();
        self.ages.append.next = (self.writes.val() && self.joins.q.val()) && self.of_large.q.val();
        self.ages.unlink.next = (self.writes.val() && self.leaves.q.val()) && self.of_large.q.val();
        if self.writes.val() {
            self.more.d.next = self.listed.q.val() && !self.lists.last.val();
            self.follower.d.next = self.lists.follower.val();
        }
        self.recycled.push.next = self.writes.val() && self.retires.q.val();
        self.recycled.data.next = self.frame.q.val();
        self.recycled.pop.next =
            (self.writes.val() && self.recycles.val()) && (self.begins.q.val() && self.exists.q.val());

        comment!("The numbers that are always shown.");
        if self.writes.val() {
            if self.begins.q.val() && self.exists.q.val() {
                self.in_use.d.next = self.in_use.q.val() + 1;
                if !self.recycles.val() {
                    self.fresh.d.next = self.fresh.q.val() + 1;
                }
            }
            if self.retires.q.val() {
                self.in_use.d.next = self.in_use.q.val() - 1;
            }
            if self.of_large.q.val() && self.joins.q.val() {
                self.urgents.d.next = self.urgents.q.val() + 1;
            }
            if self.of_large.q.val() && self.leaves.q.val() {
                self.urgents.d.next = self.urgents.q.val() - 1;
            }
        }
        for i in 0..APPS {
            self.room[i].clock.next = self.clock.val();
            self.room[i].reset.next = self.reset.val();
            self.room[i].d.next = self.room[i].q.val();
        }
        if self.writes.val() && self.ok.q.val() {
            for i in 0..APPS {
                if self.owner.q.val() == i.to_bits() {
                    self.room[i].d.next = self.room[i].q.val() + self.gain.q.val();
                }
            }
        }
        self.one_room.next = 0.into();
        self.rooms.next = 0.into();
        for i in 0..APPS {
            self.one_room.next = self.room[i].q.val();
            self.rooms.next =
                self.rooms.val() | (bit_cast::<ROOMS, ROOM>(self.one_room.val()) << self.room_place[i].val());
        }
        self.free_slots.next = self.rooms.val();
        self.free_frames.next = self.all_frames.val() - self.in_use.q.val();
        self.emergency.next = self.urgents.q.val();

        comment!("The response.");
        self.rsp_valid.next = self.answers.q.val();
        self.rsp_ok.next = false;
        self.rsp_frame.next = 0.into();
        self.rsp_slot.next = 0.into();
        self.rsp_action.next = 0.into();
        self.rsp_owner.next = 0.into();
        self.rsp_lvpn.next = 0.into();
        self.rsp_count.next = 0.into();
        self.rsp_bitmap.next = 0.into();
        self.rsp_more.next = false;
        self.rsp_next.next = 0.into();
        if self.answers.q.val() {
            self.rsp_ok.next = self.ok.q.val();
            if self.exists.q.val() {
                self.rsp_frame.next = self.frame.q.val();
            }
            if self.ok.q.val() {
                self.rsp_slot.next = self.slot.q.val();
                self.rsp_action.next = self.action.q.val();
                self.rsp_owner.next = self.owner.q.val();
                self.rsp_lvpn.next = self.lvpn.q.val();
                self.rsp_count.next = self.count.q.val();
                if self.reads.val() {
                    self.rsp_bitmap.next = self.pages.q.val();
                }
            }
            self.rsp_more.next = self.more.q.val();
            if self.more.q.val() {
                self.rsp_next.next = self.follower.q.val();
            }
        }
    }
}
