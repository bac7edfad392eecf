// SPDX-License-Identifier: Apache-2.0
//! Reference model of `medic_memsched` (specification sections 2.6 and 5, decisions DEC-10, P18 to P23).

use serde::{Deserialize, Serialize};

use super::ports::{In, Out};
use crate::dram_timing::{self, Command, ControllerIn, ControllerOut, DramTiming, Issue, Request};
use crate::medic::params::Params;
use crate::{ForeignState, Snapshot, Unit};

/// The queues, as sources of requests.
const LO: usize = 0;
const HI: usize = 1;

/// A request in its queue, from the oldest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    queue: usize,
    index: usize,
}

/// The oldest of the low queue.
const OLDEST_LO: Place = Place { queue: LO, index: 0 };

/// Everything that `medic_memsched` remembers from cycle to cycle, but the DRAM's timing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycles since reset.
    now: u64,
    /// Requests of the low and of the high queue, the oldest first.
    pub queues: [Vec<Request>; 2],
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

    /// The open row of a bank.
    pub fn open_row(&self, bank: u8) -> Option<u32> {
        self.dram.open_row(bank)
    }

    /// The outputs of the coming cycle, as the last `step` returned them; those of the reset state before the first.
    pub fn out(&self) -> Out {
        let (p, queues) = (&self.params, &self.state.queues);
        let room = |queue: usize, depth: u32| u64::from(queues[queue].len() < depth as usize) << queue;
        let issue = self.state.issue.as_ref().map(|(issue, _)| issue);
        Out::of(room(LO, p.q_depth_lo) | room(HI, p.q_depth_hi), issue)
    }

    /// The request that is starved (decision P22).
    fn starved(&self) -> Option<Request> {
        let limit = self.params.lo_starve_limit;
        self.state.queues[LO].first().copied().filter(|_| limit > 0 && self.state.lo_wait == limit)
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
                return Some((Issue { command, request }, OLDEST_LO));
            }
            barred = Barred { banks: 1 << request.bank, columns: command.is_column() };
        }
        if let Some(issue) = self.choose(HI, barred) {
            return Some(issue);
        }
        barred.banks |= self.state.queues[HI].iter().fold(0, |banks, r| banks | 1 << r.bank);
        self.choose(LO, barred)
    }

    /// The first of a queue: row hits before others, then the oldest.
    fn choose(&mut self, queue: usize, barred: Barred) -> Option<(Issue, Place)> {
        let requests = std::mem::take(&mut self.state.queues[queue]);
        let hit = |r: &&Request| self.dram.need(r).is_column();
        let open_for_hits = requests.iter().filter(hit).fold(0u64, |banks, r| banks | 1 << r.bank);
        let mut chosen: Option<(Issue, Place)> = None;
        for (index, &request) in requests.iter().enumerate() {
            let command = self.dram.need(&request);
            let kept_open = command == Command::Pre && open_for_hits >> request.bank & 1 == 1;
            let is_barred = barred.banks >> request.bank & 1 == 1 || (barred.columns && command.is_column());
            if kept_open || is_barred || !self.in_time(command, request.bank) {
                continue;
            }
            if command.is_column() || chosen.is_none() {
                chosen = Some((Issue { command, request }, Place { queue, index }));
            }
            if command.is_column() {
                break;
            }
        }
        self.state.queues[queue] = requests;
        chosen
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
        self.quiet_until = 0;
        self.dram.issue(issue.command, issue.request.bank, issue.request.row, self.state.now);
        if issue.command.is_column() {
            self.state.queues[place.queue].remove(place.index);
        }
        issue.command.is_column() && place == OLDEST_LO
    }

    /// Counts the cycles of the oldest of the low queue; it `waits` or has just been `served` (decision P22).
    fn count_wait(&mut self, waits: bool, served: bool) {
        let limit = self.params.lo_starve_limit;
        let wait = if waits && !served { limit.min(self.state.lo_wait + 1) } else { 0 };
        if std::mem::replace(&mut self.state.lo_wait, wait) != wait && wait == limit {
            self.quiet_until = 0;
        }
    }
}

impl Snapshot for Model {
    type State = (State, dram_timing::State);

    fn snapshot(&self) -> Self::State {
        (self.state.clone(), self.dram.state().clone())
    }

    fn restore(&mut self, (state, dram): Self::State) -> Result<(), ForeignState> {
        let p = &self.params;
        let fits = state.queues[HI].len() <= p.q_depth_hi as usize
            && state.queues[LO].len() <= p.q_depth_lo as usize
            && state.lo_wait <= p.lo_starve_limit
            && state.queues.iter().flatten().all(|r| p.channel.fit(*r).as_ref() == Some(r));
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
        let ready = self.out().src_ready();
        let arrival = i.request(&self.params.channel).filter(|r| ready >> r.src & 1 == 1);
        let waits = !self.state.queues[LO].is_empty();
        let issue = self.state.issue.take();
        let served = issue.is_some_and(|(issue, place)| self.retire(&issue, place));
        self.count_wait(waits, served);
        if let Some(request) = arrival {
            self.state.queues[usize::from(request.src)].push(request);
            self.quiet_until = 0;
        }
        self.state.now += 1;
        self.state.issue = self.select();
        self.out()
    }
}
