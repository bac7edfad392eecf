// SPDX-License-Identifier: Apache-2.0
//! How often each event that matters has happened in a run.

use std::collections::BTreeMap;

use warpsmith_units::Module;

/// How often each event happened. Begins with every event at 0.
pub struct Coverage(pub(crate) BTreeMap<&'static str, u64>);

impl Coverage {
    pub fn new(events: &[&'static str]) -> Coverage {
        Coverage(events.iter().map(|e| (*e, 0)).collect())
    }

    pub fn note(&mut self, event: &'static str, happened: bool) {
        if happened {
            *self.0.entry(event).or_default() += 1;
        }
    }
}

/// A cycle that has been checked.
pub struct Cycle<'a, M: Module> {
    pub params: &'a M::Params,
    pub input: &'a M::In,
    /// The outputs of the cycle before, and of this one.
    pub before: &'a M::Out,
    pub out: &'a M::Out,
    pub model: &'a M::Model,
    pub checker: &'a M::Checker,
}

/// What a random run of a module must meet.
pub trait Covered: Module {
    /// What is remembered from cycle to cycle.
    type Memory: Default;

    fn events(params: &Self::Params) -> Vec<&'static str>;
    /// Cycles from which on a run must have covered everything.
    fn full_run(params: &Self::Params) -> u64;
    /// Remembers what the checker knows before it sees a cycle.
    fn remember(_: &mut Self::Memory, _checker: &Self::Checker, _input: &Self::In) {}
    /// Notes what happened in a cycle.
    fn note(cycle: &Cycle<Self>, memory: &mut Self::Memory, coverage: &mut Coverage);
}
