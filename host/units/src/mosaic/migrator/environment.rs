// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mosaic_migrator` must accept.

use super::ports::{In, Out};
use super::Migrator;
use crate::bitset::ones64;
use crate::mosaic::params::Params;
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    commands: u32,
    /// Cycles from an operation to its end at least.
    latency: u32,
    stalls: u32,
}

/// Who compacts, and the memory, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Tags of the operations under way, and cycles to their ends.
    operations: Vec<(u8, u32)>,
}

impl Stimulus<Migrator> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime { commands: 4, latency: 3, stalls: 4 };
        Environment { params: params.clone(), rng: Rng::new(seed), regime, left: 400, operations: Vec::new() }
    }

    fn next_input(&mut self, out: &Out) -> In {
        let (p, r) = (&self.params, &mut self.rng);
        if self.left == 0 {
            let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
            let (commands, latency, stalls) = (of(&[1, 1, 20]), of(&[0, 0, 3, 30]), of(&[2, 10, 1000]));
            (self.regime, self.left) = (Regime { commands, latency, stalls }, 600);
        }
        self.left -= 1;
        let mut i = In::default();
        if out.cmd_ready && r.one_in(self.regime.commands) {
            i.cmd_valid = true;
            (i.cmd_src, i.cmd_dst) =
                (r.bits() & ones64(p.ppn_width() as u32), r.bits() & ones64(p.ppn_width() as u32));
            (i.cmd_pte_addr, i.cmd_pte) = (r.bits() & ones64(p.pa_w), r.bits());
            i.cmd_bulk = r.one_in(4);
        }
        for (_, left) in &mut self.operations {
            *left = left.saturating_sub(1);
        }
        if let Some(place) = self.operations.iter().position(|(_, left)| *left == 0) {
            (i.a_valid, i.a_tag) = (true, self.operations.swap_remove(place).0);
        }
        i.m_ready = !r.one_in(self.regime.stalls);
        if out.m_valid && i.m_ready {
            let latency = self.regime.latency;
            self.operations.push((out.m_tag, latency + r.below(latency + 2)));
        }
        i
    }
}
