// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, QuickRoundRobin};

block! {
    /// The engine that commits entries to the register file (specification section 2.1): it chooses a warp in turn when it is idle or its last beat is
    /// taken, then shows the beats of the warp's oldest entry one after the other.
    pub struct Commit<WARPS, WARP, K, BEATS, BEAT> = "ilp_commit"
        where WARP = clog2(WARPS), BEAT = bits(BEATS);
    fn new();
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Warps whose oldest entry can commit.
    pub candidates: Signal<In, Bits<WARPS>>,
    /// The entry behind the one that commits can do so too.
    pub behind: Signal<In, Bit>,
    /// That entry.
    pub behind_entry: Signal<In, Bits<K>>,
    /// The warp that is chosen in this cycle, if one is.
    pub chosen_warp: Signal<Out, Bits<WARP>>,
    /// Its oldest entry.
    pub head: Signal<In, Bits<K>>,
    /// The register file takes the beat.
    pub ready: Signal<In, Bit>,
    /// There is one: of this warp, entry and number.
    pub busy: Signal<Out, Bit>,
    pub warp: Signal<Out, Bits<WARP>>,
    pub entry: Signal<Out, Bits<K>>,
    pub beat: Signal<Out, Bits<BEAT>>,
    /// The last beat of the entry is taken.
    pub finishes: Signal<Out, Bit>,
    commits: DffR<Bit>,
    of_warp: DffR<Bits<WARP>>,
    of_entry: DffR<Bits<K>>,
    number: DffR<Bits<BEAT>>,
    /// The warp that is considered first.
    next: DffR<Bits<WARP>>,
    turn: QuickRoundRobin<WARPS, WARP> = QuickRoundRobin::new(),
    ends: Signal<Local, Bit>,
    own: Signal<Local, Bits<WARPS>>,
    allowed: Signal<Local, Bits<WARPS>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    last: Constant<Bits<WARP>> = Constant::new((WARPS as u64 - 1).into()),
    last_beat: Constant<Bits<BEAT>> = Constant::new((BEATS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, commits, of_warp, of_entry, number, next);
        self.commits.reset.next = self.reset.val();
        self.of_warp.reset.next = self.reset.val();
        self.of_entry.reset.next = self.reset.val();
        self.number.reset.next = self.reset.val();
        self.next.reset.next = self.reset.val();
        self.busy.next = self.commits.q.val();
        self.warp.next = self.of_warp.q.val();
        self.entry.next = self.of_entry.q.val();
        self.beat.next = self.number.q.val();
        self.ends.next =
            (self.commits.q.val() && self.ready.val()) && (self.number.q.val() == self.last_beat.val());
        self.finishes.next = self.ends.val();

        comment!("The warp that has just committed goes on with the entry behind.");
        self.own.next = self.one.val() << self.of_warp.q.val();
        self.allowed.next = 0.into();
        if self.ends.val() {
            self.allowed.next = self.candidates.val() & (!self.own.val());
            if self.behind.val() {
                self.allowed.next = self.candidates.val() | self.own.val();
            }
        } else if !self.commits.q.val() {
            self.allowed.next = self.candidates.val();
        }
        self.turn.requests.next = self.allowed.val();
        self.turn.start.next = self.next.q.val();
        self.chosen_warp.next = self.turn.index.val();

        if self.commits.q.val() && self.ready.val() {
            self.number.d.next = self.number.q.val() + 1;
        }
        if self.ends.val() {
            self.commits.d.next = false;
        }
        if self.turn.grant.val().any() {
            self.commits.d.next = true;
            self.number.d.next = 0.into();
            self.of_warp.d.next = self.turn.index.val();
            self.of_entry.d.next = self.head.val();
            if self.ends.val() && (self.turn.index.val() == self.of_warp.q.val()) {
                self.of_entry.d.next = self.behind_entry.val();
            }
            self.next.d.next = self.turn.index.val() + 1;
            if self.turn.index.val() == self.last.val() {
                self.next.d.next = 0.into();
            }
        }
    }
}
