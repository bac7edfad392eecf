// SPDX-License-Identifier: Apache-2.0
//! What the scoreboard keeps, and one cycle of it (specification sections 2.1 and 3).

use serde::{Deserialize, Serialize};

use super::ports::{In, Instruction, BARRIER, BRANCH, LOAD, STORE};
use crate::bitset::{bits, cyclic, ones64};
use crate::ilp::params::Params;

/// The destination register of an issued instruction that has not committed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// It is in use.
    pub valid: bool,
    /// Later instructions of the warp find it.
    pub match_en: bool,
    /// The instruction has been removed, and its reply is still to come.
    pub zombie: bool,
    /// It was issued under a branch that is not resolved.
    pub spec: bool,
    /// Its latency is fixed.
    pub fixed: bool,
    /// Its value can be used.
    pub avail: bool,
    /// The instruction has faulted.
    pub excp: bool,
    /// Number of the register, which no other warp has.
    pub dst: u32,
    /// Threads that it writes, a bit each.
    pub act: u32,
    /// Threads whose results have been written, a bit each.
    pub status: u32,
    /// The warp's next younger entry.
    pub next: u8,
    /// The warp of the instruction.
    pub warp: u8,
}

/// A warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warp {
    /// Its oldest entry, if it has any.
    pub head: u8,
    /// Its youngest entry, if it has any.
    pub tail: u8,
    /// It has entries.
    pub in_board: bool,
    /// It has a store that is not complete.
    pub in_store: bool,
    /// An instruction without an entry is in flight.
    pub solo: bool,
    /// A branch is not resolved.
    pub br_pend: bool,
    /// The youngest entry that was there when the branch issued.
    pub ck_tail: u8,
    /// It has a next instruction.
    pub next_valid: bool,
    /// Class of the next instruction, as `chk_class`.
    pub class: u8,
    /// The next instruction writes a register.
    pub has_dst: bool,
    /// Entries that hold its operands and have no value to use yet, a bit each.
    pub raw_wait: u32,
    /// Entries of the register that it writes that must be free first, a bit each.
    pub waw_wait: u32,
}

/// What commits entries to the register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// It commits an entry.
    pub busy: bool,
    /// The warp of the entry.
    pub warp: u8,
    /// The entry.
    pub entry: u8,
    /// The beat of the commit, below `commit_beats`.
    pub beat: u8,
    /// The warp that is considered first.
    pub rr: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
/// Everything that `ilp_scoreboard` remembers from cycle to cycle (specification section 3).
pub struct State {
    /// The entries, `sb_entries` of them.
    pub entries: Vec<Entry>,
    /// The warp slots.
    pub warps: Vec<Warp>,
    /// What commits.
    pub engine: Engine,
}

impl Entry {
    /// All threads have written.
    pub fn done(&self, p: &Params) -> bool {
        (self.status | !self.act) & ones64(p.warp_size) as u32 == ones64(p.warp_size) as u32
    }

    fn lives(&self, warp: u8) -> bool {
        self.valid && !self.zombie && self.warp == warp
    }
}

/// Entries and warps as sets.
fn set(of: impl Iterator<Item = bool>) -> u64 {
    of.enumerate().fold(0, |set, (n, member)| set | u64::from(member) << n)
}

/// Whether a warp's next instruction may issue, but for what happens in this cycle.
fn may_issue(p: &Params, w: &Warp, free: bool) -> bool {
    let is = |class: u8| w.class & class != 0;
    w.next_valid
        && !w.solo
        && w.raw_wait | w.waw_wait == 0
        && !(is(STORE | BARRIER) && (w.in_board || w.in_store || w.br_pend))
        && !(is(LOAD) && (w.in_store || (w.br_pend && !p.spec_mem)))
        && !(is(BRANCH) && w.br_pend)
        && !(w.has_dst && !free && (w.in_board || w.br_pend))
}

impl State {
    /// Everything is free.
    pub fn reset(p: &Params) -> State {
        State {
            entries: vec![Entry::default(); p.sb_entries as usize],
            warps: vec![Warp::default(); p.n_warps as usize],
            engine: Engine::default(),
        }
    }

    /// Entries of which something holds.
    pub fn entries_with(&self, holds: impl Fn(&Entry) -> bool) -> u32 {
        set(self.entries.iter().map(holds)) as u32
    }

    /// Warps of which something holds.
    pub fn warps_with(&self, holds: impl Fn(&Warp) -> bool) -> u64 {
        set(self.warps.iter().map(holds))
    }

    /// The entry in which a register is; one at most.
    pub fn hit(&self, tag: u32) -> Option<usize> {
        self.entries.iter().position(|e| e.valid && e.match_en && !e.zombie && e.dst == tag)
    }

