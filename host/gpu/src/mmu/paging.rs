// SPDX-License-Identifier: Apache-2.0
//! Demand paging (Mosaic, section 2.11): far faults, and the link over which pages come from the host one after the other. It
//! is software of the driver, as a model.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::machine::{MmuSpec, PagingOrder, PagingSpec};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::stats::PagingStats;
use crate::types::SmCycle;

/// What a page takes, in SM cycles at nominal level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    page_bytes: u64,
    /// Of these several pages can be in at the same time.
    fixed: u64,
    /// Of these only one at a time.
    moving: u64,
    order: PagingOrder,
}

impl Link {
    /// The line through the two load-to-use times of `spec`, at the size of a page.
    fn new(spec: &PagingSpec, page_bits: u32, sm_mhz: u32) -> Link {
        let [small, large] = [spec.fault_4k_ns, spec.fault_2m_ns].map(u64::from);
        let steps = (1 << (PagingSpec::LARGE_BITS - PagingSpec::SMALL_BITS)) - 1;
        let cycles = |ns_steps: u64| (2 * ns_steps * u64::from(sm_mhz) + 1000 * steps) / (2000 * steps);
        let moving_small = cycles(large - small);
        let fixed = cycles(small * steps) - moving_small;
        let beyond = (1 << (page_bits - PagingSpec::SMALL_BITS)) - 1;
        let load_to_use = cycles(small * steps + (large - small) * beyond);
        Link { page_bytes: 1 << page_bits, fixed, moving: load_to_use - fixed, order: spec.order }
    }
}

/// A page on its way, and the SMs that wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Transfer {
    since: SmCycle,
    arrives: SmCycle,
    sms: u64,
}

/// A page that has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub at: SmCycle,
    pub application: u8,
    pub vpn: u64,
    /// The SMs that wait for it.
    pub sms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The first cycle in which the link is free.
    free: SmCycle,
    /// By application and page, and in the order in which they come.
    under_way: BTreeMap<(u8, u64), Transfer>,
    order: VecDeque<(u8, u64)>,
    /// By application.
    stats: Vec<PagingStats>,
}

/// The link, and what is asked of it.
pub struct Paging {
    link: Link,
    state: State,
}

impl Paging {
    /// Nothing is under way; none if `spec` has every page there when it is touched.
    pub fn new(spec: &MmuSpec, sm_mhz: u32, applications: usize) -> Option<Paging> {
        let paging = spec.paging.as_ref().filter(|_| spec.pages_on_demand())?;
        let stats = vec![PagingStats::default(); applications];
        let link = Link::new(paging, spec.page_bits, sm_mhz);
        Some(Paging { link, state: State { stats, ..State::default() } })
    }

    /// Forgets everything; so many applications follow.
    pub fn share(&mut self, applications: usize) {
        self.state = State { stats: vec![PagingStats::default(); applications], ..State::default() };
    }

    /// A far fault of these SMs at a page, heard at `at`, not before those that were heard earlier. A page that is on its way
    /// is not asked for again.
    pub fn fault(&mut self, at: SmCycle, application: u8, vpn: u64, sms: u64) {
        self.state.stats[usize::from(application)].faults += 1;
        self.ask(at, application, vpn, sms);
    }

    /// The same of a page that the driver asks for by itself, which is no fault.
    pub fn ask(&mut self, at: SmCycle, application: u8, vpn: u64, sms: u64) {
        let State { free, under_way, order, .. } = &mut self.state;
        let key = (application, vpn);
        if let Some(transfer) = under_way.get_mut(&key) {
            transfer.sms |= sms;
            return;
        }
        let Link { fixed, moving, .. } = self.link;
        let arrives = match self.link.order {
            // The fixed part of a page passes while others move.
            PagingOrder::Overlapped => (at + fixed).max(*free) + moving,
            PagingOrder::Serial => at.max(*free) + fixed + moving,
        };
        *free = arrives;
        under_way.insert(key, Transfer { since: at, arrives, sms });
        order.push_back(key);
    }

