// SPDX-License-Identifier: Apache-2.0
//! Sources as clang is to see them: under their own names, with the text of [`super::nvcc`] where it differs from the file's.

use super::nvcc;
use anyhow::{Context, Result};
use serde_json::json;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Writes the files that clang is to read instead of these into `folder`, and the list of them that `-ivfsoverlay` takes; `None`
/// if there are none.
///
/// # Errors
/// The folder cannot be written. A file that cannot be read is left to clang.
pub fn write(files: &[PathBuf], folder: &Path) -> Result<Option<PathBuf>> {
    let mut roots = Vec::new();
    for file in files {
        let Some(text) = fs::read(file).ok().and_then(|text| nvcc::translated(&text)) else { continue };
        fs::create_dir_all(folder).context("cannot write a temporary file")?;
        let copy = std::path::absolute(folder.join(roots.len().to_string())).context("no current folder")?;
        fs::write(&copy, text).context("cannot write a temporary file")?;
        roots.push(json!({ "type": "file", "name": plain(file)?, "external-contents": copy }));
    }
    if roots.is_empty() {
        return Ok(None);
    }
    let list = folder.join("overlay.yaml");
    let text = json!({ "version": 0, "case-sensitive": true, "use-external-names": false, "roots": roots });
    fs::write(&list, text.to_string()).context("cannot write a temporary file")?;
    Ok(Some(list))
}

/// The absolute path without `..`, as clang looks it up.
fn plain(path: &Path) -> Result<PathBuf> {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path).context("no current folder")?.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    Ok(plain)
}

/// The files of a rule for make, without its target.
pub fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut name = String::new();
    let mut letters = rule.split_once(": ").map_or("", |(_, files)| files).chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => name.extend(letters.next()),
            ('\\', Some('\n')) => {}
            (letter, _) if letter.is_whitespace() => files.push(std::mem::take(&mut name)),
            (letter, _) => name.push(letter),
        }
    }
    files.push(name);
    files.into_iter().filter(|name| !name.is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_rule_are_found_with_their_spaces_and_signs() {
        let files = prerequisites("x: a.cu \\\n  dir/b\\ c.h d$$e.h \\\n  f\\#.h\n");
        assert_eq!(files, ["a.cu", "dir/b c.h", "d$e.h", "f#.h"].map(PathBuf::from));
    }

    #[test]
    fn only_files_that_differ_are_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("x")).expect("writable");
        fs::write(at("same.cu"), "k<<<1, 1>>>();").expect("writable");
        fs::write(at("other.cu"), "k<< <1, 1>>>();").expect("writable");
        let none = write(&[at("same.cu"), at("absent.cu")], &at("overlay")).expect("written");
        assert!(none.is_none() && !at("overlay").exists());
        let list =
            write(&[at("same.cu"), at("x/../other.cu")], &at("overlay")).expect("written").expect("a list");
        let list: serde_json::Value =
            serde_json::from_slice(&fs::read(list).expect("readable")).expect("JSON");
        assert_eq!(list["roots"].as_array().map(Vec::len), Some(1));
        assert_eq!(list["roots"][0]["name"], at("other.cu").to_str().expect("UTF-8"));
    }
}
