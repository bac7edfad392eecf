// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR};

block! {
    /// What MASK counts in an epoch (specification sections 2.6 to 2.8), and what the epoch before has counted. Of that the SMs go round, one place a
    /// cycle, so that the one whose turn it is stands at place 0.
    pub struct EpochCounts<
        CORES, CORE, APPS, APP, PORTS, FIELDS, LOOKS, LOOK_BITS, LIVES, CORE_APPS, LOOKUPS, COUNT, WIDE
    > = "mask_epoch_counts"
        where WIDE = COUNT + 1, LIVES = APPS * 7, CORE_APPS = CORES * APP;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The last cycle of the epoch, which still counts.
    pub tick: Signal<In, Bit>,
    /// Of each port of the shared TLB: a lookup counts, as a hit, and its SM.
    pub res_valid: Signal<In, Bits<PORTS>>,
    pub res_hit: Signal<In, Bits<PORTS>>,
    pub res_core: Signal<In, Bits<FIELDS>>,
    /// Walks of each application.
    pub ptw_live: Signal<In, Bits<LIVES>>,
    /// Accesses and hits of data and of each depth in this cycle.
    pub l2_acc: Signal<In, Bits<LOOK_BITS>>,
    pub l2_hit: Signal<In, Bits<LOOK_BITS>>,
    /// Who takes part.
    pub core_app: Signal<In, Bits<CORE_APPS>>,
    pub core_on: Signal<In, Bits<CORES>>,
    pub app_active: Signal<In, Bits<APPS>>,
    /// The next SM comes to place 0.
    pub turn: Signal<In, Bit>,
    /// Of the SM at place 0: hits, misses, application, whether it takes part.
    pub hits: Signal<Out, Bits<LOOKUPS>>,
    pub misses: Signal<Out, Bits<LOOKUPS>>,
    pub app: Signal<Out, Bits<APP>>,
    pub on: Signal<Out, Bit>,
    pub active: Signal<Out, Bits<APPS>>,
    /// The most walks of each application.
    pub walks: Vec<Signal<Out, Bits<6>>> = array(APPS),
    /// Accesses and hits of the L2 cache.
    pub accesses: Vec<Signal<Out, Bits<COUNT>>> = array(LOOKS),
    pub found: Vec<Signal<Out, Bits<COUNT>>> = array(LOOKS),
    hit: Vec<DffR<Bits<LOOKUPS>>> = array(CORES),
    miss: Vec<DffR<Bits<LOOKUPS>>> = array(CORES),
    peak: Vec<DffR<Bits<6>>> = array(APPS),
    acc: Vec<DffR<Bits<COUNT>>> = array(LOOKS),
    got: Vec<DffR<Bits<COUNT>>> = array(LOOKS),
    ended_hit: Vec<Dff<Bits<LOOKUPS>>> = array(CORES),
    ended_miss: Vec<Dff<Bits<LOOKUPS>>> = array(CORES),
    ended_app: Vec<Dff<Bits<APP>>> = array(CORES),
    ended_on: Vec<Dff<Bit>> = array(CORES),
    ended_active: Dff<Bits<APPS>>,
    ended_peak: Vec<Dff<Bits<6>>> = array(APPS),
    ended_acc: Vec<Dff<Bits<COUNT>>> = array(LOOKS),
    ended_got: Vec<Dff<Bits<COUNT>>> = array(LOOKS),
    /// The counters with this cycle.
    hit_now: Vec<Signal<Local, Bits<LOOKUPS>>> = array(CORES),
    miss_now: Vec<Signal<Local, Bits<LOOKUPS>>> = array(CORES),
    peak_now: Vec<Signal<Local, Bits<6>>> = array(APPS),
    acc_now: Vec<Signal<Local, Bits<COUNT>>> = array(LOOKS),
    got_now: Vec<Signal<Local, Bits<COUNT>>> = array(LOOKS),
    live: Vec<Signal<Local, Bits<6>>> = array(APPS),
    lookups: Signal<Local, Bits<LOOKUPS>>,
    missed: Signal<Local, Bits<LOOKUPS>>,
    walkers: Signal<Local, Bits<6>>,
    old_count: Signal<Local, Bits<COUNT>>,
    more: Signal<Local, Bits<6>>,
    sum: Signal<Local, Bits<WIDE>>,
    of_core: Signal<Local, Bit>,
    most_walks: Constant<Bits<6>> = Constant::new(63.into()),
    most: Constant<Bits<COUNT>> = Constant::new(((1u64 << COUNT) - 1).into()),
    core_bits: Constant<Bits<32>> = Constant::new((CORE as u64).into()),
    app_bits: Constant<Bits<32>> = Constant::new((APP as u64).into()),
    last_core: Constant<Bits<32>> = Constant::new((CORES as u64 - 1).into()),
    over: Constant<Bits<32>> = Constant::new((COUNT as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ended_active);
        for i in 0..CORES {
            self.hit[i].clock.next = self.clock.val();
            self.hit[i].reset.next = self.reset.val();
            self.miss[i].clock.next = self.clock.val();
            self.miss[i].reset.next = self.reset.val();
            self.ended_hit[i].clock.next = self.clock.val();
            self.ended_miss[i].clock.next = self.clock.val();
            self.ended_app[i].clock.next = self.clock.val();
            self.ended_on[i].clock.next = self.clock.val();
        }
        for i in 0..APPS {
            self.peak[i].clock.next = self.clock.val();
            self.peak[i].reset.next = self.reset.val();
            self.ended_peak[i].clock.next = self.clock.val();
        }
        for i in 0..LOOKS {
            self.acc[i].clock.next = self.clock.val();
            self.acc[i].reset.next = self.reset.val();
            self.got[i].clock.next = self.clock.val();
            self.got[i].reset.next = self.reset.val();
            self.ended_acc[i].clock.next = self.clock.val();
            self.ended_got[i].clock.next = self.clock.val();
        }

        comment!("Lookups of each SM.");
        self.lookups.next = 0.into();
        self.missed.next = 0.into();
        self.of_core.next = false;
        for i in 0..CORES {
            self.lookups.next = self.hit[i].q.val();
            self.missed.next = self.miss[i].q.val();
            if self.res_valid.val().any() {
                for port in 0..PORTS {
                    self.of_core.next = self.res_valid.val().get_bit(port)
                        && (self.res_core.val().get_bits::<CORE>(port * self.core_bits.val().index()) == i.to_bits());
                    if self.of_core.val() && self.res_hit.val().get_bit(port) && !self.lookups.val().all() {
                        self.lookups.next = self.lookups.val() + 1;
                    }
                    if self.of_core.val() && !self.res_hit.val().get_bit(port) && !self.missed.val().all() {
                        self.missed.next = self.missed.val() + 1;
                    }
                }
            }
            self.hit_now[i].next = self.lookups.val();
            self.miss_now[i].next = self.missed.val();
        }

        comment!("Walks of each application, at most 63.");
        self.walkers.next = 0.into();
        for i in 0..APPS {
            self.walkers.next = self.ptw_live.val().get_bits::<6>(i * 7);
            if self.ptw_live.val().get_bit(i * 7 + 6) {
                self.walkers.next = self.most_walks.val();
            }
            self.live[i].next = self.walkers.val();
            if self.walkers.val() < self.peak[i].q.val() {
                self.walkers.next = self.peak[i].q.val();
            }
            self.peak_now[i].next = self.walkers.val();
        }

        comment!("Accesses to the L2 cache: both counters stand once the accesses have reached their end (M12).");
        self.old_count.next = 0.into();
        self.more.next = 0.into();
        self.sum.next = 0.into();
        for i in 0..LOOKS {
            self.acc_now[i].next = self.acc[i].q.val();
            self.old_count.next = self.acc[i].q.val();
            self.more.next = self.l2_acc.val().get_bits::<6>(i * 6);
            self.sum.next = bit_cast::<WIDE, COUNT>(self.old_count.val()) + bit_cast::<WIDE, 6>(self.more.val());
            if !self.acc[i].q.val().all() {
                self.acc_now[i].next = self.sum.val().get_bits::<COUNT>(0);
                if self.sum.val().get_bit(self.over.val().index()) {
                    self.acc_now[i].next = self.most.val();
                }
            }
            self.got_now[i].next = self.got[i].q.val();
            self.old_count.next = self.got[i].q.val();
            self.more.next = self.l2_hit.val().get_bits::<6>(i * 6);
            self.sum.next = bit_cast::<WIDE, COUNT>(self.old_count.val()) + bit_cast::<WIDE, 6>(self.more.val());
            if !self.acc[i].q.val().all() {
                self.got_now[i].next = self.sum.val().get_bits::<COUNT>(0);
                if self.sum.val().get_bit(self.over.val().index()) {
                    self.got_now[i].next = self.most.val();
                }
            }
        }

        comment!("The next epoch begins with what is under way.");
        for i in 0..CORES {
            self.hit[i].d.next = self.hit_now[i].val();
            self.miss[i].d.next = self.miss_now[i].val();
        }
        for i in 0..APPS {
            self.peak[i].d.next = self.peak_now[i].val();
        }
        for i in 0..LOOKS {
            self.acc[i].d.next = self.acc_now[i].val();
            self.got[i].d.next = self.got_now[i].val();
        }
        if self.tick.val() {
            for i in 0..CORES {
                self.hit[i].d.next = 0.into();
                self.miss[i].d.next = 0.into();
            }
            for i in 0..APPS {
                self.peak[i].d.next = self.live[i].val();
            }
            for i in 0..LOOKS {
                self.acc[i].d.next = 0.into();
                self.got[i].d.next = 0.into();
            }
        }

        comment!("The epoch that has ended.");
        self.ended_active.d.next = self.ended_active.q.val();
        if self.tick.val() {
            self.ended_active.d.next = self.app_active.val();
        }
        for i in 0..APPS {
            self.ended_peak[i].d.next = self.ended_peak[i].q.val();
            if self.tick.val() {
                self.ended_peak[i].d.next = self.peak_now[i].val();
            }
        }
        for i in 0..LOOKS {
            self.ended_acc[i].d.next = self.ended_acc[i].q.val();
            self.ended_got[i].d.next = self.ended_got[i].q.val();
            if self.tick.val() {
                self.ended_acc[i].d.next = self.acc_now[i].val();
                self.ended_got[i].d.next = self.got_now[i].val();
            }
        }
        for i in 0..CORES {
            self.ended_hit[i].d.next = self.ended_hit[i].q.val();
            self.ended_miss[i].d.next = self.ended_miss[i].q.val();
            self.ended_app[i].d.next = self.ended_app[i].q.val();
            self.ended_on[i].d.next = self.ended_on[i].q.val();
        }
        if self.turn.val() {
            for i in 0..(CORES - 1) {
                self.ended_hit[i].d.next = self.ended_hit[i + 1].q.val();
                self.ended_miss[i].d.next = self.ended_miss[i + 1].q.val();
                self.ended_app[i].d.next = self.ended_app[i + 1].q.val();
                self.ended_on[i].d.next = self.ended_on[i + 1].q.val();
            }
            self.ended_hit[self.last_core.val().index()].d.next = self.ended_hit[0].q.val();
            self.ended_miss[self.last_core.val().index()].d.next = self.ended_miss[0].q.val();
            self.ended_app[self.last_core.val().index()].d.next = self.ended_app[0].q.val();
            self.ended_on[self.last_core.val().index()].d.next = self.ended_on[0].q.val();
        }
        if self.tick.val() {
            for i in 0..CORES {
                self.ended_hit[i].d.next = self.hit_now[i].val();
                self.ended_miss[i].d.next = self.miss_now[i].val();
                self.ended_app[i].d.next = self.core_app.val().get_bits::<APP>(i * self.app_bits.val().index());
                self.ended_on[i].d.next = self.core_on.val().get_bit(i);
            }
        }
        self.hits.next = self.ended_hit[0].q.val();
        self.misses.next = self.ended_miss[0].q.val();
        self.app.next = self.ended_app[0].q.val();
        self.on.next = self.ended_on[0].q.val();
        self.active.next = self.ended_active.q.val();
        for i in 0..APPS {
            self.walks[i].next = self.ended_peak[i].q.val();
        }
        for i in 0..LOOKS {
            self.accesses[i].next = self.ended_acc[i].q.val();
            self.found[i].next = self.ended_got[i].q.val();
        }
    }
}