    /// The next page that comes before `until`.
    pub fn next_arrival(&mut self, until: SmCycle) -> Option<Arrival> {
        let State { under_way, order, stats, .. } = &mut self.state;
        let key @ (application, vpn) = *order.front()?;
        let Transfer { since, arrives, sms } = *under_way.get(&key)?;
        if arrives >= until {
            return None;
        }
        under_way.remove(&key);
        order.pop_front();
        let Link { page_bytes, fixed, moving, .. } = self.link;
        let (stats, wait) = (&mut stats[usize::from(application)], arrives - since);
        stats.pages += 1;
        stats.bytes += page_bytes;
        stats.link_cycles += moving;
        stats.wait_cycles += wait;
        stats.queue_cycles += wait - (fixed + moving);
        Some(Arrival { at: arrives, application, vpn, sms })
    }

    /// An application has ended: its pages come for nobody. The time that the link has spent on them is gone.
    pub fn clear(&mut self, application: u8) {
        self.state.under_way.retain(|key, _| key.0 != application);
        self.state.order.retain(|key| key.0 != application);
    }

    /// Whether one of these SMs waits for a page.
    pub fn is_awaited(&self, sms: u64) -> bool {
        self.state.under_way.values().any(|transfer| transfer.sms & sms != 0)
    }

    /// Whether nothing is under way that an SM waits for.
    pub fn idle(&self) -> bool {
        !self.is_awaited(u64::MAX)
    }

    /// What was counted, by application.
    pub fn stats(&self) -> &[PagingStats] {
        &self.state.stats
    }
}

