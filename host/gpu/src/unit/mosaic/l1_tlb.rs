// SPDX-License-Identifier: Apache-2.0
//! `mosaic_l1_tlb` in the socket of the L1 TLB: a thin adapter over its ports.

use serde::{Deserialize, Serialize};
use warpsmith_units::mosaic::l1_tlb::{In, Out};
use warpsmith_units::mosaic::{Mapping, FLUSH_BASE, FLUSH_LARGE};
use warpsmith_units::{Snapshot, Unit};

use super::page;
use super::stats::MosaicStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, L1Found, L1TlbArray, L1TlbIn, L1TlbOut, L1Woken, TlbFlush, Translation, UnitError,
};
use crate::stats::UnitStats;

/// What stands between the socket and the ports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The outputs of the coming cycle.
    out: Out,
    /// Pages of the lookup and of the answer of the last cycle.
    looked: Option<u64>,
    filled: Option<u64>,
    stats: MosaicStats,
}

/// `mosaic_l1_tlb` (`T`) as the L1 TLB of an SM.
pub struct MosaicL1Tlb<T> {
    tlb: T,
    state: State,
}

impl<T: Unit<In = In, Out = Out>> MosaicL1Tlb<T> {
    /// Resets the module, and attaches it.
    pub fn new(mut tlb: T) -> Self {
        tlb.reset();
        Self { tlb, state: State::default() }
    }
}

/// What is at the ports of a cycle with these inputs.
fn ports(input: &L1TlbIn) -> In {
    let mut i = In { miss_ready: input.taken, ..In::default() };
    if let Some(lookup) = input.lookup {
        (i.lk_valid, i.lk_vpn, i.lk_warp) = (true, lookup.vpn, lookup.warp);
    }
    if let Some(fill) = input.fill {
        (i.fill_valid, i.fill_vpn, i.fill_fault) = (true, fill.vpn, fill.page.is_none());
        if let Some(Translation { frame, large }) = fill.page {
            (i.fill_large, i.fill_ppn, i.fill_perm) = (large, frame.ppn, frame.perm);
        }
    }
    if let Some(flush) = input.flush {
        i.flush_valid = true;
        match flush {
            TlbFlush::All => i.flush_all = true,
            TlbFlush::Large(lvpn) => (i.flush_lvpn, i.flush_kind) = (lvpn, FLUSH_LARGE),
            TlbFlush::Base(lvpn) => (i.flush_lvpn, i.flush_kind) = (lvpn, FLUSH_BASE),
        }
    }
    i
}

impl<T: Unit<In = In, Out = Out> + Snapshot + Send> L1TlbArray for MosaicL1Tlb<T> {
    fn out(&self) -> L1TlbOut {
        let State { out: o, looked, filled, .. } = &self.state;
        let found = |vpn| match (o.res_hit, o.res_pending) {
            (true, _) => {
                L1Found::Page(page(vpn, Mapping { large: o.res_large, ppn: o.res_ppn, perm: o.res_perm }))
            }
            (false, true) => L1Found::Waits,
            (false, false) => L1Found::Refused,
        };
        let woken = |vpn| {
            let mapping = Mapping { large: o.wake_large, ppn: o.wake_ppn, perm: o.wake_perm };
            L1Woken { warps: o.wake_waiters, page: (!o.wake_fault).then(|| page(vpn, mapping)) }
        };
        L1TlbOut {
            found: looked.map(found),
            asks: o.miss_valid.then_some(o.miss_vpn),
            woken: filled.filter(|_| o.wake_valid).map(woken),
            flushed: o.flush_ack,
        }
    }

    fn step(&mut self, input: &L1TlbIn) {
        // What is waited for and has been asked for stays as it is: with nothing at the ports every register keeps its value.
        if *input == L1TlbIn::default() && self.state.out == Out::default() {
            (self.state.looked, self.state.filled) = (None, None);
            return;
        }
        self.state.out = self.tlb.step(&ports(input));
        let s = &mut self.state;
        s.looked = input.lookup.map(|lookup| lookup.vpn);
        s.filled = input.fill.map(|fill| fill.vpn);
        s.stats.l1_large_hits += u64::from(s.out.res_hit && s.out.res_large);
        s.stats.l1_base_hits += u64::from(s.out.res_hit && !s.out.res_large);
        if let Some(page) = input.fill.and_then(|fill| fill.page) {
            s.stats.l1_large_fills += u64::from(page.large);
            s.stats.l1_base_fills += u64::from(!page.large);
        }
        s.stats.l1_flushes += u64::from(s.out.flush_ack);
    }
}

