// SPDX-License-Identifier: Apache-2.0
//! Reference model of `apogee` (specification sections 2, 3 and 5, decisions P5-P28).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::generator::{Job, Origin, Queue, Request, Running};
use super::learning::{lesson, Load, Trained};
use super::ports::{In, Out};
use super::table::{Entry, Table};
use super::walker::Walk;
use crate::apogee::params::Params;
use crate::word::{low, sign_extended};
use crate::{ForeignState, Snapshot, Unit};

/// Cycles from one first beat to the next at the least.
const SPACING: u8 = 4;

/// What the L1D tells of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// At least one line was absent and not pending.
    pub miss: bool,
    /// The entry that has fetched what the load waits for.
    pub merged: Option<u8>,
    /// Address of that line, without its offset; no meaning without `miss`.
    pub line: u64,
}

/// A load between first beat and commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// PC of the load.
    pub pc: u32,
    /// Its warp.
    pub warp: u8,
    /// PC of the load before it, of the same warp or, without `lal_per_warp`, of any.
    pub last: Option<u32>,
    walk: Walk,
    /// Cycles until it can look into the table.
    due: u32,
    /// What the L1D has told of it; `None`: nothing yet.
    pub outcome: Option<Outcome>,
}

/// What the table does for the oldest load in a cycle (P8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Looks, when the load is due.
    Look,
    /// Reads: this many cycles more.
    Read(u8),
    /// Lets a trigger fire.
    Fire,
    /// Lets the last one settle.
    Settle,
    /// Commits, when the outcome is there.
    Commit,
    /// Lets the load settle,
    Settled,
    /// and allocates the entry of a trigger.
    Allocate,
}

/// Everything that `apogee` remembers from cycle to cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    table: Table,
    /// The last load of each warp, or of all.
    last: Vec<Option<u32>>,
    waiting: VecDeque<Waiting>,
    /// Cycles until a first beat can come, but for room.
    pause: u8,
    stage: Stage,
    /// Triggers that are still to fire.
    firing: VecDeque<u8>,
    /// Lines of triggers on their way to the queue: of this cycle, of the cycle before.
    fired: [Option<Request>; 2],
    /// The trigger to be allocated: its PC and line.
    wanted: Option<(u32, u64)>,
    jobs: VecDeque<Job>,
    running: Option<Running>,
    queue: Queue,
    /// The pulses of the cycle before.
    pulses: Out,
}

/// The prefetcher of an SM.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
}

impl State {
    fn new(params: &Params) -> State {
        let lasts = if params.lal_per_warp { params.n_warps } else { 1 };
        State {
            table: Table::new(params),
            last: vec![None; lasts as usize],
            waiting: VecDeque::new(),
            pause: 0,
            stage: Stage::Look,
            firing: VecDeque::new(),
            fired: [None; 2],
            wanted: None,
            jobs: VecDeque::new(),
            running: None,
            queue: Queue::default(),
            pulses: Out::default(),
        }
    }

    /// The prefetch table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Loads that wait, the oldest first.
    pub fn waiting(&self) -> &VecDeque<Waiting> {
        &self.waiting
    }

    /// What the table does for the oldest.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Jobs that wait, the oldest first.
    pub fn jobs(&self) -> &VecDeque<Job> {
        &self.jobs
    }

    /// A job is at hand.
    pub fn generates(&self) -> bool {
        self.running.is_some()
    }

    /// Lines that wait.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }
}

impl Model {
    /// A unit in its reset state. `params` must be valid.
    pub fn new(params: &Params) -> Model {
        Model { params: params.clone(), state: State::new(params) }
    }

    /// The state, for invariants.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether beats of a load that has begun are missing.
    fn walking(&self) -> bool {
        self.state.waiting.back().is_some_and(|load| load.walk.awaits(&self.params))
    }

    fn ready(&self) -> bool {
        let s = &self.state;
        self.walking() || s.pause == 0 && s.waiting.len() < self.params.wait_depth as usize
    }

