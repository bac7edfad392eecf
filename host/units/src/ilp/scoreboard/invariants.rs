// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `ilp_scoreboard`, checked at its ports: what is in an entry is told by the instructions
//! that issue. That the lists of the model are those of the ports is looked at too.

use super::model::Model;
use super::ports::{In, Instruction, Out, LOAD, STORE};
use super::Scoreboard;
use crate::bitset::{bits, ones64};
use crate::ilp::params::Params;
use crate::{Monitor, Violation};

/// An instruction that has an entry.
#[derive(Clone, Copy, Debug)]
struct Slot {
    warp: u8,
    dst: u32,
    /// In the order of issue.
    number: u64,
    act: u32,
    status: u32,
    matches: bool,
    spec: bool,
    fixed: bool,
    avail: bool,
    excp: bool,
    zombie: bool,
    /// Cycles in which the register file could have taken it.
    waited: u32,
}

/// Follows one `ilp_scoreboard` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    issued: u64,
    slots: Vec<Option<Slot>>,
    /// What registers showed in the cycle before.
    shown: Out,
    solo: u64,
    pending: u64,
    /// The next instruction of each warp: sources and class.
    next: Vec<Option<(Vec<u32>, u8)>>,
}

impl Monitor<Scoreboard> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            issued: 0,
            slots: vec![None; params.sb_entries as usize],
            shown: Out { free_count: params.sb_entries as u8, ..Out::default() },
            solo: 0,
            pending: 0,
            next: vec![None; params.n_warps as usize],
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o).and_then(|()| self.check_lists(o, model));
        let cycle = self.cycle;
        (self.cycle, self.shown) = (cycle + 1, *o);
        result.map_err(|what| Violation { unit: "ilp_scoreboard", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        self.check_ready(o)?;
        let instruction = i.issued(&self.params);
        if let Some(c) = &instruction {
            self.check_issue(i, o, c)?;
        }
        self.commit(i)?;
        self.write_back(i);
        let removed = self.resolve(i, o)?;
        self.update_values(i);
        for n in 0..self.slots.len() {
            let leaves = |s: &Slot| s.zombie && (s.fixed || self.done(s));
            if self.slots[n].is_some_and(|s| leaves(&s)) {
                self.slots[n] = None;
            }
        }
        if let Some(c) = &instruction {
            self.take(i, o, c)?;
        }
        if let Some(s) = self.slots.get_mut(usize::from(i.flt_entry)).filter(|_| i.flt_valid) {
            s.iter_mut().for_each(|s| s.excp = true);
        }
        self.solo &= !i.dwb_mask;
        if o.iss_solo {
            self.solo |= 1 << i.iss_warp;
        }
        if let Some(c) = i.checked(&self.params) {
            self.next[usize::from(c.warp)] = Some((c.sources, i.chk_class));
        }
        removed.into_iter().for_each(|w| self.next[usize::from(w)] = None);
        self.check_progress(i, o)
    }

    fn done(&self, s: &Slot) -> bool {
        s.act & !s.status == 0
    }

    /// The instruction that a register is in.
    fn holder(&self, tag: u32) -> Option<(usize, Slot)> {
        let slots = self.slots.iter().enumerate().filter_map(|(n, s)| Some((n, (*s)?)));
        slots.into_iter().find(|(_, s)| s.matches && !s.zombie && s.dst == tag)
    }

    /// Invariants 5, 6 and 7.
    fn check_ready(&self, o: &Out) -> Result<(), String> {
        if o.ready & self.solo != 0 {
            return Err(format!(
                "invariant 7: warps {:#x} are ready, {:#x} alone in flight",
                o.ready, self.solo
            ));
        }
        for warp in bits(o.ready) {
            let Some((sources, class)) = &self.next[warp] else {
                return Err(format!("section 2.1: warp {warp} is ready without an instruction"));
            };
            if class & (LOAD | STORE) != 0 && self.shown.in_store >> warp & 1 == 1 {
                return Err(format!("invariant 6: a load or store of warp {warp} is ready behind a store"));
            }
            if let Some(tag) = sources.iter().find(|tag| self.holder(**tag).is_some_and(|(_, s)| !s.avail)) {
                return Err(format!("invariant 5: warp {warp} is ready and register {tag} is not"));
            }
        }
        Ok(())
    }

    /// The operands of what is issued.
    fn check_issue(&self, i: &In, o: &Out, c: &Instruction) -> Result<(), String> {
        if o.ready >> c.warp & 1 == 0 {
            return Err(format!("illegal stimulus: warp {} is not ready", c.warp));
        }
        let mut hits = 0;
        for (source, tag) in (0..self.params.n_src).filter(|s| i.iss_src_valid >> s & 1 == 1).zip(&c.sources)
        {
            hits |= u8::from(self.holder(*tag).is_some()) << source;
        }
        match hits == o.src_hit {
            true => Ok(()),
            false => Err(format!("invariant 2: sources {:#b} are found, {hits:#b} are there", o.src_hit)),
        }
    }

    /// Invariant 3.
    fn commit(&mut self, i: &In) -> Result<(), String> {
        let (p, shown) = (&self.params, &self.shown);
        if !shown.cm_valid {
            return Ok(());
        }
        let n = usize::from(shown.cm_entry);
        let Some(s) = self.slots[n] else {
            return Err(format!("invariant 3: entry {n} commits and is free"));
        };
        let older = |o: &Slot| o.warp == s.warp && !o.zombie && o.number < s.number;
        if s.warp != shown.cm_warp || self.slots.iter().flatten().any(older) {
            return Err(format!("invariant 3: entry {n} of warp {} commits before an older one", s.warp));
        }
        if s.spec || s.excp || s.zombie || !self.done(&s) {
            return Err(format!("invariant 3: {s:?} commits"));
        }
        if shown.in_store >> s.warp & 1 == 1 {
            return Err(format!("invariant 6: entry {n} commits behind a store of warp {}", s.warp));
        }
        let lanes = p.commit_lanes();
        let mask = u64::from(s.act) >> (u32::from(shown.cm_beat) * lanes) & ones64(lanes);
        if (shown.cm_tag, u64::from(shown.cm_mask)) != (s.dst, mask) {
            return Err(format!("section 2.1: {s:?} commits as {shown:?}"));
        }
        if i.cm_ready && u32::from(shown.cm_beat) + 1 == p.commit_beats {
            self.slots[n] = None;
        }
        Ok(())
    }

    fn write_back(&mut self, i: &In) {
        let ports =
            [(i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask), (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask)];
        for (_, entry, beat, mask) in ports.into_iter().filter(|port| port.0) {
            if let Some(Some(s)) = self.slots.get_mut(usize::from(entry)) {
                s.status |= mask << (u32::from(beat) * self.params.simd);
            }
        }
    }

    /// Branches and faults; the warps that lose their next instruction.
    fn resolve(&mut self, i: &In, o: &Out) -> Result<Vec<u8>, String> {
        let (mut removed, mut killed) = (vec![], 0);
        if i.br_res_valid {
            self.pending &= !(1 << i.br_res_warp);
            removed.extend(i.br_res_mis.then_some(i.br_res_warp));
        }
        if i.sq_valid {
            self.pending &= !(1 << i.sq_warp);
            removed.push(i.sq_warp);
        }
        for (n, s) in self.slots.iter_mut().enumerate() {
            let Some(s) = s.as_mut().filter(|s| !s.zombie) else { continue };
            let of_branch = i.br_res_valid && s.warp == i.br_res_warp && s.spec;
            if (of_branch && i.br_res_mis) || (i.sq_valid && s.warp == i.sq_warp) {
                killed |= 1 << n;
                s.zombie = true;
            } else if of_branch {
                (s.spec, s.act) = (false, s.act & i.br_res_mask);
            }
        }
        match killed == o.kill_mask {
            true => Ok(removed),
            false => Err(format!("invariant 3: {:#b} are removed, {killed:#b} must be", o.kill_mask)),
        }
    }

    fn update_values(&mut self, i: &In) {
        for (n, s) in self.slots.iter_mut().enumerate() {
            let Some(s) = s else { continue };
            let by_event = self.params.chain && i.av_valid && usize::from(i.av_entry) == n;
            s.avail |= by_event || ((!s.fixed || !self.params.chain) && s.act & !s.status == 0);
        }
    }

    /// Invariants 4 and 7.
    fn take(&mut self, i: &In, o: &Out, c: &Instruction) -> Result<(), String> {
        self.next[usize::from(c.warp)] = None;
        let spec = self.pending >> c.warp & 1 == 1;
        if i.sb_en && i.iss_branch {
            self.pending |= 1 << c.warp;
        }
        if o.iss_solo {
            let own = |s: &Slot| s.warp == c.warp && !s.zombie;
            return match self.slots.iter().flatten().any(own) {
                true => Err(format!("invariant 7: warp {} issues alone and has entries", c.warp)),
                false => Ok(()),
            };
        }
        if !o.iss_entry_valid {
            return Ok(());
        }
        let Some(dst) = c.destination else {
            return Err("section 2.1: an entry without a register".to_string());
        };
        let n = usize::from(o.iss_entry);
        if let Some((old, _)) = self.holder(dst) {
            self.slots[old].iter_mut().for_each(|s| s.matches = false);
        }
        let (number, act) = (self.issued, c.active);
        self.issued += 1;
        let slot = Slot {
            warp: c.warp,
            dst,
            number,
            act,
            status: 0,
            matches: true,
            spec,
            fixed: i.iss_fixed,
            avail: false,
            excp: false,
            zombie: false,
            waited: 0,
        };
        match self.slots[n].replace(slot) {
            None => Ok(()),
            Some(old) => Err(format!("invariant 4: entry {n} is given to {slot:?} and holds {old:?}")),
        }
    }

    /// Invariant 9, and that a fault shows.
    fn check_progress(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let most = (p.n_warps + 1) * p.commit_beats + 2;
        for n in 0..self.slots.len() {
            let Some(s) = self.slots[n] else { continue };
            let older = |o: &Slot| o.warp == s.warp && !o.zombie && o.number < s.number;
            let due =
                !s.zombie && !s.spec && s.act & !s.status == 0 && !self.slots.iter().flatten().any(older);
            if due && s.excp && !o.trap_valid {
                return Err(format!("section 2.1: {s:?} has faulted and nothing shows it"));
            }
            let waits = due && !s.excp && o.in_store >> s.warp & 1 == 0;
            let waited = if waits { s.waited + u32::from(i.cm_ready) } else { 0 };
            if waited > most {
                return Err(format!("invariant 9: {s:?} has not committed in {most} cycles"));
            }
            self.slots[n].iter_mut().for_each(|s| s.waited = waited);
        }
        Ok(())
    }

    /// Invariants 1, 7 and 8: the lists of the model are what has issued.
    fn check_lists(&self, o: &Out, model: &Model) -> Result<(), String> {
        let used = self.slots.iter().flatten().count();
        if used + usize::from(o.free_count) != self.slots.len() {
            return Err(format!("invariant 8: {used} entries are in use and {} free", o.free_count));
        }
        for (n, w) in model.state().warps.iter().enumerate() {
            let mut own: Vec<(u64, u8)> = vec![];
            for (entry, s) in self.slots.iter().enumerate().filter_map(|(e, s)| Some((e, (*s)?))) {
                if usize::from(s.warp) == n && !s.zombie {
                    own.push((s.number, entry as u8));
                }
            }
            own.sort_unstable();
            if o.in_board >> n & 1 != u64::from(!own.is_empty()) {
                return Err(format!("invariant 1: warp {n} has entries {own:?} and in_board says otherwise"));
            }
            let mut list = vec![];
            if w.in_board {
                let mut at = w.head;
                while at != w.tail && list.len() < self.slots.len() {
                    list.push(at);
                    at = model.state().entries[usize::from(at)].next;
                }
                list.push(at);
            }
            if !own.iter().map(|(_, entry)| entry).eq(&list) {
                return Err(format!("invariant 1: the list of warp {n} is {list:?}, issued were {own:?}"));
            }
        }
        Ok(())
    }
}
