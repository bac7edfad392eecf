// SPDX-License-Identifier: Apache-2.0
//! Text files line by line, plain or packed.

use std::fs::File;
use std::io::{BufRead, BufReader, Error, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::error::TraceError;

/// A line has so many bytes at most, so that a file without line ends cannot exhaust memory.
const MAX_LINE: u64 = 1 << 16;

/// So many empty lines may follow each other, so that a packed file cannot hide an endless one.
const MAX_EMPTY: u64 = 1 << 16;

/// Extensions of packed files: those of zstd are unpacked here, the others by the commands `gzip` and `xz`.
pub const PACKED: [&str; 3] = ["gz", "xz", "zst"];

/// The lines of a text file with their numbers.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    text: String,
    /// Number of the last line read, from 1.
    number: u64,
}

impl Lines {
    /// Opens `path`; one that ends with an extension of [`PACKED`] is unpacked while it is read.
    pub fn open(path: &Path) -> Result<Lines, TraceError> {
        let reader = open(path).map_err(TraceError::io(path))?;
        Ok(Lines::of(path, reader))
    }

    /// The lines of a text; `path` names it in errors.
    pub fn of(path: &Path, reader: Box<dyn BufRead>) -> Lines {
        Lines { path: path.to_path_buf(), reader, text: String::new(), number: 0 }
    }

    /// Goes to the next line that is not empty; false at the end of the file, where the line is empty.
    pub fn advance(&mut self) -> Result<bool, TraceError> {
        for _ in 0..MAX_EMPTY {
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
        Err(self.error(format!("{MAX_EMPTY} lines in a row are empty")))
    }

    /// Number of the last line read, from 1.
    pub fn number(&self) -> u64 {
        self.number
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

fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    let file = File::open(path)?;
    Ok(match path.extension().and_then(|e| e.to_str()) {
        Some("gz") => Box::new(BufReader::new(Unpacked::by("gzip", file)?)),
        Some("xz") => Box::new(BufReader::new(Unpacked::by("xz", file)?)),
        Some("zst") => Box::new(BufReader::new(zstd::Decoder::new(file)?)),
        _ => Box::new(BufReader::new(file)),
    })
}

/// The output of a command, which must succeed.
struct Unpacked(Child);

impl Unpacked {
    /// By `gzip` or `xz`, which take the same options.
    fn by(command: &str, file: File) -> Result<Unpacked, Error> {
        let child =
            Command::new(command).arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let hint = |e| format!("the command `{command}` does not start ({e}); install it or unpack the file");
        child.map(Unpacked).map_err(|e| Error::other(hint(e)))
    }
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.stdout.as_mut().map_or(Ok(0), |o| o.read(out))?;
        if read == 0 && !out.is_empty() && !self.0.wait()?.success() {
            return Err(Error::other("the file does not unpack; it is truncated or damaged"));
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "one\n\n  two \n";

    fn lines(path: &Path) -> Result<Vec<(String, u64)>, TraceError> {
        let mut lines = Lines::open(path)?;
        let mut all = Vec::new();
        while lines.advance()? {
            all.push((lines.text().to_string(), lines.number));
        }
        Ok(all)
    }

    /// `TEXT` in a file of this extension.
    fn packed(folder: &Path, extension: &str) -> PathBuf {
        let path = folder.join("text").with_extension(extension);
        let command = match extension {
            "gz" => "gzip",
            "xz" => "xz",
            _ => {
                std::fs::write(&path, zstd::encode_all(TEXT.as_bytes(), 0).unwrap()).unwrap();
                return path;
            }
        };
        let file = File::create(&path).unwrap();
        let mut child = Command::new(command).arg("-c").stdin(Stdio::piped()).stdout(file).spawn().unwrap();
        child.stdin.take().unwrap().write_all(TEXT.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        path
    }

    #[test]
    fn plain_and_packed_files_give_the_same_numbered_lines() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("text");
        std::fs::write(&plain, TEXT).unwrap();
        let expected = [("one".to_string(), 1), ("two".to_string(), 3)];
        assert_eq!(lines(&plain).unwrap(), expected);
        for extension in PACKED {
            assert_eq!(lines(&packed(folder.path(), extension)).unwrap(), expected, "{extension}");
        }
    }

    #[test]
    fn a_packed_file_that_is_cut_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        for extension in PACKED {
            let path = packed(folder.path(), extension);
            let whole = std::fs::read(&path).unwrap();
            std::fs::write(&path, &whole[..whole.len() - 6]).unwrap();
            let error = lines(&path).unwrap_err().to_string();
            assert!(error.contains(&format!("text.{extension}: ")), "{error}");
        }
    }

    #[test]
    fn a_text_of_empty_lines_is_refused() {
        let mut lines = Lines::of(Path::new("t"), Box::new(BufReader::new(std::io::repeat(b'\n'))));
        assert!(lines.advance().unwrap_err().to_string().contains("lines in a row are empty"));
    }

    #[test]
    fn a_text_without_line_ends_is_refused() {
        let text = "a".repeat(1 << 17);
        let mut lines = Lines::of(Path::new("t"), Box::new(std::io::Cursor::new(text)));
        assert!(lines.advance().unwrap_err().to_string().contains("more than 65536 bytes"));
    }
}
