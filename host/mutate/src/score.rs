// SPDX-License-Identifier: Apache-2.0
//! Which faults are found, and by what.

use serde::{Deserialize, Serialize};
use warpsmith_hdl::units::Emitted;
use warpsmith_prove::{all, equalities, Aim, Difference, Limits, Proof, Property, Prover, Variant, Verdict};
use warpsmith_synth::names;
use warpsmith_units::TestVector;

use crate::error::Error;
use crate::fault::Fault;
use crate::plant::Planted;

/// Runs the bench with the fault of this number, 0 for none; what it finds, in a few words.
pub type Lockstep<'a> = dyn Fn(u32) -> Result<Option<String>, String> + 'a;

/// What to do with the faults of a module.
pub struct Campaign<'a> {
    /// Name of the unit.
    pub unit: &'a str,
    /// Name of the top module, as in `warpsmith-units`.
    pub module: &'static str,
    /// Name of the configuration.
    pub configuration: &'a str,
    /// The RTL of the configuration, without faults.
    pub emitted: &'a Emitted,
    /// Faults drawn in it, of which those that change something are tried in their order.
    pub planted: &'a Planted,
    /// Faults that are to be tried. Those that change nothing do not count.
    pub faults: usize,
    /// Not tried if there is none.
    pub lockstep: Option<&'a Lockstep<'a>>,
    /// Whether the proofs are tried.
    pub proof: bool,
    /// How long and how deep each engine may go.
    pub limits: Limits,
    /// What is known already: faults in it are not tried again.
    pub known: Option<Score>,
    /// Called with what is known before each fault and at the end. What it says instead stops the campaign.
    pub progress: &'a dyn Fn(&Score) -> Result<(), String>,
}

/// What came of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// How.
    Found(String),
    /// It was tried and nothing was seen.
    Missed,
    /// The way was not asked for.
    NotTried,
}

/// A fault that changes something.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The fault that was planted.
    pub fault: Fault,
    /// Of lockstep with the reference model.
    pub lockstep: Outcome,
    /// Of the checkers; what finds the fault is one of them, and the cycle in which it fails, or that its step of induction does.
    pub proof: Outcome,
    /// Inputs, any at all, that show the fault; known of some of those that lockstep does not find.
    pub shown_by: Option<TestVector>,
}

/// The faults of a module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Score {
    /// Name of the unit.
    pub unit: String,
    /// Name of the top module, as in `warpsmith-units`.
    pub module: String,
    /// Name of the configuration.
    pub configuration: String,
    /// In the order of the draw.
    pub trials: Vec<Trial>,
    /// Numbers of the faults that were drawn and proved to change nothing.
    pub equal: Vec<u32>,
}

impl Score {
    fn knows(&self, fault: &Fault) -> bool {
        self.equal.contains(&fault.number) || self.trials.iter().any(|trial| trial.fault == *fault)
    }

    /// How many of the trials have this outcome found, and how many tried it.
    pub fn share(&self, outcome: impl Fn(&Trial) -> &Outcome) -> (usize, usize) {
        let tried = self.trials.iter().filter(|t| *outcome(t) != Outcome::NotTried);
        let found = self.trials.iter().filter(|t| matches!(outcome(t), Outcome::Found(_)));
        (found.count(), tried.count())
    }
}

