// SPDX-License-Identifier: Apache-2.0
//! Reference model of `eq_fm` (specification sections 2.6 and 5.2, decisions W17-W21).

use super::ports::{In, Out, VOTE_WORDS};
use crate::equalizer::params::Params;
use crate::word::{signals, Bit, Word};
use crate::{clog2, ForeignState, Snapshot, Unit};

const LOW: u32 = 0;
const NOMINAL: u32 = 1;
const HIGH: u32 = 2;

/// The cycle of each epoch in which the votes are evaluated (specification section 5.2).
const EVALUATION_CYCLE: u32 = 7;

signals! {
    /// Everything that `eq_fm` remembers from cycle to cycle (specification section 3.2). Index 0 is the SM
    /// domain, 1 the memory domain. One timer serves both regulators: W18 lets them start only together.
    pub struct State<W>, p: Params;
    /// Cycle of the epoch.
    pub cycle: W = clog2(p.epoch_len) as u32;
    /// Bit `i`: SM `i` voted COMP since the last evaluation.
    pub comp: W = p.n_sm;
    /// Bit `i`: SM `i` voted MEM since the last evaluation.
    pub mem: W = p.n_sm;
    /// Levels in force.
    pub level: [W; 2] = 2;
    /// Levels after the change under way.
    pub pending: [W; 2] = 2;
    /// Cycles until the pending levels take effect.
    pub timer: W = clog2(p.vr_cycles + 1) as u32;
    /// The level is new.
    pub changed: [W::Bit; 2] = 1;
}

/// The inputs of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Votes<'a, W: Word, V> {
    /// Bit `i`: SM `i` votes.
    pub valid: W,
    /// Two bits an SM, 16 SMs a word.
    pub vote: &'a [V; VOTE_WORDS],
    /// Performance, not energy.
    pub performance: W::Bit,
}

impl<W: Word> State<W> {
    /// After reset.
    pub fn reset() -> State<W> {
        let no = W::Bit::from(false);
        State {
            cycle: W::from(0),
            comp: W::from(0),
            mem: W::from(0),
            level: [W::from(NOMINAL); 2],
            pending: [W::from(NOMINAL); 2],
            timer: W::from(0),
            changed: [no; 2],
        }
    }

    /// One cycle.
    pub fn step<V: Copy + Into<W>>(&mut self, params: &Params, input: &Votes<W, V>) {
        let busy = self.timer.any();
        let evaluation = self.cycle.is(EVALUATION_CYCLE);
        self.cycle = (self.cycle + W::from(1)) & W::from(params.epoch_len - 1);
        self.changed = [W::Bit::from(false); 2];
        busy.when(self, |s| {
            s.timer = s.timer - W::from(1);
            s.timer.is(0u32).when(s, State::apply);
        });
        evaluation.when(self, |s| {
            (!busy).when(s, |s| s.evaluate(params, input.performance));
            s.comp = W::from(0);
            s.mem = W::from(0);
        });
        input.valid.any().when(self, |s| s.latch(input));
    }

    /// Whether the regulator of each domain is busy.
    pub fn busy(&self) -> [W::Bit; 2] {
        let mut busy = [W::Bit::from(false); 2];
        self.timer.any().when(&mut busy, |busy| *busy = self.moves());
        busy
    }

    /// Whether each domain is to change its level.
    pub fn moves(&self) -> [W::Bit; 2] {
        [0, 1].map(|domain| !self.pending[domain].is(self.level[domain]))
    }

    /// Latches the votes of this cycle; a later vote of an SM replaces an earlier one.
    fn latch<V: Copy + Into<W>>(&mut self, input: &Votes<W, V>) {
        let (mut comp, mut mem) = (W::from(0), W::from(0));
        for (word, vote) in (0..).zip(*input.vote) {
            let (low, high) = (vote.into(), vote.into() >> 1);
            comp = comp | even_bits(low & !high) << (16 * word);
            mem = mem | even_bits(high & !low) << (16 * word);
        }
        self.comp = self.comp & !input.valid | comp & input.valid;
        self.mem = self.mem & !input.valid | mem & input.valid;
    }

