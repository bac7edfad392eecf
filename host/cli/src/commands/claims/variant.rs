// SPDX-License-Identifier: Apache-2.0
//! A combination of policies and machine that a unit's claims run a program on.

use super::runs::Policy;
use serde::{Serialize, Serializer};
use std::marker::PhantomData;

/// The variants of a unit's claims, by a type that stands for the unit.
pub trait Variants: Copy + Ord + Send + Sync + 'static {
    /// All that are run.
    const ALL: &'static [Variant<Self>];
}

/// A combination of policies and machine, one of the unit `U`'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant<U> {
    pub name: &'static str,
    /// The arguments of `--with`.
    with: &'static [&'static str],
    /// The arguments of `-m`.
    machine: &'static [&'static str],
    unit: PhantomData<U>,
}

impl<U> Variant<U> {
    /// On the machine as it is.
    pub const fn new(name: &'static str, with: &'static [&'static str]) -> Self {
        Variant { name, with, machine: &[], unit: PhantomData }
    }

    /// The same on a machine with other keys.
    pub const fn on(self, machine: &'static [&'static str]) -> Self {
        Variant { name: self.name, with: self.with, machine, unit: PhantomData }
    }
}

impl<U: Variants> Policy for Variant<U> {
    const ALL: &'static [Self] = U::ALL;

    fn name(self) -> &'static str {
        self.name
    }

    fn with(self) -> Vec<&'static str> {
        self.with.to_vec()
    }

    fn machine(self) -> Vec<&'static str> {
        self.machine.to_vec()
    }
}

impl<U> Serialize for Variant<U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name.serialize(serializer)
    }
}
