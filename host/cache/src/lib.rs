// SPDX-License-Identifier: Apache-2.0
//! Results that take long to make and are kept from run to run.
//!
//! ```text
//! ~/.cache/warpsmith/KIND/KEY/
//! ```
//! An entry is a folder under the hash of all that it is made of. It appears complete or not at all, whatever ends the process; of
//! several processes or threads that want it one makes it, and the others wait; if its files are not what they were it is made anew.

#![warn(missing_docs)]

mod entry;
mod lock;
mod place;

pub use entry::{Description, Entry};
pub use place::folder;

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sha2::{Digest, Sha256};
use tempfile::Builder;
use thiserror::Error;
use warpsmith_process::Temporary;

use lock::Lock;

/// Ends of the names of what is no entry: locks, and folders in which an entry is being made.
const LOCK: &str = ".lock";
const WORK: &str = ".work";

/// Something cannot be kept.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum Error {
    #[error("there is no place to keep results: set XDG_CACHE_HOME to a folder")]
    NoPlace,
    #[error(
        "cannot {doing} {}, where results are kept: {cause}; let XDG_CACHE_HOME, or WARPSMITH_CACHE, be a folder that you can \
         write to",
        path.display()
    )]
    File { doing: &'static str, path: PathBuf, cause: io::Error },
}

/// A folder with one folder an entry.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// An entry as it is listed.
#[derive(Debug)]
pub struct Listed {
    /// What it says of itself; of a broken one nothing.
    pub description: Option<Description>,
    /// Sum over its files.
    pub bytes: u64,
}

