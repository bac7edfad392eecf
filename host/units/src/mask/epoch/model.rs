// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mask_epoch`.

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};

use super::counting::{most_walks, one_more, with_accesses};
use super::decisions::{bypass_bits, quotas, share_out, App, Core, Looks};
use super::ports::{In, Out};
use crate::field;
use crate::mask::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// Counters of an epoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Of each SM; `uniq` and `warps_peak` come with what is done with the epoch.
    pub cores: Vec<Core>,
    /// The most walks of each application.
    pub walks: Vec<u32>,
    /// Accesses to the L2 cache, and hits.
    pub looks: Looks,
    /// Applications that take part, as the epoch ends.
    pub active: u32,
}

/// What shows of an epoch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applied {
    /// Bit d-1: walk reads of depth d go past the L2 cache.
    pub bypass: u32,
    /// Requests of a turn of each application in the silver queues.
    pub quotas: Vec<u32>,
    /// Warps of each SM that hold a token, the lowest ones, 0 to 256.
    pub shares: Vec<u32>,
    /// What is kept of each application.
    pub apps: Vec<App>,
}

/// What the engine keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycles of the epoch that are over.
    pub epoch_cnt: u32,
    /// Those of the epoch that goes on.
    pub counters: Counters,
    /// Those of the epoch that has just ended, until the monitors tell of it too.
    pub ended: Option<Counters>,
    /// What is in force, at the outputs.
    pub applied: Applied,
    /// What follows from the epoch that has ended, and the cycles until it shows.
    pub pending: Option<(u32, Applied)>,
    /// It shows for the first time.
    pub fresh: bool,
}

/// The epoch engine.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl State {
    fn reset(p: &Params) -> State {
        let (cores, apps) = (p.num_cores as usize, p.num_apps as usize);
        let counters = Counters {
            cores: vec![Core::default(); cores],
            walks: vec![0; apps],
            looks: Looks::default(),
            active: 0,
        };
        let applied = Applied {
            bypass: 0,
            quotas: vec![p.thresh_max; apps],
            shares: vec![256; cores],
            apps: vec![App::default(); apps],
        };
        State { epoch_cnt: 0, counters, ended: None, applied, pending: None, fresh: false }
    }
}

impl Counters {
    /// Counts a cycle.
    fn count(&mut self, p: &Params, i: &In) {
        for port in 0..p.l2tlb_ports as usize {
            if i.res_valid >> port & 1 == 1 {
                let width = p.core_width();
                let core = (i.res_core >> (port * width)) as usize & ((1 << width) - 1);
                let core = &mut self.cores[core];
                let counter = if i.res_hit >> port & 1 == 1 { &mut core.hits } else { &mut core.misses };
                *counter = one_more(u64::from(*counter)) as u32;
            }
        }
        for (app, walks) in self.walks.iter_mut().enumerate() {
            *walks = most_walks(u64::from(*walks), live(i, app)) as u32;
        }
        for (depth, looks) in self.looks.iter_mut().enumerate().take(p.pt_levels as usize + 1) {
            let of = |port: u64| port >> (6 * depth) & 63;
            *looks = with_accesses(*looks, (of(i.l2_acc), of(i.l2_hit)));
        }
    }
}

/// Walks of an application under way.
fn live(i: &In, app: usize) -> u64 {
    i.ptw_live[field(app, 7)].load_le()
}

impl Model {
    /// `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::reset(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs, which are all registers.
    pub fn registered(&self) -> Out {
        let (p, s) = (&self.params, &self.state);
        let mut out = Out {
            epoch_tick: s.epoch_cnt == p.epoch_len - 1,
            bypass_bits: s.applied.bypass as u8,
            quota_we: s.fresh,
            ..Out::default()
        };
        for (a, app) in s.applied.apps.iter().enumerate() {
            out.quota[field(a, 10)].store_le(s.applied.quotas[a]);
            out.seen |= u32::from(app.seen) << a;
        }
        for (c, share) in s.applied.shares.iter().enumerate() {
            out.share[field(c, 9)].store_le(*share);
        }
        out
    }

    /// The counters begin anew; those of the epoch are returned.
    fn end_epoch(&mut self, i: &In) -> Counters {
        let p = &self.params;
        let mut fresh = State::reset(p).counters;
        for (app, walks) in fresh.walks.iter_mut().enumerate() {
            *walks = most_walks(0, live(i, app)) as u32;
        }
        let mut ended = std::mem::replace(&mut self.state.counters, fresh);
        for (c, core) in ended.cores.iter_mut().enumerate() {
            core.on = i.core_on >> c & 1 == 1;
            core.app = i.core_app[field(c, p.app_width())].load_le();
        }
        ended.active = i.app_active;
        ended
    }

    /// What follows from an epoch.
    fn conclude(&self, mut ended: Counters, i: &In) -> Applied {
        let p = &self.params;
        for (c, core) in ended.cores.iter_mut().enumerate() {
            core.uniq = i.uniq[field(c, 8)].load_le();
            core.warps_peak = i.warps_peak[field(c, 6)].load_le();
        }
        let mut next = self.state.applied.clone();
        for (a, app) in next.apps.iter_mut().enumerate() {
            if ended.active >> a & 1 == 0 {
                continue;
            }
            let own = || ended.cores.iter().filter(|c| c.on && usize::from(c.app) == a);
            let sum = |of: fn(&Core) -> u32| own().map(of).sum();
            *app = app.next(p, sum(|c| c.hits), sum(|c| c.misses), sum(|c| c.uniq));
            if app.seen {
                share_out(p, a as u8, app.tokens, &ended.cores, &mut next.shares);
            }
        }
        next.bypass = bypass_bits(p, next.bypass, &ended.looks);
        next.quotas = quotas(p, ended.active, &ended.walks, &ended.cores);
        next
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let p = &self.params;
        let sizes = (state.counters.cores.len() as u32, state.counters.walks.len() as u32);
        if sizes != (p.num_cores, p.num_apps) || state.epoch_cnt >= p.epoch_len {
            let what = "it is of other SMs, applications or epochs".to_string();
            return Err(ForeignState { unit: "mask_epoch", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        let p = self.params.clone();
        let tick = self.state.epoch_cnt == p.epoch_len - 1;
        self.state.fresh = false;
        // The monitors tell of the epoch in the cycle after its last.
        if let Some(ended) = self.state.ended.take() {
            self.state.pending = Some((p.engine_cycles() - 1, self.conclude(ended, i)));
        }
        match self.state.pending.take() {
            Some((1, next)) => (self.state.applied, self.state.fresh) = (next, true),
            Some((left, next)) => self.state.pending = Some((left - 1, next)),
            None => {}
        }
        self.state.counters.count(&p, i);
        if tick {
            self.state.ended = Some(self.end_epoch(i));
        }
        self.state.epoch_cnt = if tick { 0 } else { self.state.epoch_cnt + 1 };
        self.registered()
    }
}
