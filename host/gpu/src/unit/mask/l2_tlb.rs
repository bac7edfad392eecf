// SPDX-License-Identifier: Apache-2.0
//! `mask_l2_tlb`, the monitors of all SMs and the epoch engine in the socket of the shared TLB: a thin adapter over their ports.

use std::collections::VecDeque;

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};
use warpsmith_units::mask::l2_tlb::{In, Lookup, Out};
use warpsmith_units::mask::params::Params;
use warpsmith_units::mask::{epoch, monitor, Epoch, L2Tlb};
use warpsmith_units::{field, Module, Snapshot, Unit};

use super::stats::MaskStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Announcement, Attachment, Frame, Looks, SharedTlb, SmActivity, TlbHit, TlbIn, TlbOut, Translation,
    UnitError, WalkRead, Walked, TLB_PORTS,
};
use crate::stats::UnitStats;
use crate::types::bits;

/// Bits of the accesses to L2 of a depth at the ports.
const LOOKS: usize = 6;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    /// Lookups that are not answered yet: without any, walks and queues rest.
    waiting: u32,
    of_epoch: epoch::Out,
    /// What monitors and root registers say of the SMs.
    of_sms: epoch::In,
    /// Applications with a kernel under way.
    active: u64,
    /// What has looked for lines in L2 and is not told yet: the ports hold 63 of a depth.
    looks: Looks,
    announcements: VecDeque<Announcement>,
    /// An application that the unit has no place for.
    stranger: Option<u8>,
    stats: MaskStats,
}

/// `mask_l2_tlb` (`T`) as the shared TLB, with `mask_monitor` (`M`) for each SM and `mask_epoch` (`E`).
pub struct MaskTlb<T, M, E> {
    tlb: T,
    monitors: Vec<M>,
    epoch: E,
    params: Params,
    /// The outputs of the TLB when nothing is under way.
    rest: Out,
    state: State,
}

impl<T, M, E> MaskTlb<T, M, E>
where
    T: Unit<In = In, Out = Out>,
    M: Unit<In = monitor::In, Out = monitor::Out>,
    E: Unit<In = epoch::In, Out = epoch::Out>,
{
    /// Resets the modules, made for `params`, and attaches them.
    pub fn new(mut tlb: T, mut monitors: Vec<M>, mut epoch: E, params: &Params) -> Self {
        tlb.reset();
        monitors.iter_mut().for_each(Unit::reset);
        epoch.reset();
        let rest = L2Tlb::at_reset(params, &In::default());
        let of_epoch = Epoch::at_reset(params, &epoch::In::default());
        let state = State { out: rest, of_epoch, ..State::default() };
        Self { tlb, monitors, epoch, params: params.clone(), rest, state }
    }

    /// A cycle of the TLB, unless nothing is under way there.
    fn step_tlb(&mut self, input: &TlbIn) {
        let moves = input.lookups != [None; TLB_PORTS]
            || input.read_taken
            || input.data.is_some()
            || input.root.is_some()
            || input.flush.is_some();
        if self.state.waiting == 0 && self.state.out == self.rest && !moves {
            return;
        }
        let i = self.input(input);
        let (p, s) = (&self.params, &mut self.state);
        let ports = (0..TLB_PORTS).filter(|port| s.out.lk_ready >> port & 1 == 1);
        for lookup in ports.filter_map(|port| input.lookups[port]) {
            let application = s.of_sms.core_app[field(lookup.sm.into(), p.app_width())].load_le();
            s.waiting += 1;
            s.stats.tokenless += u64::from(!i.may_fill(application, lookup.sm, lookup.warp));
        }
        s.out = self.tlb.step(&i);
        s.stats.bypass_hits += u64::from(s.out.res_bypass.count_ones());
        s.waiting -= s.out.res_hit.count_ones() + s.out.wrsp_mask.count_ones();
    }

    /// A cycle of the monitors: what they hold changes only if something happens in their SM, and at the end of an epoch.
    fn step_monitors(&mut self, activity: &[SmActivity], tick: bool) {
        let (p, s) = (&self.params, &mut self.state);
        let mut of = activity.iter().peekable();
        for (sm, monitor) in self.monitors.iter_mut().enumerate() {
            let happened = of.next_if(|one| usize::from(one.sm) == sm);
            if happened.is_none() && !tick {
                continue;
            }
            let mut i = monitor::In { tick, ..monitor::In::default() };
            if let Some(SmActivity { issued, stalled, .. }) = happened {
                i.stalled = *stalled;
                for (port, warp) in bits(*issued).enumerate() {
                    i.issue_valid |= 1 << port;
                    i.issue_warp |= warp << (port * p.warp_width());
                }
            }
            let out = monitor.step(&i);
            s.of_sms.set_warps(sm, out.uniq.into(), out.warps_peak.into());
        }
    }

    /// A cycle of the epoch engine, in which it is told this; what the DRAM channels are to know of it.
    fn step_epoch(&mut self, i: &epoch::In, active: u64) {
        let (p, s) = (&self.params, &mut self.state);
        let ended = s.of_epoch.epoch_tick;
        s.of_epoch = self.epoch.step(i);
        let quotas = || (0..p.num_apps as usize).map(|application| s.of_epoch.quota(application)).collect();
        let shares = s.of_epoch.quota_we.then(quotas);
        s.stats.epochs += u64::from(ended);
        if s.of_epoch.quota_we {
            let share = |sm| s.of_epoch.share(sm).min(p.warps_per_core);
            s.stats.token_warps += (0..p.num_cores as usize).map(share).map(u64::from).sum::<u64>();
            s.stats.bypass_depths += u64::from(s.of_epoch.bypass_bits.count_ones());
        }
        if ended || shares.is_some() || active != s.active {
            s.active = active;
            s.announcements.push_back(Announcement { period_ended: ended, shares, active });
        }
    }
}