    /// The lowest free entry.
    pub fn free(&self) -> Option<usize> {
        self.entries.iter().position(|e| !e.valid)
    }

    /// Warps whose next instruction may issue.
    pub fn ready(&self, p: &Params, i: &In) -> u64 {
        let free = self.free().is_some();
        let gated = |warp: usize| {
            (i.br_res_valid && usize::from(i.br_res_warp) == warp)
                || (i.sq_valid && usize::from(i.sq_warp) == warp)
        };
        let ready = |(n, w): (usize, &Warp)| may_issue(p, w, free) && !gated(n);
        set(self.warps.iter().enumerate().map(ready))
    }

    /// Entries that are removed in this cycle: those of a warp after a fault, or behind a branch predicted wrongly.
    pub fn killed(&self, i: &In) -> u32 {
        self.entries_with(|e| {
            (i.sq_valid && e.lives(i.sq_warp))
                || (i.br_res_valid && i.br_res_mis && e.spec && e.lives(i.br_res_warp))
        })
    }

    /// The lowest warp whose oldest instruction has faulted and is done.
    pub fn trap(&self, p: &Params) -> Option<usize> {
        let faulted = self.entries_with(|e| e.excp && !e.spec && e.done(p));
        // Faults are rare, and warps many.
        let trapped = |w: &Warp| w.in_board && faulted >> w.head & 1 == 1;
        (faulted != 0).then(|| self.warps.iter().position(trapped)).flatten()
    }

    /// The engine's last beat is taken.
    fn finishes(&self, p: &Params, i: &In) -> bool {
        let e = &self.engine;
        e.busy && i.cm_ready && u32::from(e.beat) + 1 == p.commit_beats
    }

    /// What the engine commits next, if it chooses in this cycle: warp and entry.
    fn chosen(&self, p: &Params, i: &In) -> Option<(u8, u8)> {
        let finishes = self.finishes(p, i);
        if self.engine.busy && !finishes {
            return None;
        }
        let complete = self.entries_with(|e| e.valid && !e.spec && !e.excp && e.done(p));
        if complete == 0 {
            return None;
        }
        let candidate = |n: usize| {
            let w = &self.warps[n];
            let behind = finishes && usize::from(self.engine.warp) == n;
            let entry = if behind { self.entries[usize::from(w.head)].next } else { w.head };
            let there = w.in_board && !(behind && w.head == w.tail);
            (there && !w.in_store && complete >> entry & 1 == 1).then_some(entry)
        };
        let order = cyclic(ones64(p.n_warps), self.engine.rr.into());
        order.into_iter().find_map(|n| candidate(n).map(|entry| (n as u8, entry)))
    }

    /// One cycle.
    pub fn step(&mut self, p: &Params, i: &In) {
        let checked = i.checked(p).map(|c| (self.waits(&c), c));
        let (finishes, chosen) = (self.finishes(p, i), self.chosen(p, i));
        let (killed, free) = (self.killed(i), self.free());

        self.write_back(i, p);
        self.resolve_lanes(i);
        let done = self.entries_with(|e| e.valid && e.done(p));
        let fixed = self.entries_with(|e| e.fixed);
        let by_event = if p.chain && i.av_valid { 1 << i.av_entry } else { 0 };
        let by_completion = done & if p.chain { !fixed } else { u32::MAX };
        let avail = self.entries_with(|e| e.avail) | by_event | by_completion;
        for n in bits(self.entries_with(|e| e.valid)) {
            self.entries[n].avail = avail >> n & 1 == 1;
        }

        let committed = if finishes { 1 << self.engine.entry } else { 0 };
        let zombies = self.entries_with(|e| e.valid && e.zombie) | killed & !fixed;
        let freed = committed | killed & (fixed | done) | zombies & done;
        if finishes {
            self.unlink_head();
        }
        self.remove(i, killed, freed);
        bits(freed).for_each(|n| self.entries[n].valid = false);
        self.end_solo_and_stores(i);
        if let Some(instruction) = i.issued(p) {
            self.issue(p, i, &instruction, free);
        }
        if i.flt_valid && self.entries[usize::from(i.flt_entry)].valid {
            self.entries[usize::from(i.flt_entry)].excp = true;
        }
        for w in &mut self.warps {
            w.raw_wait &= !(avail | freed);
            w.waw_wait &= !freed;
        }
        if let Some(((raw, waw), c)) = checked {
            self.check(i, &c, raw & !(avail | freed), waw & !freed);
        }
        self.advance(p, i, chosen);
    }

