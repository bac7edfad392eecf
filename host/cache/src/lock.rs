// SPDX-License-Identifier: Apache-2.0
//! A lock between processes and threads: a file that is there while somebody holds the lock or waits for it.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use warpsmith_process::Temporary;

/// The lock is held until this is dropped, or the process ends.
pub(crate) struct Lock {
    // In this order: nobody gets the lock before the file is gone.
    _name: Temporary<Name>,
    _file: File,
}

/// The file by its name, which goes away with this.
struct Name(PathBuf);

impl AsRef<Path> for Name {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl Lock {
    /// Waits for the lock at `path`; `waiting` is called if somebody has it.
    pub fn wait(path: &Path, waiting: impl FnOnce()) -> Result<Lock> {
        let mut waiting = Some(waiting);
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(path)?;
            if !lock(&file, libc::LOCK_EX | libc::LOCK_NB)? {
                if let Some(waiting) = waiting.take() {
                    waiting();
                }
                lock(&file, libc::LOCK_EX)?;
            }
            // Who had it has removed the file: the lock is one of a file that nobody else will find.
            let (ours, there) = (file.metadata()?, fs::metadata(path));
            if there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())) {
                let name = Temporary::new(|| Ok(Name(path.to_path_buf())))?;
                return Ok(Lock { _name: name, _file: file });
            }
        }
    }
}

/// Whether the operation has given us the lock; with `LOCK_NB` it may not.
fn lock(file: &File, operation: i32) -> Result<bool> {
    loop {
        // SAFETY: flock takes an open descriptor and touches no memory.
        if unsafe { libc::flock(file.as_raw_fd(), operation) } == 0 {
            return Ok(true);
        }
        match Error::last_os_error() {
            error if error.kind() == ErrorKind::WouldBlock => return Ok(false),
            error if error.kind() == ErrorKind::Interrupted => {}
            error => return Err(error),
        }
    }
}
