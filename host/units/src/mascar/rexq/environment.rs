// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mascar_rexq` must accept: an LSU that keeps a request until it is taken, and an L1.

use super::ports::{In, Offsets, Out};
use super::Rexq;
use crate::bitset::ones64;
use crate::mascar::params::Params;
use crate::{Rng, Stimulus};

/// Requests of an instruction at most.
const REQUESTS: u32 = 6;

/// LSU and L1 of one SM, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    /// Cycles that the regime lasts, and its densities in eighths: busy LSU, accepting L1.
    left: u32,
    busy: u32,
    accepting: u32,
    /// Warps that issue: few of them meet often.
    warps: u32,
    owner: Option<u8>,
    /// The LSU's request.
    request: In,
    /// Requests of its instruction that follow it.
    more: u32,
}

impl Stimulus<Rexq> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            left: 0,
            busy: 0,
            accepting: 0,
            warps: 1,
            owner: None,
            request: In::default(),
            more: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        if self.left == 0 {
            self.change_regime();
        }
        self.left -= 1;
        if out.lsu_rdy || !self.request.lsu_v {
            self.request = self.next_request(out);
        }
        In {
            l1_ack: self.rng.dense(self.accepting) & 1 == 1,
            owner_v: self.owner.is_some(),
            owner: self.owner.unwrap_or(0),
            ..self.request
        }
    }
}

impl Environment {
    fn change_regime(&mut self) {
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.busy = of([1, 4, 7, 8]);
        self.accepting = of([0, 2, 5, 8]);
        self.left = of([8, 32, 128, 512]);
        self.warps = of([2, 4, self.params.n_warps, self.params.n_warps]);
        self.owner = (!self.rng.one_in(3)).then(|| self.rng.below(self.warps) as u8);
    }

    /// The next request of the LSU, if it has one.
    fn next_request(&mut self, out: &Out) -> In {
        let r = &mut self.rng;
        let p = &self.params;
        let same_instruction = self.more > 0;
        if !same_instruction && r.dense(self.busy) & 1 == 0 {
            return In::default();
        }
        let mut request = if same_instruction {
            self.more -= 1;
            In { lsu_first: false, ..self.request }
        } else {
            self.more = if r.one_in(2) { 0 } else { r.below(REQUESTS) };
            // Mostly a warp that need not wait: so the queue fills.
            let free = ones64(self.warps) & !out.rexq_has;
            let any = r.below(self.warps) as usize;
            let warp = if r.one_in(16) { any } else { r.pick(free).unwrap_or(any) } as u8;
            let register = r.below(1 << p.reg_bits) as u8;
            let op = r.below(3) as u8;
            In {
                lsu_v: true,
                lsu_warp: warp,
                lsu_reg: register,
                lsu_op: op,
                lsu_first: true,
                ..In::default()
            }
        };
        request.lsu_base = r.bits() & ones64(p.addr_bits);
        request.lsu_mask = r.bits() & ones64(p.warp_size);
        request.lsu_off = offsets(r, p.offsets_width());
        request
    }
}

/// Random bits, `width` of them.
fn offsets(rng: &mut Rng, width: usize) -> Offsets {
    let mut offsets = Offsets::new(std::array::from_fn(|_| rng.bits() as u32));
    offsets[width..].fill(false);
    offsets
}
