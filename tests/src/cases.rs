// SPDX-License-Identifier: Apache-2.0
//! Test cases from lists that are known only when the tests run: a case a program, backend, policy or machine, so that a failure
//! names them and the cases run in parallel. A file of such tests has `harness = false` in the manifest, and as its `main`
//! [`main`] of its cases.

use libtest_mimic::{Arguments, Trial};
use std::fmt::Display;
use std::sync::{Arc, OnceLock};

/// A test case: `claim::part::part`, which passes unless `check` panics.
pub struct Case(Trial);

impl Case {
    /// A case of `claim` for one of what the claim is about.
    pub fn new(claim: &str, parts: &[&dyn Display], check: impl FnOnce() + Send + 'static) -> Case {
        let name = parts.iter().fold(claim.to_string(), |name, part| format!("{name}::{part}"));
        let check = || {
            check();
            Ok(())
        };
        Case(Trial::test(name, check))
    }

    /// The same, run by `scripts/test.sh --all` alone.
    pub fn by_hand(self, is_so: bool) -> Case {
        Case(self.0.with_ignored_flag(is_so))
    }
}

/// Cases of functions that check one thing each, under their names.
#[macro_export]
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        vec![$($crate::cases::Case::new(stringify!($name), &[], $name)),*]
    };
}

/// Runs the cases that the command line of the test binary asks for, as `cargo test` expects it.
pub fn main(cases: impl IntoIterator<Item = Case>) -> ! {
    let trials = cases.into_iter().map(|case| case.0).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

/// What several cases are compared with, made by the first that needs it.
pub struct Shared<T>(Arc<OnceLock<T>>);

impl<T> Shared<T> {
    pub fn new() -> Shared<T> {
        Shared(Arc::default())
    }

    pub fn get(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Shared::new()
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}
