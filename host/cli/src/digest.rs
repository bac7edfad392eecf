// SPDX-License-Identifier: Apache-2.0
//! SHA-256 of files.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What a file has while nobody writes it: device, inode, bytes, and seconds and nanoseconds of its last change.
type Identity = (u64, u64, u64, i64, i64);

/// Files that have been hashed. A sweep names thousands of runs of few programs, each by the content of its program.
static KNOWN: Mutex<BTreeMap<Identity, Vec<u8>>> = Mutex::new(BTreeMap::new());

fn identity(data: &Metadata) -> Identity {
    (data.dev(), data.ino(), data.len(), data.mtime(), data.mtime_nsec())
}

/// SHA-256 of a file, 32 bytes. It need not fit into memory, and is not read again while it is as it was.
///
/// # Errors
/// It cannot be read.
pub fn of(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(digest) = known().get(&identity(&data)) {
        return Ok(digest.clone());
    }
    let digest = read(file)?;
    if data.is_file() {
        known().insert(identity(&data), digest.clone());
    }
    Ok(digest)
}

fn read(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut sha = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(sha.finalize().to_vec()),
            n => sha.update(&block[..n]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_again_has_another_hash() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("program");
        std::fs::write(&path, "one").expect("a file");
        let first = of(&path).expect("it can be read");
        assert_eq!(of(&path).expect("it can be read"), first);
        assert_eq!(first, read(&b"one"[..]).expect("bytes"));
        std::fs::write(&path, "three").expect("a file");
        assert_eq!(of(&path).expect("it can be read"), read(&b"three"[..]).expect("bytes"));
    }
}
