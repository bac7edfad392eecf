// SPDX-License-Identifier: Apache-2.0
//! Work that only one process does at a time, on however many machines that share its folder.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::path::Path;

/// Holds a file locked until it goes, or its process ends in whatever way.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// The lock, or `None` while another has it. The file is made if it is missing, and stays.
    ///
    /// # Errors
    /// The file cannot be made or locked.
    pub fn take(path: &Path) -> Result<Option<Lock>> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        match control(&file, libc::F_OFD_SETLK) {
            Ok(_) => Ok(Some(Lock { _file: file })),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether somebody has the lock. Looking disturbs nobody who wants it.
    ///
    /// # Errors
    /// The system cannot say.
    pub fn is_taken(path: &Path) -> Result<bool> {
        match OpenOptions::new().append(true).open(path) {
            Ok(file) => Ok(i32::from(control(&file, libc::F_OFD_GETLK)?.l_type) != libc::F_UNLCK),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Asks for a lock on the whole file, which belongs to this opening of it; the answer.
fn control(file: &File, request: libc::c_int) -> Result<libc::flock> {
    // SAFETY: a flock is integers, for which 0 is a value.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = libc::F_WRLCK as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    // SAFETY: the descriptor is open, and fcntl writes to nothing but the flock.
    match unsafe { libc::fcntl(file.as_raw_fd(), request, &mut lock) } {
        -1 => Err(Error::last_os_error()),
        _ => Ok(lock),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_taken_once_and_free_again_when_it_goes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        assert!(!Lock::is_taken(&path).expect("an answer"));
        let lock = Lock::take(&path).expect("a lock");
        assert!(lock.is_some() && Lock::take(&path).expect("a lock").is_none());
        assert!(Lock::is_taken(&path).expect("an answer"));
        drop(lock);
        assert!(!Lock::is_taken(&path).expect("an answer"));
        assert!(Lock::take(&path).expect("a lock").is_some());
    }
}
