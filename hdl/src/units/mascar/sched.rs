// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mascar::params::Params;

use super::owner::Owner;
use super::picker::Picker;
use super::status::Status;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{DffR, RoundRobin};

block! {
    /// Mascar's warp scheduler: in EP memory instructions go first, in MP computation does and only the owner warp may
    /// access memory (specification sections 2.2-2.4). Warp w belongs to scheduler w mod `SCHEDS`, which has `OWN` slots.
    /// Protocol: the status of the warps are levels, and the grants answer in the same cycle; what is granted is issued.
    /// `owner_v` and `owner` are registers, from the cycle after the grant on.
    pub struct Sched<
        WARPS, WARP, RANKS, SCHEDS, SCHED, OWN, INDEX, SLOTS, SLOT_RANKS, KEY, KEYS, SIZE, GROUPS, PLACES, PLACE_KEYS,
        GROUP_KEYS, TOP_KEYS, GRANTS
    > = "mascar_sched";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub mp: Signal<In, Bit>,
    pub slot_live: Signal<In, Bits<WARPS>>,
    pub ib_valid: Signal<In, Bits<WARPS>>,
    pub head_is_mem: Signal<In, Bits<WARPS>>,
    pub ops_ready: Signal<In, Bits<WARPS>>,
    pub dep_ll: Signal<In, Bits<WARPS>>,
    pub at_barrier: Signal<In, Bits<WARPS>>,
    pub at_fence: Signal<In, Bits<WARPS>>,
    pub exited: Signal<In, Bits<WARPS>>,
    pub age_rank: Signal<In, Bits<RANKS>>,
    pub comp_free: Signal<In, Bits<SCHEDS>>,
    pub lsu_free: Signal<In, Bit>,
    pub lsu_has: Signal<In, Bits<WARPS>>,
    pub rexq_has: Signal<In, Bits<WARPS>>,
    pub rexq_head_v: Signal<In, Bit>,
    pub rexq_head_warp: Signal<In, Bits<WARP>>,
    pub rexq_head_leaves: Signal<In, Bit>,
    pub grant_v: Signal<Out, Bits<SCHEDS>>,
    pub grant_warp: Signal<Out, Bits<GRANTS>>,
    pub grant_mem: Signal<Out, Bits<SCHEDS>>,
    pub owner_v: Signal<Out, Bit>,
    pub owner: Signal<Out, Bits<WARP>>,
    pub wst_mem: Signal<Out, Bits<WARPS>>,
    pub wst_stall: Signal<Out, Bits<WARPS>>,
    /// The scheduler that gets the LSU first when several want it.
    turn: DffR<Bits<SCHED>>,
    /// Vectors over all slots of all schedulers.
    mem: Signal<Local, Bits<SLOTS>>,
    comp: Signal<Local, Bits<SLOTS>>,
    /// The owner, if it is at a memory instruction.
    owners: Signal<Local, Bits<SLOTS>>,
    ranks: Signal<Local, Bits<SLOT_RANKS>>,
    /// The same by scheduler.
    own_mem: Vec<Signal<Local, Bits<OWN>>> = array(SCHEDS),
    own_comp: Vec<Signal<Local, Bits<OWN>>> = array(SCHEDS),
    own_owner: Vec<Signal<Local, Bits<OWN>>> = array(SCHEDS),
    /// Age ranks, each with a 0 above it.
    own_keys: Vec<Signal<Local, Bits<KEYS>>> = array(SCHEDS),
    rank: Signal<Local, Bits<WARP>>,
    /// Schedulers with a warp that can compute.
    computes: Signal<Local, Bits<SCHEDS>>,
    /// Schedulers that want the LSU.
    wants: Signal<Local, Bits<SCHEDS>>,
    /// Those of them that want it for the owner.
    for_owner: Signal<Local, Bits<SCHEDS>>,
    contenders: Signal<Local, Bits<SCHEDS>>,
    contested: Signal<Local, Bit>,
    /// The scheduler that gets the LSU.
    lsu: Signal<Local, Bits<SCHEDS>>,
    issues: Signal<Local, Bits<SCHEDS>>,
    /// The warps that each scheduler picks from.
    group: Vec<Signal<Local, Bits<OWN>>> = array(SCHEDS),
    picked: Vec<Signal<Local, Bits<OWN>>> = array(SCHEDS),
    chosen: Signal<Local, Bits<INDEX>>,
    warp: Vec<Signal<Local, Bits<WARP>>> = array(SCHEDS),
    granted: Signal<Local, Bits<SLOTS>>,
    /// There may be more slots than warps.
    unused: Signal<Local, Bit>,
    status: Status<WARPS> = Status::new(params),
    warp_owner: Owner<WARPS, WARP> = Owner::new(params),
    picker: Vec<Picker<OWN, INDEX, KEY, KEYS, SIZE, GROUPS, PLACES, PLACE_KEYS, GROUP_KEYS, TOP_KEYS>> =
        (0..SCHEDS).map(|_| Picker::new()).collect(),
    arbiter: RoundRobin<SCHEDS, SCHED> = RoundRobin::new(),
    scheds: Constant<Bits<32>> = Constant::new((SCHEDS as u64).into()),
    warp_bits: Constant<Bits<32>> = Constant::new((WARP as u64).into()),
    key_bits: Constant<Bits<32>> = Constant::new((KEY as u64).into()),
    /// Bits of a warp's number that name its scheduler.
    sched_bits: Constant<Bits<32>> = Constant::new((clog2(SCHEDS) as u64).into()),
    last_sched: Constant<Bits<SCHED>> = Constant::new((SCHEDS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn);
        clock!(self, clock, status, warp_owner);
        self.turn.reset.next = self.reset.val();
        self.status.reset.next = self.reset.val();
        self.warp_owner.reset.next = self.reset.val();

        self.status.mp.next = self.mp.val();
        self.status.slot_live.next = self.slot_live.val();
        self.status.ib_valid.next = self.ib_valid.val();
        self.status.head_is_mem.next = self.head_is_mem.val();
        self.status.ops_ready.next = self.ops_ready.val();
        self.status.at_barrier.next = self.at_barrier.val();
        self.status.rexq_has.next = self.rexq_has.val();
        self.status.owner_v.next = self.warp_owner.owner_v.val();
        self.status.owner.next = self.warp_owner.owner_bit.val();
        self.wst_mem.next = self.status.mem.val();
        self.wst_stall.next = self.status.stall.val();

        comment!("Each scheduler's warps.");
        self.mem.next = bit_cast::<SLOTS, WARPS>(self.status.ready_mem.val());
        self.comp.next = bit_cast::<SLOTS, WARPS>(self.status.ready_comp.val());
        self.owners.next = bit_cast::<SLOTS, WARPS>(self.warp_owner.owner_bit.val() & self.status.mem.val());
        self.ranks.next = bit_cast::<SLOT_RANKS, RANKS>(self.age_rank.val());
        for s in 0..SCHEDS {
            self.own_mem[s].next = 0.into();
            self.own_comp[s].next = 0.into();
            self.own_owner[s].next = 0.into();
            self.own_keys[s].next = 0.into();
        }
        self.rank.next = 0.into();
        for s in 0..SCHEDS {
            for k in 0..OWN {
                self.rank.next = self
                    .ranks
                    .val()
                    .get_bits::<WARP>((k * self.scheds.val().index() + s) * self.warp_bits.val().index());
                for b in 0..WARP {
                    self.own_keys[s].next = self.own_keys[s]
                        .val()
                        .replace_bit(k * self.key_bits.val().index() + b, self.rank.val().get_bit(b));
                }
            }
        }
        if self.lsu_free.val() {
            for s in 0..SCHEDS {
                for k in 0..OWN {
                    if self.mem.val().get_bit(k * self.scheds.val().index() + s) {
                        self.own_mem[s].next = self.own_mem[s].val().replace_bit(k, true);
                    }
                }
            }
        }
        for s in 0..SCHEDS {
            if self.comp_free.val().get_bit(s) {
                for k in 0..OWN {
                    if self.comp.val().get_bit(k * self.scheds.val().index() + s) {
                        self.own_comp[s].next = self.own_comp[s].val().replace_bit(k, true);
                    }
                }
            }
        }
        comment!("The owner matters in MP only.");
        if self.mp.val() {
            for s in 0..SCHEDS {
                for k in 0..OWN {
                    self.own_owner[s].next = self.own_owner[s]
                        .val()
                        .replace_bit(k, self.owners.val().get_bit(k * self.scheds.val().index() + s));
                }
            }
        }

        comment!(
            "One scheduler gets the LSU: in MP that of the owner, else they take turns. MP computes first."
        );
        self.computes.next = 0.into();
        self.wants.next = 0.into();
        self.for_owner.next = 0.into();
        for s in 0..SCHEDS {
            self.computes.next = self.computes.val().replace_bit(s, self.own_comp[s].val().any());
            self.wants.next = self.wants.val().replace_bit(
                s,
                self.own_mem[s].val().any() && (!self.mp.val() || !self.own_comp[s].val().any()),
            );
            self.for_owner.next = self
                .for_owner
                .val()
                .replace_bit(s, (self.own_mem[s].val() & self.own_owner[s].val()).any());
        }
        self.contenders.next = self.wants.val();
        if (self.wants.val() & self.for_owner.val()).any() {
            self.contenders.next = self.wants.val() & self.for_owner.val();
        }
        self.arbiter.requests.next = self.contenders.val();
        self.arbiter.start.next = self.turn.q.val();
        self.lsu.next = self.arbiter.grant.val();
        self.contested.next = (self.contenders.val() & (!self.lsu.val())).any();
        if self.contested.val() {
            self.turn.d.next = self.arbiter.index.val() + 1;
            if self.arbiter.index.val() == self.last_sched.val() {
                self.turn.d.next = 0.into();
            }
        }

        comment!("It picks from its memory group; the others compute.");
        self.issues.next = self.lsu.val() | self.computes.val();
        for s in 0..SCHEDS {
            self.group[s].next = self.own_comp[s].val();
            if self.lsu.val().get_bit(s) {
                self.group[s].next = self.own_mem[s].val();
            }
        }
        for s in 0..SCHEDS {
            self.picker[s].clock.next = self.clock.val();
            self.picker[s].reset.next = self.reset.val();
            self.picker[s].mp.next = self.mp.val();
            self.picker[s].group.next = self.group[s].val();
            self.picker[s].owner.next = self.own_owner[s].val();
            self.picker[s].keys.next = self.own_keys[s].val();
        }
        self.chosen.next = 0.into();
        for s in 0..SCHEDS {
            self.warp[s].next = 0.into();
        }
        for s in 0..SCHEDS {
            if self.issues.val().get_bit(s) {
                self.chosen.next = self.picker[s].warp.val();
                self.warp[s].next =
                    (bit_cast::<WARP, INDEX>(self.chosen.val()) << self.sched_bits.val()) | s.to_bits();
            }
        }
        self.granted.next = 0.into();
        for s in 0..SCHEDS {
            self.picked[s].next = self.picker[s].pick.val();
        }
        for s in 0..SCHEDS {
            if self.lsu.val().get_bit(s) {
                for k in 0..OWN {
                    self.granted.next = self
                        .granted
                        .val()
                        .replace_bit(k * self.scheds.val().index() + s, self.picked[s].val().get_bit(k));
                }
            }
        }
        self.unused.next = self.granted.val().any();
        self.status.granted.next = self.granted.val().get_bits::<WARPS>(0);
        self.grant_v.next = self.issues.val();
        self.grant_mem.next = self.lsu.val();
        self.grant_warp.next = 0.into();
        for s in 0..SCHEDS {
            for b in 0..WARP {
                self.grant_warp.next = self
                    .grant_warp
                    .val()
                    .replace_bit(s * self.warp_bits.val().index() + b, self.warp[s].val().get_bit(b));
            }
        }

        self.warp_owner.mp.next = self.mp.val();
        self.warp_owner.slot_live.next = self.slot_live.val();
        self.warp_owner.ib_valid.next = self.ib_valid.val();
        self.warp_owner.dep_ll.next = self.dep_ll.val();
        self.warp_owner.at_barrier.next = self.at_barrier.val();
        self.warp_owner.at_fence.next = self.at_fence.val();
        self.warp_owner.exited.next = self.exited.val();
        self.warp_owner.lsu_has.next = self.lsu_has.val();
        self.warp_owner.rexq_has.next = self.rexq_has.val();
        self.warp_owner.any_ready_mem.next = self.status.ready_mem.val().any();
        self.warp_owner.granted.next = self.lsu.val().any();
        self.warp_owner.granted_warp.next = self.granted.val().get_bits::<WARPS>(0);
        self.warp_owner.rexq_head_v.next = self.rexq_head_v.val();
        self.warp_owner.rexq_head_warp.next = self.rexq_head_warp.val();
        self.warp_owner.rexq_head_leaves.next = self.rexq_head_leaves.val();
        self.owner_v.next = self.warp_owner.owner_v.val();
        self.owner.next = self.warp_owner.owner.val();
    }
}