impl<T: Snapshot> Saved for MosaicL1Tlb<T> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.tlb.snapshot())?;
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.tlb.restore(from.take()?)?;
        self.state = from.take()?;
        Ok(())
    }
}

impl<T: Unit + Snapshot + Send> Attachment for MosaicL1Tlb<T> {
    fn check(&self) -> Result<(), UnitError> {
        self.tlb.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.state.stats);
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::mosaic::l1_tlb::Model;
    use warpsmith_units::mosaic::params::Params;
    use warpsmith_units::mosaic::L1Tlb;
    use warpsmith_units::Module;

    use super::*;
    use crate::socket::{Frame, L1Fill, L1Lookup};

    fn lookup(vpn: u64) -> L1TlbIn {
        L1TlbIn { lookup: Some(L1Lookup { vpn, warp: 5 }), taken: true, ..L1TlbIn::default() }
    }

    /// One whose page 7, in a large page from frame 1024 on, has been missed, asked for and filled.
    fn filled() -> MosaicL1Tlb<Model> {
        let mut tlb = MosaicL1Tlb::new(L1Tlb::model(&Params::SMALL));
        tlb.step(&lookup(7));
        assert_eq!(tlb.out().found, Some(L1Found::Waits));
        tlb.step(&L1TlbIn::default());
        assert_eq!(tlb.out().asks, Some(7));
        tlb.step(&L1TlbIn { taken: true, ..L1TlbIn::default() });
        tlb.step(&L1TlbIn { fill: Some(L1Fill { vpn: 7, page: Some(frame(7)) }), ..L1TlbIn::default() });
        assert_eq!(tlb.out().woken, Some(L1Woken { warps: 1 << 5, page: Some(frame(7)) }));
        tlb
    }

    fn frame(vpn: u64) -> Translation {
        Translation { frame: Frame { ppn: 1024 + vpn, perm: 3 }, large: true }
    }

    #[test]
    fn each_base_page_of_a_large_one_hits_its_entry_and_has_its_own_frame() {
        let mut tlb = filled();
        for vpn in [0, 9, 511] {
            tlb.step(&lookup(vpn));
            assert_eq!(tlb.out().found, Some(L1Found::Page(frame(vpn))));
        }
        tlb.step(&lookup(512));
        assert_eq!(tlb.out().found, Some(L1Found::Waits));
        let stats = MosaicStats { l1_large_hits: 3, l1_large_fills: 1, ..MosaicStats::default() };
        assert_eq!(tlb.state.stats, stats);
    }

    #[test]
    fn a_flush_of_the_large_page_is_acknowledged_and_its_pages_miss() {
        let mut tlb = filled();
        tlb.step(&L1TlbIn { flush: Some(TlbFlush::Large(0)), ..L1TlbIn::default() });
        assert!(tlb.out().flushed);
        tlb.step(&lookup(7));
        assert_eq!((tlb.out().found, tlb.state.stats.l1_flushes), (Some(L1Found::Waits), 1));
    }

    #[test]
    fn at_rest_a_cycle_changes_nothing_even_if_pages_are_waited_for() {
        let mut tlb = filled();
        for vpn in [600, 1300] {
            tlb.step(&lookup(vpn));
        }
        while tlb.state.out != Out::default() {
            tlb.step(&L1TlbIn { taken: tlb.out().asks.is_some(), ..L1TlbIn::default() });
        }
        assert_eq!(tlb.tlb.state().waiting().count(), 2);
        let before = tlb.tlb.snapshot();
        assert_eq!(tlb.tlb.step(&In::default()), Out::default());
        assert!(tlb.tlb.snapshot() == before);
    }
}
