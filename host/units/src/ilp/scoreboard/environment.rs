// SPDX-License-Identifier: Apache-2.0
//! Random stimulus for `ilp_scoreboard`: the rest of an SM, which issues only ready warps, drops the beats of removed ALU instructions and answers
//! those of removed loads.

use super::model::Model;
use super::ports::{In, Out, BARRIER, BRANCH, LOAD, STORE};
use super::Scoreboard;
use crate::bitset::{bits, ones64};
use crate::ilp::params::Params;
use crate::{Combinational, Rng, Stimulus, Unit};

/// An instruction in an entry, whose results are to come.
#[derive(Clone, Copy, Debug)]
struct Flight {
    warp: u8,
    fixed: bool,
    issued: u64,
    /// Threads whose results are to come.
    left: u32,
    spec: bool,
    faulty: bool,
}

/// What a warp does that is in no entry.
#[derive(Clone, Copy, Debug, Default)]
struct WarpState {
    /// Its active threads.
    active: u32,
    /// The next instruction, when it has been checked.
    next: Option<In>,
    /// The cycle from which on it can be checked.
    restart: u64,
    /// The cycle in which its branch is resolved.
    branch: Option<u64>,
    solo: Option<u64>,
    store: Option<u64>,
}

/// What changes now and then; probabilities as one in so many, densities in eighths.
#[derive(Clone, Copy, Debug)]
struct Regime {
    left: u32,
    warps: u32,
    loads: u32,
    stores: u32,
    branches: u32,
    barriers: u32,
    faults: u32,
    replies: u32,
    commits: u32,
    registers: u32,
    issue: u32,
    sb_en: bool,
    bypass: bool,
}

/// The rest of one SM.
#[derive(Clone, Debug)]
pub struct Environment {
    params: Params,
    rng: Rng,
    cycle: u64,
    regime: Regime,
    sb_en: bool,
    /// It follows the scoreboard, to know in a cycle what answers in it.
    model: Model,
    flights: Vec<Option<Flight>>,
    warps: Vec<WarpState>,
}

impl Stimulus<Scoreboard> for Environment {
    fn new(params: &Params, seed: u64) -> Environment {
        let all = ones64(params.warp_size) as u32;
        Environment {
            params: params.clone(),
            rng: Rng::new(seed),
            cycle: 0,
            regime: Regime {
                left: 400,
                warps: params.n_warps,
                loads: 3,
                stores: 16,
                branches: 8,
                barriers: 64,
                faults: 64,
                replies: 4,
                commits: 8,
                registers: 3,
                issue: 8,
                sb_en: true,
                bypass: true,
            },
            sb_en: true,
            model: Model::new(params),
            flights: vec![None; params.sb_entries as usize],
            warps: vec![WarpState { active: all, ..WarpState::default() }; params.n_warps as usize],
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        if self.regime.left == 0 {
            self.change_regime();
        }
        self.regime.left -= 1;
        if self.quiet() {
            self.sb_en = self.regime.sb_en;
        }
        let mut i =
            In { sb_en: self.sb_en, cm_ready: self.rng.dense(self.regime.commits) & 1 == 1, ..In::default() };
        self.resolve(&mut i);
        self.squash(&mut i);
        self.write_alu(&mut i);
        self.reply(&mut i);
        self.end(&mut i);
        self.check(&mut i);
        let killed = self.model.eval(&i).kill_mask;
        for n in bits(killed) {
            self.flights[n] = self.flights[n].filter(|f| !f.fixed).map(|f| Flight { spec: false, ..f });
        }
        self.issue(&mut i);
        self.model.step(&i);
        for (n, flight) in self.flights.iter_mut().enumerate() {
            if flight.is_some_and(|f| f.left == 0) || !self.model.state().entries[n].valid {
                *flight = None;
            }
        }
        self.cycle += 1;
        i
    }
}

impl Environment {
    fn change_regime(&mut self) {
        let r = &mut self.rng;
        let mut of = |choices: [u32; 4]| choices[r.below(4) as usize];
        self.regime = Regime {
            left: of([60, 200, 600, 1500]),
            warps: of([1, 2, 4, self.params.n_warps]).min(self.params.n_warps),
            loads: of([1, 2, 4, 16]),
            stores: of([4, 16, 64, 512]),
            branches: of([2, 4, 16, 512]),
            barriers: of([32, 64, 512, 512]),
            faults: of([8, 64, 512, 4096]),
            replies: of([1, 4, 7, 8]),
            commits: of([1, 6, 8, 8]),
            registers: of([1, 2, 4, 64]),
            issue: of([2, 7, 8, 8]),
            sb_en: of([0, 1, 1, 1]) == 1,
            bypass: of([0, 1, 1, 1]) == 1,
        };
    }

