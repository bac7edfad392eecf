// SPDX-License-Identifier: Apache-2.0
//! The macro by which every statistic is declared, once.

/// What is known about one field of a group of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in results, which never changes its meaning.
    pub key: &'static str,
    /// What the value counts or measures, such as `SM cycles`, `lines` or `J`.
    pub unit: &'static str,
    /// What the value says, as a phrase.
    pub meaning: &'static str,
}

/// A group of statistics: numbers that can be added and subtracted field by field.
pub trait StatGroup: Copy + Default {
    /// The fields, in the order of results.
    const FIELDS: &'static [Field];
    /// `self + other`.
    fn plus(self, other: Self) -> Self;
    /// `self - earlier`; both must come from one run, `earlier` not later than `self`.
    fn since(self, earlier: Self) -> Self;
}

/// Declares a group of statistics: a struct of numbers, its catalogue and its arithmetic.
/// A field is `key: type, "unit", "meaning";`.
macro_rules! statistics {
    ($(#[$doc:meta])* $name:ident { $($key:ident: $ty:ty, $unit:literal, $meaning:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $(#[doc = concat!($meaning, " (", $unit, ")")] pub $key: $ty,)+
        }

        impl $crate::stats::declare::StatGroup for $name {
            const FIELDS: &'static [$crate::stats::declare::Field] = &[
                $($crate::stats::declare::Field { key: stringify!($key), unit: $unit, meaning: $meaning },)+
            ];
            fn plus(self, other: Self) -> Self {
                $name { $($key: self.$key + other.$key,)+ }
            }
            fn since(self, earlier: Self) -> Self {
                $name { $($key: self.$key - earlier.$key,)+ }
            }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(groups: I) -> Self {
                groups.fold(Self::default(), $crate::stats::declare::StatGroup::plus)
            }
        }
    };
}

pub(crate) use statistics;
