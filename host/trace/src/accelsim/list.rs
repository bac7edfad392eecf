// SPDX-License-Identifier: Apache-2.0
//! The list of kernels, and the files that it names.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::TraceError;

/// A line has so many bytes at most, so that a file without line ends cannot exhaust memory.
const MAX_LINE: u64 = 1 << 16;

/// The lines of a text file with their numbers.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    text: String,
    /// Number of the last line read, from 1.
    number: u64,
}

impl Lines {
    /// Opens `path`; a name that ends with `.xz` is unpacked by the command `xz`.
    pub fn open(path: &Path) -> Result<Lines, TraceError> {
        let file = File::open(path).map_err(TraceError::io(path))?;
        let reader: Box<dyn BufRead> = if path.extension().is_some_and(|e| e == "xz") {
            let mut xz = Command::new("xz");
            xz.arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null());
            let child = xz.spawn().map_err(|source| TraceError::Line {
                path: path.to_path_buf(),
                line: 0,
                what: format!(
                    "the command `xz` does not start ({source}); install xz-utils or unpack the file"
                ),
            })?;
            Box::new(BufReader::new(Unpacked(child)))
        } else {
            Box::new(BufReader::new(file))
        };
        Ok(Lines { path: path.to_path_buf(), reader, text: String::new(), number: 0 })
    }

    /// Goes to the next line that is not empty; false at the end of the file, where the line is empty.
    pub fn advance(&mut self) -> Result<bool, TraceError> {
        loop {
            self.text.clear();
            let read = self.reader.by_ref().take(MAX_LINE).read_line(&mut self.text);
            if read.map_err(TraceError::io(&self.path))? == 0 {
                return Ok(false);
            }
            self.number += 1;
            if self.text.len() as u64 == MAX_LINE {
                return Err(self.error(format!("a line has more than {MAX_LINE} bytes")));
            }
            if !self.text.trim().is_empty() {
                return Ok(true);
            }
        }
    }

    /// The line, without its end.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// An error in the last line read.
    pub fn error(&self, what: impl Into<String>) -> TraceError {
        TraceError::Line { path: self.path.clone(), line: self.number, what: what.into() }
    }
}

/// The output of a command, which must succeed.
struct Unpacked(std::process::Child);

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.stdout.as_mut().map_or(Ok(0), |o| o.read(out))?;
        if read == 0 && !out.is_empty() && !self.0.wait()?.success() {
            return Err(std::io::Error::other("the file does not unpack"));
        }
        Ok(read)
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        // A reader that stops early must not leave the command behind; it may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The files of the kernels that `list` names, in their order. Copies take no time and are passed over.
pub fn kernels(list: &Path) -> Result<Vec<PathBuf>, TraceError> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let mut lines = Lines::open(list)?;
    let mut files = Vec::new();
    while lines.advance()? {
        let text = lines.text();
        if text.starts_with("Memcpy") {
            let fields: Vec<&str> = text.split(',').map(str::trim).collect();
            let hex = |t: &str| u64::from_str_radix(t.trim_start_matches("0x"), 16).is_ok();
            if !matches!(fields[..], [_, address, bytes] if hex(address) && bytes.parse::<u64>().is_ok()) {
                return Err(lines.error("a copy is not of the form MemcpyHtoD,0xADDRESS,BYTES"));
            }
        } else if text.starts_with("kernel") && [".traceg", ".traceg.xz"].iter().any(|e| text.ends_with(e)) {
            files.push(folder.join(text));
        } else {
            return Err(lines.error(format!("`{text}` is neither a copy nor a file kernel-N.traceg[.xz]")));
        }
    }
    Ok(files)
}