impl Cache {
    /// A cache in `folder`, which is made if need be.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(folder: &Path) -> Result<Cache, Error> {
        fs::create_dir_all(folder).map_err(failed("make the folder", folder))?;
        Ok(Cache { folder: folder.to_path_buf() })
    }

    /// The cache of this kind of results of the user.
    ///
    /// # Errors
    /// There is no place for it.
    pub fn of(kind: &str) -> Result<Cache, Error> {
        Cache::new(&folder()?.join(kind))
    }

    /// The folder that the entries are in, each under its key.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The entry of this key, or what `make` puts into a new folder: files, of which the entry then consists. `what` says to people
    /// what it is; `waiting` is called if somebody else makes it.
    ///
    /// # Errors
    /// Those of `make`; the entry cannot be written.
    pub fn get_or_make<E: From<Error>>(
        &self,
        key: &str,
        what: &str,
        waiting: impl FnOnce(),
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<Entry, E> {
        let place = self.folder.join(key);
        if let Some(entry) = Entry::find(&place) {
            return Ok(entry);
        }
        let beside = |end: &str| self.folder.join(format!("{key}{end}"));
        let lock = beside(LOCK);
        let _lock = Lock::wait(&lock, waiting).map_err(failed("make the lock", &lock))?;
        if let Some(entry) = Entry::find(&place) {
            return Ok(entry);
        }
        // Somebody may have been killed there.
        let work = beside(WORK);
        let _ = fs::remove_dir_all(&work);
        let start = Instant::now();
        let (name, private) = (format!("{key}{WORK}"), Permissions::from_mode(0o700));
        let builder =
            || Builder::new().prefix(&name).rand_bytes(0).permissions(private).tempdir_in(&self.folder);
        let temporary = Temporary::new(builder).map_err(failed("make the folder", &work))?;
        make(temporary.path())?;
        Entry::seal(&work, what, start.elapsed().as_secs_f64()).map_err(failed("write", &work))?;
        // A broken one makes place.
        let _ = fs::remove_dir_all(&place);
        fs::rename(&work, &place).map_err(failed("write", &place))?;
        // Under its old name it is not there any more.
        let _ = temporary.into_inner().keep();
        Ok(Entry::find(&place).ok_or_else(|| failed("read", &place)(io::ErrorKind::InvalidData.into()))?)
    }

    /// Every entry, broken ones too.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn entries(&self) -> Result<Vec<Listed>, Error> {
        let listed = self.made()?.map(|folder| {
            let files = fs::read_dir(&folder).into_iter().flatten().flatten();
            let bytes = files.filter_map(|file| Some(file.metadata().ok()?.len())).sum();
            Listed { description: Description::read(&folder), bytes }
        });
        Ok(listed.collect())
    }

    /// Removes every entry. One that is being made meanwhile stays.
    ///
    /// # Errors
    /// One cannot be removed.
    pub fn clear(&self) -> Result<(), Error> {
        for folder in self.made()? {
            match fs::remove_dir_all(&folder) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                    return Err(failed("remove", &folder)(cause));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The folders of whole entries; what is being made has an extension, and files are not ours.
    fn made(&self) -> Result<impl Iterator<Item = PathBuf>, Error> {
        Ok(self.inside()?.into_iter().filter(|path| path.extension().is_none() && path.is_dir()))
    }

    fn inside(&self) -> Result<Vec<PathBuf>, Error> {
        let inside = fs::read_dir(&self.folder).map_err(failed("read", &self.folder))?;
        Ok(inside.flatten().map(|entry| entry.path()).collect())
    }
}

/// The key of what these parts determine. No two lists of parts have the same.
pub fn key<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hexadecimal(hash)[..32].to_string()
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_path_buf();
    move |cause| Error::File { doing, path, cause }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::time::Duration;

    struct Bench {
        cache: Cache,
        made: AtomicU32,
        _folder: tempfile::TempDir,
    }

    impl Bench {
        fn new() -> Bench {
            let folder = tempfile::tempdir().unwrap();
            Bench {
                cache: Cache::new(&folder.path().join("kind")).unwrap(),
                made: AtomicU32::new(0),
                _folder: folder,
            }
        }

        /// The text of the entry; it counts how often it was made.
        fn get(&self, key: &str) -> Result<String, Error> {
            let entry = self.cache.get_or_make(
                key,
                key,
                || {},
                |folder| {
                    let n = self.made.fetch_add(1, SeqCst);
                    std::thread::sleep(Duration::from_millis(20));
                    fs::write(folder.join("text"), format!("{key} {n}")).map_err(failed("write", folder))
                },
            )?;
            Ok(fs::read_to_string(entry.path("text")).unwrap())
        }

        fn inside(&self) -> usize {
            fs::read_dir(self.cache.folder()).unwrap().count()
        }
    }

    #[test]
    fn an_entry_is_made_once_and_listed_until_the_cache_is_cleared() {
        let bench = Bench::new();
        let texts = ["a", "a", "b"].map(|key| bench.get(key).unwrap());
        assert_eq!(texts, ["a 0", "a 0", "b 1"]);
        let mut whats: Vec<String> = bench
            .cache
            .entries()
            .unwrap()
            .into_iter()
            .map(|listed| listed.description.unwrap().what)
            .collect();
        whats.sort();
        assert_eq!((whats, bench.inside()), (vec!["a".to_string(), "b".to_string()], 2));
        bench.cache.clear().unwrap();
        assert_eq!(bench.inside(), 0);
        assert_eq!(bench.get("a").unwrap(), "a 2");
    }

    #[test]
    fn what_is_broken_is_made_anew() {
        let bench = Bench::new();
        bench.get("a").unwrap();
        let place = bench.cache.folder().join("a");
        let breaks: [fn(&Path); 4] = [
            |place| fs::write(place.join("text"), "a").unwrap(),
            |place| fs::remove_file(place.join("text")).unwrap(),
            |place| fs::write(place.join("entry.json"), "{").unwrap(),
            |place| fs::remove_file(place.join("entry.json")).unwrap(),
        ];
        for (n, harm) in (1..).zip(breaks) {
            harm(&place);
            assert_eq!(bench.get("a").unwrap(), format!("a {n}"));
            assert_eq!(bench.get("a").unwrap(), format!("a {n}"));
        }
    }

    #[test]
    fn a_failure_leaves_nothing_and_what_a_killed_process_has_left_is_in_nobodys_way() {
        let bench = Bench::new();
        let failure = |_: &Path| Err(Error::NoPlace);
        assert!(bench.cache.get_or_make("a", "a", || {}, failure).is_err());
        assert_eq!(bench.inside(), 0);
        fs::create_dir_all(bench.cache.folder().join("a.work/model")).unwrap();
        fs::write(bench.cache.folder().join("a.lock"), "").unwrap();
        assert_eq!(bench.get("a").unwrap(), "a 0");
        assert_eq!(bench.inside(), 1);
    }

    #[test]
    fn a_file_of_somebody_else_is_neither_listed_nor_removed() {
        let bench = Bench::new();
        bench.get("a").unwrap();
        fs::write(bench.cache.folder().join("README"), "").unwrap();
        assert_eq!(bench.cache.entries().unwrap().len(), 1);
        bench.cache.clear().unwrap();
        assert_eq!(bench.inside(), 1);
    }

    #[test]
    fn many_that_want_an_entry_at_once_make_it_once() {
        let bench = Bench::new();
        let texts: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| bench.get("a").unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(texts.iter().all(|text| text == "a 0"), "{texts:?}");
        assert_eq!(bench.inside(), 1);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error_that_names_it_and_the_variable() {
        let error = Cache::new(Path::new("/dev/null/cache")).unwrap_err().to_string();
        assert!(error.contains("/dev/null/cache") && error.contains("XDG_CACHE_HOME"), "{error}");
    }

    #[test]
    fn no_two_lists_of_parts_have_one_key() {
        assert_eq!(key(["a", "b"]), key(["a", "b"]));
        assert!(key(["a", "b"]) != key(["ab", ""]) && key(["a"]) != key(["a", ""]));
    }
}
