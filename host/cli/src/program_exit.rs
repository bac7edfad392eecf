// SPDX-License-Identifier: Apache-2.0
//! How the program of a run ended.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How the program ended, as a result file says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum ProgramExit {
    /// By itself, with this code. What has no code of its own, as a trace, ends with 0.
    Code { code: i32 },
    /// By this signal.
    Signal { signal: i32 },
    /// It ended, but left a buffer with other contents than expected (PTX files only).
    WrongResults,
    /// The simulator ended it in the cycle in which a run of fixed length is complete.
    Length,
    /// The simulator gave up the run: a limit, an interrupt, a fault.
    Simulator,
}

impl ProgramExit {
    /// It did what it was to do.
    pub const SUCCESS: ProgramExit = ProgramExit::Code { code: 0 };

    /// Whether the statistics are those of the whole work.
    pub fn succeeded(self) -> bool {
        matches!(self, ProgramExit::Code { code: 0 } | ProgramExit::Length)
    }

    /// For a column of a table.
    pub fn short(self) -> String {
        match self {
            ProgramExit::Code { code } => format!("exit code {code}"),
            ProgramExit::Signal { signal } => signal_name(signal),
            ProgramExit::WrongResults => "wrong results".to_string(),
            ProgramExit::Length => "at its length".to_string(),
            ProgramExit::Simulator => "by the simulator".to_string(),
        }
    }
}

impl fmt::Display for ProgramExit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            ProgramExit::Code { code } => write!(f, "the program ended with exit code {code}"),
            ProgramExit::Signal { signal } => write!(f, "the program was killed by {}", signal_name(signal)),
            ProgramExit::WrongResults => f.write_str("the run is complete, but its results are wrong"),
            ProgramExit::Length => f.write_str("the run has the length that was asked for"),
            ProgramExit::Simulator => f.write_str("the simulator ended the program"),
        }
    }
}

/// As `signal 11 (SIGSEGV)`.
fn signal_name(signal: i32) -> String {
    match signal_hook::low_level::signal_name(signal) {
        Some(name) => format!("signal {signal} ({name})"),
        None => format!("signal {signal}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_program_that_came_to_its_end_or_to_the_end_of_a_fixed_length_succeeded() {
        let ends = [
            (ProgramExit::SUCCESS, true),
            (ProgramExit::Length, true),
            (ProgramExit::Code { code: 1 }, false),
            (ProgramExit::Signal { signal: libc::SIGSEGV }, false),
            (ProgramExit::WrongResults, false),
            (ProgramExit::Simulator, false),
        ];
        for (exit, succeeded) in ends {
            assert_eq!(exit.succeeded(), succeeded, "{exit}");
            let json = serde_json::to_string(&exit).unwrap();
            assert_eq!(serde_json::from_str::<ProgramExit>(&json).unwrap(), exit, "{json}");
        }
    }

    #[test]
    fn a_signal_is_named() {
        let text = ProgramExit::Signal { signal: libc::SIGSEGV }.to_string();
        assert!(text.contains("signal 11 (SIGSEGV)"), "{text}");
        assert!(ProgramExit::Signal { signal: 77 }.to_string().ends_with("signal 77"));
    }
}
