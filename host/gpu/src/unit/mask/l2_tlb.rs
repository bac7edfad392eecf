// SPDX-License-Identifier: Apache-2.0
//! `mask_l2_tlb` in the socket of the shared TLB: a thin adapter over its ports. Without an epoch engine no epoch ends, so every
//! walk fills the main array.

use serde::{Deserialize, Serialize};
use warpsmith_units::mask::l2_tlb::{In, Lookup, Out};
use warpsmith_units::mask::params::Params;
use warpsmith_units::{Snapshot, Unit};

use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, Frame, SharedTlb, TlbHit, TlbIn, TlbOut, UnitError, WalkRead, Walked, TLB_PORTS,
};

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    /// Lookups that are not answered yet: without any, walks and queues rest.
    waiting: u32,
}

/// `mask_l2_tlb` as the shared TLB.
pub struct MaskTlb<U> {
    unit: U,
    params: Params,
    /// The outputs when nothing is under way.
    rest: Out,
    state: State,
}

impl<U: Unit<In = In, Out = Out>> MaskTlb<U> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: U, params: &Params) -> Self {
        unit.reset();
        let rest = Out { lk_ready: (1 << params.l2tlb_ports) - 1, flush_ready: true, ..Out::default() };
        Self { unit, params: params.clone(), rest, state: State { out: rest, waiting: 0 } }
    }

    fn input(&self, input: &TlbIn) -> In {
        let p = &self.params;
        let mut i = In { wm_ready: input.read_taken, en_tokens: p.en_tokens, ..In::default() };
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
        TlbHit { sm, vpn, frame: Frame { ppn: frame.ppn, perm: frame.perm } }
    }
}

impl<U: Unit<In = In, Out = Out> + Snapshot + Send> SharedTlb for MaskTlb<U> {
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
            frame: (!o.wrsp_fault).then_some(frame),
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
        if self.state.waiting == 0 && self.state.out == self.rest && *input == TlbIn::default() {
            return;
        }
        let ready = self.state.out.lk_ready;
        let accepted = (0..TLB_PORTS).filter(|port| ready >> port & 1 == 1 && input.lookups[*port].is_some());
        self.state.waiting += accepted.count() as u32;
        self.state.out = self.unit.step(&self.input(input));
        let out = &self.state.out;
        self.state.waiting -= out.res_hit.count_ones() + out.wrsp_mask.count_ones();
    }
}

impl<U: Snapshot> Saved for MaskTlb<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for MaskTlb<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::mask::l2_tlb::{Environment, Model};
    use warpsmith_units::mask::L2Tlb;
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
        let mut unit = MaskTlb::new(Model::new(p), p);
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
