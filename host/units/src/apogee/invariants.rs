// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11, checked at the ports of `apogee` and in the state of the model.

use std::collections::VecDeque;

use super::generator::Job;
use super::learning::{FILLED, SENT};
use super::model::Model;
use super::ports::{In, Out};
use super::table::{Kind, Table};
use super::Apogee;
use crate::apogee::params::Params;
use crate::{Monitor, Violation};

/// Follows one `apogee` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    before: Out,
    table: Table,
    /// Beats that a load still has, and whether a lane has been active.
    beats: u32,
    active: bool,
    /// Taken loads without an outcome.
    untold: u32,
    /// Numbers of the kernel, from its first load on.
    kernel: Option<(u32, u8)>,
    /// Jobs whose lines may still come: those of all that wait, the oldest first, and the one at hand before them.
    jobs: VecDeque<Job>,
}

impl Monitor<Apogee> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            before: Out { ld_rdy: true, ..Out::default() },
            table: Table::new(params),
            beats: 0,
            active: false,
            untold: 0,
            kernel: None,
            jobs: VecDeque::new(),
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let checks = self
            .check_beats(i)
            .and_then(|()| self.check_outcome(i))
            .and_then(|()| self.check_kernel(i))
            .and_then(|()| self.check_flush(i, o))
            .and_then(|()| self.check_request(i, o))
            .and_then(|()| self.check_pulses(o))
            .and_then(|()| self.check_entries(model))
            .and_then(|()| self.check_changes(i, o, model))
            .and_then(|()| self.check_jobs(model));
        checks.map_err(|what| Violation { unit: "apogee", cycle: self.cycle, what })?;
        self.before = *o;
        self.table = model.state().table().clone();
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    /// P5.
    fn check_beats(&mut self, i: &In) -> Result<(), String> {
        let bad = |what: &str| Err(format!("illegal stimulus: {what}"));
        if self.beats > 0 && (!i.ld_v || i.ld_first) {
            return bad("a load lacks a beat");
        }
        if i.ld_v && (i.ld_first || self.beats > 0) {
            if i.ld_first {
                let taken = self.before.ld_rdy;
                (self.beats, self.active) = (if taken { self.params.beats() } else { 0 }, false);
                self.untold += u32::from(taken);
                if !taken {
                    return Ok(());
                }
            }
            self.beats -= 1;
            self.active |= i.ld_mask != 0;
            let last = self.beats == 0;
            if last != i.ld_last || last && !self.active || u32::from(i.ld_warp) >= self.params.n_warps {
                return bad("last beat, mask or warp of a load");
            }
        }
        Ok(())
    }

    /// P10: not of the load whose first beat is in this cycle.
    fn check_outcome(&mut self, i: &In) -> Result<(), String> {
        let fresh = u32::from(i.ld_v && i.ld_first && self.before.ld_rdy);
        if i.res_v {
            if self.untold == fresh || u32::from(i.res_entry) >= self.params.n_entries {
                return Err("illegal stimulus: an outcome of no load, or of no entry".to_string());
            }
            self.untold -= 1;
        }
        Ok(())
    }

    /// P27.
    fn check_kernel(&mut self, i: &In) -> Result<(), String> {
        let kernel = (i.iter_threads, i.live_warps);
        if !(1..=self.params.n_warps).contains(&i.live_warps.into()) {
            return Err(format!("illegal stimulus: {} running warps", i.live_warps));
        }
        if !i.flush && *self.kernel.get_or_insert(kernel) != kernel {
            return Err("illegal stimulus: numbers of the kernel change".to_string());
        }
        Ok(())
    }

    /// Invariant 10.
    fn check_flush(&mut self, i: &In, o: &Out) -> Result<(), String> {
        if i.flush {
            (self.beats, self.untold, self.kernel) = (0, 0, None);
            self.jobs.clear();
            if *o != (Out { ld_rdy: true, ..Out::default() }) {
                return Err(format!("after a flush {o:?}"));
            }
        }
        Ok(())
    }

    /// A request stays until it is taken, is of a line, and one of a job's or a trigger's (invariant 4).
    fn check_request(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let request = |o: &Out| (o.pf_v, o.pf_line, o.pf_entry, o.pf_warp, o.pf_track, o.pf_trig);
        if self.before.pf_v && !i.pf_rdy && !i.flush && request(o) != request(&self.before) {
            return Err(format!("prefetch {:?} becomes {:?}", request(&self.before), request(o)));
        }
        if !o.pf_v {
            let none = request(&Out::default());
            return if request(o) == none { Ok(()) } else { Err("a line without a prefetch".to_string()) };
        }
        if o.pf_line % u64::from(self.params.line_bytes) != 0 || o.pf_trig && o.pf_track {
            return Err(format!("prefetch of {:#x}", o.pf_line));
        }
        if o.pf_trig {
            return Ok(());
        }
        let p = &self.params;
        let of = |job: &Job| {
            let groups = [job.first_distance(p), job.distance];
            let asks = groups.iter().any(|d| (0..p.warp_size).any(|k| job.line(*d, k, p) == o.pf_line));
            (job.entry, job.warp) == (o.pf_entry, o.pf_warp) && asks
        };
        if !self.jobs.iter().any(of) {
            return Err(format!("no job prefetches {:#x}", o.pf_line));
        }
        Ok(())
    }

    /// Pulses that exclude each other (invariant 7 among them).
    fn check_pulses(&self, o: &Out) -> Result<(), String> {
        let odd = o.stat_dist_inc && o.stat_dist_dec
            || o.stat_mismatch && (o.stat_trusted || o.stat_trained || o.stat_dist_inc || o.stat_dist_dec)
            || o.stat_trained && !o.stat_trusted
            || o.stat_evict && !o.stat_alloc
            || o.stat_trig_move && !o.stat_trig_fire;
        if odd {
            return Err(format!("pulses {o:?}"));
        }
        Ok(())
    }

    /// Invariants 1 and 2.
    fn check_entries(&self, model: &Model) -> Result<(), String> {
        let table = model.state().table();
        let key = |(_, e): (usize, &super::table::Entry)| match e.kind {
            Kind::Load(_) => (false, u64::from(e.pc)),
            Kind::Trigger(t) => (true, t.line),
        };
        let mut keys: Vec<_> = table.entries().map(key).collect();
        keys.sort_unstable();
        if let Some(twice) = keys.windows(2).find(|two| two[0] == two[1]) {
            return Err(format!("two entries of {:?}", twice[0]));
        }
        for (index, entry) in table.entries() {
            let fine = match entry.kind {
                Kind::Load(t) => (1..=u64::from(self.params.dist_max())).contains(&t.distance),
                Kind::Trigger(t) => (1..=self.params.dist_max()).contains(&t.hops),
            };
            if !fine || entry.conf() > self.params.conf_max() {
                return Err(format!("entry {index} is {entry:?}"));
            }
        }
        Ok(())
    }

    /// What changes in entries that stay: invariants 3, 7 and 9.
    fn check_changes(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        let table = model.state().table();
        let sent = self.before.pf_v && self.before.pf_track && i.pf_rdy && i.pf_sent;
        for (index, entry) in table.entries() {
            let Kind::Load(now) = entry.kind else { continue };
            let Some(before) = self.table.get(index).filter(|b| b.pc == entry.pc) else { continue };
            let Kind::Load(then) = before.kind else { continue };
            for warp in 0..self.params.n_warps as u8 {
                let of = |e: u8, w: u8| (usize::from(e), w) == (index, warp);
                let fine = match (before.state(warp), entry.state(warp)) {
                    (SENT, SENT) | (FILLED, FILLED) => true,
                    (_, SENT) => sent && of(self.before.pf_entry, self.before.pf_warp),
                    (state, FILLED) => state == SENT && i.fill_v && of(i.fill_entry, i.fill_warp),
                    _ => true,
                };
                if !fine {
                    return Err(format!(
                        "state of warp {warp} at entry {index} becomes {}",
                        entry.state(warp)
                    ));
                }
            }
            let step = now.distance.abs_diff(then.distance);
            let moved = o.stat_dist_inc || o.stat_dist_dec;
            let taught = now.conf > then.conf || now.offset != then.offset;
            if step != 0 && !(step == 1 && moved) && !o.stat_mismatch || taught && !o.stat_trained {
                return Err(format!("entry {index} becomes {entry:?}"));
            }
        }
        Ok(())
    }

    /// Invariant 2: of a job that is new.
    fn check_jobs(&mut self, model: &Model) -> Result<(), String> {
        let state = model.state();
        let Some(job) = state.jobs().back().filter(|job| self.jobs.back() != Some(job)) else {
            return Ok(());
        };
        let entry = state.table().get(job.entry.into());
        let trusted = match entry.map(|e| e.kind) {
            Some(Kind::Load(t)) => t.conf > 0 && t.offset != 0 && u64::from(job.distance) == t.distance,
            _ => false,
        };
        if !trusted {
            return Err(format!("{job:?} of {entry:?}"));
        }
        self.jobs.push_back(*job);
        // One is at hand, and of others lines may wait.
        let most = (self.params.job_depth + self.params.pfq_depth + 2) as usize;
        while self.jobs.len() > most {
            self.jobs.pop_front();
        }
        Ok(())
    }
}
