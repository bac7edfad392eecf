// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `het_dispatch`: kernels of both classes, and SMs that run their thread blocks.

use super::model::Model;
use super::ports::{In, Out};
use super::state::Launch;
use super::Dispatch;
use crate::bitset::ones64;
use crate::ilp::params::Params;
use crate::{Combinational, Rng, Stimulus, Unit};

/// Host and SMs of a GPU, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    pool: u64,
    /// It follows the dispatcher, to know in a cycle what it offers in it.
    model: Model,
    running: Vec<Launch>,
    left: u32,
    /// One in so many cycles: kernels, ends of thread blocks; and taken offers in eighths.
    kernels: u32,
    ends: u32,
    taken: u32,
}

impl Stimulus<Dispatch> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            pool: ones64(params.n_ilp) << params.n_tlp,
            model: Model::new(params),
            running: vec![],
            left: 400,
            kernels: 4,
            ends: 2,
            taken: 8,
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        if self.left == 0 {
            let r = &mut self.rng;
            let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
            (self.left, self.kernels) = (of([50, 200, 600, 1500]), of([1, 4, 32, 256]));
            (self.ends, self.taken) = (of([1, 2, 4, 32]), of([1, 4, 7, 8]));
        }
        self.left -= 1;
        let mut i = In { pool: self.pool, ..self.kernel() };
        i.l_ready = self.rng.dense(self.taken) & 1 == 1;
        if !self.running.is_empty() && self.rng.one_in(self.ends) {
            let nth = self.rng.below(self.running.len() as u32) as usize;
            let Launch { sm, kid } = self.running.swap_remove(nth);
            (i.d_valid, i.d_sm, i.d_kid) = (true, sm, kid);
        }
        let out = self.model.eval(&i);
        if out.l_valid && i.l_ready {
            self.running.push(Launch { sm: out.l_sm, kid: out.l_kid });
        }
        self.model.step(&i);
        i
    }
}

impl Environment {
    /// A kernel, which may need more than an SM has.
    fn kernel(&mut self) -> In {
        let (p, r) = (&self.params, &mut self.rng);
        let mut i = In { k_valid: r.one_in(self.kernels), ..In::default() };
        i.k_tbs = [r.below(3), r.below(30), r.below(200)][r.below(3) as usize].min((1 << p.tb_w) - 1);
        let mut part = |of: u32| [of / 8, of / 3, of][r.below(3) as usize];
        let (threads, regs, smem) = (part(p.sm_threads), part(p.sm_regs), part(p.sm_smem));
        i.k_threads = r.below(threads + 1);
        i.k_regs = r.below(regs + 1);
        i.k_smem = r.below(smem + 1);
        if r.one_in(64) {
            // More registers than an SM has: it ends only if it has no thread block.
            (i.k_regs, i.k_tbs) = (p.sm_regs + 1, 0);
        }
        i.k_conc_warps = (p.class_warps + r.below(3)).saturating_sub(1).min(63) as u8;
        // At the limit of a class, or so that one bit alone says on which side.
        let near = p.class_threads + r.below(3) - 1;
        i.k_total_threads = if r.one_in(4) { p.class_threads ^ 1 << r.below(32) } else { near };
        i
    }
}
