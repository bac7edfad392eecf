// SPDX-License-Identifier: Apache-2.0
//! Exit codes: 0 the thing asked for was done, 1 it failed, 2 the command line was wrong.

use std::fmt;
use std::process::ExitCode;

/// An error in what the user typed: exit code 2, as clap's own errors.
#[derive(Debug)]
struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// A usage error with this message.
pub fn usage(message: impl fmt::Display) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Prints the error and its causes on one line and gives the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    eprintln!("warpsmith: {}", message(error));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// The error and its causes on one line, without a cause that the error before it names already.
fn message(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match &text[..] {
        "" => cause,
        known if known.ends_with(&cause) => text,
        known => format!("{known}: {cause}"),
    })
}

/// `name` is not one of `known`: the message lists them and proposes the nearest.
pub fn unknown(what: &str, name: &str, known: &[&str]) -> anyhow::Error {
    let hint = match nearest(name, known) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    usage(format!("there is no {what} `{name}`{hint} (known: {})", known.join(", ")))
}

/// The known name within an edit distance of a third of its length.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known.iter().map(|k| (strsim::levenshtein(name, k), *k)).min()?;
    (near.0 <= near.1.len().div_ceil(3)).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_named_once() {
        let cause = || std::io::Error::other("the disk is full");
        let error = anyhow::Error::new(cause()).context("cannot write a.json");
        assert_eq!(message(&error), "cannot write a.json: the disk is full");
        let error = anyhow::Error::new(cause()).context("a.trace: the disk is full");
        assert_eq!(message(&error), "a.trace: the disk is full");
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_known_one_and_the_whole_list() {
        let text = unknown("unit", "equaliser", &["equalizer", "mascar"]).to_string();
        assert!(text.contains("did you mean `equalizer`?") && text.contains("equalizer, mascar"), "{text}");
        assert!(!unknown("unit", "zzz", &["equalizer"]).to_string().contains("did you mean"));
    }
}
