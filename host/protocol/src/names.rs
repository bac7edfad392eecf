// SPDX-License-Identifier: Apache-2.0
//! Names of kernels for people: programs, PTX and traces have the symbols of C++.

use cpp_demangle::{DemangleOptions, Symbol};
use std::borrow::Cow;
use std::fmt;

/// Letters of the longest name that is worked out; templates in templates can be of any length.
const LONGEST: usize = 1024;

/// A symbol as in the source, with parameter types: `assign(float const*, int)`. What is no symbol of C++ stays as it is.
pub fn demangled(symbol: &str) -> Cow<'_, str> {
    readable(symbol, &DemangleOptions::new())
}

/// The same without parameters and return type, for tables: `assign`, `sum<float, 256>`.
pub fn short_name(symbol: &str) -> Cow<'_, str> {
    readable(symbol, &DemangleOptions::new().no_params().no_return_type())
}

fn readable<'a>(symbol: &'a str, options: &DemangleOptions) -> Cow<'a, str> {
    let mut name = Bounded(String::new());
    let parsed = Some(symbol).filter(|s| s.starts_with("_Z") && s.len() <= LONGEST);
    let done = parsed.and_then(|s| Symbol::new(s).ok()?.structured_demangle(&mut name, options).ok());
    match done {
        Some(()) => name.0.into(),
        None => symbol.into(),
    }
}

/// Text up to [`LONGEST`].
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_of_cpp_is_shown_as_in_the_source_and_any_other_as_it_is() {
        let cases = [
            ("_Z6assignPKfPiiii", "assign", "assign(float const*, int*, int, int, int)"),
            ("_ZN1a1bEv", "a::b", "a::b()"),
            ("_ZN12_GLOBAL__N_14stepEf", "(anonymous namespace)::step", "(anonymous namespace)::step(float)"),
            ("_Z3sumIfLi256EEvPT_", "sum<float, 256>", "void sum<float, 256>(float*)"),
            ("_ZL6hiddenv", "hidden", "hidden()"),
            ("main_loop", "main_loop", "main_loop"),
            ("_Z9x", "_Z9x", "_Z9x"),
            ("", "", ""),
        ];
        for (symbol, short, full) in cases {
            assert_eq!((&*short_name(symbol), &*demangled(symbol)), (short, full));
        }
    }

    #[test]
    fn a_name_that_would_be_endless_stays_mangled() {
        // Each parameter is a pair of the one before: the name doubles with each.
        let mut symbol = "_Z1f1pIiiE".to_string();
        for back in 0..40 {
            symbol += &format!("S_I{0}{0}E", ["S0_", "S1_"][back % 2]);
        }
        assert!(demangled(&symbol).len() <= LONGEST);
        let long = format!("_Z{}{}v", 2 * LONGEST, "x".repeat(2 * LONGEST));
        assert_eq!(demangled(&long), long);
        let deep = format!("_Z1f{}i", "P".repeat(900));
        assert!(demangled(&deep).len() <= LONGEST);
    }
}