impl Campaign<'_> {
    /// Tries the faults in the order of the draw.
    ///
    /// # Errors
    /// The bench finds a fault where there is none, there are no proofs, or a tool fails.
    pub fn run(&self) -> Result<Score, Error> {
        let prover = Prover::find()?;
        let properties = match self.proof {
            true => {
                properties(self.unit, self.module, self.configuration, self.emitted, &self.planted.verilog)
            }
            false => Vec::new(),
        };
        if self.proof && properties.is_empty() && self.lockstep.is_none() {
            let (module, configuration) = (self.module.to_string(), self.configuration.to_string());
            return Err(Error::NoProofs { module, configuration });
        }
        if let Outcome::Found(found) = self.bench(0)? {
            let (module, configuration) = (self.module.to_string(), self.configuration.to_string());
            return Err(Error::Unsound { module, configuration, found });
        }
        let mut score = self.known.clone().unwrap_or_else(|| Score {
            unit: self.unit.to_string(),
            module: self.module.to_string(),
            configuration: self.configuration.to_string(),
            trials: Vec::new(),
            equal: Vec::new(),
        });
        for fault in &self.planted.faults {
            (self.progress)(&score).map_err(Error::Stopped)?;
            if score.trials.len() == self.faults {
                break;
            }
            if score.knows(fault) {
                continue;
            }
            let lockstep = self.bench(fault.number)?;
            let difference = match lockstep {
                Outcome::Found(_) => Difference::Unknown,
                _ => self.difference(&prover, fault)?,
            };
            let shown_by = match difference {
                Difference::None => {
                    score.equal.push(fault.number);
                    continue;
                }
                Difference::Shown(steps) => Some(self.vector(fault, steps)),
                Difference::Unknown => None,
            };
            let proof = self.prove(&prover, &properties, fault)?;
            score.trials.push(Trial { fault: fault.clone(), lockstep, proof, shown_by });
        }
        (self.progress)(&score).map_err(Error::Stopped)?;
        Ok(score)
    }

    fn bench(&self, fault: u32) -> Result<Outcome, Error> {
        let Some(lockstep) = self.lockstep else { return Ok(Outcome::NotTried) };
        Ok(lockstep(fault).map_err(Error::Bench)?.map_or(Outcome::Missed, Outcome::Found))
    }

    fn difference(&self, prover: &Prover, fault: &Fault) -> Result<Difference, Error> {
        let emitted = &self.emitted.with_text(&self.planted.verilog);
        let variant = Variant { emitted, module: self.module, select: "fault", value: fault.number };
        Ok(prover.difference(&variant, self.limits)?)
    }

    fn vector(&self, fault: &Fault, steps: Vec<warpsmith_units::Step>) -> TestVector {
        TestVector {
            unit: self.unit.to_string(),
            module: self.module.to_string(),
            configuration: self.configuration.to_string(),
            parameters: self.emitted.parameters.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
            about: format!("shows {fault}"),
            steps,
        }
    }

    /// The first checker with a counterexample, or whose induction no longer goes from a state to the next.
    fn prove(&self, prover: &Prover, properties: &[&Property], fault: &Fault) -> Result<Outcome, Error> {
        if properties.is_empty() {
            return Ok(Outcome::NotTried);
        }
        let emitted = self.emitted.with_text(&self.planted.mutant(fault)?);
        // What is proved of the module that it is in sees it first.
        let (own, others): (Vec<&Property>, Vec<_>) =
            properties.iter().partition(|p| p.module == names::own(&fault.module));
        for property in own.into_iter().chain(others) {
            let (configuration, limits) = (self.configuration, self.limits);
            let proof = Proof { property, configuration, engine: None, aim: Aim::Counterexample, limits };
            let outcome = match prover.prove_of(&proof, &emitted) {
                // It is about another shape of a module that is here in one.
                Err(warpsmith_prove::Error::Widths { .. }) => continue,
                outcome => outcome?,
            };
            let how = match outcome.verdict {
                Verdict::Refuted(trace) => format!("cycle {}", trace.steps.len().saturating_sub(1)),
                // Without the fault it is, in the configuration that it is proved in.
                Verdict::NotInductive if property.configuration == configuration => "step".to_string(),
                _ => continue,
            };
            return Ok(Outcome::Found(format!("`{}`, {how}", property.name)));
        }
        Ok(Outcome::Missed)
    }
}

/// The equalities with reference models of the module and of those inside it, which are quick, then the checkers of the module in the
/// configuration; if it has none there, those of other ones, where they fit; then those of modules inside it, by `verilog`.
fn properties(
    unit: &str,
    module: &str,
    configuration: &str,
    emitted: &Emitted,
    verilog: &str,
) -> Vec<&'static Property> {
    // The module itself can have another name there: another design of the same unit.
    let inside = |p: &&Property| p.module == module || verilog.contains(&format!("\nmodule {}(", p.module));
    let is_for = |p: &&Property| p.unit == unit && p.is_for(emitted).is_ok();
    let mut models: Vec<_> = equalities().iter().filter(is_for).filter(inside).collect();
    // Each stands in the list once for every configuration in which `prove` proves it.
    models.dedup_by_key(|p| p.name);
    let of_configuration = |p: &&Property| p.configuration == configuration;
    let (mut own, mut inner): (Vec<_>, Vec<_>) =
        all().iter().filter(is_for).filter(inside).partition(|p| p.module == module);
    if own.iter().any(of_configuration) {
        own.retain(of_configuration);
    }
    own.dedup_by_key(|p| p.name);
    inner.dedup_by_key(|p| p.name);
    [models, own, inner].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_hdl::units::emit;

    #[test]
    fn faults_are_tried_with_every_checker_that_is_proved_of_the_module_in_the_configuration() {
        let of_units = all().iter().filter(|p| warpsmith_units::find(p.unit).is_some());
        for proved in of_units {
            let emitted = emit(proved.unit, proved.configuration, &[]).unwrap();
            let tried =
                properties(proved.unit, proved.module, proved.configuration, &emitted, &emitted.text());
            let (name, configuration) = (proved.name, proved.configuration);
            assert!(tried.iter().any(|p| p.name == name), "{configuration}: {name} of {}", proved.module);
        }
    }
}
