// SPDX-License-Identifier: Apache-2.0
//! What the dispatcher keeps, and one cycle of it (specification sections 2.4 and 3).

use serde::{Deserialize, Serialize};

use super::ports::In;
use crate::bitset::{cyclic, ones64};
use crate::ilp::params::{Params, Spill};

/// What a thread block needs, or what of it is free in an SM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Thread blocks; what one needs is 1.
    pub tbs: u32,
    /// Threads.
    pub threads: u32,
    /// Registers, of 32 bits.
    pub regs: u32,
    /// Bytes of shared memory.
    pub smem: u32,
}

impl Resources {
    /// What an SM has.
    pub fn of_sm(p: &Params) -> Resources {
        Resources { tbs: p.sm_tbs, threads: p.sm_threads, regs: p.sm_regs, smem: p.sm_smem }
    }

    /// Whether there is enough.
    pub fn hold(&self, need: &Resources) -> bool {
        let pairs = [
            (self.tbs, need.tbs),
            (self.threads, need.threads),
            (self.regs, need.regs),
            (self.smem, need.smem),
        ];
        pairs.into_iter().all(|(free, need)| free >= need)
    }

    fn with(self, o: Resources, sum: impl Fn(u32, u32) -> u32) -> Resources {
        Resources {
            tbs: sum(self.tbs, o.tbs),
            threads: sum(self.threads, o.threads),
            regs: sum(self.regs, o.regs),
            smem: sum(self.smem, o.smem),
        }
    }
}

/// A kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kernel {
    /// There is one; its number is that of its place.
    pub valid: bool,
    /// It is for the ILP SMs.
    pub ilp: bool,
    /// Thread blocks that have not been launched.
    pub remaining: u32,
    /// The next one of them.
    pub next_tb: u32,
    /// Thread blocks that run.
    pub running: u32,
    /// What one of them needs.
    pub need: Resources,
}

/// A launch: SM and kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// The SM, ILP or TLP.
    pub sm: u8,
    /// The number of the kernel, 0 or 1.
    pub kid: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
/// Everything that `het_dispatch` remembers from cycle to cycle (specification section 3).
pub struct State {
    /// What is free in each SM.
    pub free: Vec<Resources>,
    /// The kernels by their numbers.
    pub kernels: [Kernel; 2],
    /// The SM that is considered first.
    pub rr: u8,
    /// The kernel that is considered first.
    pub krr: bool,
    /// The offer that has been refused.
    pub held: Option<Launch>,
}

impl State {
    /// Nothing runs.
    pub fn reset(p: &Params) -> State {
        State {
            free: vec![Resources::of_sm(p); p.sms() as usize],
            kernels: [Kernel::default(); 2],
            rr: 0,
            krr: false,
            held: None,
        }
    }

    /// The number that the next kernel gets.
    pub fn free_slot(&self) -> Option<bool> {
        [false, true].into_iter().find(|kid| !self.kernels[usize::from(*kid)].valid)
    }

    /// The kernel of which nothing is left, the lower if both are so.
    pub fn done(&self) -> Option<bool> {
        let over = |k: &Kernel| k.valid && k.remaining == 0 && k.running == 0;
        [false, true].into_iter().find(|kid| over(&self.kernels[usize::from(*kid)]))
    }

    /// Whether SMs of a kind take thread blocks of kernels of the other.
    fn is_open(&self, p: &Params, ilp: bool) -> bool {
        let own = |k: &&Kernel| k.valid && k.ilp == ilp;
        match p.spill {
            Spill::Never => false,
            Spill::Absent => !self.kernels.iter().any(|k| own(&k)),
            Spill::Drained => !self.kernels.iter().any(|k| own(&k) && k.remaining > 0),
        }
    }

    fn eligible(&self, p: &Params, pool: u64, sm: usize, kid: bool) -> bool {
        let (k, ilp) = (&self.kernels[usize::from(kid)], pool >> sm & 1 == 1);
        let welcome = k.ilp == ilp || self.is_open(p, ilp);
        k.valid && k.remaining > 0 && welcome && self.free[sm].hold(&k.need)
    }

    /// The launch that is offered.
    pub fn offer(&self, p: &Params, pool: u64) -> Option<Launch> {
        self.held.or_else(|| {
            cyclic(ones64(p.sms()), self.rr.into()).find_map(|sm| {
                let kids = [self.krr, !self.krr];
                let kid = kids.into_iter().find(|kid| self.eligible(p, pool, sm, *kid))?;
                Some(Launch { sm: sm as u8, kid })
            })
        })
    }

    /// One cycle.
    pub fn step(&mut self, p: &Params, i: &In) {
        let (offer, slot, done) = (self.offer(p, i.pool), self.free_slot(), self.done());
        self.held = offer.filter(|_| !i.l_ready);
        if let Some(Launch { sm, kid }) = offer.filter(|_| i.l_ready) {
            let k = &mut self.kernels[usize::from(kid)];
            (k.remaining, k.next_tb, k.running) = (k.remaining - 1, k.next_tb + 1, k.running + 1);
            let free = &mut self.free[usize::from(sm)];
            *free = free.with(k.need, |free, need| free - need);
            (self.rr, self.krr) = ((sm + 1) % p.sms() as u8, !kid);
        }
        if i.d_valid {
            let k = &mut self.kernels[usize::from(i.d_kid)];
            k.running -= 1;
            let free = &mut self.free[usize::from(i.d_sm)];
            *free = free.with(k.need, |free, need| free + need);
        }
        if let Some(kid) = done {
            self.kernels[usize::from(kid)] = Kernel::default();
        }
        if let Some(kid) = slot.filter(|_| i.k_valid) {
            let (threads, regs, smem) = (i.k_threads, i.k_regs, i.k_smem);
            self.kernels[usize::from(kid)] = Kernel {
                valid: true,
                ilp: p.is_for_ilp(i.k_conc_warps.into(), i.k_total_threads.into()),
                remaining: i.k_tbs,
                next_tb: 0,
                running: 0,
                need: Resources { tbs: 1, threads, regs, smem },
            };
        }
    }
}
