// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `sms`, checked at its ports and in the state of the
//! reference model, which lockstep ties to the RTL.

use super::formation::Entry;
use super::model::{Model, State};
use super::params::Params;
use super::ports::{In, Out, AGE_BITS};
use super::Sms;
use crate::dram_timing::{ControllerIn, ControllerOut, Ledger, Request};
use crate::{Monitor, Violation};

/// What a source looked like a cycle ago.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    entries: usize,
    head: Option<Entry>,
    batches: u32,
    closed: bool,
    /// The FIFO was full.
    full: bool,
    inflight: u32,
    /// A request arrived, and the class is low.
    arrived: bool,
    low: bool,
    /// Round-robin picks of others since it has been ready all the time.
    passed_over: u32,
}

/// Follows one `sms` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    ledger: Ledger,
    completed: Vec<u64>,
    sources: Vec<Before>,
    /// Entries of the bank FIFOs a cycle ago.
    banks: Vec<usize>,
    src_ready: u64,
    picking: bool,
    /// The last request that went to stage 3, and how many its batch has so far.
    last_move: Option<(Request, u8)>,
    /// The configuration inputs, and since when they are so.
    config: (u64, u8, u64),
}

impl Monitor<Sms> for Checker {
    fn new(params: &Params) -> Checker {
        // The oldest head of a bank can wait for as long as other banks are served without an end; a command comes
        // within the longest interval between any two.
        let patience = 2 * 64 + 1023;
        Checker {
            params: params.clone(),
            cycle: 0,
            ledger: Ledger::new(&params.channel, true, patience),
            completed: vec![0; params.channel.n_src() as usize],
            sources: vec![Before::default(); params.channel.n_src() as usize],
            banks: vec![0; params.channel.n_bank as usize],
            src_ready: Model::new(params).out().src_ready,
            picking: true,
            last_move: None,
            config: (0, 0, 0),
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let state = model.state().0;
        let result = self.check_cycle(i, o, state);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "sms", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out, state: &State) -> Result<(), String> {
        if (i.cfg_thr, i.cfg_gb_thr) != (self.config.0, self.config.1) {
            self.config = (i.cfg_thr, i.cfg_gb_thr, self.cycle);
        }
        let arrived = i.request(&self.params.channel).filter(|r| self.src_ready >> r.src & 1 == 1);
        if let Some(request) = &arrived {
            self.ledger.accept(self.cycle, request);
        }
        if i.cpl_valid {
            self.completed[usize::from(i.cpl_src)] += 1;
        }
        self.check_pick(state)?;
        state.direct.iter().try_for_each(|r| self.check_direct(r, state))?;
        self.check_moves(arrived.as_ref(), o, state)?;
        for s in 0..self.sources.len() {
            self.check_source(s, arrived.is_some_and(|r| usize::from(r.src) == s), state)?;
        }
        self.check_counts(state)?;
        self.ledger.command(self.cycle + 1, o.command().as_ref())?;
        self.remember(arrived.as_ref(), o, state);
        Ok(())
    }

    /// Invariant 7, for the sources that have been ready since before this cycle.
    fn check_pick(&mut self, state: &State) -> Result<(), String> {
        let picked = state.scheduler.active().or(state.scheduler.drained()).filter(|_| self.picking);
        let ready: Vec<bool> = self.sources.iter().map(|b| self.was_ready(b)).collect();
        let Some(batch) = picked else {
            for (before, ready) in self.sources.iter_mut().zip(ready) {
                before.passed_over *= u32::from(ready);
            }
            return if self.picking && self.sources.iter().any(|b| self.was_ready(b)) {
                Err("a batch is ready and none is picked".into())
            } else {
                Ok(())
            };
        };
        let inflight = self.sources[usize::from(batch.src)].inflight;
        for (s, (before, ready)) in self.sources.iter_mut().zip(ready).enumerate() {
            if s == usize::from(batch.src) || !ready {
                before.passed_over = 0;
            } else if batch.sjf && before.inflight < inflight {
                return Err(format!(
                    "invariant 7: source {} is picked, source {s} has fewer in flight",
                    batch.src
                ));
            } else if !batch.sjf {
                before.passed_over += 1;
                if before.passed_over >= self.params.channel.n_src() {
                    return Err(format!("invariant 7: source {s} is passed over by all others"));
                }
            }
        }
        Ok(())
    }

    /// Whether a source could be picked by what was registered a cycle ago.
    fn was_ready(&self, before: &Before) -> bool {
        let room = |e: &Entry| self.banks[usize::from(e.request.bank)] < self.params.dcs_fifo as usize;
        let head_fits = !self.params.pick_checks_space || before.head.as_ref().is_some_and(room);
        let filled = before.batches == 1 && before.full && self.params.full_closes == 0;
        (before.batches >= 2 || before.closed || filled) && head_fits
    }

    /// Invariants 3, 4 and 9: what goes from stage 1 to stage 3.
    fn check_moves(&mut self, arrived: Option<&Request>, o: &Out, state: &State) -> Result<(), String> {
        let mut moved = None;
        for (s, before) in self.sources.iter().enumerate() {
            let arrivals = usize::from(arrived.is_some_and(|r| usize::from(r.src) == s));
            let left = (before.entries + arrivals).checked_sub(state.formation.sources[s].fifo.len());
            match (left, moved, before.head) {
                (Some(0), ..) => {}
                (Some(1), ..) if state.direct.is_some_and(|r| usize::from(r.src) == s) => {}
                (Some(1), None, Some(head)) => moved = Some(head),
                _ => return Err(format!("invariant 9: source {s} loses {left:?} requests in a cycle")),
            }
        }
        let Some(head) = moved else {
            return if o.stat_pick { Err("stat_pick without a request moved".into()) } else { Ok(()) };
        };
        let place = state.commands.banks[usize::from(head.request.bank)].back();
        if place != Some(&head.request) {
            return Err(format!("invariant 9: {:?} does not reach its bank's FIFO", head.request));
        }
        let length = match self.last_move {
            Some((last, length)) if !head.first => {
                let same = |r: &Request| (r.src, r.bank, r.row);
                if same(&last) != same(&head.request) {
                    return Err(format!(
                        "invariants 3, 4: {:?} continues the batch of {last:?}",
                        head.request
                    ));
                }
                length + 1
            }
            Some((last, _)) if self.unfinished(&last) => {
                return Err(format!("invariant 4: {:?} enters while {last:?}'s batch drains", head.request));
            }
            _ => 1,
        };
        self.last_move = Some((head.request, length));
        let source = &state.formation.sources[usize::from(head.request.src)];
        let ends = source.fifo.front().is_none_or(|e| e.first);
        let stat = (o.stat_pick, o.stat_pick_src, o.stat_batch_len);
        let expected = if ends { (true, head.request.src, length) } else { (false, 0, 0) };
        if stat != expected {
            return Err(format!("stat_pick, src, batch_len are {stat:?}, not {expected:?}"));
        }
        Ok(())
    }

    /// DEC-9, and invariant 9: a request that goes beside the batches has arrived in the cycle before from a CPU of low intensity, which
    /// had no other, and reaches its bank's FIFO. No FIFO takes two.
    fn check_direct(&self, request: &Request, state: &State) -> Result<(), String> {
        let before = &self.sources[usize::from(request.src)];
        let alone = before.entries == 1 && before.head.map(|e| e.request) == Some(*request);
        let bank = &state.commands.banks[usize::from(request.bank)];
        let one = bank.len() <= self.banks[usize::from(request.bank)] + 1;
        let low = u32::from(request.src) < self.params.channel.n_cpu && before.low;
        if self.params.low_path && alone && before.arrived && low && one && bank.back() == Some(request) {
            Ok(())
        } else {
            Err(format!("DEC-9: {request:?} goes beside the batches"))
        }
    }

    /// Whether the batch of a request that has moved has more requests, by what was registered a cycle ago.
    fn unfinished(&self, last: &Request) -> bool {
        self.sources[usize::from(last.src)].head.is_some_and(|e| !e.first)
    }

    /// Invariants 1, 5, 6, 8 and 11 of one source.
    fn check_source(&self, s: usize, arrived: bool, state: &State) -> Result<(), String> {
        let (source, before, now) = (&state.formation.sources[s], &self.sources[s], self.cycle + 1);
        let fail = |invariant: u32, what: String| Err(format!("invariant {invariant}: source {s}: {what}"));
        let begun = state.scheduler.active().filter(|b| usize::from(b.src) == s && b.moved > 0);
        let firsts = source.fifo.iter().filter(|e| e.first).count() as u32 + u32::from(begun.is_some());
        if source.batches != firsts || (source.batches == 0) != source.fifo.is_empty() {
            return fail(5, format!("{} batches, {firsts} of them begun or queued", source.batches));
        }
        if begun.is_none() && source.fifo.front().is_some_and(|e| !e.first) {
            return fail(5, "the oldest request does not begin a batch".into());
        }
        let joined = arrived && source.fifo.back().is_some_and(|e| !e.first);
        if joined && (before.closed || (begun.is_some() && source.batches == 1)) {
            return fail(6, "a closed batch grows".into());
        }
        if source.fifo.len() > self.params.depth(s as u32) as usize {
            return fail(11, format!("{} entries", source.fifo.len()));
        }
        let open = state.formation.is_open(s);
        let (thr, since) = (self.longest(s), source.started().max(self.config.2));
        if open && now - since > thr + 1 && thr < (1 << AGE_BITS) - 1 {
            return fail(8, format!("open for {} cycles with a threshold of {thr}", now - since));
        }
        let inside = self.ledger.accepted[s] - self.completed[s];
        if u64::from(source.inflight) != inside {
            return fail(1, format!("{} in flight, {inside} accepted and not completed", source.inflight));
        }
        let waiting = self.ledger.accepted[s] - self.ledger.served[s];
        let queued = state.commands.banks.iter().flatten().filter(|r| usize::from(r.src) == s).count();
        let queued = (queued + source.fifo.len()) as u64;
        if waiting != queued {
            return fail(1, format!("{queued} in stages 1 and 3, {waiting} wait for RD or WR"));
        }
        Ok(())
    }

    /// The longest threshold that a source can have.
    fn longest(&self, s: usize) -> u64 {
        let thr = |element: usize| self.config.0 >> (element * AGE_BITS) & ((1 << AGE_BITS) - 1);
        if s < self.params.channel.n_cpu as usize {
            (0..3).map(thr).max().unwrap_or(0)
        } else {
            thr(3)
        }
    }

    /// Invariant 11: sums and bank FIFOs.
    fn check_counts(&self, state: &State) -> Result<(), String> {
        let sum: u32 = state.formation.sources.iter().map(|s| s.inflight).sum();
        if state.inflight_total != sum {
            return Err(format!(
                "invariant 11: inflight_total is {}, the sum is {sum}",
                state.inflight_total
            ));
        }
        let entries = |b: &std::collections::VecDeque<Request>| b.len();
        let total: usize = state.commands.banks.iter().map(entries).sum();
        let longest = state.commands.banks.iter().map(entries).max().unwrap_or(0);
        if total != state.commands.total as usize || longest > self.params.dcs_fifo as usize {
            return Err(format!("invariant 11: bank FIFOs hold {total}, up to {longest} each"));
        }
        Ok(())
    }

    fn remember(&mut self, arrived: Option<&Request>, o: &Out, state: &State) {
        for (s, (before, source)) in self.sources.iter_mut().zip(&state.formation.sources).enumerate() {
            before.entries = source.fifo.len();
            before.head = source.fifo.front().copied();
            before.batches = source.batches;
            before.full = source.fifo.len() == self.params.depth(s as u32) as usize;
            before.closed = state.formation.closed >> s & 1 == 1;
            before.inflight = source.inflight;
            before.arrived = arrived.is_some_and(|r| usize::from(r.src) == s);
            before.low = s < self.params.channel.n_cpu as usize && o.stat_class >> (2 * s) & 3 == 0;
        }
        for (before, bank) in self.banks.iter_mut().zip(&state.commands.banks) {
            *before = bank.len();
        }
        self.src_ready = o.src_ready;
        self.picking = state.scheduler.active().is_none();
    }
}
