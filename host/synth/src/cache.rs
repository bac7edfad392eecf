// SPDX-License-Identifier: Apache-2.0
//! Results of earlier runs, found by the content of everything that they depend on.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{de::DeserializeOwned, Serialize};
use warpsmith_process::Folder;

use crate::error::Error;
use crate::flow::NETLIST;

/// Part of every key; changes when the meaning of the entries does.
const FORMAT: &str = "warpsmith-synth 3";

const RESULT: &str = "result.json";

/// What earlier runs have kept, unless it is off: then earlier entries are not looked at and new ones not kept.
#[derive(Debug)]
pub struct Cache(Option<warpsmith_cache::Cache>);

/// The files of an entry; without a cache they go away with this.
#[derive(Debug)]
pub enum Entry {
    Kept(warpsmith_cache::Entry),
    Temporary(Folder),
}

impl Entry {
    /// The mapped netlist.
    pub fn netlist(&self) -> PathBuf {
        self.path(NETLIST)
    }

    fn path(&self, name: &str) -> PathBuf {
        match self {
            Entry::Kept(entry) => entry.path(name),
            Entry::Temporary(folder) => folder.path().join(name),
        }
    }
}

impl Cache {
    /// Keeps results in `kept`, and finds those of earlier runs there.
    pub fn of(kept: warpsmith_cache::Cache) -> Cache {
        Cache(Some(kept))
    }

    /// Keeps nothing: all is made anew, and its files go away when they are not needed any more.
    pub fn off() -> Cache {
        Cache(None)
    }

    /// The entry of these inputs, or what `make` does in a new folder. `kind` and `design` say what it is.
    pub(crate) fn get_or_make<T: Serialize + DeserializeOwned>(
        &self,
        kind: &str,
        design: &str,
        inputs: &[String],
        make: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<(T, Entry), Error> {
        let Some(cache) = &self.0 else {
            let temporary = warpsmith_process::folder();
            let temporary = temporary.map_err(Error::file("make a folder in", &std::env::temp_dir()))?;
            let result = make(temporary.path())?;
            return Ok((result, Entry::Temporary(temporary)));
        };
        let parts = [FORMAT, kind].into_iter().chain(inputs.iter().map(String::as_str));
        let what = format!("{design}, {kind}");
        let entry = cache.get_or_make(
            &warpsmith_cache::key(parts),
            &what,
            || {},
            |folder| {
                let result = make(folder)?;
                keep(folder, &result)
            },
        )?;
        let path = entry.path(RESULT);
        let result = fs::read(&path).and_then(|text| Ok(serde_json::from_slice(&text)?));
        let result = result.map_err(Error::file("read", &path))?;
        Ok((result, Entry::Kept(entry)))
    }
}

/// Leaves only result and netlist of a finished run.
fn keep(folder: &Path, result: &impl Serialize) -> Result<(), Error> {
    let files = fs::read_dir(folder).map_err(Error::file("read", folder))?;
    for entry in files.flatten().filter(|f| f.file_name() != NETLIST) {
        // yosys leaves folders too: what it has read of Liberty files.
        let folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let removed = if folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
        removed.map_err(Error::file("remove", &entry.path()))?;
    }
    let path = folder.join(RESULT);
    let text = serde_json::to_vec(result).expect("results are plain data");
    fs::write(&path, text).map_err(Error::file("write", &path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(text: &str) -> Vec<String> {
        vec![text.to_string()]
    }

    fn cache(folder: &Path) -> Cache {
        Cache::of(warpsmith_cache::Cache::new(folder).unwrap())
    }

    #[test]
    fn a_second_run_on_the_same_inputs_is_not_made_and_on_others_is() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let get =
            |text: &str, value: u32| cache.get_or_make("x", "d", &inputs(text), |_| Ok(value)).unwrap().0;
        assert_eq!((get("a", 1), get("a", 2), get("b", 3)), (1, 1, 3));
        assert_eq!(Cache::off().get_or_make("x", "d", &inputs("a"), |_| Ok(4)).unwrap().0, 4);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_entry_keeps_result_and_netlist_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(folder.path());
        let make = |work: &Path| {
            fs::write(work.join(NETLIST), "module m; endmodule").unwrap();
            fs::write(work.join("big.il"), "x").unwrap();
            fs::create_dir(work.join("kept")).unwrap();
            fs::write(work.join("kept/library"), "x").unwrap();
            Ok(5)
        };
        let (_, entry) = cache.get_or_make("x", "d", &inputs("a"), make).unwrap();
        assert_eq!(fs::read_to_string(entry.netlist()).unwrap(), "module m; endmodule");
        // Beside them is what the cache says of the entry.
        assert_eq!(fs::read_dir(entry.netlist().parent().unwrap()).unwrap().count(), 3);
    }
}