    /// Nothing is under way.
    fn quiet(&self) -> bool {
        let idle =
            |w: &WarpState| w.next.is_none() && w.branch.is_none() && w.solo.is_none() && w.store.is_none();
        let s = self.model.state();
        self.warps.iter().all(idle) && s.entries.iter().all(|e| !e.valid) && !s.engine.busy
    }

    /// A branch is resolved in the cycle in which its last beat is known.
    fn resolve(&mut self, i: &mut In) {
        let due = |w: &WarpState| w.branch.is_some_and(|at| at <= self.cycle);
        let Some(n) = self.warps.iter().position(due) else { return };
        let (r, w) = (&mut self.rng, &mut self.warps[n]);
        w.branch = None;
        i.br_res_valid = true;
        i.br_res_warp = n as u8;
        i.br_res_mis = r.one_in(3);
        i.br_res_mask = w.active;
        if i.br_res_mis {
            (i.br_res_mask, w.next) = (0, None);
            w.restart = self.cycle + 1 + u64::from(r.below(8));
            return;
        }
        if r.one_in(2) {
            // Divergent: the other threads wait.
            let some = w.active & r.bits() as u32 & r.bits() as u32;
            w.active = if some == 0 { w.active & w.active.wrapping_neg() } else { some };
            i.br_res_mask = w.active;
            if let Some(next) = &mut w.next {
                next.chk_active &= w.active;
            }
        }
        for f in self.flights.iter_mut().flatten().filter(|f| usize::from(f.warp) == n && f.spec) {
            (f.spec, f.left) = (false, f.left & i.br_res_mask);
        }
    }

    /// A fault is taken some time after it shows.
    fn squash(&mut self, i: &mut In) {
        let Some(n) = self.model.state().trap(&self.params) else { return };
        let resolved = i.br_res_valid && usize::from(i.br_res_warp) == n;
        if resolved || !self.rng.one_in(6) {
            return;
        }
        (i.sq_valid, i.sq_warp) = (true, n as u8);
        let w = &mut self.warps[n];
        (w.branch, w.next) = (None, None);
        w.restart = self.cycle + 1 + u64::from(self.rng.below(8));
        for f in self.flights.iter_mut().flatten().filter(|f| usize::from(f.warp) == n) {
            f.spec = false;
        }
    }

    fn write_alu(&mut self, i: &mut In) {
        let p = &self.params;
        let first = u64::from(p.alu_lat - u32::from(self.regime.bypass));
        for (n, flight) in self.flights.iter_mut().enumerate() {
            let Some(f) = flight.as_mut().filter(|f| f.fixed) else { continue };
            let age = self.cycle - f.issued;
            if age == first {
                (i.av_valid, i.av_entry) = (true, n as u8);
            }
            if age > u64::from(p.alu_lat) {
                let beat = (age - u64::from(p.alu_lat) - 1) as u32;
                let lanes = f.left >> (beat * p.simd) & ones64(p.simd) as u32;
                (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask) = (true, n as u8, beat as u8, lanes);
                f.left &= !(lanes << (beat * p.simd));
                if beat + 1 == p.beats() {
                    f.left = 0;
                }
            }
        }
    }

    /// A reply of the memory, for some threads of a beat; the fault of a load comes before its last.
    fn reply(&mut self, i: &mut In) {
        let (p, r) = (&self.params, &mut self.rng);
        let wait = |f: &&Option<Flight>| f.is_some_and(|f| !f.fixed && f.left != 0);
        let waiting = self.flights.iter().filter(wait).count() as u32;
        if waiting == 0 || r.dense(self.regime.replies) & 1 == 0 {
            return;
        }
        let nth = r.below(waiting) as usize;
        let Some((n, flight)) = self.flights.iter_mut().enumerate().filter(|(_, f)| wait(&&**f)).nth(nth)
        else {
            return;
        };
        let Some(f) = flight else { return };
        if f.faulty {
            f.faulty = false;
            (i.flt_valid, i.flt_entry) = (true, n as u8);
        }
        let of = |beat: u32| f.left >> (beat * p.simd) & ones64(p.simd) as u32;
        let beats: u64 = (0..p.beats()).filter(|b| of(*b) != 0).fold(0, |set, b| set | 1 << b);
        let Some(beat) = r.pick(beats) else { return };
        let lanes = of(beat as u32);
        let some = lanes & r.bits() as u32;
        let mask = if some == 0 || r.one_in(2) { lanes } else { some };
        (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask) = (true, n as u8, beat as u8, mask);
        f.left &= !(mask << (beat as u32 * p.simd));
    }

