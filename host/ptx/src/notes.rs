// SPDX-License-Identifier: Apache-2.0
//! What a program should not do, and hardware does without a word: it is counted, so that the user can be told.

use serde::{Deserialize, Serialize};

/// How often something happened, and the first time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// How often it happened.
    pub count: u64,
    /// Kernel, line, thread and what it did.
    pub first: Option<String>,
}

/// What was noted since the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// Reads of a thread that got zeros, because nothing is allocated there.
    pub zero_reads: Noted,
    /// Warp instructions whose member masks name lanes that do not execute them, or leave out lanes that do.
    pub wrong_members: Noted,
}

impl Noted {
    /// `times` more; `what` describes the first of them.
    pub(crate) fn add(&mut self, times: u64, what: impl FnOnce() -> String) {
        self.count += times;
        self.first.get_or_insert_with(what);
    }

    fn append(&mut self, later: Noted) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }
}

impl Notes {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.zero_reads.count == 0 && self.wrong_members.count == 0
    }

    /// Adds what happened `later`.
    pub(crate) fn append(&mut self, later: Notes) {
        self.zero_reads.append(later.zero_reads);
        self.wrong_members.append(later.wrong_members);
    }
}
