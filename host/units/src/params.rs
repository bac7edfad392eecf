// SPDX-License-Identifier: Apache-2.0
//! What the parameters of all units have in common: a table of names, meanings and ranges, named configurations,
//! reading from text, and errors that say what is possible.

use thiserror::Error;

use crate::Rng;

/// What is wrong with a parameter or a configuration name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum ParamError {
    #[error("{unit} has no parameter `{key}`; its parameters are: {known}")]
    UnknownKey { unit: &'static str, key: String, known: String },
    #[error("{unit} parameter `{key}` cannot be `{value}`: it must be {range}")]
    BadValue { unit: &'static str, key: &'static str, value: String, range: String },
    #[error("{unit} has no configuration `{name}`; its configurations are: {known}")]
    UnknownConfiguration { unit: &'static str, name: String, known: String },
}

/// The values that a parameter can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// A number of `min..=max`.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// Only powers of two.
        power_of_two: bool,
    },
    /// False or true: 0 or 1 in text.
    Flag,
    /// One of these words.
    Words(&'static [&'static str]),
    /// The named configurations of a unit.
    Configurations(&'static [&'static str]),
}

impl Range {
    /// The number that a text means: of a flag 0 or 1, of a word its place. `None` if it is not in the range.
    pub fn parse(&self, text: &str) -> Option<u32> {
        match *self {
            Range::Number { min, max, power_of_two } => {
                let fits = |n: &u32| (min..=max).contains(n) && (!power_of_two || n.is_power_of_two());
                text.parse().ok().filter(fits)
            }
            Range::Flag => match text {
                "0" | "false" => Some(0),
                "1" | "true" => Some(1),
                _ => None,
            },
            Range::Words(words) | Range::Configurations(words) => {
                words.iter().position(|w| *w == text).map(|n| n as u32)
            }
        }
    }

    /// A number of the range: of a wide one its first `most`, of powers of two the four smallest.
    pub fn draw(&self, rng: &mut Rng, most: u32) -> u32 {
        match *self {
            Range::Number { min, max, power_of_two: true } => {
                (min.max(1).next_power_of_two() << rng.below(4)).min(max)
            }
            Range::Number { min, max, .. } => min + rng.below((max - min + 1).min(most)),
            Range::Flag => rng.below(2),
            Range::Words(words) | Range::Configurations(words) => rng.below(words.len() as u32),
        }
    }

    /// The text of a number; [`Range::parse`] reads it back.
    pub fn text(&self, value: u32) -> String {
        match self {
            Range::Number { .. } | Range::Flag => value.to_string(),
            Range::Words(words) | Range::Configurations(words) => words[value as usize].to_string(),
        }
    }
}

/// Any number of `min..=max`.
pub const fn number(min: u32, max: u32) -> Range {
    Range::Number { min, max, power_of_two: false }
}

/// A power of two of `min..=max`.
pub(crate) const fn power_of_two(min: u32, max: u32) -> Range {
    Range::Number { min, max, power_of_two: true }
}

/// The default of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a number; of a flag 0 or 1.
    Number(u32),
    /// Of a choice: the word.
    Word(&'static str),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Range::Number { min, max, power_of_two: false } => write!(f, "{min}..={max}"),
            Range::Number { min, max, power_of_two: true } => write!(f, "a power of two, {min}..={max}"),
            Range::Flag => f.write_str("0 or 1"),
            Range::Words(words) => f.write_str(&words.join(" or ")),
            Range::Configurations(names) => f.write_str(&names.join(", ")),
        }
    }
}

/// A parameter that is one of a few words.
pub trait Choice {
    /// The words, in the order of their numbers.
    fn words(&self) -> &'static [&'static str];
    /// Number of the word chosen.
    fn chosen(&self) -> usize;
    /// Chooses word number `n`, which must be one.
    fn choose(&mut self, n: usize);
}

/// Declares an enumeration that is a [`Choice`]; each variant is followed by its word.
macro_rules! choice {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant),*
        }

        impl $name {
            /// The words, in the order of the variants.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
        }

        impl $crate::params::Choice for $name {
            fn words(&self) -> &'static [&'static str] {
                $name::WORDS
            }

            fn chosen(&self) -> usize {
                *self as usize
            }

            fn choose(&mut self, n: usize) {
                *self = [$($name::$variant),*][n];
            }
        }
    };
}
pub(crate) use choice;

