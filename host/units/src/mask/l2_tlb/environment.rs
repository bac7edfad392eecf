// SPDX-License-Identifier: Apache-2.0
//! Random stimulus that `mask_l2_tlb` must accept.

use super::ports::{In, Out};
use super::walks::Lookup;
use super::L2Tlb;
use crate::bitset::ones64;
use crate::mask::params::Params;
use crate::{Rng, Stimulus};

/// What mostly happens for some cycles. One in so many cycles, where nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Different pages that are looked up.
    pages: u32,
    /// Pages lie this many bits apart, so that few sets are used.
    stride: u32,
    lookups: u32,
    /// Cycles from a walk read to its data at least.
    latency: u32,
    stalls: u32,
    faults: u32,
    flushes: u32,
    roots: u32,
}

/// A walk read on its way.
#[derive(Clone, Copy, Debug)]
struct Pending {
    tag: u8,
    left: u32,
}

/// SMs, and the memory that holds the page tables, in regimes that change.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    regime: Regime,
    left: u32,
    /// Pages that each SM waits for.
    waiting: Vec<Vec<u64>>,
    pending: Vec<Pending>,
    /// Inputs that stay for a while.
    held: In,
    /// Inputs of the cycle before.
    before: In,
    started: u32,
}

impl Stimulus<L2Tlb> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let regime = Regime {
            pages: 16,
            stride: 0,
            lookups: 2,
            latency: 3,
            stalls: 4,
            faults: 20,
            flushes: 200,
            roots: 100,
        };
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            regime,
            left: 300,
            waiting: vec![Vec::new(); params.num_cores as usize],
            pending: Vec::new(),
            held: In::default(),
            before: In::default(),
            started: 0,
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        self.hear(out);
        if self.left == 0 {
            self.change();
        }
        self.left -= 1;
        let mut i = self.held;
        let root = self.write_root(&mut i);
        self.look_up(out, &mut i, root);
        self.read(out, &mut i);
        if self.rng.one_in(self.regime.flushes) {
            i.flush_req = true;
            i.flush_all = self.rng.one_in(3);
            i.flush_asid = self.asid();
        }
        self.before = i;
        i
    }
}

impl Environment {
    /// What has been answered is not waited for any more.
    fn hear(&mut self, out: &Out) {
        let p = &self.params;
        for port in 0..p.ports() {
            if let Some((core, Some(vpn))) = out.resolved(p, port) {
                self.waiting[usize::from(core)].retain(|one| *one != vpn);
            }
        }
        if out.wrsp_valid {
            for (core, waiting) in self.waiting.iter_mut().enumerate() {
                if out.wrsp_mask >> core & 1 == 1 {
                    waiting.retain(|one| *one != out.wrsp_vpn);
                }
            }
        }
    }

    fn change(&mut self) {
        let r = &mut self.rng;
        let mut of = |values: &[u32]| values[r.below(values.len() as u32) as usize];
        let most = self.params.l2tlb_entries * 2;
        self.regime = Regime {
            pages: of(&[2, 6, 16, 60, most]),
            stride: of(&[0, 0, 3]),
            lookups: of(&[1, 1, 2, 8]),
            latency: of(&[0, 3, 30, 150]),
            stalls: of(&[2, 2, 10, 1]),
            faults: of(&[8, 100, 100_000]),
            flushes: of(&[1, 30, 300, 100_000]),
            roots: of(&[10, 300]),
        };
        // A memory that never takes a read, or a flush under way at all times, would leave nothing else to be seen.
        if self.regime.stalls == 1 || self.regime.flushes == 1 {
            self.left = 40;
        } else {
            self.left = 400;
        }
        let p = &self.params;
        self.held.en_tokens = !self.rng.one_in(4);
        self.held.seen = self.rng.bits() as u32 & ones64(p.num_apps) as u32;
        let share = self.rng.below(4);
        for core in 0..p.num_cores as usize {
            let share = [0, 1, p.warps_per_core / 2, 256][share as usize];
            self.held.set_share(core, share);
        }
    }

    /// Few address spaces, so that SMs share pages.
    fn asid(&mut self) -> u32 {
        self.rng.below(3.min(1 << self.params.asid_w))
    }

    /// Perhaps the root of an SM that waits for nothing changes.
    fn write_root(&mut self, i: &mut In) -> Option<u8> {
        let p = &self.params;
        let core = self.started.min(self.rng.below(p.num_cores));
        let first = self.started < p.num_cores;
        let core = if first { self.started } else { core };
        if !first && (!self.rng.one_in(self.regime.roots) || !self.waiting[core as usize].is_empty()) {
            return None;
        }
        self.started += u32::from(first);
        i.root_we = true;
        i.root_core = core as u8;
        i.root_ppn = self.rng.bits() & ones64(p.table_width() as u32);
        i.root_app = self.rng.below(p.num_apps) as u8;
        i.root_asid = self.asid();
        Some(core as u8)
    }

    fn look_up(&mut self, out: &Out, i: &mut In, root: Option<u8>) {
        let p = self.params.clone();
        if self.started < p.num_cores {
            return;
        }
        let mut other = None;
        for port in 0..p.ports() {
            let core = self.rng.below(p.num_cores) as u8;
            let page = u64::from(self.rng.below(self.regime.pages)) << self.regime.stride;
            let vpn = (page ^ page << 9) & ones64(p.vpn_width() as u32);
            let asks = self.rng.one_in(self.regime.lookups) && out.lk_ready >> port & 1 == 1;
            let waiting = &mut self.waiting[usize::from(core)];
            if asks
                && other != Some(core)
                && root != Some(core)
                && !waiting.contains(&vpn)
                && waiting.len() < 32
            {
                waiting.push(vpn);
                let warp = self.rng.below(p.warps_per_core) as u8;
                i.set_lookup(&p, port, &Lookup { core, warp, vpn });
                other = Some(core);
            }
        }
    }

    /// Walk reads, and their data in any order.
    fn read(&mut self, out: &Out, i: &mut In) {
        let Regime { latency, stalls, faults, .. } = self.regime;
        for read in &mut self.pending {
            read.left = read.left.saturating_sub(1);
        }
        if let Some(place) = self.pending.iter().position(|read| read.left == 0) {
            i.wd_valid = true;
            i.wd_tag = self.pending.swap_remove(place).tag;
            i.wd_pte = self.rng.bits() & !1 | u64::from(!self.rng.one_in(faults));
        }
        i.wm_ready = stalls != 1 && !self.rng.one_in(stalls);
        if out.wm_valid && i.wm_ready {
            let left = latency + self.rng.below(latency + 2);
            self.pending.push(Pending { tag: out.wm_tag, left });
        }
    }
}