    /// Targets of the SM and the memory domain for the winning vote (Table 3.1 as corrected in section 6.2).
    fn targets(&self, params: &Params, performance: W::Bit) -> [W; 2] {
        let wins = |votes: W| (votes.ones() << 1).above(params.n_sm);
        let [sm, memory] = if params.maintain_nominal { [W::from(NOMINAL); 2] } else { self.level };
        let (boost, throttle) = (W::from(HIGH), W::from(LOW));
        let comp = performance.select([boost, memory], [sm, throttle]);
        let mem = performance.select([sm, boost], [throttle, memory]);
        wins(self.comp).select(comp, wins(self.mem).select(mem, self.level))
    }

    /// Moves each domain one level towards its target; the regulators need `vr_cycles` for it.
    fn evaluate(&mut self, params: &Params, performance: W::Bit) {
        let targets = self.targets(params, performance);
        for (domain, target) in targets.into_iter().enumerate() {
            let level = self.level[domain];
            self.pending[domain] = level + W::from(target.above(level)) - W::from(target.below(level));
        }
        let [sm, memory] = self.moves();
        (sm | memory).when(self, |s| {
            s.timer = W::from(params.vr_cycles);
            if params.vr_cycles == 0 {
                s.apply();
            }
        });
    }

    /// The pending levels take effect.
    fn apply(&mut self) {
        self.changed = self.moves();
        self.level = self.pending;
    }
}

/// The bits 0, 2, 4, ... 30 side by side: pairs, then groups of 4, 8 and 16 bits close up.
fn even_bits<W: Word>(word: W) -> W {
    let steps = [(1, 0x3333_3333), (2, 0x0f0f_0f0f), (4, 0x00ff_00ff), (8, 0x0000_ffff)];
    let even = word & W::from(0x5555_5555);
    steps.into_iter().fold(even, |w, (distance, groups)| (w | w >> distance) & W::from(groups))
}

/// The frequency manager of the chip.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    sm_mask: u64,
}

impl Model {
    /// A unit in its reset state. `params` must be valid ([`Parameters::validate`](crate::params::Parameters::validate)).
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
}

impl Snapshot for Model {
    type State = State;

    fn snapshot(&self) -> State {
        self.state
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
        let votes =
            Votes { valid: input.vote_valid & self.sm_mask, vote: &input.vote.data, performance: input.mode };
        self.state.step(&self.params, &votes);
        let s = &self.state;
        let [sm_busy, mem_busy] = s.busy();
        Out {
            sm_level: s.level[0] as u8,
            mem_level: s.level[1] as u8,
            sm_change: s.changed[0],
            mem_change: s.changed[1],
            vr_busy: u8::from(sm_busy) | u8::from(mem_busy) << 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;

    #[test]
    fn even_bits_close_up() {
        assert_eq!(even_bits(0x5555_5555u64), 0xffff);
        assert!((0..16).all(|i| even_bits(3u64 << (2 * i)) == 1 << i));
    }

    /// The levels after each epoch in which all 15 SMs cast the vote of that epoch (1 COMP, 2 MEM).
    fn levels(mode: bool, votes: &[u32]) -> Vec<(u32, u32)> {
        let params = Params::FERMI;
        let mut unit = Model::new(&params);
        let epoch = |vote: &u32| {
            let mut out = Out::default();
            for cycle in 0..params.epoch_len {
                let vote = if cycle == 2 { [vote * 0x5555_5555, 0, 0, 0] } else { [0; 4] };
                let vote_valid = if cycle == 2 { u64::MAX } else { 0 };
                out = unit.step(&In { vote_valid, vote: Wide::new(vote), mode });
            }
            (out.sm_level.into(), out.mem_level.into())
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
        let params = Params::FERMI;
        let mut unit = Model::new(&params);
        let all_comp = In { vote_valid: u64::MAX, vote: Wide::new([0x5555_5555; 4]), mode: true };
        // `step` number n returns what cycle n + 1 sees.
        let seen: Vec<Out> = (0..1000).map(|_| unit.step(&all_comp)).collect();
        let first = seen.iter().position(|o| u32::from(o.sm_level) == HIGH).map(|n| n as u32 + 1);
        assert_eq!(first, Some(8 + params.vr_cycles));
        let busy: Vec<u32> =
            (1..).zip(&seen).filter(|(_, o)| o.vr_busy == 1).map(|(cycle, _)| cycle).collect();
        assert_eq!((busy[0], busy.len() as u32), (8, params.vr_cycles));
    }
}
