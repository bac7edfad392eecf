// SPDX-License-Identifier: Apache-2.0
//! Reference model of `mascar_sched` (specification sections 2.2-2.4 and 5.2, decisions B1-B8 and B15).

use serde::{Deserialize, Serialize};

use super::ports::{AgeRanks, In, Out};
use crate::bitset::{bits, cyclic, ones64};
use crate::mascar::params::Params;
use crate::{Combinational, ForeignState, Snapshot, Unit};

/// Schedulers at most.
const SCHEDULERS: usize = 4;

/// Everything that `mascar_sched` remembers from cycle to cycle (specification section 3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    owner: Option<u8>,
    /// MP in the cycle before.
    mp_before: bool,
    /// Warps that were memory-ready when MP began and have issued no memory instruction since.
    grand: u64,
    /// The scheduler that gets the LSU when several want it.
    turn: u32,
    /// The warp that each scheduler issued last.
    last: [Option<u8>; SCHEDULERS],
}

/// Warp scheduler of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    warp_mask: u64,
    /// The warps of each scheduler.
    warps_of: [u64; SCHEDULERS],
    /// The age ranks of `packed_ranks`.
    ranks: [u8; 64],
    packed_ranks: AgeRanks,
}

/// What a scheduler picks, before the LSU is given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    None,
    Compute(u8),
    Memory(u8),
}

/// Warp status of one cycle (section 2.2).
struct Status {
    mem: u64,
    stall: u64,
    ready_mem: u64,
    ready_comp: u64,
}

/// The picks of all schedulers in one cycle.
struct Picks {
    of: [Pick; SCHEDULERS],
    /// The turn decided who gets the LSU; this scheduler did.
    turn_won_by: Option<u32>,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        let of =
            |s: u32| (s..params.n_warps).step_by(params.n_sched as usize).fold(0, |mask, w| mask | 1 << w);
        let mut warps_of = [0; SCHEDULERS];
        (0..params.n_sched).for_each(|s| warps_of[s as usize] = of(s));
        Model {
            params: params.clone(),
            state: State::default(),
            warp_mask: ones64(params.n_warps),
            warps_of,
            ranks: [0; 64],
            packed_ranks: AgeRanks::ZERO,
        }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether warp `w` has a request that the L1 has not accepted.
    fn request_pending(&self, i: &In, w: u8) -> bool {
        self.params.release_waits && (i.lsu_has | i.rexq_has) >> w & 1 == 1
    }

    fn status(&self, i: &In) -> Status {
        let s = &self.state;
        let valid = i.slot_live & i.ib_valid & self.warp_mask;
        let mem = valid & i.head_is_mem;
        let not_owner = match s.owner {
            Some(owner) if i.mp => mem & !(1 << owner) & !s.grand,
            _ => 0,
        };
        let stall = (!i.ops_ready | not_owner | mem & i.rexq_has) & self.warp_mask;
        let ready = valid & !stall & !i.at_barrier;
        Status { mem, stall, ready_mem: ready & mem, ready_comp: ready & !mem }
    }

    fn oldest(&self, warps: u64) -> Option<u8> {
        bits(warps).min_by_key(|w| self.ranks[*w]).map(|w| w as u8)
    }

    /// In EP, scheduler `s` prefers the warp that it issued last.
    fn greedy_then_oldest(&self, s: usize, warps: u64) -> Option<u8> {
        self.state.last[s].filter(|w| warps >> w & 1 == 1).or_else(|| self.oldest(warps))
    }

    /// What scheduler `s` would issue if it got the LSU (section 2.3).
    fn wish(&self, s: usize, mp: bool, mem: u64, comp: u64) -> Pick {
        if mp {
            let owner = self.state.owner.filter(|w| mem >> w & 1 == 1);
            match self.oldest(comp) {
                Some(w) => Pick::Compute(w),
                None => owner.or_else(|| self.oldest(mem)).map_or(Pick::None, Pick::Memory),
            }
        } else {
            match self.greedy_then_oldest(s, mem) {
                Some(w) => Pick::Memory(w),
                None => self.greedy_then_oldest(s, comp).map_or(Pick::None, Pick::Compute),
            }
        }
    }

