// SPDX-License-Identifier: Apache-2.0
//! Reference model of `medic_memsched` (specification sections 2.6 and 5, decisions DEC-10, P18 to P23).

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use crate::dram_timing::{self, Command, DramTiming, Issue, Request};
use crate::medic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// A request in its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    hi: bool,
    /// From the oldest on.
    index: usize,
}

/// Everything that `medic_memsched` remembers from cycle to cycle, but the DRAM's timing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycles since reset.
    now: u64,
    /// Requests of each queue, the oldest first.
    pub hi: Vec<Request>,
    pub lo: Vec<Request>,
    /// For how many cycles the oldest of the low queue has been the oldest, up to `lo_starve_limit`.
    pub lo_wait: u32,
    /// The command of this cycle, and the request that it serves.
    issue: Option<(Issue, Place)>,
}

/// DRAM scheduler with a queue of high and one of low priority.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    dram: DramTiming,
    /// No request can get a command before this cycle, as long as the requests and their rights stay the same.
    quiet_until: u64,
}

/// What keeps requests from being eligible, beside the timing.
#[derive(Clone, Copy, Debug, Default)]
struct Barred {
    /// Banks.
    banks: u64,
    /// RD and WR.
    columns: bool,
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        let dram = DramTiming::new(&params.channel.timing, params.channel.n_bank);
        Model { params: params.clone(), state: State::default(), dram, quiet_until: 0 }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The outputs of the coming cycle, as the last `step` returned them; those of the reset state before the first.
    pub fn out(&self) -> Out {
        let (s, p) = (&self.state, &self.params);
        let room = |queue: &[Request], depth: u32| queue.len() < depth as usize;
        let issue = s.issue.as_ref().map(|(issue, _)| issue);
        Out::of(room(&s.hi, p.q_depth_hi), room(&s.lo, p.q_depth_lo), issue)
    }

    /// The request that is starved (decision P22).
    fn starved(&self) -> Option<Request> {
        let limit = self.params.lo_starve_limit;
        self.state.lo.first().copied().filter(|_| limit > 0 && self.state.lo_wait == limit)
    }

    /// The command of the cycle `now` of the state, and the request that it serves.
    fn select(&mut self) -> Option<(Issue, Place)> {
        if self.state.now < self.quiet_until {
            return None;
        }
        self.quiet_until = u64::MAX;
        let mut barred = Barred::default();
        if let Some(request) = self.starved() {
            let command = self.dram.need(&request);
            if self.in_time(command, request.bank) {
                return Some((Issue { command, request }, Place { hi: false, index: 0 }));
            }
            barred = Barred { banks: 1 << request.bank, columns: command.is_column() };
        }
        if let Some(issue) = self.choose(true, barred) {
            return Some(issue);
        }
        barred.banks |= banks_of(&self.state.hi);
        self.choose(false, barred)
    }

    /// The first of a queue: row hits before others, then the oldest.
    fn choose(&mut self, hi: bool, barred: Barred) -> Option<(Issue, Place)> {
        let queue = std::mem::take(if hi { &mut self.state.hi } else { &mut self.state.lo });
        let hits =
            queue.iter().filter(|r| self.dram.need(r).is_column()).fold(0, |banks, r| banks | 1 << r.bank);
        let mut other = None;
        let mut chosen = None;
        for (index, &request) in queue.iter().enumerate() {
            let command = self.dram.need(&request);
            let kept_open = command == Command::Pre && hits >> request.bank & 1u64 == 1;
            let is_barred = barred.banks >> request.bank & 1 == 1 || (barred.columns && command.is_column());
            if kept_open || is_barred || !self.in_time(command, request.bank) {
                continue;
            }
            let found = Some((Issue { command, request }, Place { hi, index }));
            if command.is_column() {
                chosen = found;
                break;
            }
            other = other.or(found);
        }
        *(if hi { &mut self.state.hi } else { &mut self.state.lo }) = queue;
        chosen.or(other)
    }

    /// Whether the command keeps the timing now; if not, it is looked at again when it does.
    fn in_time(&mut self, command: Command, bank: u8) -> bool {
        let earliest = self.dram.earliest(command, bank);
        let in_time = earliest <= self.state.now;
        if !in_time {
            self.quiet_until = self.quiet_until.min(earliest);
        }
        in_time
    }

    /// The command of this cycle takes effect; whether it has served the oldest of the low queue.
    fn retire(&mut self, issue: &Issue, place: Place) -> bool {
        self.dram.issue(issue.command, issue.request.bank, issue.request.row, self.state.now);
        if issue.command.is_column() {
            (if place.hi { &mut self.state.hi } else { &mut self.state.lo }).remove(place.index);
        }
        issue.command.is_column() && place == Place { hi: false, index: 0 }
    }
}

/// Banks that requests of a queue want.
fn banks_of(queue: &[Request]) -> u64 {
    queue.iter().fold(0, |banks, r| banks | 1 << r.bank)
}

impl Snapshot for Model {
    type State = (State, dram_timing::State);

    fn snapshot(&self) -> Self::State {
        (self.state.clone(), self.dram.state().clone())
    }

    fn restore(&mut self, (state, dram): Self::State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.hi.len() <= p.q_depth_hi as usize
            && state.lo.len() <= p.q_depth_lo as usize
            && state.lo_wait <= p.lo_starve_limit
            && state.hi.iter().chain(&state.lo).all(|r| p.channel.fit(*r).as_ref() == Some(r));
        if !fits {
            let what = "it is of queues of other sizes".to_string();
            return Err(ForeignState { unit: "medic_memsched", what });
        }
        (self.state, self.dram, self.quiet_until) = (state, DramTiming::resume(&p.channel.timing, dram), 0);
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Model::new(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        let ready = self.out();
        let arrival = i.request(&self.params).filter(|(_, hi)| ready.ready(*hi));
        let limit = self.params.lo_starve_limit;
        let waits = !self.state.lo.is_empty();
        let mut served = false;
        if let Some((issue, place)) = self.state.issue.take() {
            served = self.retire(&issue, place);
            self.quiet_until = 0;
        }
        let wait = if waits && !served { limit.min(self.state.lo_wait + 1) } else { 0 };
        if wait != std::mem::replace(&mut self.state.lo_wait, wait) && wait == limit {
            self.quiet_until = 0;
        }
        if let Some((request, hi)) = arrival {
            (if hi { &mut self.state.hi } else { &mut self.state.lo }).push(request);
            self.quiet_until = 0;
        }
        self.state.now += 1;
        self.state.issue = self.select();
        self.out()
    }
}
