// SPDX-License-Identifier: Apache-2.0
//! `mosaic_xlat` in the socket of the shared TLB: a thin adapter over its ports.

use serde::{Deserialize, Serialize};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::xlat::{In, Out};
use warpsmith_units::mosaic::{Xlat, FLUSH_BASE, FLUSH_LARGE};
use warpsmith_units::{Module, Snapshot, Unit};

use super::page;
use super::stats::MosaicStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, L1Flush, Root, SharedTlb, TlbFlush, TlbHit, TlbIn, TlbOut, UnitError, WalkRead, Walked,
    TLB_PORTS,
};
use crate::stats::UnitStats;

/// Depth of the root.
const ROOT: u8 = 1;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    /// Lookups that are not answered yet: without any, pipelines and walks rest.
    waiting: u32,
    /// Of each SM.
    roots: Vec<Root>,
    /// The application of each walk, which the root says that it began with.
    walkers: Vec<u8>,
    /// An address space that the unit has no number for.
    stranger: Option<u16>,
    stats: MosaicStats,
}

/// `mosaic_xlat` (`T`) as the shared TLB.
pub struct MosaicTlb<T> {
    xlat: T,
    params: Params,
    /// The outputs when nothing is under way.
    rest: Out,
    state: State,
}

impl<T: Unit<In = In, Out = Out>> MosaicTlb<T> {
    /// Resets the module, made for `params`, and attaches it.
    pub fn new(mut xlat: T, params: &Params) -> Self {
        xlat.reset();
        let rest = Xlat::at_reset(params, &In::default());
        let state = State {
            out: rest,
            roots: vec![Root::default(); params.num_cores as usize],
            walkers: vec![0; params.walk_ctx as usize],
            ..State::default()
        };
        Self { xlat, params: params.clone(), rest, state }
    }
}

impl<T> MosaicTlb<T> {
    fn ports(&self) -> usize {
        self.params.ports().min(TLB_PORTS)
    }

    /// The application of the walk whose read is offered.
    fn application(&self) -> u8 {
        let State { out, roots, walkers, .. } = &self.state;
        let begun = roots.iter().find(|root| out.wm_depth == ROOT && root.table == out.wm_addr >> 12);
        begun.map_or(walkers[usize::from(out.wm_tag)], |root| root.application)
    }

    fn input(&self, input: &TlbIn) -> In {
        let p = &self.params;
        let mut i = In { wm_ready: input.read_taken, l1fl_ack: input.l1_acks, ..In::default() };
        for (port, lookup) in input.lookups.iter().enumerate().take(self.ports()) {
            if let Some(lookup) = lookup {
                i.set_lookup(p, port, lookup.sm, lookup.vpn);
            }
        }
        if let Some((context, entry)) = input.data {
            (i.wd_valid, i.wd_tag, i.wd_pte) = (true, context, entry);
        }
        if let Some((sm, root)) = input.root {
            (i.root_we, i.root_core) = (true, sm);
            (i.root_ppn, i.root_asid) = (root.table, root.asid.into());
        }
        if let Some(asid) = input.flush {
            (i.fl_valid, i.fl_space, i.fl_all) = (true, asid.is_some(), asid.is_none());
            i.fl_asid = asid.unwrap_or_default().into();
        }
        if let Some((asid, what)) = input.flush_pages {
            (i.fl_valid, i.fl_asid) = (true, asid.into());
            (i.fl_space, i.fl_kind, i.fl_lvpn) = match what {
                TlbFlush::All => (true, FLUSH_BASE, 0),
                TlbFlush::Base(lvpn) => (false, FLUSH_BASE, lvpn),
                TlbFlush::Large(lvpn) => (false, FLUSH_LARGE, lvpn),
            };
        }
        i
    }

    /// Counts what is shown, and who is answered by it.
    fn see(&mut self) {
        let (p, ports, s) = (&self.params, self.ports(), &mut self.state);
        for answer in (0..ports).filter_map(|port| s.out.answer(p, port)) {
            s.waiting -= 1;
            *(if answer.mapping.large { &mut s.stats.large_hits } else { &mut s.stats.base_hits }) += 1;
        }
        if let Some((mask, _, found)) = s.out.ended() {
            s.waiting -= mask.count_ones();
            s.stats.large_walks += u64::from(found.is_some_and(|found| found.large));
            s.stats.base_walks += u64::from(found.is_some_and(|found| !found.large));
        }
    }
}

