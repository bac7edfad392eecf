// SPDX-License-Identifier: Apache-2.0
//! Parameters of policies: declared with name, meaning, default and range; set from text.

use thiserror::Error;

/// What values a parameter takes, and its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number {
        min: u32,
        max: u32,
        default: u32,
    },
    /// One of the words; the default is the word at this index.
    Choice {
        words: &'static [&'static str],
        default: usize,
    },
}

/// One parameter of a policy.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo {
    pub name: &'static str,
    pub meaning: &'static str,
    pub kind: Kind,
}

impl ParamInfo {
    /// A number in `min..=max`.
    pub const fn number(name: &'static str, meaning: &'static str, default: u32, min: u32, max: u32) -> Self {
        Self { name, meaning, kind: Kind::Number { min, max, default } }
    }

    /// The default as text.
    pub fn default_text(&self) -> String {
        match self.kind {
            Kind::Number { default, .. } => default.to_string(),
            Kind::Choice { words, default } => words[default].to_string(),
        }
    }

    /// The range as text.
    pub fn range_text(&self) -> String {
        match self.kind {
            Kind::Number { min, max, .. } => format!("{min}..={max}"),
            Kind::Choice { words, .. } => words.join(" or "),
        }
    }

    fn default_value(&self) -> u32 {
        match self.kind {
            Kind::Number { default, .. } => default,
            Kind::Choice { default, .. } => default as u32,
        }
    }

    fn parse(&self, text: &str) -> Option<u32> {
        match self.kind {
            Kind::Number { min, max, .. } => text.parse().ok().filter(|n| (min..=max).contains(n)),
            Kind::Choice { words, .. } => words.iter().position(|w| *w == text).map(|i| i as u32),
        }
    }

    fn text(&self, value: u32) -> String {
        match self.kind {
            Kind::Number { .. } => value.to_string(),
            Kind::Choice { words, .. } => words[value as usize].to_string(),
        }
    }
}

/// A policy name or a setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PolicyError {
    #[error("there is no policy `{name}`; the policies are: {known}")]
    UnknownPolicy { name: String, known: String },
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
        let mut s = Self { policy, params, values: params.iter().map(ParamInfo::default_value).collect() };
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
        self.values[i] = param.parse(text).ok_or_else(|| PolicyError::BadValue {
            policy: self.policy,
            key: param.name,
            value: text.to_string(),
            range: param.range_text(),
        })?;
        Ok(())
    }

    /// The value of the parameter at position `index` of the declaration: a number, or the index of a word.
    pub fn get(&self, index: usize) -> u32 {
        self.values[index]
    }

    /// Every parameter with its value as text, in the order of the declaration.
    pub fn resolved(&self) -> Vec<(&'static str, String)> {
        self.params.iter().zip(&self.values).map(|(p, v)| (p.name, p.text(*v))).collect()
    }
}
