// SPDX-License-Identifier: Apache-2.0
//! Temporary files and folders that also go away when a signal ends the process.

use std::collections::BTreeSet;
use std::fs;
use std::io::Result;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::TempDir;

/// How often the removal of a place is tried, and how long after a failure.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(5);

/// What is to be removed.
static PLACES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The places that are to be removed. While this is held nobody else makes or removes one.
pub(crate) fn places() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them, as far as that is possible.
pub(crate) fn remove(places: &BTreeSet<PathBuf>) {
    for place in places {
        // Other threads of ours still run and may make a file meanwhile.
        for _ in 0..TRIES {
            let _ = if place.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) };
            if !place.exists() {
                break;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// A temporary file or folder of the crate tempfile, which goes away when this is dropped or a signal ends the process.
#[derive(Debug)]
pub struct Temporary<T> {
    // In this order: it is known until it is gone.
    what: T,
    _known: Known,
}

/// A temporary folder.
pub type Folder = Temporary<TempDir>;

/// A new folder among the temporary files of the system.
///
/// # Errors
/// It cannot be made.
pub fn folder() -> Result<Folder> {
    Temporary::new(tempfile::tempdir)
}

impl<T: AsRef<Path>> Temporary<T> {
    /// What `make` makes.
    ///
    /// # Errors
    /// That of `make`.
    pub fn new(make: impl FnOnce() -> Result<T>) -> Result<Temporary<T>> {
        let mut places = places();
        let what = make()?;
        let known = Known(what.as_ref().to_path_buf());
        places.insert(known.0.clone());
        Ok(Temporary { what, _known: known })
    }

    /// Without the removal by signals.
    pub fn into_inner(self) -> T {
        self.what
    }
}

impl<T> Deref for Temporary<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.what
    }
}

impl<T> DerefMut for Temporary<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.what
    }
}

/// An entry of [`PLACES`].
#[derive(Debug)]
struct Known(PathBuf);

impl Drop for Known {
    fn drop(&mut self) {
        places().remove(&self.0);
    }
}
