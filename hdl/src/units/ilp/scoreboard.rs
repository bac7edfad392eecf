// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::Params;

use super::commit::Commit;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstIndex, FirstSet, Popcount};

block! {
    /// The scoreboard of an ILP SM (specification section 2.1): each issued instruction that writes a register has an entry, which all warps share, until
    /// it commits in the order of its warp. A next instruction waits for the entries of its operands alone.
    /// Protocol: a warp is checked once for each instruction and issued in a cycle with its bit in `ready`; beats of an ALU entry in `kill_mask` are
    /// dropped, loads still write theirs. `cm_*` stay until `cm_ready`; `trap_*` until `sq_*` names the warp.
    pub struct Scoreboard<
        WARPS, WARP, E, K, SRC, TAG, TAGS, NUMBERS, M, LANES, SIMD, BEATS, BEAT, CBEATS, CBEAT, CM, COUNT
    > = "ilp_scoreboard";
    fn new(params: &Params);
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub sb_en: Signal<In, Bit>,
    pub chk_valid: Signal<In, Bit>,
    pub chk_warp: Signal<In, Bits<WARP>>,
    pub chk_src_valid: Signal<In, Bits<SRC>>,
    pub chk_src_tag: Signal<In, Bits<TAGS>>,
    pub chk_dst_valid: Signal<In, Bit>,
    pub chk_dst_tag: Signal<In, Bits<TAG>>,
    pub chk_active: Signal<In, Bits<M>>,
    pub chk_class: Signal<In, Bits<4>>,
    pub iss_valid: Signal<In, Bit>,
    pub iss_warp: Signal<In, Bits<WARP>>,
    pub iss_src_valid: Signal<In, Bits<SRC>>,
    pub iss_src_tag: Signal<In, Bits<TAGS>>,
    pub iss_dst_valid: Signal<In, Bit>,
    pub iss_dst_tag: Signal<In, Bits<TAG>>,
    pub iss_active: Signal<In, Bits<M>>,
    pub iss_fixed: Signal<In, Bit>,
    pub iss_store: Signal<In, Bit>,
    pub iss_branch: Signal<In, Bit>,
    pub wa_valid: Signal<In, Bit>,
    pub wa_entry: Signal<In, Bits<K>>,
    pub wa_beat: Signal<In, Bits<BEAT>>,
    pub wa_mask: Signal<In, Bits<SIMD>>,
    pub wl_valid: Signal<In, Bit>,
    pub wl_entry: Signal<In, Bits<K>>,
    pub wl_beat: Signal<In, Bits<BEAT>>,
    pub wl_mask: Signal<In, Bits<SIMD>>,
    pub av_valid: Signal<In, Bit>,
    pub av_entry: Signal<In, Bits<K>>,
    pub dwb_mask: Signal<In, Bits<WARPS>>,
    pub st_done_mask: Signal<In, Bits<WARPS>>,
    pub br_res_valid: Signal<In, Bit>,
    pub br_res_warp: Signal<In, Bits<WARP>>,
    pub br_res_mis: Signal<In, Bit>,
    pub br_res_mask: Signal<In, Bits<M>>,
    pub flt_valid: Signal<In, Bit>,
    pub flt_entry: Signal<In, Bits<K>>,
    pub sq_valid: Signal<In, Bit>,
    pub sq_warp: Signal<In, Bits<WARP>>,
    pub cm_ready: Signal<In, Bit>,
    pub ready: Signal<Out, Bits<WARPS>>,
    pub in_board: Signal<Out, Bits<WARPS>>,
    pub in_store: Signal<Out, Bits<WARPS>>,
    pub iss_entry_valid: Signal<Out, Bit>,
    pub iss_entry: Signal<Out, Bits<K>>,
    pub iss_solo: Signal<Out, Bit>,
    pub src_hit: Signal<Out, Bits<SRC>>,
    pub src_entry: Signal<Out, Bits<NUMBERS>>,
    pub src_lanes: Signal<Out, Bits<LANES>>,
    pub cm_valid: Signal<Out, Bit>,
    pub cm_warp: Signal<Out, Bits<WARP>>,
    pub cm_entry: Signal<Out, Bits<K>>,
    pub cm_tag: Signal<Out, Bits<TAG>>,
    pub cm_beat: Signal<Out, Bits<CBEAT>>,
    pub cm_mask: Signal<Out, Bits<CM>>,
    pub trap_valid: Signal<Out, Bit>,
    pub trap_warp: Signal<Out, Bits<WARP>>,
    pub kill_mask: Signal<Out, Bits<E>>,
    pub free_count: Signal<Out, Bits<COUNT>>,
    /// Of each entry: it is in use, is found by later instructions, was issued under an unresolved branch, has a fixed latency, has a value that can
    /// be used, has faulted, has been removed and waits for its reply; it is the oldest of its warp, if it is in use and not removed.
    valid: DffR<Bits<E>>,
    match_en: DffR<Bits<E>>,
    spec: DffR<Bits<E>>,
    fixed: DffR<Bits<E>>,
    avail: DffR<Bits<E>>,
    excp: DffR<Bits<E>>,
    zombie: DffR<Bits<E>>,
    oldest: Dff<Bits<E>>,
    /// Its register, its threads, those that have written, its warp, and the next younger entry of that.
    dst: Vec<Dff<Bits<TAG>>> = array(E),
    act: Vec<Dff<Bits<M>>> = array(E),
    status: Vec<Dff<Bits<M>>> = array(E),
    wid: Vec<Dff<Bits<WARP>>> = array(E),
    younger: Vec<Dff<Bits<K>>> = array(E),
    /// Of each warp: it has entries, a store that is not complete, an instruction alone in flight, an unresolved branch, a next instruction.
    board: DffR<Bits<WARPS>>,
    store: DffR<Bits<WARPS>>,
    solo: DffR<Bits<WARPS>>,
    br_pend: DffR<Bits<WARPS>>,
    nxt_valid: DffR<Bits<WARPS>>,
    /// What that is.
    nxt_dst: DffR<Bits<WARPS>>,
    nxt_load: DffR<Bits<WARPS>>,
    nxt_store: DffR<Bits<WARPS>>,
    nxt_bar: DffR<Bits<WARPS>>,
    nxt_branch: DffR<Bits<WARPS>>,
    /// The oldest and the youngest entry of each warp, and that which was the youngest when its branch issued.
    head: Vec<Dff<Bits<K>>> = array(WARPS),
    tail: Vec<Dff<Bits<K>>> = array(WARPS),
    ck_tail: Vec<Dff<Bits<K>>> = array(WARPS),
    /// Warps that wait for an entry: for an operand, and before they may write.
    raw_wait: Vec<DffR<Bits<WARPS>>> = array(E),
    waw_wait: Vec<DffR<Bits<WARPS>>> = array(E),
    engine: Commit<WARPS, WARP, K, CBEATS, CBEAT> = Commit::new(),
    free: FirstSet<E, K> = FirstSet::new(),
    trapped: FirstIndex<WARPS, WARP> = FirstIndex::new(),
    free_entries: Popcount<E, COUNT> = Popcount::new(),
    /// Entries that an instruction can find.
    live: Signal<Local, Bits<E>>,
    some_free: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    allocated: Signal<Local, Bits<E>>,
    alone: Signal<Local, Bit>,
    chk_bit: Signal<Local, Bits<WARPS>>,
    iss_bit: Signal<Local, Bits<WARPS>>,
    res_bit: Signal<Local, Bits<WARPS>>,
    sq_bit: Signal<Local, Bits<WARPS>>,
    mis_bit: Signal<Local, Bits<WARPS>>,
    /// Entries that the checked instruction needs, and those that must commit before it.
    wanted: Signal<Local, Bits<E>>,
    older: Signal<Local, Bits<E>>,
    under_branch: Signal<Local, Bit>,
    chk_tag: Signal<Local, Bits<TAG>>,
    iss_tag: Signal<Local, Bits<TAG>>,
    found: Signal<Local, Bits<E>>,
    number: Signal<Local, Bits<K>>,
    operands: Signal<Local, Bits<M>>,
    replaced: Signal<Local, Bits<E>>,
    alu_lanes: Signal<Local, Bits<M>>,
    load_lanes: Signal<Local, Bits<M>>,
    status_next: Vec<Signal<Local, Bits<M>>> = array(E),
    act_next: Vec<Signal<Local, Bits<M>>> = array(E),
    done: Signal<Local, Bits<E>>,
    done_next: Signal<Local, Bits<E>>,
    avail_next: Signal<Local, Bits<E>>,
    /// Entries of the warp whose branch is resolved, and of the one that is squashed.
    of_branch: Signal<Local, Bits<E>>,
    of_fault: Signal<Local, Bits<E>>,
    resolved: Signal<Local, Bits<E>>,
    killed: Signal<Local, Bits<E>>,
    behind_branch: Signal<Local, Bits<E>>,
    committed: Signal<Local, Bits<E>>,
    freed: Signal<Local, Bits<E>>,
    /// Of the warp that issues: no entry is left when this cycle ends.
    first: Signal<Local, Bit>,
    youngest: Signal<Local, Bits<K>>,
    lone: Signal<Local, Bit>,
    emptied: Signal<Local, Bits<WARPS>>,
    stays: Signal<Local, Bits<WARPS>>,
    /// The entry that is the oldest of its warp because the one before it has committed.
    promoted: Signal<Local, Bits<E>>,
    /// Oldest entries of their warps that are done with.
    heads: Signal<Local, Bits<E>>,
    can_commit: Signal<Local, Bits<E>>,
    candidates: Signal<Local, Bits<WARPS>>,
    traps: Signal<Local, Bits<WARPS>>,
    owner: Signal<Local, Bits<WARP>>,
    after: Signal<Local, Bits<K>>,
    waiting: Signal<Local, Bits<WARPS>>,
    barred: Signal<Local, Bits<WARPS>>,
    committing: Signal<Local, Bits<M>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    one_entry: Constant<Bits<E>> = Constant::new(1.into()),
    /// ALU values are there from their first beat on (A6).
    chain: Constant<Bit> = Constant::new(params.chain),
    /// Loads may issue under an unresolved branch (A9).
    spec_mem: Constant<Bit> = Constant::new(params.spec_mem),
    tag_bits: Constant<Bits<32>> = Constant::new((TAG as u64).into()),
    commit_bits: Constant<Bits<32>> = Constant::new((CM as u64).into()),
    /// Places of the lanes of each beat, and of the entry and the lanes of each source.
    beat_place: Vec<Constant<Bits<32>>> = (0..BEATS).map(|beat| Constant::new(((beat * SIMD) as u64).into())).collect(),
    entry_place: Vec<Constant<Bits<32>>> = (0..SRC).map(|source| Constant::new(((source * K) as u64).into())).collect(),
    lanes_place: Vec<Constant<Bits<32>>> = (0..SRC).map(|source| Constant::new(((source * M) as u64).into())).collect(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, match_en, spec, fixed, avail, excp, zombie);
        dff_setup!(self, clock, board, store, solo, br_pend, nxt_valid);
        dff_setup!(self, clock, nxt_dst, nxt_load, nxt_store, nxt_bar, nxt_branch);
        clock!(self, clock, engine, oldest);
        self.engine.reset.next = self.reset.val();
        self.valid.reset.next = self.reset.val();
        self.match_en.reset.next = self.reset.val();
        self.spec.reset.next = self.reset.val();
        self.fixed.reset.next = self.reset.val();
        self.avail.reset.next = self.reset.val();
        self.excp.reset.next = self.reset.val();
        self.zombie.reset.next = self.reset.val();
        self.board.reset.next = self.reset.val();
        self.store.reset.next = self.reset.val();
        self.solo.reset.next = self.reset.val();
        self.br_pend.reset.next = self.reset.val();
        self.nxt_valid.reset.next = self.reset.val();
        self.nxt_dst.reset.next = self.reset.val();
        self.nxt_load.reset.next = self.reset.val();
        self.nxt_store.reset.next = self.reset.val();
        self.nxt_bar.reset.next = self.reset.val();
        self.nxt_branch.reset.next = self.reset.val();
        for e in 0..E {
            self.dst[e].clock.next = self.clock.val();
            self.dst[e].d.next = self.dst[e].q.val();
            self.act[e].clock.next = self.clock.val();
            self.status[e].clock.next = self.clock.val();
            self.wid[e].clock.next = self.clock.val();
            self.wid[e].d.next = self.wid[e].q.val();
        }
        for e in 0..E {
            self.younger[e].clock.next = self.clock.val();
            self.younger[e].d.next = self.younger[e].q.val();
        }
        for e in 0..E {
            self.raw_wait[e].clock.next = self.clock.val();
            self.raw_wait[e].reset.next = self.reset.val();
            self.raw_wait[e].d.next = self.raw_wait[e].q.val();
            self.waw_wait[e].clock.next = self.clock.val();
            self.waw_wait[e].reset.next = self.reset.val();
            self.waw_wait[e].d.next = self.waw_wait[e].q.val();
        }
        for w in 0..WARPS {
            self.head[w].clock.next = self.clock.val();
            self.head[w].d.next = self.head[w].q.val();
        }
        for w in 0..WARPS {
            self.tail[w].clock.next = self.clock.val();
            self.tail[w].d.next = self.tail[w].q.val();
        }
        for w in 0..WARPS {
            self.ck_tail[w].clock.next = self.clock.val();
            self.ck_tail[w].d.next = self.ck_tail[w].q.val();
        }
        self.in_board.next = self.board.q.val();
        self.in_store.next = self.store.q.val();
        self.live.next = (self.valid.q.val() & self.match_en.q.val()) & (!self.zombie.q.val());
        self.free.requests.next = !self.valid.q.val();
        self.some_free.next = !self.valid.q.val().all();
        self.free_entries.enable.next = self.some_free.val();
        self.free_entries.bits.next = !self.valid.q.val();
        self.free_count.next = self.free_entries.ones.val();

        self.chk_bit.next = 0.into();
        if self.chk_valid.val() {
            self.chk_bit.next = self.one.val() << self.chk_warp.val();
        }
        self.iss_bit.next = 0.into();
        if self.iss_valid.val() {
            self.iss_bit.next = self.one.val() << self.iss_warp.val();
        }
        self.res_bit.next = 0.into();
        self.mis_bit.next = 0.into();
        if self.br_res_valid.val() {
            self.res_bit.next = self.one.val() << self.br_res_warp.val();
            if self.br_res_mis.val() {
                self.mis_bit.next = self.one.val() << self.br_res_warp.val();
            }
        }
        self.sq_bit.next = 0.into();
        if self.sq_valid.val() {
            self.sq_bit.next = self.one.val() << self.sq_warp.val();
        }

        comment!("Which next instructions may issue.");
        self.waiting.next = 0.into();
        for e in 0..E {
            self.waiting.next = (self.waiting.val() | self.raw_wait[e].q.val()) | self.waw_wait[e].q.val();
        }
        self.barred.next = ((self.nxt_store.q.val() | self.nxt_bar.q.val())
            & ((self.board.q.val() | self.store.q.val()) | self.br_pend.q.val()))
            | ((self.nxt_load.q.val() & self.store.q.val()) | (self.nxt_branch.q.val() & self.br_pend.q.val()));
        if !self.spec_mem.val() {
            self.barred.next = self.barred.val() | (self.nxt_load.q.val() & self.br_pend.q.val());
        }
        if !self.some_free.val() {
            self.barred.next =
                self.barred.val() | (self.nxt_dst.q.val() & (self.board.q.val() | self.br_pend.q.val()));
        }
        self.ready.next = ((self.nxt_valid.q.val() & (!self.solo.q.val()))
            & ((!self.waiting.val()) & (!self.barred.val())))
            & ((!self.res_bit.val()) & (!self.sq_bit.val()));

        comment!("The check: entries of the sources, and an entry of the same register that the new one may not replace.");
        self.chk_tag.next = 0.into();
        self.wanted.next = 0.into();
        for s in 0..SRC {
            self.chk_tag.next = self.chk_src_tag.val().get_bits::<TAG>(s * self.tag_bits.val().index());
            if self.chk_src_valid.val().get_bit(s) {
                for e in 0..E {
                    if self.live.val().get_bit(e) && (self.dst[e].q.val() == self.chk_tag.val()) {
                        self.wanted.next = self.wanted.val().replace_bit(e, true);
                    }
                }
            }
        }
        self.under_branch.next = self.br_pend.q.val().get_bit(self.chk_warp.val().index());
        self.older.next = 0.into();
        for e in 0..E {
            self.older.next = self.older.val().replace_bit(
                e,
                (self.live.val().get_bit(e) && (self.dst[e].q.val() == self.chk_dst_tag.val()))
                    && (self.under_branch.val()
                        || ((self.act[e].q.val() & (!self.chk_active.val())).any())),
            );
        }

        comment!("The issue: an entry if there is one, and the operands that are in entries.");
        self.takes.next = ((self.iss_valid.val() && self.sb_en.val()) && self.iss_dst_valid.val()) && self.some_free.val();
        self.alone.next =
            self.iss_valid.val() && (!self.sb_en.val() || (self.iss_dst_valid.val() && !self.some_free.val()));
        self.allocated.next = 0.into();
        self.iss_entry.next = 0.into();
        if self.takes.val() {
            self.allocated.next = self.free.first.val();
            self.iss_entry.next = self.free.index.val();
        }
        self.iss_entry_valid.next = self.takes.val();
        self.iss_solo.next = self.alone.val();
        self.src_hit.next = 0.into();
        self.src_entry.next = 0.into();
        self.src_lanes.next = 0.into();
        self.iss_tag.next = 0.into();
        self.found.next = 0.into();
        self.number.next = 0.into();
        self.operands.next = 0.into();
        if self.iss_valid.val() {
            for s in 0..SRC {
                self.iss_tag.next = self.iss_src_tag.val().get_bits::<TAG>(s * self.tag_bits.val().index());
                self.found.next = 0.into();
                self.number.next = 0.into();
                self.operands.next = 0.into();
                for e in 0..E {
                    if (self.iss_src_valid.val().get_bit(s) && self.live.val().get_bit(e))
                        && (self.dst[e].q.val() == self.iss_tag.val())
                    {
                        self.found.next = self.found.val().replace_bit(e, true);
                        self.number.next = self.number.val() | e.to_bits::<K>();
                        self.operands.next = self.operands.val() | self.act[e].q.val();
                    }
                }
                self.src_hit.next = self.src_hit.val().replace_bit(s, self.found.val().any());
                self.src_entry.next =
                    self.src_entry.val() | (bit_cast::<NUMBERS, K>(self.number.val()) << self.entry_place[s].val());
                self.src_lanes.next =
                    self.src_lanes.val() | (bit_cast::<LANES, M>(self.operands.val()) << self.lanes_place[s].val());
            }
        }
        self.replaced.next = 0.into();
        if self.takes.val() {
            for e in 0..E {
                self.replaced.next = self.replaced.val().replace_bit(
                    e,
                    self.live.val().get_bit(e) && (self.dst[e].q.val() == self.iss_dst_tag.val()),
                );
            }
        }

        comment!("Branches and faults.");
        self.of_branch.next = 0.into();
        self.of_fault.next = 0.into();
        for e in 0..E {
            self.of_branch.next =
                self.of_branch.val().replace_bit(e, self.wid[e].q.val() == self.br_res_warp.val());
            self.of_fault.next = self.of_fault.val().replace_bit(e, self.wid[e].q.val() == self.sq_warp.val());
        }
        self.resolved.next = 0.into();
        self.killed.next = 0.into();
        if self.br_res_valid.val() && !self.br_res_mis.val() {
            self.resolved.next = ((self.of_branch.val() & self.valid.q.val()) & self.spec.q.val()) & (!self.zombie.q.val());
        }
        if self.br_res_valid.val() && self.br_res_mis.val() {
            self.killed.next = ((self.of_branch.val() & self.valid.q.val()) & self.spec.q.val()) & (!self.zombie.q.val());
        }
        if self.sq_valid.val() {
            self.killed.next =
                self.killed.val() | ((self.of_fault.val() & self.valid.q.val()) & (!self.zombie.q.val()));
        }
        self.kill_mask.next = self.killed.val();

        comment!("Results: the beats of both ports, and what is done with them.");
        self.alu_lanes.next = 0.into();
        self.load_lanes.next = 0.into();
        for b in 0..BEATS {
            if self.wa_valid.val() && (self.wa_beat.val() == b.to_bits()) {
                self.alu_lanes.next = bit_cast::<M, SIMD>(self.wa_mask.val()) << self.beat_place[b].val();
            }
            if self.wl_valid.val() && (self.wl_beat.val() == b.to_bits()) {
                self.load_lanes.next = bit_cast::<M, SIMD>(self.wl_mask.val()) << self.beat_place[b].val();
            }
        }
        self.done.next = 0.into();
        self.done_next.next = 0.into();
        for e in 0..E {
            self.status_next[e].next = self.status[e].q.val();
            self.act_next[e].next = self.act[e].q.val();
        }
        for e in 0..E {
            if self.wa_entry.val() == e.to_bits() {
                self.status_next[e].next = self.status_next[e].val() | self.alu_lanes.val();
            }
            if self.wl_entry.val() == e.to_bits() {
                self.status_next[e].next = self.status_next[e].val() | self.load_lanes.val();
            }
            if self.resolved.val().get_bit(e) {
                self.act_next[e].next = self.act[e].q.val() & self.br_res_mask.val();
            }
            self.done.next =
                self.done.val().replace_bit(e, !((self.act[e].q.val() & (!self.status[e].q.val())).any()));
            self.done_next.next = self
                .done_next
                .val()
                .replace_bit(e, !((self.act_next[e].val() & (!self.status_next[e].val())).any()));
        }
        self.avail_next.next = self.avail.q.val() | (self.done_next.val() & (!self.fixed.q.val()));
        if self.chain.val() {
            if self.av_valid.val() {
                self.avail_next.next = (self.avail.q.val() | (self.done_next.val() & (!self.fixed.q.val())))
                    | (self.one_entry.val() << self.av_entry.val());
            }
        } else {
            self.avail_next.next = self.avail.q.val() | self.done_next.val();
        }

        comment!("Entries that are the oldest of their warps, those that can commit, and those that have faulted.");
        self.candidates.next = 0.into();
        self.traps.next = 0.into();
        self.owner.next = 0.into();
        self.can_commit.next = ((self.valid.q.val() & self.done.val()) & (!self.spec.q.val())) & (!self.zombie.q.val());
        self.heads.next = self.oldest.q.val() & self.can_commit.val();
        for e in 0..E {
            self.owner.next = self.wid[e].q.val();
            if self.heads.val().get_bit(e) {
                if self.excp.q.val().get_bit(e) {
                    self.traps.next = self.traps.val() | (self.one.val() << self.owner.val());
                } else {
                    self.candidates.next = self.candidates.val() | (self.one.val() << self.owner.val());
                }
            }
        }
        self.trapped.requests.next = self.traps.val();
        self.trap_valid.next = self.traps.val().any();
        self.trap_warp.next = self.trapped.index.val();

        comment!("The commit.");
        self.after.next = self.younger[self.engine.entry.val().index()].q.val();
        self.lone.next = self.tail[self.engine.warp.val().index()].q.val() == self.engine.entry.val();
        self.engine.candidates.next = self.candidates.val() & (!self.store.q.val());
        self.engine.behind.next = (!self.lone.val() && self.can_commit.val().get_bit(self.after.val().index()))
            && (!self.excp.q.val().get_bit(self.after.val().index())
                && !self.store.q.val().get_bit(self.engine.warp.val().index()));
        self.engine.behind_entry.next = self.after.val();
        self.engine.head.next = self.head[self.engine.chosen_warp.val().index()].q.val();
        self.engine.ready.next = self.cm_ready.val();
        self.committed.next = 0.into();
        if self.engine.finishes.val() {
            self.committed.next = self.one_entry.val() << self.engine.entry.val();
        }
        self.committing.next = self.act[self.engine.entry.val().index()].q.val();
        self.cm_valid.next = self.engine.busy.val();
        self.cm_warp.next = 0.into();
        self.cm_entry.next = 0.into();
        self.cm_tag.next = 0.into();
        self.cm_beat.next = 0.into();
        self.cm_mask.next = 0.into();
        if self.engine.busy.val() {
            self.cm_warp.next = self.engine.warp.val();
            self.cm_entry.next = self.engine.entry.val();
            self.cm_tag.next = self.dst[self.engine.entry.val().index()].q.val();
            self.cm_beat.next = self.engine.beat.val();
            for b in 0..CBEATS {
                if self.engine.beat.val() == b.to_bits() {
                    self.cm_mask.next = self.committing.val().get_bits::<CM>(b * self.commit_bits.val().index());
                }
            }
        }

        comment!("Entries come free and are given away.");
        self.freed.next = (self.committed.val() | (self.killed.val() & (self.fixed.q.val() | self.done_next.val())))
            | (self.zombie.q.val() & self.done_next.val());
        self.valid.d.next = (self.valid.q.val() & (!self.freed.val())) | self.allocated.val();
        self.zombie.d.next = (self.zombie.q.val() | self.killed.val()) & (!self.freed.val());
        self.match_en.d.next = (self.match_en.q.val() & (!self.replaced.val())) | self.allocated.val();
        self.avail.d.next = self.avail_next.val() & (!self.allocated.val());
        self.spec.d.next = (self.spec.q.val() & (!self.resolved.val())) & (!self.allocated.val());
        if self.br_pend.q.val().get_bit(self.iss_warp.val().index()) {
            self.spec.d.next = (self.spec.q.val() & (!self.resolved.val())) | self.allocated.val();
        }
        self.fixed.d.next = self.fixed.q.val() & (!self.allocated.val());
        if self.iss_fixed.val() {
            self.fixed.d.next = self.fixed.q.val() | self.allocated.val();
        }
        self.excp.d.next = self.excp.q.val() & (!self.allocated.val());
        if self.flt_valid.val() {
            self.excp.d.next = (self.excp.q.val() & (!self.allocated.val())) | (self.one_entry.val() << self.flt_entry.val());
        }
        for e in 0..E {
            self.act[e].d.next = self.act_next[e].val();
            self.status[e].d.next = self.status_next[e].val();
            if self.allocated.val().get_bit(e) {
                self.dst[e].d.next = self.iss_dst_tag.val();
                self.act[e].d.next = self.iss_active.val();
                self.status[e].d.next = 0.into();
                self.wid[e].d.next = self.iss_warp.val();
            }
        }

        comment!("Lists. What a warp issues after its only entry has committed begins a new one.");
        self.first.next = !self.board.q.val().get_bit(self.iss_warp.val().index())
            || ((self.engine.finishes.val() && self.lone.val()) && (self.engine.warp.val() == self.iss_warp.val()));
        self.youngest.next = self.tail[self.iss_warp.val().index()].q.val();
        self.promoted.next = 0.into();
        if self.engine.finishes.val() && !self.lone.val() {
            self.promoted.next = self.one_entry.val() << self.after.val();
        }
        self.oldest.d.next = (self.oldest.q.val() & (!self.allocated.val())) | self.promoted.val();
        if self.first.val() {
            self.oldest.d.next = (self.oldest.q.val() | self.allocated.val()) | self.promoted.val();
        }
        for w in 0..WARPS {
            if self.engine.finishes.val() && (self.engine.warp.val() == w.to_bits()) {
                self.head[w].d.next = self.after.val();
            }
            if (self.takes.val() && self.first.val()) && (self.iss_warp.val() == w.to_bits()) {
                self.head[w].d.next = self.free.index.val();
            }
        }
        if self.takes.val() && !self.first.val() {
            self.younger[self.youngest.val().index()].d.next = self.free.index.val();
        }
        if self.br_res_valid.val() && self.br_res_mis.val() {
            self.tail[self.br_res_warp.val().index()].d.next = self.ck_tail[self.br_res_warp.val().index()].q.val();
        }
        if self.takes.val() {
            self.tail[self.iss_warp.val().index()].d.next = self.free.index.val();
        }
        if self.iss_branch.val() {
            self.ck_tail[self.iss_warp.val().index()].d.next = self.youngest.val();
        }
        comment!("Behind a branch predicted wrongly a warp keeps its list if an older entry stays.");
        self.behind_branch.next = (self.of_branch.val() & (self.valid.q.val() & (!self.zombie.q.val())))
            & ((!self.spec.q.val()) & (!self.committed.val()));
        self.emptied.next = self.sq_bit.val();
        if !self.behind_branch.val().any() {
            self.emptied.next = self.sq_bit.val() | self.mis_bit.val();
        }
        self.stays.next = self.board.q.val() & (!self.emptied.val());
        if self.engine.finishes.val() && self.lone.val() {
            self.stays.next =
                (self.board.q.val() & (!self.emptied.val())) & (!(self.one.val() << self.engine.warp.val()));
        }
        self.board.d.next = self.stays.val();
        if self.takes.val() {
            self.board.d.next = self.stays.val() | self.iss_bit.val();
        }

        comment!("What is in no entry.");
        self.store.d.next = self.store.q.val() & (!self.st_done_mask.val());
        if self.sb_en.val() && self.iss_store.val() {
            self.store.d.next = (self.store.q.val() & (!self.st_done_mask.val())) | self.iss_bit.val();
        }
        self.solo.d.next = self.solo.q.val() & (!self.dwb_mask.val());
        if self.alone.val() {
            self.solo.d.next = (self.solo.q.val() & (!self.dwb_mask.val())) | self.iss_bit.val();
        }
        self.br_pend.d.next = (self.br_pend.q.val() & (!self.res_bit.val())) & (!self.sq_bit.val());
        if self.sb_en.val() && self.iss_branch.val() {
            self.br_pend.d.next =
                ((self.br_pend.q.val() & (!self.res_bit.val())) & (!self.sq_bit.val())) | self.iss_bit.val();
        }

        comment!("The next instruction of a warp.");
        self.nxt_valid.d.next = ((self.nxt_valid.q.val() & (!self.iss_bit.val())) | self.chk_bit.val())
            & ((!self.mis_bit.val()) & (!self.sq_bit.val()));
        self.nxt_dst.d.next = self.nxt_dst.q.val() & (!self.chk_bit.val());
        if self.chk_dst_valid.val() {
            self.nxt_dst.d.next = self.nxt_dst.q.val() | self.chk_bit.val();
        }
        self.nxt_load.d.next = self.nxt_load.q.val() & (!self.chk_bit.val());
        if self.chk_class.val().get_bit(0) {
            self.nxt_load.d.next = self.nxt_load.q.val() | self.chk_bit.val();
        }
        self.nxt_store.d.next = self.nxt_store.q.val() & (!self.chk_bit.val());
        if self.chk_class.val().get_bit(1) {
            self.nxt_store.d.next = self.nxt_store.q.val() | self.chk_bit.val();
        }
        self.nxt_bar.d.next = self.nxt_bar.q.val() & (!self.chk_bit.val());
        if self.chk_class.val().get_bit(2) {
            self.nxt_bar.d.next = self.nxt_bar.q.val() | self.chk_bit.val();
        }
        self.nxt_branch.d.next = self.nxt_branch.q.val() & (!self.chk_bit.val());
        if self.chk_class.val().get_bit(3) {
            self.nxt_branch.d.next = self.nxt_branch.q.val() | self.chk_bit.val();
        }
        for e in 0..E {
            self.raw_wait[e].d.next = self.raw_wait[e].q.val() & (!self.chk_bit.val());
            if self.wanted.val().get_bit(e) {
                self.raw_wait[e].d.next = self.raw_wait[e].q.val() | self.chk_bit.val();
            }
            if self.avail_next.val().get_bit(e) || self.freed.val().get_bit(e) {
                self.raw_wait[e].d.next = 0.into();
            }
            self.waw_wait[e].d.next = self.waw_wait[e].q.val() & (!self.chk_bit.val());
            if self.chk_dst_valid.val() && self.older.val().get_bit(e) {
                self.waw_wait[e].d.next = self.waw_wait[e].q.val() | self.chk_bit.val();
            }
            if self.freed.val().get_bit(e) {
                self.waw_wait[e].d.next = 0.into();
            }
        }
    }
}
