// SPDX-License-Identifier: Apache-2.0
//! The Verilog files that a module is made of, and whether two modules are the same.

use std::path::{Path, PathBuf};

/// A file with the module that it is named after.
#[derive(Clone)]
pub struct Source {
    path: PathBuf,
    /// Its text without the lines that are comments: the header names the configuration.
    pub code: String,
}

impl Source {
    pub fn new(path: PathBuf, text: &str) -> Source {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        Source { path, code: code.flat_map(|line| [line, "\n"]).collect() }
    }

    fn module(&self) -> Option<&str> {
        self.path.file_stem()?.to_str()
    }

    /// Whether it has this module inside it.
    fn has(&self, module: &str) -> bool {
        self.code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == module)
    }
}

/// Those of `files` that the module `top` is made of. A file stands after those of the modules that it has.
pub fn of(top: &str, files: &[Source]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for file in files.iter().rev() {
        let Some(module) = file.module() else { continue };
        if module == top || sources.iter().any(|user| user.has(module)) {
            sources.push(file.clone());
        }
    }
    sources.reverse();
    sources
}

/// Whether both are the same code.
pub fn equal(a: &[Source], b: &[Source]) -> bool {
    a.iter().map(|source| &source.code).eq(b.iter().map(|source| &source.code))
}

pub fn paths(sources: &[Source]) -> impl Iterator<Item = &Path> {
    sources.iter().map(|source| source.path.as_path())
}
