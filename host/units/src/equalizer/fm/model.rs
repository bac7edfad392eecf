// SPDX-License-Identifier: Apache-2.0
//! Reference model of `eq_fm` (specification sections 2.6 and 5.2, decisions W17-W21).

use serde::{Deserialize, Serialize};

use super::{In, Out};
use crate::equalizer::params::Params;
use crate::{ForeignState, Snapshot, Unit};

const LOW: u8 = 0;
const NOMINAL: u8 = 1;
const HIGH: u8 = 2;

/// The cycle of each epoch in which the votes are evaluated (specification section 5.2).
const EVALUATION_CYCLE: u32 = 7;

/// Everything that `eq_fm` remembers from cycle to cycle (specification section 3.2). Index 0 is the SM
/// domain, 1 the memory domain. One timer serves both regulators: W18 lets them start only together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    cycle: u32,
    /// Bit `i`: SM `i` voted COMP; likewise MEM.
    comp: u64,
    mem: u64,
    level: [u8; 2],
    pending: [u8; 2],
    /// Cycles until the pending levels take effect.
    timer: u32,
    changed: [bool; 2],
}

impl State {
    fn reset() -> State {
        State {
            cycle: 0,
            comp: 0,
            mem: 0,
            level: [NOMINAL; 2],
            pending: [NOMINAL; 2],
            timer: 0,
            changed: [false; 2],
        }
    }
}

/// The frequency manager of the chip.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    sm_mask: u64,
}

impl Model {
    /// A unit in its reset state. `params` must be valid ([`Params::validate`]).
    pub fn new(params: &Params) -> Model {
        Model::resume(params, State::reset())
    }

    /// A unit that goes on from `state`, which a unit of the same parameters had.
    pub fn resume(params: &Params, state: State) -> Model {
        Model { params: params.clone(), state, sm_mask: u64::MAX >> (64 - params.n_sm) }
    }

    /// The state, for a checkpoint.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Latches the votes of this cycle; a later vote of an SM replaces an earlier one.
    fn latch(&mut self, i: &In) {
        let mut voters = i.vote_valid & self.sm_mask;
        let s = &mut self.state;
        s.comp &= !voters;
        s.mem &= !voters;
        while voters != 0 {
            let sm = voters.trailing_zeros() as usize;
            voters &= voters - 1;
            match i.vote[sm / 16] >> (sm % 16 * 2) & 3 {
                1 => s.comp |= 1 << sm,
                2 => s.mem |= 1 << sm,
                _ => {}
            }
        }
    }

    /// Targets of the SM and the memory domain for the winning vote (Table 3.1 as corrected in section 6.2).
    /// `None`: the domain holds.
    fn targets(&self, performance: bool) -> [Option<u8>; 2] {
        let wins = |votes: u64| 2 * votes.count_ones() > self.params.n_sm;
        let maintain = self.params.maintain_nominal.then_some(NOMINAL);
        match (wins(self.state.comp), wins(self.state.mem), performance) {
            (true, _, true) => [Some(HIGH), maintain],
            (true, _, false) => [maintain, Some(LOW)],
            (_, true, true) => [maintain, Some(HIGH)],
            (_, true, false) => [Some(LOW), maintain],
            (false, false, _) => [None, None],
        }
    }

    /// Moves each domain one level towards its target; the regulators need `vr_cycles` for it.
    fn evaluate(&mut self, performance: bool) {
        let targets = self.targets(performance);
        let s = &mut self.state;
        for (domain, target) in targets.into_iter().enumerate() {
            let level = s.level[domain];
            s.pending[domain] = match target.unwrap_or(level) {
                t if t > level => level + 1,
                t if t < level => level - 1,
                _ => level,
            };
        }
        if s.pending == s.level {
            return;
        }
        s.timer = self.params.vr_cycles;
        if s.timer == 0 {
            s.apply();
        }
    }
}

impl State {
    fn apply(&mut self) {
        self.changed = [self.pending[0] != self.level[0], self.pending[1] != self.level[1]];
        self.level = self.pending;
    }
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state.clone()
    }

    fn restore(&mut self, state: State) -> Result<(), ForeignState> {
        *self = Model::resume(&self.params, state);
        Ok(())
    }
}

impl Unit for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.state = State::reset();
    }

    fn step(&mut self, input: &In) -> Out {
        let s = &mut self.state;
        let busy = s.timer != 0;
        let evaluation = s.cycle == EVALUATION_CYCLE;
        s.cycle = (s.cycle + 1) & (self.params.epoch_len - 1);
        s.changed = [false; 2];
        if busy {
            s.timer -= 1;
            if s.timer == 0 {
                s.apply();
            }
        }
        if evaluation {
            if !busy {
                self.evaluate(input.mode);
            }
            self.state.comp = 0;
            self.state.mem = 0;
        }
        if input.vote_valid != 0 {
            self.latch(input);
        }
        let s = &self.state;
        let busy = |domain: usize| u8::from(s.timer != 0 && s.pending[domain] != s.level[domain]) << domain;
        Out {
            sm_level: s.level[0],
            mem_level: s.level[1],
            sm_change: s.changed[0],
            mem_change: s.changed[1],
            vr_busy: busy(0) | busy(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels after each epoch in which all 15 SMs cast the vote of that epoch (1 COMP, 2 MEM).
    fn levels(mode: bool, votes: &[u32]) -> Vec<(u8, u8)> {
        let params = Params::fermi();
        let mut unit = Model::new(&params);
        let epoch = |vote: &u32| {
            let mut out = Out::default();
            for cycle in 0..params.epoch_len {
                let vote = if cycle == 2 { [vote * 0x5555_5555, 0, 0, 0] } else { [0; 4] };
                let vote_valid = if cycle == 2 { u64::MAX } else { 0 };
                out = unit.step(&In { vote_valid, vote, mode });
            }
            (out.sm_level, out.mem_level)
        };
        votes.iter().map(epoch).collect()
    }

    #[test]
    fn each_vote_moves_the_domain_of_table_3_1_as_corrected() {
        assert_eq!(levels(true, &[1, 1]), [(HIGH, NOMINAL); 2]);
        assert_eq!(levels(true, &[2, 2]), [(NOMINAL, HIGH); 2]);
        assert_eq!(levels(false, &[1, 1]), [(NOMINAL, LOW); 2]);
        assert_eq!(levels(false, &[2, 2]), [(LOW, NOMINAL); 2]);
    }

    #[test]
    fn a_new_winner_returns_the_other_domain_to_nominal_and_no_winner_holds() {
        let expected = [(HIGH, NOMINAL), (NOMINAL, HIGH), (NOMINAL, HIGH), (HIGH, NOMINAL)];
        assert_eq!(levels(true, &[1, 2, 0, 1]), expected);
    }

    #[test]
    fn the_new_level_is_in_force_vr_cycles_after_cycle_8() {
        let params = Params::fermi();
        let mut unit = Model::new(&params);
        let all_comp = In { vote_valid: u64::MAX, vote: [0x5555_5555; 4], mode: true };
        // `step` number n returns what cycle n + 1 sees.
        let seen: Vec<Out> = (0..1000).map(|_| unit.step(&all_comp)).collect();
        let first = seen.iter().position(|o| o.sm_level == HIGH).map(|n| n as u32 + 1);
        assert_eq!(first, Some(8 + params.vr_cycles));
        let busy: Vec<u32> =
            (1..).zip(&seen).filter(|(_, o)| o.vr_busy == 1).map(|(cycle, _)| cycle).collect();
        assert_eq!((busy[0], busy.len() as u32), (8, params.vr_cycles));
    }
}
