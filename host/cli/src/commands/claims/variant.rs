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

/// Lists of variants one behind the other, `N` in all.
pub const fn joined<U: Copy, const N: usize>(lists: &[&[Variant<U>]]) -> [Variant<U>; N] {
    let mut all = [lists[0][0]; N];
    let (mut n, mut list) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[n] = lists[list][place];
            (n, place) = (n + 1, place + 1);
        }
        list += 1;
    }
    assert!(n == N, "so many variants are in the lists");
    all
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