impl<T: Unit<In = In, Out = Out> + Snapshot + Send> SharedTlb for MosaicTlb<T> {
    fn out(&self) -> TlbOut {
        let o = &self.state.out;
        let mut out = TlbOut {
            ready: o.lk_ready,
            flush_ready: o.fl_ready,
            flush_ack: o.fl_done,
            read: o.wm_valid.then(|| WalkRead {
                address: o.wm_addr,
                depth: o.wm_depth,
                application: self.application(),
                context: o.wm_tag,
            }),
            ..TlbOut::default()
        };
        for port in 0..self.ports() {
            let hit = o.answer(&self.params, port);
            out.hits[port] =
                hit.map(|hit| TlbHit { sm: hit.core, vpn: hit.vpn, page: page(hit.vpn, hit.mapping) });
        }
        if let Some((sms, vpn, found)) = o.ended() {
            let page = found.map(|mapping| page(vpn, mapping));
            out.walked = Some(Walked { sms, vpn, page, walk: true });
            // One lookup began the walk, and the others joined it.
            out.missed = sms & sms.wrapping_neg();
        }
        if o.l1fl_valid {
            let what = match (o.l1fl_all, o.l1fl_kind) {
                (true, _) => TlbFlush::All,
                (false, FLUSH_BASE) => TlbFlush::Base(o.l1fl_lvpn),
                (false, FLUSH_LARGE) => TlbFlush::Large(o.l1fl_lvpn),
            };
            out.l1_flush = Some(L1Flush { sms: o.l1fl_mask, what });
        }
        out
    }

    fn flushes_pages(&self) -> bool {
        true
    }

    fn step(&mut self, input: &TlbIn) {
        let flushes = input.flush.is_some() || input.flush_pages.is_some();
        let moves = input.lookups != [None; TLB_PORTS] || input.root.is_some() || flushes;
        if self.state.waiting == 0 && self.state.out == self.rest && !moves {
            return;
        }
        if self.state.out.wm_valid {
            let tag = usize::from(self.state.out.wm_tag);
            self.state.walkers[tag] = self.application();
        }
        let i = self.input(input);
        let accepted = i.lk_valid & self.state.out.lk_ready;
        self.state.stats.page_flushes += u64::from(self.state.out.fl_ready && input.flush_pages.is_some());
        self.state.waiting += accepted.count_ones();
        self.state.out = self.xlat.step(&i);
        self.see();
        if let Some((sm, root)) = input.root {
            self.state.roots[usize::from(sm)] = root;
            if u32::from(root.asid) >> self.params.asid_w != 0 {
                self.state.stranger = Some(root.asid);
            }
        }
    }
}