    /// The L1D takes a prefetch, and fills a tracked one (P20).
    fn prefetched(&mut self, i: &In) {
        let s = &mut self.state;
        if i.fill_v {
            s.table.filled(i.fill_entry.into(), i.fill_warp);
        }
        if i.pf_rdy {
            if let Some(sent) = s.queue.take(i.pf_sent) {
                s.table.sent(sent.entry.into(), sent.warp);
            }
        }
    }

    /// Generator and queue. `full`: no further line can wait.
    fn generate(&mut self, full: bool) {
        let (p, s) = (&self.params, &mut self.state);
        let fired = s.fired[1];
        s.fired = [None, s.fired[0]];
        match fired {
            Some(_) if full => s.pulses.stat_drop = true,
            Some(request) => s.queue.push(request),
            None => {}
        }
        match s.running {
            Some(running) if !full && fired.is_none() => {
                s.queue.push(running.request(p));
                let (next, done) = running.next(p);
                s.running = (!done).then_some(next);
            }
            Some(_) => {}
            None => s.running = s.jobs.pop_front().map(|job| Running::new(&job, p)),
        }
    }

    /// What the L1D tells of the oldest load of which it has told nothing.
    fn outcome(&mut self, i: &In) {
        let line = i.res_line & !low::<u64>(self.params.line_log2());
        let merged = i.res_merged.then_some(i.res_entry);
        if let Some(load) = self.state.waiting.iter_mut().find(|load| load.outcome.is_none()) {
            load.outcome = Some(Outcome { miss: i.res_miss, merged, line });
        }
    }

    /// The table's cycle. `full`: no further job can wait.
    fn act(&mut self, i: &In, full: bool) {
        let oldest = self.state.waiting.front();
        self.state.stage = match self.state.stage {
            Stage::Look => match oldest.filter(|load| load.due == 0).map(|load| load.pc) {
                Some(pc) => {
                    self.state.firing = self.state.table.triggers(pc).map(|index| index as u8).collect();
                    Stage::Read(2)
                }
                None => Stage::Look,
            },
            Stage::Read(1) if self.state.firing.is_empty() => Stage::Commit,
            Stage::Read(1) => Stage::Fire,
            Stage::Read(left) => Stage::Read(left - 1),
            Stage::Fire => {
                self.fire();
                match self.state.firing.is_empty() {
                    true => Stage::Settle,
                    false => Stage::Fire,
                }
            }
            Stage::Settle => Stage::Commit,
            Stage::Commit if oldest.is_some_and(|load| load.outcome.is_some()) => {
                self.commit(i, full);
                Stage::Settled
            }
            Stage::Commit => Stage::Commit,
            Stage::Settled => Stage::Allocate,
            Stage::Allocate => {
                self.allocate();
                Stage::Look
            }
        };
    }

    /// Step (1) of section 2.5 for the next trigger.
    fn fire(&mut self) {
        let s = &mut self.state;
        let (Some(load), Some(index)) = (s.waiting.front(), s.firing.pop_front()) else { return };
        if let Some((line, moves)) = s.table.fire(index.into(), load.last, &self.params) {
            s.fired[0] = Some(Request { line, entry: index, warp: load.warp, origin: Origin::Trigger });
            (s.pulses.stat_trig_fire, s.pulses.stat_trig_move) = (true, moves);
        }
    }