    fn picks(&self, i: &In, status: &Status) -> Picks {
        let n = self.params.n_sched as usize;
        let mem = if i.lsu_free { status.ready_mem } else { 0 };
        let comp =
            |s: usize| if i.comp_free >> s & 1 == 1 { status.ready_comp & self.warps_of[s] } else { 0 };
        let mut of = [Pick::None; SCHEDULERS];
        let mut wanting = 0u64;
        for (s, pick) in of.iter_mut().enumerate().take(n) {
            *pick = self.wish(s, i.mp, mem & self.warps_of[s], comp(s));
            wanting |= u64::from(matches!(pick, Pick::Memory(_))) << s;
        }
        if wanting.count_ones() < 2 {
            return Picks { of, turn_won_by: None };
        }
        let owners = |s: &usize| i.mp && self.state.owner.is_some_and(|w| of[*s] == Pick::Memory(w));
        let owner_won = bits(wanting).find(owners);
        let turn_won_by = if owner_won.is_some() { None } else { cyclic(wanting, self.state.turn).next() };
        let winner = owner_won.or(turn_won_by);
        for s in bits(wanting).filter(|s| Some(*s) != winner) {
            of[s] = self.greedy_then_oldest(s, comp(s)).map_or(Pick::None, Pick::Compute);
        }
        Picks { of, turn_won_by: turn_won_by.map(|s| s as u32) }
    }

    /// The owner after this cycle (section 2.4).
    fn next_owner(&self, i: &In, status: &Status, granted_mem: Option<u8>) -> Option<u8> {
        let has = |mask: u64, w: u8| mask >> w & 1 == 1;
        match self.state.owner {
            Some(w) => {
                let gone = has(i.exited | i.at_barrier | i.at_fence | !i.slot_live, w);
                let needs_own_load = has(i.ib_valid & i.dep_ll, w) && !self.request_pending(i, w);
                (i.mp && !gone && !needs_own_load).then_some(w)
            }
            None if !i.mp => None,
            None => {
                let from_queue = status.ready_mem == 0 && i.rexq_head_v && !i.rexq_head_leaves;
                granted_mem.or_else(|| from_queue.then_some(i.rexq_head_warp))
            }
        }
    }

    /// Unpacks the age ranks, which change seldom.
    fn read_ranks(&mut self, i: &In) {
        if i.age_rank != self.packed_ranks {
            self.packed_ranks = i.age_rank;
            for w in 0..self.params.n_warps {
                self.ranks[w as usize] = i.rank(w, &self.params);
            }
        }
    }

    fn out(&self, status: &Status, picks: &Picks) -> Out {
        let width = self.params.warp_width();
        let mut out = Out {
            owner_v: self.state.owner.is_some(),
            owner: self.state.owner.unwrap_or(0),
            wst_mem: status.mem,
            wst_stall: status.stall,
            ..Out::default()
        };
        for (s, pick) in picks.of.iter().enumerate() {
            let (warp, mem) = match *pick {
                Pick::None => continue,
                Pick::Compute(w) => (w, false),
                Pick::Memory(w) => (w, true),
            };
            out.grant_v |= 1 << s;
            out.grant_warp |= u32::from(warp) << (s * width);
            out.grant_mem |= u8::from(mem) << s;
        }
        out
    }
}

impl State {
    /// The owner warp.
    pub fn owner(&self) -> Option<u8> {
        self.owner
    }

    /// Warps that were memory-ready when MP began and have issued no memory instruction since.
    pub fn grand(&self) -> u64 {
        self.grand
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::default();
    }

    fn step(&mut self, i: &In) -> Out {
        self.read_ranks(i);
        let status = self.status(i);
        let picks = self.picks(i, &status);
        let granted_mem = picks.of.iter().find_map(|p| match p {
            Pick::Memory(w) => Some(*w),
            _ => None,
        });
        let owner = self.next_owner(i, &status, granted_mem);

        let s = &mut self.state;
        let begins = i.mp && !s.mp_before && self.params.grandfather;
        let grand = if begins { status.ready_mem } else { s.grand };
        s.grand = if i.mp { grand & !granted_mem.map_or(0, |w| 1 << w) } else { 0 };
        s.mp_before = i.mp;
        s.owner = owner;
        if let Some(winner) = picks.turn_won_by {
            s.turn = (winner + 1) % self.params.n_sched;
        }
        for (last, pick) in s.last.iter_mut().zip(&picks.of) {
            if let Pick::Compute(w) | Pick::Memory(w) = *pick {
                *last = Some(w);
            }
        }
        // The owner is a register: it is seen as it stands after the edge.
        self.out(&status, &picks)
    }
}

impl Combinational for Model {
    fn eval(&mut self, i: &In) -> Out {
        self.read_ranks(i);
        let status = self.status(i);
        let picks = self.picks(i, &status);
        self.out(&status, &picks)
    }
}
