// SPDX-License-Identifier: Apache-2.0
//! Reading input files whole, without trusting that they end.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Bytes of a text that people or tools write, at most: machine and launch files, PTX, Verilog, Liberty.
pub const MAX_TEXT: u64 = 256 << 20;

/// The bytes of the file at `path`, which may be a device or a pipe.
///
/// # Errors
/// It cannot be read, or has more than `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(Error::other(format!("it has more than {limit} bytes; is it the right file?")));
    }
    Ok(bytes)
}

/// The text of the file at `path`, of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// As [`read`]; it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    read_text_up_to(path, MAX_TEXT)
}

/// The text of the file at `path`, of at most `limit` bytes.
///
/// # Errors
/// As [`read`]; it is not UTF-8.
pub fn read_text_up_to(path: &Path, limit: u64) -> Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|e| {
        let what = format!("it is not text: byte {} is not UTF-8", e.utf8_error().valid_up_to());
        Error::new(ErrorKind::InvalidData, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_never_ends_is_an_error_and_one_of_the_limit_is_none() {
        let error = read(Path::new("/dev/zero"), 1000).unwrap_err().to_string();
        assert!(error.contains("more than 1000 bytes"), "{error}");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [0; 1000]).unwrap();
        assert_eq!(read(file.path(), 1000).unwrap().len(), 1000);
        std::fs::write(file.path(), b"ab\xff").unwrap();
        assert!(read_text(file.path()).unwrap_err().to_string().contains("byte 2"));
    }
}