impl<T: Snapshot> Saved for MosaicTlb<T> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.xlat.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.xlat.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<T: Unit + Snapshot + Send> Attachment for MosaicTlb<T> {
    fn check(&self) -> Result<(), UnitError> {
        if let Some(asid) = self.state.stranger {
            return Err(UnitError(format!(
                "program {} of those that run together has no address space in mosaic, which is made for {}: set asid_w",
                asid + 1,
                1u32 << self.params.asid_w
            )));
        }
        self.xlat.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::mosaic::entry::LARGE;
    use warpsmith_units::mosaic::xlat::Model;

    use super::*;
    use crate::mmu::entry;
    use crate::socket::{Frame, TlbLookup, Translation};

    const ALL: Frame = Frame { ppn: 0, perm: Frame::READ | Frame::WRITE };

    /// Four SMs, the last one of application 1, each application with a table of each depth: 10 to 13 and 20 to 23. The base pages of the
    /// first large page are from 1024 and from 2048 on, but for the last hundred of them.
    struct World {
        tlb: MosaicTlb<Model>,
        /// The first large page of application 1 is one.
        large: bool,
        data: Option<(u8, u64)>,
        reads: Vec<WalkRead>,
        hits: Vec<TlbHit>,
        walked: Vec<Walked>,
        missed: u32,
        flushed: bool,
        l1_flushes: Vec<L1Flush>,
    }

    impl World {
        fn new() -> World {
            let tlb = MosaicTlb::new(Xlat::model(&Params::SMALL), &Params::SMALL);
            let (reads, hits, walked, l1_flushes) = Default::default();
            let (large, data, missed, flushed) = (false, None, 0, false);
            let mut world = World { tlb, large, data, reads, hits, walked, missed, flushed, l1_flushes };
            for sm in 0..4 {
                let application = u8::from(sm == 3);
                let table = 10 * (u64::from(application) + 1);
                let root = Root { table, asid: application.into(), application };
                world.step(TlbIn { root: Some((sm, root)), ..TlbIn::default() });
            }
            world
        }

        fn entry(&self, address: u64) -> u64 {
            let (table, index) = (address >> 12, address >> 3 & 511);
            match table % 10 {
                3 if index >= 412 => 0,
                3 => entry::of_page(Frame { ppn: table / 10 * 1024 + index, ..ALL }, 12),
                2 if self.large && table == 22 => entry::of_table(table + 1) | LARGE,
                _ => entry::of_table(table + 1),
            }
        }

        fn step(&mut self, input: TlbIn) {
            let out = self.tlb.out();
            self.hits.extend(out.hits.iter().flatten());
            self.walked.extend(out.walked);
            self.missed += out.missed.count_ones();
            self.flushed |= out.flush_ack;
            self.l1_flushes.extend(out.l1_flush);
            self.reads.extend(out.read);
            let next = out.read.map(|read| (read.context, self.entry(read.address)));
            let data = std::mem::replace(&mut self.data, next);
            let l1_acks = out.l1_flush.map_or(0, |flush| flush.sms);
            self.tlb.step(&TlbIn { read_taken: out.read.is_some(), data, l1_acks, ..input });
        }

        /// These lookups of the cycle are answered.
        fn look(&mut self, lookups: &[(u8, u64)]) {
            let mut input = TlbIn::default();
            for (port, (sm, vpn)) in lookups.iter().enumerate() {
                input.lookups[port] = Some(TlbLookup { sm: *sm, warp: 0, vpn: *vpn });
            }
            self.step(input);
            (0..80).for_each(|_| self.step(TlbIn::default()));
            assert_eq!(self.tlb.state.waiting, 0);
        }

        fn frames(&self) -> Vec<Option<u64>> {
            self.walked.iter().map(|walked| walked.page.map(|page| page.frame.ppn)).collect()
        }
    }

    #[test]
    fn a_page_is_walked_once_for_all_that_wait_for_it_and_then_hit() {
        let mut world = World::new();
        world.look(&[(0, 7), (1, 7)]);
        let page = Translation::base(Frame { ppn: 1031, ..ALL });
        assert_eq!(world.walked, [Walked { sms: 0b11, vpn: 7, page: Some(page), walk: true }]);
        assert_eq!((world.missed, world.reads.len()), (1, 4));
        world.look(&[(2, 7)]);
        assert_eq!(world.hits, [TlbHit { sm: 2, vpn: 7, page }]);
        assert_eq!(world.tlb.state.stats, MosaicStats { base_hits: 1, base_walks: 1, ..Default::default() });
    }

    #[test]
    fn each_walk_read_is_of_the_application_whose_root_its_walk_began_with() {
        let mut world = World::new();
        world.look(&[(0, 7), (3, 7)]);
        assert_eq!(world.frames(), [Some(1031), Some(2055)]);
        assert_eq!(world.reads.len(), 8);
        assert!(world.reads.iter().all(|read| u64::from(read.application) + 1 == (read.address >> 12) / 10));
    }

    #[test]
    fn a_base_page_of_a_large_one_has_its_own_frame_and_counts_as_large() {
        let mut world = World::new();
        world.large = true;
        world.look(&[(3, 7)]);
        world.look(&[(3, 9)]);
        assert_eq!(world.frames(), [Some(2055)]);
        let page = Translation { frame: Frame { ppn: 2057, ..ALL }, large: true };
        assert_eq!(world.hits, [TlbHit { sm: 3, vpn: 9, page }]);
        let stats = MosaicStats { large_hits: 1, large_walks: 1, ..Default::default() };
        assert_eq!(world.tlb.state.stats, stats);
    }

    #[test]
    fn an_entry_that_is_not_valid_is_a_walk_without_a_frame() {
        let mut world = World::new();
        world.look(&[(0, 420)]);
        assert_eq!(world.frames(), [None]);
        assert_eq!(world.tlb.state.stats, MosaicStats::default());
    }

    #[test]
    fn an_address_space_that_is_flushed_is_walked_again_and_another_one_is_not() {
        let mut world = World::new();
        world.look(&[(0, 7), (3, 7)]);
        world.step(TlbIn { flush: Some(Some(0)), ..TlbIn::default() });
        (0..80).for_each(|_| world.step(TlbIn::default()));
        assert!(world.flushed && world.tlb.state.out == world.tlb.rest);
        assert_eq!(world.l1_flushes, [L1Flush { sms: 0b111, what: TlbFlush::All }]);
        world.look(&[(0, 7), (3, 7)]);
        assert_eq!(world.frames(), [Some(1031), Some(2055), Some(1031)]);
        assert_eq!(world.hits.len(), 1);
    }

    #[test]
    fn an_address_space_that_has_no_number_is_an_error_that_names_the_parameter() {
        let mut world = World::new();
        assert!(world.tlb.check().is_ok());
        let root = Root { table: 10, asid: 16, application: 16 };
        world.step(TlbIn { root: Some((0, root)), ..TlbIn::default() });
        let text = world.tlb.check().unwrap_err().to_string();
        assert!(text.contains("program 17") && text.contains("asid_w"), "{text}");
    }
}