    /// What is in no entry comes to its end.
    fn end(&mut self, i: &mut In) {
        for (n, w) in self.warps.iter_mut().enumerate() {
            if w.solo.is_some_and(|at| at <= self.cycle) {
                (w.solo, i.dwb_mask) = (None, i.dwb_mask | 1 << n);
            }
            if w.store.is_some_and(|at| at <= self.cycle) {
                (w.store, i.st_done_mask) = (None, i.st_done_mask | 1 << n);
            }
        }
    }

    /// A warp gets its next instruction.
    fn check(&mut self, i: &mut In) {
        let p = &self.params;
        if self.sb_en != self.regime.sb_en {
            return;
        }
        let waits = |(n, w): &(usize, &WarpState)| {
            let removed = (i.sq_valid && usize::from(i.sq_warp) == *n)
                || (i.br_res_valid && i.br_res_mis && usize::from(i.br_res_warp) == *n);
            w.next.is_none() && w.restart <= self.cycle && !removed
        };
        let some = self.warps.iter().enumerate().take(self.regime.warps as usize).filter(waits);
        let set = some.fold(0u64, |set, (n, _)| set | 1 << n);
        let r = &mut self.rng;
        let Some(n) = r.pick(set) else { return };
        let w = &mut self.warps[n];
        if w.branch.is_none() && r.one_in(3) {
            let some = r.bits() as u32 | r.bits() as u32;
            w.active = [ones64(p.warp_size) as u32, some & ones64(p.warp_size) as u32][r.below(2) as usize];
        }
        let tags = ((1u32 << p.tag_w) / p.n_warps).min(self.regime.registers.max(2));
        let own = n as u32 * ((1u32 << p.tag_w) / p.n_warps);
        let tag = |r: &mut Rng| u64::from(own + r.below(tags));
        let mut next = In { chk_valid: true, chk_warp: n as u8, chk_active: w.active, ..In::default() };
        for source in 0..p.n_src {
            next.chk_src_valid |= u8::from(!r.one_in(3)) << source;
            next.chk_src_tag |= tag(r) << (source * p.tag_w);
        }
        next.chk_dst_tag = tag(r) as u32;
        next.chk_class = match () {
            () if r.one_in(self.regime.branches) => BRANCH,
            () if r.one_in(self.regime.stores) => STORE,
            () if r.one_in(self.regime.barriers) => BARRIER,
            () if r.one_in(self.regime.loads) => LOAD,
            () => 0,
        };
        next.chk_dst_valid = next.chk_class & !LOAD == 0 && !r.one_in(8);
        w.next = Some(next);
        *i = In {
            chk_valid: true,
            chk_warp: next.chk_warp,
            chk_src_valid: next.chk_src_valid,
            chk_src_tag: next.chk_src_tag,
            chk_dst_valid: next.chk_dst_valid,
            chk_dst_tag: next.chk_dst_tag,
            chk_active: next.chk_active,
            chk_class: next.chk_class,
            ..*i
        };
    }

    /// In a slot, a ready warp issues.
    fn issue(&mut self, i: &mut In) {
        let p = self.params.clone();
        if self.cycle % u64::from(p.beats()) != 0 || self.rng.dense(self.regime.issue) & 1 == 0 {
            return;
        }
        let Some(n) = self.rng.pick(self.model.eval(i).ready) else { return };
        let Some(next) = self.warps[n].next.take() else { return };
        i.issue_what_is_checked(&next);
        i.iss_fixed = next.chk_class == 0 && !self.rng.one_in(8);
        i.iss_branch = next.chk_class == BRANCH && !self.rng.one_in(4);
        let out = self.model.eval(i);
        let spec = self.model.state().warps[n].br_pend;
        let soon = |r: &mut Rng, cycle: u64| cycle + 1 + u64::from(r.below(12));
        let w = &mut self.warps[n];
        w.restart = self.cycle + 1;
        if out.iss_solo {
            w.solo = Some(soon(&mut self.rng, self.cycle));
        }
        if !self.sb_en {
            return;
        }
        if i.iss_store {
            w.store = Some(self.cycle + 1 + u64::from(self.rng.below(60)));
        }
        if i.iss_branch {
            w.branch = Some(self.cycle + u64::from(p.br_stage + p.beats() - 1));
        } else if next.chk_class == BRANCH {
            w.restart = soon(&mut self.rng, self.cycle);
        }
        if out.iss_entry_valid {
            let faulty = !i.iss_fixed && self.rng.one_in(self.regime.faults);
            let issued = self.cycle;
            let flight =
                Flight { warp: n as u8, fixed: i.iss_fixed, issued, left: i.iss_active, spec, faulty };
            self.flights[usize::from(out.iss_entry)] = Some(flight);
        }
    }
}