impl<T, M, E> MaskTlb<T, M, E> {
    /// What the epoch engine is told in this cycle.
    fn epoch_input(&mut self, active: u64) -> epoch::In {
        let (p, s) = (&self.params, &mut self.state);
        let mut i = epoch::In {
            res_valid: s.out.res_valid,
            res_hit: s.out.res_hit,
            res_core: s.out.res_core,
            ptw_live: s.out.ptw_live,
            app_active: active as u32,
            ..s.of_sms
        };
        for depth in 0..=p.pt_levels as usize {
            let (accesses, hits) = (&mut s.looks.accesses[depth], &mut s.looks.hits[depth]);
            let most = (*accesses).min((1 << LOOKS) - 1);
            let found = (*hits).min(most);
            i.l2_acc |= most << (LOOKS * depth);
            i.l2_hit |= found << (LOOKS * depth);
            *accesses -= most;
            *hits -= found;
        }
        i
    }

    /// What the root registers say from now on.
    fn see_root(&mut self, input: &TlbIn) {
        let Some((sm, root)) = input.root else { return };
        let s = &mut self.state;
        if u32::from(root.application) >= self.params.num_apps {
            s.stranger = Some(root.application);
        }
        s.of_sms.core_on |= 1 << sm;
        s.of_sms.set_app(&self.params, sm.into(), root.application.into());
    }

    fn input(&self, input: &TlbIn) -> In {
        let p = &self.params;
        let mut i = In {
            wm_ready: input.read_taken,
            en_tokens: p.en_tokens,
            seen: self.state.of_epoch.seen,
            share: self.state.of_epoch.share,
            ..In::default()
        };
        for (port, lookup) in input.lookups.iter().enumerate().take(p.ports()) {
            if let Some(lookup) = lookup {
                i.set_lookup(p, port, &Lookup { core: lookup.sm, warp: lookup.warp, vpn: lookup.vpn });
            }
        }
        if let Some((context, entry)) = input.data {
            (i.wd_valid, i.wd_tag, i.wd_pte) = (true, context, entry);
        }
        if let Some((sm, root)) = input.root {
            (i.root_we, i.root_core, i.root_ppn) = (true, sm, root.table);
            (i.root_asid, i.root_app) = (root.asid.into(), root.application);
        }
        if let Some(asid) = input.flush {
            (i.flush_req, i.flush_all) = (true, asid.is_none());
            i.flush_asid = asid.unwrap_or_default().into();
        }
        i
    }

    fn hit(&self, port: usize, sm: u8, vpn: u64) -> TlbHit {
        let frame = self.state.out.frame(&self.params, port);
        TlbHit { sm, vpn, page: Translation::base(Frame { ppn: frame.ppn, perm: frame.perm }) }
    }
}

impl<T, M, E> SharedTlb for MaskTlb<T, M, E>
where
    T: Unit<In = In, Out = Out> + Snapshot + Send,
    M: Unit<In = monitor::In, Out = monitor::Out> + Snapshot + Send,
    E: Unit<In = epoch::In, Out = epoch::Out> + Snapshot + Send,
{
    fn out(&self) -> TlbOut {
        let o = &self.state.out;
        let mut out = TlbOut {
            ready: o.lk_ready,
            flush_ready: o.flush_ready,
            flush_ack: o.flush_ack,
            ..TlbOut::default()
        };
        for port in 0..self.params.ports().min(TLB_PORTS) {
            match o.resolved(&self.params, port) {
                Some((sm, Some(vpn))) => out.hits[port] = Some(self.hit(port, sm, vpn)),
                Some((sm, None)) => out.missed |= 1 << sm,
                None => {}
            }
        }
        let frame = Frame { ppn: o.wrsp_ppn, perm: o.wrsp_perm };
        out.walked = o.wrsp_valid.then_some(Walked {
            sms: o.wrsp_mask,
            vpn: o.wrsp_vpn,
            page: (!o.wrsp_fault).then_some(Translation::base(frame)),
            walk: o.wrsp_walk,
        });
        out.read = o.wm_valid.then_some(WalkRead {
            address: o.wm_addr,
            depth: o.wm_depth,
            application: o.wm_app,
            context: o.wm_tag,
        });
        out
    }

    fn step(&mut self, input: &TlbIn) {
        let tick = self.state.of_epoch.epoch_tick;
        let of_epoch = self.epoch_input(input.active);
        self.step_tlb(input);
        self.step_monitors(&input.activity, tick);
        self.step_epoch(&of_epoch, input.active);
        self.see_root(input);
    }

    fn announce(&mut self) -> Option<Announcement> {
        self.state.announcements.pop_front()
    }

    fn watches(&self) -> bool {
        true
    }

    fn looked(&mut self, looks: &Looks) {
        self.state.looks = self.state.looks.plus(*looks);
    }

    fn better_past(&self) -> u8 {
        self.state.of_epoch.bypass_bits
    }
}

