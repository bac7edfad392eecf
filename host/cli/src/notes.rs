// SPDX-License-Identifier: Apache-2.0
//! What a run says of a program that does what it should not, and that hardware executes without a word.

use warpsmith_ptx::{Noted, Notes};

/// A line for each kind of thing that happened.
pub fn said(notes: &Notes) -> String {
    let line = |noted: &Noted, what: &str| match &noted.first {
        Some(first) => format!("{} {what}; the first: {first}\n", noted.count),
        None => String::new(),
    };
    line(&notes.zero_reads, "reads outside every allocation gave 0 (--out-of-bounds zero)")
        + &line(
            &notes.wrong_members,
            "warp operations had member masks that are not the lanes which execute them; the active lanes took part, \
             as on GPUs before Volta",
        )
}
