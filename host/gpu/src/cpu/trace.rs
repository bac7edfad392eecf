// SPDX-License-Identifier: Apache-2.0
//! CPU traces in the common text format: a line is `<bubbles> <read> [<writeback>]`, the instructions before a
//! miss, its address and that of the line that it evicts. Numbers are decimal, or hexadecimal after `0x`; what
//! follows a `#` is a comment. A trace that ends starts again.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::core::Miss;
use super::Geometry;

/// A trace that cannot be used.
#[derive(Debug, Error)]
pub enum TraceError {
    #[error("{file}: cannot be read: {source}")]
    Unreadable { file: String, source: std::io::Error },
    #[error("{file}, line {line}: {what}; a line is `<bubbles> <read address> [<write-back address>]`")]
    Line { file: String, line: usize, what: String },
    #[error("{file}: holds no access")]
    Empty { file: String },
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Access {
    /// Instructions between the miss before and this one.
    bubbles: u32,
    read: u64,
    write_back: Option<u64>,
}

/// A whole trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    name: String,
    accesses: Vec<Access>,
}

impl Trace {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, a line is malformed (with its number), or there is none.
    pub fn load(path: &Path) -> Result<Trace, TraceError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|source| TraceError::Unreadable { file: file.clone(), source })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Trace::parse(&text, &name, &file)
    }

    /// Parses a text; `file` names it in errors.
    ///
    /// # Errors
    /// As [`Trace::load`].
    pub fn parse(text: &str, name: &str, file: &str) -> Result<Trace, TraceError> {
        let mut accesses = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            if !content.trim().is_empty() {
                let access = access(content).map_err(|what| TraceError::Line {
                    file: file.into(),
                    line: index + 1,
                    what,
                })?;
                accesses.push(access);
            }
        }
        match accesses.is_empty() {
            true => Err(TraceError::Empty { file: file.into() }),
            false => Ok(Trace { name: name.into(), accesses }),
        }
    }

    /// The file name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn access(line: &str) -> Result<Access, String> {
    let mut words = line.split_whitespace();
    let mut take = |what: &str| words.next().map(|word| number(word, what)).transpose();
    let bubbles = take("the number of bubbles")?.ok_or("it is empty")?;
    let read = take("the read address")?.ok_or("the read address is missing")?;
    let write_back = take("the write-back address")?;
    if let Some(word) = words.next() {
        return Err(format!("`{word}` is one word too many"));
    }
    let bubbles = u32::try_from(bubbles).map_err(|_| format!("{bubbles} bubbles are too many"))?;
    Ok(Access { bubbles, read, write_back })
}

fn number(word: &str, what: &str) -> Result<u64, String> {
    let parsed = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => word.parse(),
    };
    parsed.map_err(|_| format!("{what} `{word}` is not a number of at most 64 bits"))
}

/// A trace being executed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    trace: Trace,
    position: usize,
    /// Added to every address, so that cores that execute one trace do not share rows.
    offset: u64,
}

impl Replay {
    pub fn new(trace: Trace, offset: u64) -> Replay {
        Replay { trace, position: 0, offset }
    }

    /// The next miss.
    pub fn next(&mut self, geometry: &Geometry) -> Miss {
        let Access { bubbles, read, write_back } = self.trace.accesses[self.position];
        self.position = (self.position + 1) % self.trace.accesses.len();
        let target = |address: u64| geometry.target(address.wrapping_add(self.offset) % geometry.bytes());
        Miss { distance: u64::from(bubbles) + 1, read: target(read), write_back: write_back.map(target) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Trace, String> {
        Trace::parse(text, "t", "t.trace").map_err(|e| e.to_string())
    }

    #[test]
    fn decimal_and_hexadecimal_lines_with_and_without_write_back_are_read() {
        let trace = parse("3 20734016\n0 0x13c5fc0 0x40 # hot\n\n# end\n").unwrap();
        assert_eq!(
            trace.accesses,
            [
                Access { bubbles: 3, read: 20734016, write_back: None },
                Access { bubbles: 0, read: 0x13c5fc0, write_back: Some(0x40) },
            ]
        );
    }

    #[test]
    fn a_malformed_line_is_named_with_what_is_wrong() {
        for (text, line, what) in [
            ("1 2\nx 2", "line 2", "`x`"),
            ("1", "line 1", "read address is missing"),
            ("\n1 0xzz", "line 2", "`0xzz`"),
            ("1 2 3 4", "line 1", "`4` is one word too many"),
            ("4294967296 2", "line 1", "too many"),
            ("-1 2", "line 1", "`-1`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains("t.trace") && error.contains(line) && error.contains(what), "{error}");
        }
        assert!(parse("# nothing\n").unwrap_err().contains("no access"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9a-fx# \n-]{0,60}") {
            let _ = parse(&text);
        }
    }
}
