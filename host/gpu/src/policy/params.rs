// SPDX-License-Identifier: Apache-2.0
//! Parameters of policies, set from text.

use thiserror::Error;
pub use warpsmith_units::ParamInfo;

/// A policy name or a setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum PolicyError {
    #[error("there is no policy `{name}`; the policies are: {known}")]
    UnknownPolicy { name: String, known: String },
    #[error("policy `{policy}` is one of address translation, and the machine `{machine}` has no [mmu]; `maxwell` has")]
    NoTranslation { policy: &'static str, machine: String },
    #[error("policy `{policy}` has no parameter `{key}`; its parameters are: {known}")]
    UnknownKey { policy: &'static str, key: String, known: String },
    #[error("policy `{policy}`: parameter `{key}` cannot be `{value}`: it must be {range}")]
    BadValue { policy: &'static str, key: &'static str, value: String, range: String },
}

/// The parameters of one policy with their values.
#[derive(Clone, Debug)]
pub struct Settings {
    policy: &'static str,
    params: &'static [ParamInfo],
    values: Vec<u32>,
}

impl Settings {
    /// The defaults, overridden by `given` pairs of name and text.
    pub fn parse(
        policy: &'static str,
        params: &'static [ParamInfo],
        given: &[(String, String)],
    ) -> Result<Self, PolicyError> {
        let default = |param: &ParamInfo| param.range.parse(&param.default.to_string()).unwrap_or_default();
        let mut s = Self { policy, params, values: params.iter().map(default).collect() };
        for (key, text) in given {
            s.set(key, text)?;
        }
        Ok(s)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), PolicyError> {
        let i = self.params.iter().position(|p| p.name == key).ok_or_else(|| PolicyError::UnknownKey {
            policy: self.policy,
            key: key.to_string(),
            known: match self.params {
                [] => "none".to_string(),
                some => some.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
            },
        })?;
        let param = &self.params[i];
        self.values[i] = param.range.parse(text).ok_or_else(|| PolicyError::BadValue {
            policy: self.policy,
            key: param.name,
            value: text.to_string(),
            range: param.range.to_string(),
        })?;
        Ok(())
    }

    /// The value of the parameter at position `index` of the declaration: a number, or the index of a word.
    pub fn get(&self, index: usize) -> u32 {
        self.values[index]
    }

    /// Every parameter with its value as text, in the order of the declaration.
    pub fn resolved(&self) -> Vec<(&'static str, String)> {
        self.params.iter().zip(&self.values).map(|(p, v)| (p.name, p.range.text(*v))).collect()
    }
}