impl<T: Snapshot, M: Snapshot, E: Snapshot> Saved for MaskTlb<T, M, E> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.tlb.snapshot())?;
        self.monitors.iter().try_for_each(|monitor| to.put(&monitor.snapshot()))?;
        to.put(&self.epoch.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.tlb.restore(from.take()?)?;
        for monitor in &mut self.monitors {
            monitor.restore(from.take()?)?;
        }
        self.epoch.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<T, M, E> Attachment for MaskTlb<T, M, E>
where
    T: Unit + Snapshot + Send,
    M: Unit + Snapshot + Send,
    E: Unit + Snapshot + Send,
{
    fn check(&self) -> Result<(), UnitError> {
        if let Some(application) = self.state.stranger {
            let most = self.params.num_apps;
            return Err(UnitError(format!(
                "program {} of those that run together has no place in mask, which is made for {most}: set num_apps",
                application + 1
            )));
        }
        let monitors = self.monitors.iter().find_map(Unit::failure);
        let failure = self.tlb.failure().or(monitors).or_else(|| self.epoch.failure());
        failure.map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::mask::l2_tlb::{Environment, Model};
    use warpsmith_units::mask::{epoch, monitor};
    use warpsmith_units::Stimulus;

    use super::*;
    use crate::machine::MachineSpec;
    use crate::policy::translation::L2Tlb as Policy;
    use crate::socket::{Root, TlbLookup};

    /// A machine with this TLB.
    fn machine(p: &Params) -> MachineSpec {
        let mut machine = MachineSpec::load("maxwell").unwrap();
        machine.sm.count = p.num_cores;
        let mmu = machine.mmu.as_mut().unwrap();
        (mmu.page_bits, mmu.levels, mmu.walks) = (p.page_bits, p.pt_levels, p.walk_ctx);
        (mmu.l2.entries, mmu.l2.ways, mmu.l2.ports) = (p.l2tlb_entries, p.l2tlb_ways, p.l2tlb_ports);
        (mmu.l2.latency, mmu.l2.replay_queue) = (p.l2tlb_latency, p.replay_depth);
        machine
    }

    fn socket(p: &Params, i: &In) -> TlbIn {
        let mut input = TlbIn { read_taken: i.wm_ready, ..TlbIn::default() };
        for port in 0..p.ports() {
            let of = |lookup: Lookup| TlbLookup { sm: lookup.core, warp: lookup.warp, vpn: lookup.vpn };
            input.lookups[port] = i.lookup(p, port).map(of);
        }
        let physical = i.wd_pte & ((1 << p.pa_w) - 1);
        input.data = i.wd_valid.then_some((i.wd_tag, physical));
        let root = |(sm, root): (u8, warpsmith_units::mask::l2_tlb::Root)| {
            (sm, Root { table: root.table, asid: root.asid as u16, application: root.app })
        };
        input.root = i.root().map(root);
        input.flush = i.flush_req.then_some((!i.flush_all).then_some(i.flush_asid as u16));
        input
    }

    /// Random inputs of `mask_l2_tlb` go to both.
    fn compare(p: &Params, cycles: u32) {
        let monitors = (0..p.num_cores).map(|_| monitor::Model::new(p)).collect();
        let mut unit = MaskTlb::new(Model::new(p), monitors, epoch::Model::new(p), p);
        let mut policy = Policy::new(&machine(p));
        let mut stimulus = <Environment as Stimulus<L2Tlb>>::new(p, 3);
        let (mut walks, mut hits) = (0, 0);
        for cycle in 0..cycles {
            let (left, right) = (unit.out(), policy.out());
            assert_eq!(left, right, "cycle {cycle}");
            walks += u32::from(left.walked.is_some());
            hits += left.hits.iter().flatten().count();
            let input = socket(p, &stimulus.next_input(&unit.state.out));
            unit.step(&input);
            policy.step(&input);
        }
        assert!(walks > 500 && hits > 500, "{walks} walks, {hits} hits");
    }

    #[test]
    fn without_tokens_each_cycle_is_that_of_the_shared_tlb() {
        for p in [Params::SMALL, Params::TINY, Params::VARIANT, Params::PAPER] {
            compare(&Params { en_tokens: false, ..p }, 40_000);
        }
    }
}
