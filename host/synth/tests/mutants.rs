// SPDX-License-Identifier: Apache-2.0
//! Mutants of a Liberty file are refused with a reason or read, but none makes the reader panic or hang.

#[path = "../../../tests/src/mutant.rs"]
mod mutant;

use warpsmith_synth::liberty::{cell_models, Library};

/// A library with one cell of each sort.
const TINY: &str = include_str!("tiny.lib");

/// Tries mutants of the library as what `read_library` makes of a file; some must be refused, and some must be read.
fn try_mutants(mutant: impl Fn(u64) -> String) {
    let (mut refused, mut read) = (0, 0);
    mutant::try_all(300, 1, |seed| match Library::read(&mutant(seed)) {
        Err(why) => {
            assert!(!why.is_empty());
            refused += 1;
        }
        Ok(library) => {
            assert!(!cell_models(&library).is_empty());
            let again = Library::read(&library.text).expect("what is left for synthesis is a library");
            assert!(again.cells.keys().eq(library.cells.keys()), "{:?}", again.dropped);
            read += 1;
        }
    });
    println!("{refused} refused, {read} read");
    assert!(mutant::one() || refused > 0 && read > 0);
}

#[test]
fn a_liberty_file_with_other_words_is_refused_or_read() {
    try_mutants(|seed| mutant::text(seed, &[TINY]));
}

#[test]
fn a_liberty_file_with_other_bytes_is_refused_or_read() {
    try_mutants(|seed| String::from_utf8_lossy(&mutant::bytes(seed, TINY.as_bytes())).into_owned());
}
