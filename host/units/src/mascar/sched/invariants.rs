// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `mascar_sched`, checked at its ports.

use super::model::Model;
use super::ports::{Grant, In, Out};
use super::Sched;
use crate::bitset::ones64;
use crate::mascar::params::Params;
use crate::{Monitor, Violation};

/// Follows the ports of one `mascar_sched` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    owner: Option<u8>,
    mp_before: bool,
    /// Warps that may issue a memory instruction although they are not the owner.
    grand: u64,
}

impl Monitor<Sched> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, owner: None, mp_before: false, grand: 0 }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let ready = Ready::of(i, o);
        let grants: Vec<(u32, Grant)> =
            (0..self.params.n_sched).filter_map(|s| Some((s, o.grant(s, &self.params)?))).collect();
        let checks = self
            .check_stimulus(i)
            .and_then(|()| self.check_status(i, o))
            .and_then(|()| self.check_grants(i, &ready, &grants))
            .and_then(|()| self.check_order(i, &ready, &grants))
            .and_then(|()| self.check_owner(i, o, &grants));
        checks.map_err(|what| Violation { unit: "mascar_sched", cycle: self.cycle, what })?;

        let issued = grants.iter().find(|(_, g)| g.mem).map_or(0, |(_, g)| 1 << g.warp);
        self.grand = match (i.mp, self.mp_before) {
            (false, _) => 0,
            (true, false) if self.params.grandfather => ready.mem & !issued,
            (true, _) => self.grand & !issued,
        };
        self.mp_before = i.mp;
        self.owner = o.owner_v.then_some(o.owner);
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    /// The owner in the cycle that is checked next.
    pub fn owner(&self) -> Option<u8> {
        self.owner
    }

    /// Warps that may then issue a memory instruction although they are not the owner.
    pub fn grand(&self) -> u64 {
        self.grand
    }

    fn check_stimulus(&self, i: &In) -> Result<(), String> {
        if i.rexq_head_v && (i.rexq_has >> i.rexq_head_warp & 1 == 0 || !self.is_warp(i.rexq_head_warp)) {
            return Err(format!("illegal stimulus: the queue's head is of warp {}", i.rexq_head_warp));
        }
        if i.rexq_head_leaves && !i.rexq_head_v {
            return Err("illegal stimulus: a head leaves the queue, which is empty".to_string());
        }
        match i.exited & (i.lsu_has | i.rexq_has) {
            0 => Ok(()),
            warps => Err(format!("illegal stimulus: warps {warps:#x} exit with requests outstanding")),
        }
    }

    fn is_warp(&self, warp: u8) -> bool {
        u32::from(warp) < self.params.n_warps
    }

    /// The stall bits of section 2.2.
    fn check_status(&self, i: &In, o: &Out) -> Result<(), String> {
        let live = ones64(self.params.n_warps) & i.slot_live & i.ib_valid;
        if o.wst_mem != live & i.head_is_mem {
            return Err(format!("mem bits {:#x}", o.wst_mem));
        }
        for w in 0..self.params.n_warps {
            let bit = |mask: u64| mask >> w & 1 == 1;
            let others = i.mp && self.owner.is_some_and(|owner| u32::from(owner) != w);
            let stalled =
                !bit(i.ops_ready) || bit(o.wst_mem) && (others && !bit(self.grand) || bit(i.rexq_has));
            if stalled != bit(o.wst_stall) {
                return Err(format!("stall bit of warp {w} with owner {:?}", self.owner));
            }
        }
        Ok(())
    }

    /// Invariants 7 and 8.
    fn check_grants(&self, i: &In, ready: &Ready, grants: &[(u32, Grant)]) -> Result<(), String> {
        let memory = grants.iter().filter(|(_, g)| g.mem).count();
        if memory > 1 || (memory > 0 && !i.lsu_free) {
            return Err(format!("{memory} memory instructions are issued"));
        }
        for (s, g) in grants {
            let group = if g.mem { ready.mem } else { ready.comp };
            let free = g.mem || i.comp_free >> s & 1 == 1;
            if group >> g.warp & 1 == 0 || !free || u32::from(g.warp) % self.params.n_sched != *s {
                return Err(format!("scheduler {s} issues what it cannot: {g:?}"));
            }
            let may = !i.mp || self.owner.is_none_or(|w| w == g.warp) || self.grand >> g.warp & 1 == 1;
            if g.mem && !may {
                return Err(format!("warp {} accesses memory, the owner is {:?}", g.warp, self.owner));
            }
        }
        Ok(())
    }

    /// Invariants 9 and 10, and that no scheduler is idle that could compute.
    fn check_order(&self, i: &In, ready: &Ready, grants: &[(u32, Grant)]) -> Result<(), String> {
        for s in 0..self.params.n_sched {
            let own = (s..self.params.n_warps).step_by(self.params.n_sched as usize);
            let comp = i.comp_free >> s & 1 == 1 && own.into_iter().any(|w| ready.comp >> w & 1 == 1);
            let grant = grants.iter().find(|(of, _)| *of == s).map(|(_, g)| g);
            if comp && grant.is_none_or(|g| i.mp && g.mem) {
                return Err(format!("scheduler {s} could compute and has {grant:?}"));
            }
        }
        let memory = grants.iter().any(|(_, g)| g.mem);
        if !i.mp && i.lsu_free && ready.mem != 0 && !memory {
            return Err("in EP no memory instruction is issued, though one could be".to_string());
        }
        Ok(())
    }

    /// Invariant 1, and the rules of section 2.4 for who becomes the owner.
    fn check_owner(&self, i: &In, o: &Out, grants: &[(u32, Grant)]) -> Result<(), String> {
        let next = o.owner_v.then_some(o.owner);
        let fault = match (self.owner, next) {
            (_, Some(w)) if !i.mp || !self.is_warp(w) => true,
            (Some(before), Some(after)) => before != after,
            (None, Some(w)) => {
                let granted = grants.iter().find(|(_, g)| g.mem).map(|(_, g)| g.warp);
                let stays = i.rexq_head_v && !i.rexq_head_leaves;
                w != granted.unwrap_or(i.rexq_head_warp) || (granted.is_none() && !stays)
            }
            (_, None) => !o.owner_v && o.owner != 0,
        };
        match fault {
            true => Err(format!("the owner changes from {:?} to {next:?}, MP is {}", self.owner, i.mp)),
            false => Ok(()),
        }
    }
}

/// Ready warps, from the status that the unit shows.
struct Ready {
    mem: u64,
    comp: u64,
}

impl Ready {
    fn of(i: &In, o: &Out) -> Ready {
        let ready = i.slot_live & i.ib_valid & !o.wst_stall & !i.at_barrier;
        Ready { mem: ready & o.wst_mem, comp: ready & !o.wst_mem }
    }
}
