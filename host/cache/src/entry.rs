// SPDX-License-Identifier: Apache-2.0
//! One entry: a folder of files, with a list of them that is written last.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The file that lists the others.
const LIST: &str = "entry.json";

/// What an entry says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    /// What it holds, for people.
    pub what: String,
    /// How long it took to make.
    pub seconds: f64,
    /// Name of each file with the hash of its content.
    files: BTreeMap<String, String>,
}

/// A complete entry, whose files are as they were made.
#[derive(Debug)]
pub struct Entry {
    folder: PathBuf,
}

impl Entry {
    /// The folder that holds its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file of the entry.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The entry in this folder, if there is one and all of it is sound.
    pub(crate) fn find(folder: &Path) -> Option<Entry> {
        let description = Description::read(folder)?;
        let sound = |(name, hash): (&String, &String)| hash_of(&folder.join(name)).is_ok_and(|h| h == *hash);
        description.files.iter().all(sound).then(|| Entry { folder: folder.to_path_buf() })
    }

    /// Lists the files that were made in `folder`, which has no folders.
    pub(crate) fn seal(folder: &Path, what: &str, seconds: f64) -> io::Result<()> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().into_string();
            let name = name.map_err(|name| io::Error::other(format!("{name:?} is no name")))?;
            files.insert(name, hash_of(&entry.path())?);
        }
        let description = Description { what: what.to_string(), seconds, files };
        fs::write(folder.join(LIST), serde_json::to_vec(&description)?)
    }
}

impl Description {
    pub(crate) fn read(folder: &Path) -> Option<Description> {
        serde_json::from_slice(&fs::read(folder.join(LIST)).ok()?).ok()
    }
}

fn hash_of(path: &Path) -> io::Result<String> {
    Ok(crate::hexadecimal(Sha256::new_with_prefix(fs::read(path)?)))
}
