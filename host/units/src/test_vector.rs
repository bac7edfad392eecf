// SPDX-License-Identifier: Apache-2.0
//! A test vector: what a unit's inputs are in each cycle, by name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::ports::digits;
use crate::{Parameters, Ports};

/// The synchronous reset, which is no field of a unit's inputs.
const RESET: &str = "reset";

/// One cycle: the value of each input, hexadecimal with `0x`; an input that is not named is 0. In a cycle with `reset` at
/// 1 the others do not matter.
pub type Step = BTreeMap<String, String>;

/// The inputs of one module, cycle by cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestVector {
    /// Name of the unit in the library.
    pub unit: String,
    /// Top module of the unit.
    pub module: String,
    /// Named configuration of the unit.
    pub configuration: String,
    /// Every parameter of that configuration, so that a vector cannot outlive it unnoticed.
    pub parameters: BTreeMap<String, String>,
    /// What it is for, in a few words.
    pub about: String,
    /// From the reset on, in which every vector begins.
    pub steps: Vec<Step>,
}

/// A vector does not fit the unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum VectorError {
    #[error(
        "it was made for {key} = {theirs}, and configuration `{configuration}` has {ours}; make it anew"
    )]
    Parameter { configuration: String, key: String, theirs: String, ours: String },
    #[error("it does not begin with a reset: its first step must have \"reset\": \"0x1\"")]
    NoReset,
    #[error("step {step}: {module} has no input `{port}`; its inputs are: {known}")]
    Port { step: usize, module: String, port: String, known: String },
    #[error(
        "step {step}: `{port}` cannot be {value}: it must be a hexadecimal number of {width} bits, with 0x"
    )]
    Value { step: usize, port: String, value: String, width: usize },
}

/// Whether a step is one of the reset.
pub fn is_reset(step: &Step) -> bool {
    step.get(RESET).and_then(|value| bits(value)) == Some(1)
}

impl TestVector {
    /// The inputs in each step, `None` in the steps of a reset.
    ///
    /// # Errors
    /// What does not fit a module with these inputs and parameters.
    pub fn inputs<I: Ports>(&self, params: &I::Params) -> Result<Vec<Option<I>>, VectorError>
    where
        I::Params: Parameters,
    {
        self.check_parameters(params)?;
        let inputs = self.steps.iter().enumerate().map(|(n, step)| self.input(n, step, params));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        match inputs.first() {
            Some(None) => Ok(inputs),
            _ => Err(VectorError::NoReset),
        }
    }

    fn check_parameters<P: Parameters>(&self, params: &P) -> Result<(), VectorError> {
        let ours: BTreeMap<String, String> =
            params.values().into_iter().map(|(key, value)| (key.to_string(), value)).collect();
        let nothing = || "nothing".to_string();
        let value = |of: &BTreeMap<String, String>, key: &str| of.get(key).cloned().unwrap_or_else(nothing);
        let keys = ours.keys().chain(self.parameters.keys());
        let differs = keys.into_iter().find(|key| ours.get(*key) != self.parameters.get(*key));
        differs.map_or(Ok(()), |key| {
            Err(VectorError::Parameter {
                configuration: self.configuration.clone(),
                key: key.clone(),
                theirs: value(&self.parameters, key),
                ours: value(&ours, key),
            })
        })
    }

    fn input<I: Ports>(&self, n: usize, step: &Step, params: &I::Params) -> Result<Option<I>, VectorError> {
        let specs = I::specs(params);
        let mut input = I::default();
        for (port, value) in step {
            let width = match specs.iter().find(|spec| spec.name == port) {
                Some(spec) => spec.width,
                None if port == RESET => 1,
                None => {
                    let known = specs.iter().map(|spec| spec.name).chain([RESET]).collect::<Vec<_>>();
                    let (module, port) = (self.module.clone(), port.clone());
                    return Err(VectorError::Port { step: n, module, port, known: known.join(", ") });
                }
            };
            let fits = bits(value).is_some_and(|bits| bits <= width);
            if !fits || (port != RESET && !input.set(port, value)) {
                let (port, value) = (port.clone(), value.clone());
                return Err(VectorError::Value { step: n, port, value, width });
            }
        }
        Ok((!is_reset(step)).then_some(input))
    }
}

/// Bits of a hexadecimal number without leading zeros; none if it is no number.
fn bits(hex: &str) -> Option<usize> {
    let digits = digits(hex)?;
    let top = digits.chars().next().and_then(|d| d.to_digit(16)).unwrap_or(0);
    Some(4 * digits.len().saturating_sub(1) + (u32::BITS - top.leading_zeros()) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equalizer::fm::In;
    use crate::equalizer::params::Params;

    fn vector(steps: &[&[(&str, &str)]]) -> TestVector {
        let step =
            |pairs: &&[(&str, &str)]| pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        TestVector {
            unit: "equalizer".to_string(),
            module: "eq_fm".to_string(),
            configuration: "small".to_string(),
            parameters: Params::SMALL.values().into_iter().map(|(k, v)| (k.to_string(), v)).collect(),
            about: "a test".to_string(),
            steps: steps.iter().map(step).collect(),
        }
    }

    fn inputs(vector: &TestVector) -> Result<Vec<Option<In>>, String> {
        vector.inputs::<In>(&Params::SMALL).map_err(|e| e.to_string())
    }

    #[test]
    fn steps_are_resets_or_inputs_and_an_input_that_is_not_named_is_zero() {
        let v = vector(&[
            &[("reset", "0x1"), ("mode", "0x1")],
            &[("mode", "0x1"), ("vote", "0x2a"), ("reset", "0x0")],
            &[],
        ]);
        let mut second = In { mode: true, ..In::default() };
        (0..3).for_each(|sm| second.set_vote(sm, 2));
        assert_eq!(inputs(&v), Ok(vec![None, Some(second), Some(In::default())]));
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_step() {
        let bad = |step: (&str, &str)| inputs(&vector(&[&[("reset", "0x1")], &[step]])).unwrap_err();
        let text = bad(("moed", "0x1"));
        assert!(text.contains("step 1: eq_fm has no input `moed`") && text.contains("mode, reset"), "{text}");
        for (port, value) in [("mode", "0x2"), ("mode", "1"), ("reset", "0x3"), ("vote_valid", "0x1z")] {
            let text = bad((port, value));
            assert!(text.contains(&format!("step 1: `{port}` cannot be {value}")), "{text}");
        }
        assert!(inputs(&vector(&[])).unwrap_err().contains("begin with a reset"));
        assert!(inputs(&vector(&[&[("mode", "0x1")]])).unwrap_err().contains("begin with a reset"));
    }

    #[test]
    fn a_vector_for_other_parameters_is_refused() {
        let mut v = vector(&[&[("reset", "0x1")]]);
        v.parameters.insert("n_sm".to_string(), "7".to_string());
        let text = inputs(&v).unwrap_err();
        assert!(text.contains("made for n_sm = 7, and configuration `small` has 4"), "{text}");
        v.parameters.remove("n_sm");
        assert!(inputs(&v).unwrap_err().contains("made for n_sm = nothing"));
    }
}
