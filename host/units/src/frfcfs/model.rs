// SPDX-License-Identifier: Apache-2.0
//! Reference model of `frfcfs` (specification section 8.3.1, decisions S1, S5, S8, S15 to S21 and S24).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::buffer::Buffer;
use super::candidates::Bank;
use super::params::{AgeMode, Params};
use super::ports::{In, Out};
use crate::bitset::ones64;
use crate::dram_timing::{self, Command, ControllerIn, ControllerOut, DramTiming, Issue};
use crate::{ForeignState, Snapshot, Unit};

/// Everything that `frfcfs` remembers from cycle to cycle, but the DRAM's timing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Cycles since reset.
    pub now: u64,
    /// Requests that have arrived and are not served.
    pub buffer: Buffer,
    /// Entries of GPUs.
    pub gpu_occupied: u32,
    /// Entry that the scrubber looks at.
    scrub: u32,
    /// The command of this cycle, and the entry that it serves.
    issue: Option<(Issue, usize)>,
    /// That of the next cycle, if the choice takes two (S24).
    chosen: Option<(Issue, usize)>,
}

/// First-ready, first-come-first-served scheduler of one channel.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    dram: DramTiming,
    /// Found from the state.
    banks: Vec<Bank>,
    /// No request can get a command before this cycle, as long as the requests and their urgency stay the same.
    quiet_until: u64,
}

impl Model {
    /// A unit in its reset state. `params` must be valid ([`crate::Parameters::validate`]).
    pub fn new(params: &Params) -> Model {
        let state = State {
            now: 0,
            buffer: Buffer::new(params.n),
            gpu_occupied: 0,
            scrub: 0,
            issue: None,
            chosen: None,
        };
        let dram = DramTiming::new(&params.channel.timing, params.channel.n_bank);
        Model::with(params, state, dram)
    }

    /// A unit that goes on from `state`, which a unit of the same parameters had.
    pub fn resume(params: &Params, (state, dram): (State, dram_timing::State)) -> Model {
        Model::with(params, state, DramTiming::resume(&params.channel.timing, dram))
    }

    fn with(params: &Params, state: State, dram: DramTiming) -> Model {
        let mut banks = vec![Bank::new(params.n); params.channel.n_bank as usize];
        let mut entries: Vec<_> = state.buffer.iter().collect();
        entries.sort_by_key(|(_, e)| e.arrival);
        for (index, entry) in entries {
            let bank = entry.request.bank;
            banks[usize::from(bank)].arrive(index, entry, dram.open_row(bank));
        }
        for (_, entry) in state.buffer.iter().filter(|(_, e)| e.urgent) {
            let bank = entry.request.bank;
            banks[usize::from(bank)].make_urgent(&state.buffer, dram.open_row(bank));
        }
        Model { params: params.clone(), state, dram, banks, quiet_until: 0 }
    }

    /// The state, for a checkpoint.
    pub fn state(&self) -> (&State, &dram_timing::State) {
        (&self.state, self.dram.state())
    }

    /// The outputs of the coming cycle, as the last `step` returned them; those of the reset state before the first.
    pub fn out(&self) -> Out {
        Out::of(self.src_ready(), self.state.issue.as_ref().map(|(issue, _)| issue))
    }

    fn src_ready(&self) -> u64 {
        let (s, channel) = (&self.state, &self.params.channel);
        let cpus = ones64(channel.n_cpu);
        match s.buffer.occupied < self.params.n {
            false => 0,
            true if s.gpu_occupied < self.params.gpu_limit() => ones64(channel.n_src()),
            true => cpus,
        }
    }

    fn is_gpu(&self, src: u8) -> bool {
        u32::from(src) >= self.params.channel.n_cpu
    }

