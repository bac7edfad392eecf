// SPDX-License-Identifier: Apache-2.0
//! Directed benches: one scenario each, with the values that must show.

use crate::report::BenchError;

/// A directed bench: its name is the claim that it checks.
pub type Directed = (&'static str, fn() -> Result<(), BenchError>);

/// Declares directed benches: functions that return an error where the claim fails, the list `DIRECTED` of them, and
/// a test for each.
macro_rules! directed {
    ($(fn $name:ident() $body:block)*) => {
        $(fn $name() -> Result<(), $crate::BenchError> $body)*

        /// The directed benches of this module.
        pub const DIRECTED: &[$crate::Directed] = &[$((stringify!($name), $name)),*];

        #[cfg(test)]
        mod tests {
            $(
                #[test]
                fn $name() {
                    if let Err(e) = super::$name() {
                        panic!("{e}");
                    }
                }
            )*
        }
    };
}
pub(crate) use directed;