    /// Steps (2) and, but for the allocation, (3) of section 2.5.
    fn commit(&mut self, i: &In, full: bool) {
        let (p, s) = (&self.params, &mut self.state);
        let Some(load) = s.waiting.pop_front() else { return };
        let Some(outcome) = load.outcome else { return };
        if let Some(entry) = outcome.merged {
            s.table.merged(entry.into());
        }
        let known = s.table.of_load(load.pc);
        let index = known.unwrap_or_else(|| {
            let entry = Entry::load(load.pc, Trained::new(load.warp.into()));
            let (index, evicts) = s.table.allocate(entry);
            (s.pulses.stat_alloc, s.pulses.stat_evict) = (true, evicts);
            index
        });
        let Some(before) = s.table.trained(index, load.warp) else { return };
        let told = Load {
            warp: load.warp.into(),
            miss: outcome.miss,
            merged: outcome.merged.is_some(),
            iter_threads: i.iter_threads.into(),
            live_warps: i.live_warps.into(),
        };
        let lesson = lesson(p, &told, &load.walk.sample(p), &before);
        s.table.learn(index, load.warp, lesson.entry, lesson.mismatch);
        if lesson.job && !full {
            s.jobs.push_back(Job {
                entry: index as u8,
                warp: load.warp,
                lane0: lesson.lane0,
                offset: sign_extended(lesson.entry.offset, p.offset_bits, 64) as i64,
                distance: lesson.entry.distance as u32,
                iter_threads: i.iter_threads,
            });
        }
        let missed = p.tia_en && lesson.entry.scalar && outcome.miss && outcome.merged.is_none();
        let before = load.last.filter(|last| missed && *last != load.pc);
        s.wanted = before.map(|pc| (pc, outcome.line));
        s.pulses.stat_trained = lesson.trained;
        s.pulses.stat_trusted = lesson.trusted;
        s.pulses.stat_mismatch = lesson.mismatch;
        s.pulses.stat_dist_inc = lesson.dist_inc;
        s.pulses.stat_dist_dec = lesson.dist_dec;
        s.pulses.stat_drop |= lesson.job && full;
    }

    /// The allocation of step (3) of section 2.5.
    fn allocate(&mut self) {
        let s = &mut self.state;
        let wanted = s.wanted.take().filter(|(_, line)| !s.table.fetches(*line));
        if let Some((pc, line)) = wanted {
            let (_, evicts) = s.table.allocate(Entry::trigger(pc, line));
            (s.pulses.stat_alloc, s.pulses.stat_evict) = (true, evicts);
        }
    }

    /// A beat comes; `ready`: a first one is taken. Step (4) of section 2.5 is here (P7).
    fn beat(&mut self, i: &In, ready: bool) {
        let (p, s) = (&self.params, &mut self.state);
        s.pause = s.pause.saturating_sub(1);
        s.waiting.iter_mut().for_each(|load| load.due = load.due.saturating_sub(1));
        if !i.ld_v {
            return;
        }
        if let Some(load) = s.waiting.back_mut().filter(|load| load.walk.awaits(p)) {
            load.walk.beat(p, i);
        } else if i.ld_first && ready {
            let last = &mut s.last[if p.lal_per_warp { i.ld_warp.into() } else { 0 }];
            let mut walk = Walk::default();
            walk.beat(p, i);
            s.waiting.push_back(Waiting {
                pc: i.ld_pc,
                warp: i.ld_warp,
                last: last.replace(i.ld_pc),
                walk,
                due: p.issue_latency - 7,
                outcome: None,
            });
            s.pause = SPACING - 1;
        }
    }

    fn out(&self) -> Out {
        let mut out = Out { ld_rdy: self.ready(), ..self.state.pulses };
        if let Some((request, tracked)) = self.state.queue.head() {
            out.pf_v = true;
            out.pf_line = request.line;
            out.pf_entry = request.entry;
            out.pf_warp = request.warp;
            out.pf_track = tracked;
            out.pf_trig = request.origin == Origin::Trigger;
        }
        out
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        let (p, own) = (&self.params, &self.state);
        let fits = state.table.fits(&own.table)
            && state.last.len() == own.last.len()
            && state.waiting.len() <= p.wait_depth as usize
            && state.jobs.len() <= p.job_depth as usize
            && state.queue.len() <= p.pfq_depth as usize;
        if !fits {
            let what = "it is of a table or queues of other sizes".to_string();
            return Err(ForeignState { unit: "apogee", what });
        }
        self.state = state;
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::new(&self.params);
    }

    fn step(&mut self, i: &In) -> Out {
        if i.flush {
            self.reset();
            return self.out();
        }
        let p = &self.params;
        let (lines_full, jobs_full) =
            (self.state.queue.full(p), self.state.jobs.len() >= p.job_depth as usize);
        let ready = self.ready();
        self.state.pulses = Out::default();
        self.prefetched(i);
        if i.res_v {
            self.outcome(i);
        }
        self.generate(lines_full);
        self.act(i, jobs_full);
        self.beat(i, ready);
        self.out()
    }
}
