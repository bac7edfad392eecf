// SPDX-License-Identifier: Apache-2.0
//! The file of a checkpoint: a head, records compressed with zstd, and the SHA-256 of all that.

use crate::output;
use anyhow::{bail, ensure, Context, Result};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use warpsmith_gpu::{StateError, StateReader, StateWriter};

const MAGIC: [u8; 8] = *b"WSMCHKPT";
/// Counts changes of the layout. What is in the records belongs to one build of the command.
const VERSION: u32 = 13;
const HEAD_BYTES: u64 = (MAGIC.len() + size_of::<u32>()) as u64;
const HASH_BYTES: u64 = 32;
/// Fast: a checkpoint holds up the run.
const LEVEL: i32 = 1;

/// Hashes what it writes.
struct Hashed<W> {
    to: W,
    sha: Sha256,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.to.write(bytes)?;
        self.sha.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Writes the records that `fill` gives to `path`, whole or not at all.
///
/// # Errors
/// The file cannot be written, or `fill` fails.
pub fn write(path: &Path, fill: impl FnOnce(&mut StateWriter) -> Result<(), StateError>) -> Result<()> {
    let mut file = output::begin(path)?;
    let mut hashed = Hashed { to: BufWriter::new(file.as_file_mut()), sha: Sha256::new() };
    hashed.write_all(&MAGIC)?;
    hashed.write_all(&VERSION.to_le_bytes())?;
    let mut zstd = zstd::Encoder::new(hashed, LEVEL)?;
    fill(&mut StateWriter::new(&mut zstd))?;
    let Hashed { mut to, sha } = zstd.finish()?;
    to.write_all(&sha.finalize())?;
    to.flush()?;
    drop(to);
    output::finish(file, path)
}

/// Reads the records of the checkpoint at `path` with `take`, after checking that the file is whole.
///
/// # Errors
/// The file cannot be read, is not a checkpoint, is damaged, or `take` fails.
pub fn read<T>(path: &Path, take: impl FnOnce(&mut StateReader) -> Result<T>) -> Result<T> {
    let mut file = BufReader::new(File::open(path)?);
    let size = file.get_ref().metadata()?.len();
    let records = check(&mut file, size)?;
    file.seek(SeekFrom::Start(HEAD_BYTES))?;
    let mut zstd = zstd::Decoder::with_buffer(file.take(records)).context("it cannot be unpacked")?;
    take(&mut StateReader::new(&mut zstd))
}

/// Checks head and hash; gives the bytes of the records.
fn check(file: &mut impl Read, size: u64) -> Result<u64> {
    let mut head = [0; HEAD_BYTES as usize];
    let long_enough = size >= HEAD_BYTES + HASH_BYTES;
    ensure!(long_enough && file.read_exact(&mut head).is_ok(), "it is not a checkpoint, or is truncated");
    let (magic, version) = head.split_at(MAGIC.len());
    ensure!(magic == MAGIC, "it is not a checkpoint");
    if version != VERSION.to_le_bytes() {
        let version = version.iter().rev().fold(0u32, |n, byte| n << 8 | u32::from(*byte));
        bail!("it has version {version} of the format, this is version {VERSION}");
    }
    let records = size - HEAD_BYTES - HASH_BYTES;
    let mut hashed = Hashed { to: io::sink(), sha: Sha256::new() };
    hashed.write_all(&head)?;
    io::copy(&mut file.by_ref().take(records), &mut hashed)?;
    let mut hash = [0; HASH_BYTES as usize];
    let whole = file.read_exact(&mut hash).is_ok() && hashed.sha.finalize()[..] == hash;
    ensure!(whole, "it is truncated or damaged: its hash is wrong");
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> std::path::PathBuf {
        let path = folder.join("a.checkpoint");
        write(&path, |to| to.put(&(7u32, "text")).and_then(|()| to.put_bytes(&[5; 5000]))).unwrap();
        path
    }

    fn taken(path: &Path) -> Result<(u32, String)> {
        read(path, |from| {
            let value = from.take()?;
            assert_eq!(from.take_bytes()?, [5; 5000]);
            Ok(value)
        })
    }

    #[test]
    fn records_come_back_and_a_write_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        assert_eq!(taken(&path).unwrap(), (7, "text".to_string()));
        let failed = write(&folder.path().join("b"), |_| Err(StateError::Mismatch("no".into())));
        assert!(failed.is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn every_changed_byte_and_every_truncation_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let whole = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let text = format!("{:#}", taken(&path).unwrap_err());
            let known = ["not a checkpoint", "version", "truncated or damaged"];
            assert!(known.iter().any(|k| text.contains(k)), "{text}");
        };
        for position in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[position] ^= 0x10;
            refused(&bytes);
            refused(&whole[..position]);
        }
        refused(&[&whole[..], &[0]].concat());
    }
}