impl Saved for Paging {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.state)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The clock of the evaluation of Mosaic.
    const SM_MHZ: u32 = 1020;

    /// The times measured there (Mosaic, section 2.11).
    fn spec(order: PagingOrder) -> PagingSpec {
        PagingSpec { fault_4k_ns: 55_000, fault_2m_ns: 318_000, order }
    }

    fn paging(page_bits: u32, order: PagingOrder) -> Paging {
        let mmu = MmuSpec { page_bits, paging: Some(spec(order)), ..MmuSpec::default() };
        Paging::new(&mmu, SM_MHZ, 2).unwrap()
    }

    fn arrivals(paging: &mut Paging) -> Vec<u64> {
        std::iter::from_fn(|| paging.next_arrival(SmCycle(u64::MAX))).map(|one| one.at.0).collect()
    }

    #[test]
    fn the_link_has_the_cycles_of_the_specification_and_gives_both_measured_times() {
        let link = |page_bits| Link::new(&spec(PagingOrder::Overlapped), page_bits, SM_MHZ);
        assert_eq!((link(12).fixed, link(12).moving), (55_575, 525));
        assert_eq!((link(21).fixed, link(21).moving), (55_575, 268_785));
        for (page_bits, nanoseconds) in [(12, 55_000), (21, 318_000)] {
            let Link { fixed, moving, .. } = link(page_bits);
            assert_eq!((fixed + moving) * 1000, nanoseconds * u64::from(SM_MHZ));
        }
        // Between the two, 64 kB are sixteen times 4 kB, but for rounding.
        assert!(link(16).moving.abs_diff(16 * 525) <= 1, "{:?}", link(16));
    }

    #[test]
    fn faults_that_overlap_share_the_fixed_part_and_come_a_page_apart_in_their_order() {
        let mut paging = paging(12, PagingOrder::Overlapped);
        for (at, vpn) in [(100, 7), (100, 3), (101, 9)] {
            paging.fault(SmCycle(at), 0, vpn, 1);
        }
        paging.fault(SmCycle(500_000), 1, 7, 1);
        let first = 100 + 55_575 + 525;
        assert_eq!(paging.next_arrival(SmCycle(first)), None);
        let come = paging.next_arrival(SmCycle(first + 1)).unwrap();
        assert_eq!((come.at, come.application, come.vpn), (SmCycle(first), 0, 7));
        assert_eq!(arrivals(&mut paging), [first + 525, first + 1050, 556_100]);
        let [of_first, of_second] = [0, 1].map(|application| paging.stats()[application]);
        assert_eq!((of_first.pages, of_first.bytes, of_first.link_cycles), (3, 3 << 12, 3 * 525));
        assert_eq!((of_first.wait_cycles, of_first.queue_cycles), (3 * 56_100 + 525 + 1049, 525 + 1049));
        assert_eq!((of_second.wait_cycles, of_second.queue_cycles), (56_100, 0));
    }

    #[test]
    fn a_link_that_serves_one_fault_at_a_time_spends_the_fixed_part_on_each() {
        let mut paging = paging(12, PagingOrder::Serial);
        (0..3).for_each(|vpn| paging.fault(SmCycle(10), 0, vpn, 1));
        assert_eq!(arrivals(&mut paging), [1, 2, 3].map(|n| 10 + n * 56_100));
    }

    #[test]
    fn a_page_on_its_way_is_not_asked_for_again_and_comes_for_all_that_wait() {
        let mut paging = paging(12, PagingOrder::Overlapped);
        paging.fault(SmCycle(0), 0, 5, 0b1);
        paging.fault(SmCycle(40_000), 0, 5, 0b100);
        paging.fault(SmCycle(40_000), 1, 5, 0b10);
        assert!(paging.is_awaited(0b100) && !paging.is_awaited(0b1000));
        let come = paging.next_arrival(SmCycle(u64::MAX)).unwrap();
        assert_eq!((come.at.0, come.sms), (56_100, 0b101));
        assert!(!paging.is_awaited(0b100) && paging.is_awaited(0b10));
        let stats = paging.stats()[0];
        assert_eq!((stats.faults, stats.pages), (2, 1));
    }

    #[test]
    fn pages_of_an_application_that_has_ended_come_for_nobody() {
        let mut paging = paging(12, PagingOrder::Overlapped);
        paging.fault(SmCycle(0), 0, 5, 1);
        paging.fault(SmCycle(0), 1, 5, 2);
        paging.clear(0);
        assert_eq!(arrivals(&mut paging), [56_100 + 525]);
        assert!(paging.state.order.is_empty());
    }

    #[test]
    fn without_a_cost_there_is_no_paging() {
        let mut mmu = MmuSpec { page_bits: 12, ..MmuSpec::default() };
        assert!(Paging::new(&mmu, SM_MHZ, 1).is_none());
        mmu.paging = Some(PagingSpec { fault_4k_ns: 0, fault_2m_ns: 0, order: PagingOrder::Serial });
        assert!(Paging::new(&mmu, SM_MHZ, 1).is_none());
    }

    proptest! {
        #[test]
        fn every_page_comes_once_never_sooner_than_its_load_to_use_time_and_no_two_move_at_once(
            gaps in prop::collection::vec((0u64..2000, 0u8..2, 0u64..40), 1..80), serial in any::<bool>(),
            page_bits in 12u32..=21,
        ) {
            let order = if serial { PagingOrder::Serial } else { PagingOrder::Overlapped };
            let mut paging = paging(page_bits, order);
            let Link { fixed, moving, .. } = paging.link;
            let (mut now, mut first) = (SmCycle(0), BTreeMap::new());
            for (gap, application, vpn) in &gaps {
                now = now + *gap;
                first.entry((*application, *vpn)).or_insert(now);
                paging.fault(now, *application, *vpn, 1);
            }
            let mut free = SmCycle(0);
            let apart = if serial { fixed + moving } else { moving };
            for _ in 0..first.len() {
                let come = paging.next_arrival(SmCycle(u64::MAX)).unwrap();
                let since = first.remove(&(come.application, come.vpn)).unwrap();
                prop_assert!(come.at >= since + fixed + moving && come.at >= free + apart);
                // The link rests only if nothing is there that could move.
                prop_assert!(come.at == since + fixed + moving || come.at == free + apart);
                free = come.at;
            }
            prop_assert!(first.is_empty() && paging.state.order.is_empty());
            let counted = paging.stats().iter().fold((0, 0), |sum, one| (sum.0 + one.faults, sum.1 + one.bytes));
            prop_assert_eq!(counted.0, gaps.len() as u64);
            prop_assert_eq!(counted.1 % (1 << page_bits), 0);
        }
    }
}