/// A parameter's place, by type.
pub enum Field<'a> {
    /// A number.
    Number(&'a mut u32),
    /// A flag.
    Flag(&'a mut bool),
    /// One of a few words.
    Choice(&'a mut dyn Choice),
}

/// One parameter of a unit, of its attachment or of a policy: what listings, the documentation and errors say of it.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo {
    /// Name in text, such as `n_warps` in `paper:n_warps=40`.
    pub name: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// Of a unit the value in the paper, which is that of the first named configuration.
    pub default: Value,
    /// The values that it can take.
    pub range: Range,
    /// Where the paper, the dissertation or this project fixes it; empty where the parameter is the attachment's.
    pub source: &'static str,
}

impl ParamInfo {
    /// A number in `min..=max`.
    pub const fn number(name: &'static str, meaning: &'static str, default: u32, min: u32, max: u32) -> Self {
        ParamInfo { name, meaning, default: Value::Number(default), range: number(min, max), source: "" }
    }

    /// One of some words.
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        default: &'static str,
        words: &'static [&'static str],
    ) -> Self {
        ParamInfo { name, meaning, default: Value::Word(default), range: Range::Words(words), source: "" }
    }
}

/// A row of a parameter table: the parameter, and its place in the struct.
#[derive(Clone, Copy, Debug)]
pub struct Param<P> {
    /// What is known of it.
    pub info: ParamInfo,
    pub(crate) field: fn(&mut P) -> Field<'_>,
}

/// Rows of a parameter table: `name (place): kind, range, value in the paper, source, meaning;`. The place is where
/// the struct has the parameter.
macro_rules! table {
    ($($name:ident ($($place:ident).+): $kind:ident, $range:expr, $paper:literal, $source:literal, $meaning:literal;)*) => {
        &[$($crate::params::Param {
            info: $crate::params::ParamInfo {
                name: stringify!($name),
                meaning: $meaning,
                default: $crate::params::table!(@$kind $paper),
                range: $range,
                source: $source,
            },
            field: |p| $crate::params::Field::$kind(&mut p.$($place).+),
        }),*]
    };
    (@Choice $word:literal) => { $crate::params::Value::Word($word) };
    (@$kind:ident $number:literal) => { $crate::params::Value::Number($number) };
}
pub(crate) use table;

/// The named configurations, inside a unit's `impl Parameters`: each name with the constant that it stands for, the paper's
/// first.
macro_rules! configurations {
    ($($name:literal => $constant:ident),* $(,)?) => {
        const NAMED: &'static [&'static str] = &[$($name),*];

        fn configuration(name: &str) -> Option<Self> {
            match name {
                $($name => Some(Self::$constant),)*
                _ => None,
            }
        }
    };
}
pub(crate) use configurations;

/// The size of a configuration that is one of a series: where it stands in a picture of area over size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The series.
    pub series: &'static str,
    /// Requests that it holds.
    pub requests: u32,
    /// What stands at the point.
    pub label: String,
}

