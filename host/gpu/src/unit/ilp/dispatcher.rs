// SPDX-License-Identifier: Apache-2.0
//! `het_dispatch` as the CTA dispatcher of a GPU whose SMs are of two kinds.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::LANES;
use warpsmith_units::ilp::dispatch::{In, Out};
use warpsmith_units::ilp::params::Params;
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::stats::IlpStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, CtaDispatcher, KernelDemand, Offer, UnitError};
use crate::stats::UnitStats;
use crate::types::SmCycle;

/// Threads of a warp.
const WARP: u32 = LANES as u32;

/// The port for concurrent warps says no more, which no class needs.
const MOST_WARPS: u32 = 63;

/// `het_dispatch` as the CTA dispatcher.
pub struct HetDispatcher<U> {
    unit: U,
    params: Params,
    state: State,
    /// A kernel has more than the ports can say.
    failure: Option<String>,
    stats: IlpStats,
}

/// What stands beside the module.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct State {
    /// The next cycle that it does.
    cycle: SmCycle,
    /// Kernels that it has not taken, oldest first.
    waiting: VecDeque<KernelDemand>,
    /// By number the lane and the class of the kernels that it has, true for ILP.
    kernels: [Option<(u8, bool)>; 2],
    /// Ends of CTAs that it has not seen, oldest first: SM and kernel.
    ends: VecDeque<(u8, bool)>,
    /// By lane the number of its kernel that was taken last: none before it has CTAs under way.
    last: [bool; 2],
    /// What it shows in this cycle.
    shown: Option<Shown>,
}

/// The outputs that count.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Shown {
    offer: Option<(u8, bool)>,
    ready: Option<bool>,
    done: Option<bool>,
}

impl<U: Combinational<In = In, Out = Out>> HetDispatcher<U> {
    /// Resets `unit`, made for `params`, and attaches it; there are SMs of both kinds.
    pub fn new(mut unit: U, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            params: params.clone(),
            state: State::default(),
            failure: None,
            stats: IlpStats::default(),
        }
    }

    /// The inputs of a cycle in which nothing happens. The ILP SMs are the last ones.
    fn quiet(&self) -> In {
        let pool = (u64::MAX >> (64 - self.params.n_ilp)) << self.params.n_tlp;
        In { pool, ..In::default() }
    }
}

impl<U: Snapshot> Saved for HetDispatcher<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.state, &self.failure, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.state, self.failure, self.stats) = from.take()?;
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for HetDispatcher<U> {
    fn check(&self) -> Result<(), UnitError> {
        let failed = self.failure.clone().or_else(|| self.unit.failure());
        failed.map_or(Ok(()), |what| Err(UnitError(what)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<U: Combinational<In = In, Out = Out> + Snapshot + Send> CtaDispatcher for HetDispatcher<U> {
    fn kernels(&self) -> usize {
        self.state.kernels.len()
    }

    fn started(&mut self, kernel: KernelDemand) {
        if kernel.ctas >> self.params.tb_w != 0 {
            self.failure.get_or_insert(format!(
                "het_dispatch numbers thread blocks with {} bits, but a kernel has {}; run it without `--with ilp`, or on a machine \
                 whose SMs are all alike",
                self.params.tb_w, kernel.ctas
            ));
        }
        self.state.waiting.push_back(kernel);
    }

    fn completed(&mut self, sm: usize, lane: u8) {
        let s = &mut self.state;
        s.ends.push_back((sm as u8, s.last[usize::from(lane)]));
    }

    fn lags(&self, now: SmCycle) -> bool {
        self.state.cycle < now
    }

    fn offer(&mut self) -> Option<Offer> {
        let o = self.unit.eval(&self.quiet());
        let s = &mut self.state;
        s.shown = Some(Shown {
            offer: o.l_valid.then_some((o.l_sm, o.l_kid)),
            ready: o.k_ready.then_some(o.k_kid),
            done: o.kdone_valid.then_some(o.kdone_kid),
        });
        let (lane, _) = s.kernels[usize::from(o.l_kid)].filter(|_| o.l_valid)?;
        Some(Offer { sm: o.l_sm, lane, cta: o.l_tb.into() })
    }

    fn step(&mut self, taken: bool) {
        let mut i = self.quiet();
        let Some(Shown { offer, ready, done }) = self.state.shown.take() else { return };
        i.l_ready = taken;
        if let Some((sm, kid)) = offer {
            let ilp = i.pool >> sm & 1 == 1;
            let own = self.state.kernels[usize::from(kid)].is_some_and(|(_, class)| class == ilp);
            self.stats.launches_own += u64::from(taken && own);
            self.stats.launches_other += u64::from(taken && !own);
            self.stats.offers_refused += u64::from(!taken);
        }
        if let Some(kid) = done {
            self.state.kernels[usize::from(kid)] = None;
        }
        if let (Some(kid), Some(kernel)) = (ready, self.state.waiting.front().copied()) {
            self.state.waiting.pop_front();
            self.state.last[usize::from(kernel.lane)] = kid;
            self.state.kernels[usize::from(kid)] =
                Some((kernel.lane, self.params.is_for_ilp(kernel.warps_per_sm, kernel.threads)));
            i.k_valid = true;
            i.k_tbs = kernel.ctas as u32 & (u32::MAX >> (32 - self.params.tb_w));
            // Warps are whole, as an SM holds them.
            i.k_threads = kernel.warps * WARP;
            (i.k_regs, i.k_smem) = (kernel.registers, kernel.shared);
            i.k_conc_warps = kernel.warps_per_sm.min(MOST_WARPS) as u8;
            i.k_total_threads = u32::try_from(kernel.threads).unwrap_or(u32::MAX);
        }
        if let Some((sm, kid)) = self.state.ends.pop_front() {
            (i.d_valid, i.d_sm, i.d_kid) = (true, sm, kid);
        }
        self.unit.step(&i);
        self.state.cycle = self.state.cycle.next();
    }
}
