// SPDX-License-Identifier: Apache-2.0
//! CPU traces in the common text format: a line is `<bubbles> <read> [<writeback>]`, the instructions before a
//! miss, its address and that of the line that it evicts. Numbers are decimal, or hexadecimal after `0x`; what
//! follows a `#` is a comment. A trace that ends starts again.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use warpsmith_trace::{Lines, TraceError};

use super::geometry::Geometry;
use super::miss::Miss;

/// Lines of a trace at most, which need 1.2 GB. A small packed file may have any number.
const MAX_LINES: u64 = 50_000_000;

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Access {
    /// Instructions between the miss before and this one.
    bubbles: u32,
    read: u64,
    /// Means something if `writes_back`; an `Option` would take a third more memory.
    write_back: u64,
    writes_back: bool,
}

/// A whole trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    name: String,
    /// Shared by the cores that execute it.
    #[serde(with = "shared")]
    accesses: Arc<Vec<Access>>,
}

/// How what is shared is saved: as if it were not.
mod shared {
    use super::{Access, Arc, Deserialize, Serialize};

    pub fn serialize<S: serde::Serializer>(of: &Arc<Vec<Access>>, to: S) -> Result<S::Ok, S::Error> {
        of.as_ref().serialize(to)
    }

    pub fn deserialize<'a, D: serde::Deserializer<'a>>(from: D) -> Result<Arc<Vec<Access>>, D::Error> {
        Vec::deserialize(from).map(Arc::new)
    }
}

impl Trace {
    /// Reads a file, plain or packed ([`warpsmith_trace::PACKED`]).
    ///
    /// # Errors
    /// It cannot be read, a line is malformed (with its number), there is none, or there are too many.
    pub fn load(path: &Path) -> Result<Trace, TraceError> {
        Trace::read(path, Lines::open(path)?, MAX_LINES)
    }

    /// Reads the lines of `path`.
    fn read(path: &Path, mut lines: Lines, most: u64) -> Result<Trace, TraceError> {
        let mut accesses = Vec::new();
        while lines.advance()? {
            if lines.number() > most {
                return Err(lines.error(format!("a trace has at most {most} lines; cut it")));
            }
            let content = lines.text().split('#').next().unwrap_or_default();
            if !content.trim().is_empty() {
                accesses.push(access(content).map_err(|what| lines.error(format!("{what}; {FORM}")))?);
            }
        }
        if accesses.is_empty() {
            return Err(TraceError::Empty { path: path.to_path_buf() });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Trace { name, accesses: Arc::new(accesses) })
    }

    /// The file name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// What a line must be.
const FORM: &str = "a line is `<bubbles> <read address> [<write-back address>]`";

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
    let (write_back, writes_back) = (write_back.unwrap_or(0), write_back.is_some());
    Ok(Access { bubbles, read, write_back, writes_back })
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
        let Access { bubbles, read, write_back, writes_back } = self.trace.accesses[self.position];
        self.position = (self.position + 1) % self.trace.accesses.len();
        let target = |address: u64| geometry.target(address.wrapping_add(self.offset) % geometry.bytes());
        Miss {
            distance: u64::from(bubbles) + 1,
            read: target(read),
            write_back: writes_back.then(|| target(write_back)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Trace, String> {
        let path = Path::new("t.trace");
        let lines = Lines::of(path, Box::new(std::io::Cursor::new(text.to_string())));
        Trace::read(path, lines, 1000).map_err(|e| e.to_string())
    }

    #[test]
    fn decimal_and_hexadecimal_lines_with_and_without_write_back_are_read() {
        let trace = parse("3 20734016\n0 0x13c5fc0 0x40 # hot\n\n# end\n").unwrap();
        assert_eq!(
            trace.accesses[..],
            [
                Access { bubbles: 3, read: 20734016, write_back: 0, writes_back: false },
                Access { bubbles: 0, read: 0x13c5fc0, write_back: 0x40, writes_back: true },
            ]
        );
    }

    #[test]
    fn a_malformed_line_is_named_with_what_is_wrong() {
        for (text, line, what) in [
            ("1 2\nx 2", ":2:", "`x`"),
            ("1", ":1:", "read address is missing"),
            ("\n1 0xzz", ":2:", "`0xzz`"),
            ("1 2 3 4", ":1:", "`4` is one word too many"),
            ("4294967296 2", ":1:", "too many"),
            ("-1 2", ":1:", "`-1`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains("t.trace") && error.contains(line) && error.contains(what), "{error}");
        }
        assert!(parse("# nothing\n").unwrap_err().contains("no access"));
    }

    #[test]
    fn a_trace_has_a_limit_of_lines_comments_counted() {
        assert!(parse(&"1 2\n".repeat(1000)).is_ok());
        for line in ["1 2\n", "# 1 2\n"] {
            let error = parse(&line.repeat(1001)).unwrap_err();
            assert!(error.contains(":1001: a trace has at most 1000 lines"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9a-fx# \n-]{0,60}") {
            let _ = parse(&text);
        }
    }
}