/// The parameters of a unit.
pub trait Parameters: Clone + PartialEq + std::fmt::Debug + Sized + 'static {
    /// The unit, as messages call it.
    const UNIT: &'static str;
    /// The file that lists the named configurations.
    const FILE: &'static str;
    /// Names of the configurations; the first is the paper's.
    const NAMED: &'static [&'static str];
    /// The parameter table.
    const TABLE: &'static [Param<Self>];
    /// Names of the parameters that change no hardware: the unit gets them at run time, at its inputs, or they concern
    /// what is around it.
    const RUN_TIME: &'static [&'static str] = &[];

    /// The configuration of this name, one of `NAMED`.
    fn configuration(name: &str) -> Option<Self>;

    /// Checks what concerns several parameters at once.
    fn check_together(&self) -> Result<(), ParamError>;

    /// Its size, if it is one of a series of configurations that differ in size alone.
    fn size(&self) -> Option<Size> {
        None
    }

    /// What is known of each parameter, in the order of the table.
    fn infos() -> Vec<ParamInfo> {
        Self::TABLE.iter().map(|p| p.info).collect()
    }

    /// Whether there is a parameter of this name.
    fn has(name: &str) -> bool {
        Self::TABLE.iter().any(|p| p.info.name == name)
    }

    /// The configuration that a text says: the name of one, and what is changed of it, as `paper:n_warps=40,n_sched=4`.
    ///
    /// # Errors
    /// There is none of this name (the error lists the names), or what [`Parameters::set`] and [`Parameters::validate`] refuse.
    fn named(text: &str) -> Result<Self, ParamError> {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let mut params = Self::configuration(name).ok_or_else(|| ParamError::UnknownConfiguration {
            unit: Self::UNIT,
            name: name.to_string(),
            known: Self::NAMED.join(", "),
        })?;
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            let (key, value) = change.split_once('=').unwrap_or((change, ""));
            params.set(key, value)?;
        }
        params.validate()?;
        Ok(params)
    }

    /// The name of the configuration that equals these parameters.
    fn name(&self) -> Option<&'static str> {
        Self::NAMED.iter().copied().find(|n| Self::configuration(n).as_ref() == Some(self))
    }

    /// The configuration of the same hardware: it may differ in what the unit gets at run time.
    fn hardware_name(&self) -> Option<&'static str> {
        let hardware = |p: &Self| {
            p.values().into_iter().filter(|(key, _)| !Self::RUN_TIME.contains(key)).collect::<Vec<_>>()
        };
        let own = hardware(self);
        Self::NAMED.iter().copied().find(|n| Self::configuration(n).is_some_and(|p| hardware(&p) == own))
    }

    /// Sets one parameter from text. What concerns several parameters at once is left to
    /// [`Parameters::validate`], so that the order of the settings does not matter.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParamError> {
        let param =
            Self::TABLE.iter().find(|p| p.info.name == key).ok_or_else(|| ParamError::UnknownKey {
                unit: Self::UNIT,
                key: key.to_string(),
                known: Self::TABLE.iter().map(|p| p.info.name).collect::<Vec<_>>().join(", "),
            })?;
        let new = param.info.range.parse(value).ok_or_else(|| param.bad(value))?;
        match (param.field)(self) {
            Field::Number(n) => *n = new,
            Field::Flag(b) => *b = new == 1,
            Field::Choice(c) => c.choose(new as usize),
        }
        Ok(())
    }

    /// The value of each parameter as text, in the order of the table; [`Parameters::set`] reads it back.
    fn values(&self) -> Vec<(&'static str, String)> {
        let mut p = self.clone();
        let text = |f: Field| match f {
            Field::Number(n) => n.to_string(),
            Field::Flag(b) => u8::from(*b).to_string(),
            Field::Choice(c) => c.words()[c.chosen()].to_string(),
        };
        Self::TABLE.iter().map(|i| (i.info.name, text((i.field)(&mut p)))).collect()
    }

    /// Checks every range of the table, and what concerns several parameters.
    fn validate(&self) -> Result<(), ParamError> {
        let mut p = self.clone();
        for param in Self::TABLE {
            if let Field::Number(n) = (param.field)(&mut p) {
                let text = n.to_string();
                param.info.range.parse(&text).ok_or_else(|| param.bad(&text))?;
            }
        }
        self.check_together()
    }
}

impl<P: Parameters> Param<P> {
    fn bad(&self, value: &str) -> ParamError {
        let (value, range) = (value.to_string(), self.info.range.to_string());
        ParamError::BadValue { unit: P::UNIT, key: self.info.name, value, range }
    }
}

/// What holds for the parameters of every unit.
#[cfg(test)]
pub(crate) fn check_tables<P: Parameters>() {
    for name in P::NAMED {
        let p = P::named(name).unwrap();
        p.validate().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((p.name(), p.hardware_name()), (Some(*name), Some(*name)));
        let mut read_back = P::named(P::NAMED[0]).unwrap();
        for (key, value) in p.values() {
            read_back.set(key, &value).unwrap();
        }
        assert_eq!(read_back, p, "{name}");
    }
    let paper = P::named(P::NAMED[0]).unwrap();
    for info in P::infos().iter().filter(|info| info.name.starts_with("t_")) {
        let zero = paper.clone().set(info.name, "0").unwrap_err().to_string();
        assert!(zero.contains(info.name) && zero.contains("1..=64"), "{zero}");
    }
    assert!(P::RUN_TIME.iter().all(|name| P::has(name)));
    for (info, (name, value)) in P::infos().iter().zip(paper.values()) {
        assert_eq!((info.name, info.default.to_string()), (name, value));
    }
    let mut p = paper.clone();
    let unknown = p.set("no_such_key", "1").unwrap_err().to_string();
    for info in P::infos() {
        assert!(unknown.contains("`no_such_key`") && unknown.contains(info.name), "{unknown}");
        let bad = p.set(info.name, "nonsense").unwrap_err().to_string();
        assert!(bad.contains(info.name) && bad.contains(&info.range.to_string()), "{bad}");
    }
    assert_eq!(p, paper);
}