    /// Makes the entry that the scrubber looks at urgent if it is too old.
    fn scrub(&mut self) {
        let s = &mut self.state;
        let index = s.scrub as usize;
        s.scrub = if s.scrub + 1 == self.params.n { 0 } else { s.scrub + 1 };
        if self.params.age_mode == AgeMode::Collapse {
            return;
        }
        let due = 1 << (self.params.age_bits - 2);
        let Some(old) = s.buffer.get(index).filter(|e| s.now - e.arrival > due) else { return };
        let bank = old.request.bank;
        if s.buffer.make_urgent(index) {
            self.quiet_until = 0;
            self.banks[usize::from(bank)].make_urgent(&s.buffer, self.dram.open_row(bank));
        }
    }

    /// The command of this cycle takes effect.
    fn retire(&mut self, issue: &Issue, index: usize) {
        let Issue { command, request } = issue;
        self.dram.issue(*command, request.bank, request.row, self.state.now);
        self.quiet_until = 0;
        let (bank, buffer) = (&mut self.banks[usize::from(request.bank)], &mut self.state.buffer);
        if command.is_column() {
            let served = buffer.remove(index);
            self.state.gpu_occupied -= u32::from(u32::from(request.src) >= self.params.channel.n_cpu);
            bank.leave(buffer, index, &served);
        } else {
            bank.refresh(buffer, self.dram.open_row(request.bank));
        }
    }

    /// The command of the cycle `now` of the state, and the entry that it serves: of the candidates that keep the
    /// timing, hits first, then the oldest. Urgent ones do not compete with others.
    fn select(&mut self) -> Option<(Issue, usize)> {
        let now = self.state.now;
        if now < self.quiet_until {
            return None;
        }
        let urgent = self.state.buffer.urgent > 0;
        let mut winner: Option<((bool, Reverse<u64>), Command, u16)> = None;
        let mut quiet_until = u64::MAX;
        for (bank, n) in self.banks.iter().zip(0..) {
            let closed = self.dram.open_row(n).is_none();
            bank.candidates(urgent, closed, |candidate, command| {
                let earliest = self.dram.earliest(command, n);
                let rank = (command.is_column(), Reverse(candidate.arrival));
                if earliest > now {
                    quiet_until = quiet_until.min(earliest);
                } else if winner.is_none_or(|(best, ..)| rank > best) {
                    winner = Some((rank, command, candidate.index));
                }
            });
        }
        self.quiet_until = quiet_until;
        let (_, command, index) = winner?;
        let index = usize::from(index);
        Some((Issue { command, request: self.state.buffer.get(index)?.request }, index))
    }
}

impl Snapshot for Model {
    type State = (State, dram_timing::State);

    fn snapshot(&self) -> Self::State {
        let (state, dram) = self.state();
        (state.clone(), dram.clone())
    }

    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState> {
        *self = Model::resume(&self.params, state);
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Model::new(&self.params);
    }

    fn step(&mut self, input: &In) -> Out {
        let ready = self.src_ready();
        let request = input.request(&self.params.channel).filter(|r| ready >> r.src & 1 == 1);
        // By the registered values: an arrival takes an entry that was free, the scrubber sees only older ones.
        if self.state.buffer.occupied > 0 || request.is_some() {
            self.scrub();
        }
        let arrived = request.map(|r| (r, self.state.buffer.insert(r, self.state.now)));
        if let Some((issue, index)) = self.state.issue.take() {
            self.retire(&issue, index);
        }
        if let Some((request, index)) = arrived {
            self.state.gpu_occupied += u32::from(self.is_gpu(request.src));
            let row = self.dram.open_row(request.bank);
            let arrived = self.state.buffer.get(index);
            if arrived.is_some_and(|e| self.banks[usize::from(request.bank)].arrive(index, e, row)) {
                self.quiet_until = 0;
            }
        }
        self.state.now += 1;
        self.state.issue =
            if self.params.choice_cycles == 1 { self.select() } else { self.state.chosen.take() };
        if self.params.choice_cycles > 1 && self.state.issue.is_none() {
            self.state.chosen = self.select();
        }
        self.out()
    }
}
