// SPDX-License-Identifier: Apache-2.0
//! Results of earlier runs, found by the content of everything that they depend on.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{de::DeserializeOwned, Serialize};
use sha2::{Digest, Sha256};
use tempfile::Builder;
use warpsmith_process::{Folder, Temporary};

use crate::flow::NETLIST;
use crate::Error;

/// Part of every key; changes when the meaning of the entries does.
const FORMAT: &str = "warpsmith-synth 2";

const RESULT: &str = "result.json";

/// A folder with one folder an entry.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    /// Earlier entries are not looked at and new ones not kept.
    off: bool,
}

/// The files of an entry; without a cache they go away with this.
#[derive(Debug)]
pub struct Entry {
    folder: PathBuf,
    _temporary: Option<Folder>,
}

impl Entry {
    /// The mapped netlist.
    pub fn netlist(&self) -> PathBuf {
        self.folder.join(NETLIST)
    }
}

impl Cache {
    /// A cache in `folder`, which is made if need be.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(folder: &Path, off: bool) -> Result<Cache, Error> {
        fs::create_dir_all(folder).map_err(Error::file("make the folder", folder))?;
        Ok(Cache { folder: folder.to_path_buf(), off })
    }

    /// The entry of these inputs, or what `make` does in a new folder. An entry appears complete or not at all.
    pub(crate) fn get_or_make<T: Serialize + DeserializeOwned>(
        &self,
        kind: &str,
        inputs: &[String],
        make: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<(T, Entry), Error> {
        let folder = self.folder.join(key(kind, inputs));
        if !self.off {
            // An entry that cannot be read is made anew.
            let text = fs::read(folder.join(RESULT)).ok();
            if let Some(result) = text.and_then(|text| serde_json::from_slice(&text).ok()) {
                return Ok((result, Entry { folder, _temporary: None }));
            }
        }
        let temporary = Temporary::new(|| Builder::new().prefix("work-").tempdir_in(&self.folder));
        let temporary = temporary.map_err(Error::file("make a folder in", &self.folder))?;
        let result = make(temporary.path())?;
        if self.off {
            let folder = temporary.path().to_path_buf();
            return Ok((result, Entry { folder, _temporary: Some(temporary) }));
        }
        self.keep(&folder, temporary, &result)?;
        Ok((result, Entry { folder, _temporary: None }))
    }

    /// Moves a finished run into place, with only its result and netlist.
    fn keep<T: Serialize>(&self, folder: &Path, temporary: Folder, result: &T) -> Result<(), Error> {
        let files = fs::read_dir(temporary.path()).map_err(Error::file("read", temporary.path()))?;
        for entry in files.flatten().filter(|f| f.file_name() != NETLIST) {
            // yosys leaves folders too: what it has read of Liberty files.
            let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let removed =
                if folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
            removed.map_err(Error::file("remove", &entry.path()))?;
        }
        let path = temporary.path().join(RESULT);
        let text = serde_json::to_vec(result).expect("results are plain data");
        fs::write(&path, text).map_err(Error::file("write", &path))?;
        // Somebody else's entry of the same key is as good; one that could not be read makes place.
        let _ = fs::remove_dir_all(folder);
        let made = temporary.into_inner().keep();
        fs::rename(&made, folder).or_else(|cause| {
            let _ = fs::remove_dir_all(&made);
            if folder.join(RESULT).is_file() {
                Ok(())
            } else {
                Err(Error::file("write", folder)(cause))
            }
        })
    }
}

/// The name of an entry.
fn key(kind: &str, inputs: &[String]) -> String {
    let mut hash = Sha256::new();
    for part in [FORMAT, kind].into_iter().chain(inputs.iter().map(String::as_str)) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Vec<String> {
        vec![text.to_string()]
    }

    #[test]
    fn a_second_run_on_the_same_inputs_is_not_made_and_on_others_is() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let get = |text: &str, value: u32| cache.get_or_make("x", &inputs(text), |_| Ok(value)).unwrap().0;
        assert_eq!((get("a", 1), get("a", 2), get("b", 3)), (1, 1, 3));
        let off = Cache::new(folder.path(), true).unwrap();
        assert_eq!(off.get_or_make("x", &inputs("a"), |_| Ok(4)).unwrap().0, 4);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_entry_keeps_result_and_netlist_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let make = |work: &Path| {
            fs::write(work.join(NETLIST), "module m; endmodule").unwrap();
            fs::write(work.join("big.il"), "x").unwrap();
            fs::create_dir(work.join("kept")).unwrap();
            fs::write(work.join("kept/library"), "x").unwrap();
            Ok(5)
        };
        let (_, entry) = cache.get_or_make("x", &inputs("a"), make).unwrap();
        assert_eq!(fs::read_to_string(entry.netlist()).unwrap(), "module m; endmodule");
        assert_eq!(fs::read_dir(entry.folder).unwrap().count(), 2);
    }

    #[test]
    fn a_run_that_fails_leaves_nothing_and_a_spoilt_entry_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let failed = cache.get_or_make::<u32>("x", &inputs("a"), |_| {
            Err(Error::NoTool { tool: "x".into(), purpose: "fails", install: "y".into() })
        });
        assert!(failed.is_err() && fs::read_dir(folder.path()).unwrap().count() == 0);
        let spoilt = folder.path().join(key("x", &inputs("a")));
        fs::create_dir(&spoilt).unwrap();
        fs::write(spoilt.join(RESULT), "{").unwrap();
        assert_eq!(cache.get_or_make("x", &inputs("a"), |_| Ok(6)).unwrap().0, 6);
        assert_eq!(cache.get_or_make("x", &inputs("a"), |_| Ok(7)).unwrap().0, 6);
    }
}