    /// The entries that an instruction would wait for: for its operands, and before it may write.
    fn waits(&self, c: &Instruction) -> (u32, u32) {
        let one = |tag: &u32| self.hit(*tag).map_or(0, |e| 1 << e);
        let raw = c.sources.iter().map(one).fold(0, |all, e| all | e);
        let br_pend = self.warps[usize::from(c.warp)].br_pend;
        let waw = c.destination.and_then(|tag| self.hit(tag)).filter(|e| {
            let old = &self.entries[*e];
            br_pend || c.active & old.act != old.act
        });
        (raw, waw.map_or(0, |e| 1 << e))
    }

    fn check(&mut self, i: &In, c: &Instruction, raw: u32, waw: u32) {
        let removed = (i.sq_valid && i.sq_warp == c.warp)
            || (i.br_res_valid && i.br_res_mis && i.br_res_warp == c.warp);
        let w = &mut self.warps[usize::from(c.warp)];
        w.next_valid = !removed;
        (w.class, w.has_dst) = (i.chk_class, c.destination.is_some());
        (w.raw_wait, w.waw_wait) = (raw, waw);
    }

    fn write_back(&mut self, i: &In, p: &Params) {
        let ports =
            [(i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask), (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask)];
        for (valid, entry, beat, mask) in ports {
            let e = &mut self.entries[usize::from(entry)];
            if valid && e.valid {
                e.status |= mask << (u32::from(beat) * p.simd);
            }
        }
    }

    /// A branch that was predicted rightly, or that was divergent: who has not followed leaves.
    fn resolve_lanes(&mut self, i: &In) {
        if !i.br_res_valid || i.br_res_mis {
            return;
        }
        for e in self.entries.iter_mut().filter(|e| e.spec && e.lives(i.br_res_warp)) {
            e.spec = false;
            e.act &= i.br_res_mask;
        }
    }

    /// The committed entry is the head of its warp no longer.
    fn unlink_head(&mut self) {
        let w = &mut self.warps[usize::from(self.engine.warp)];
        if w.head == w.tail {
            w.in_board = false;
        } else {
            w.head = self.entries[usize::from(w.head)].next;
        }
    }

    /// Takes the killed entries out of their lists, and makes zombies of those that are not freed.
    fn remove(&mut self, i: &In, killed: u32, freed: u32) {
        for n in bits(killed & !freed) {
            self.entries[n].zombie = true;
        }
        if i.br_res_valid {
            let w = &mut self.warps[usize::from(i.br_res_warp)];
            w.br_pend = false;
            if i.br_res_mis {
                let others =
                    |(n, e): (usize, &Entry)| e.lives(i.br_res_warp) && (killed | freed) >> n & 1 == 0;
                let remain = self.entries.iter().enumerate().any(others);
                w.next_valid = false;
                w.in_board = remain;
                if remain {
                    w.tail = w.ck_tail;
                }
            }
        }
        if i.sq_valid {
            let w = &mut self.warps[usize::from(i.sq_warp)];
            (w.in_board, w.br_pend, w.next_valid) = (false, false, false);
        }
    }

    fn end_solo_and_stores(&mut self, i: &In) {
        bits(i.dwb_mask).for_each(|n| self.warps[n].solo = false);
        bits(i.st_done_mask).for_each(|n| self.warps[n].in_store = false);
    }

    fn issue(&mut self, p: &Params, i: &In, instruction: &Instruction, free: Option<usize>) {
        let old = instruction.destination.and_then(|tag| self.hit(tag));
        let w = &mut self.warps[usize::from(instruction.warp)];
        w.next_valid = false;
        if !i.sb_en {
            w.solo = true;
            return;
        }
        w.in_store |= i.iss_store;
        let spec = w.br_pend;
        if i.iss_branch {
            (w.br_pend, w.ck_tail) = (true, w.tail);
        }
        let Some(dst) = instruction.destination else { return };
        let Some(n) = free else {
            w.solo = true;
            return;
        };
        let entry = n as u8;
        if let Some(old) = old {
            self.entries[old].match_en = false;
        }
        if w.in_board {
            self.entries[usize::from(w.tail)].next = entry;
        } else {
            w.head = entry;
        }
        (w.tail, w.in_board) = (entry, true);
        self.entries[n] = Entry {
            valid: true,
            match_en: true,
            dst,
            act: instruction.active & ones64(p.warp_size) as u32,
            spec,
            fixed: i.iss_fixed,
            warp: instruction.warp,
            ..Entry::default()
        };
    }

    fn advance(&mut self, p: &Params, i: &In, chosen: Option<(u8, u8)>) {
        let finishes = self.finishes(p, i);
        let e = &mut self.engine;
        if let Some((warp, entry)) = chosen {
            let rr = (warp + 1) % p.n_warps as u8;
            *e = Engine { busy: true, warp, entry, beat: 0, rr };
        } else if finishes {
            e.busy = false;
        } else if e.busy && i.cm_ready {
            e.beat += 1;
        }
    }
}
