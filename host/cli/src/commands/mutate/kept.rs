// SPDX-License-Identifier: Apache-2.0
//! What became of each fault, kept as soon as it is known.

use crate::failure::usage;
use crate::output::Output;
use crate::result::hex;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::fs;
use warpsmith_hdl::units::Emitted;
use warpsmith_mutate::Score;

/// A file with the scores of a run, each as far as it is known.
pub struct Kept {
    file: Output,
    content: RefCell<Content>,
}

#[derive(Serialize, Deserialize)]
struct Content {
    /// The command of the run.
    command: String,
    /// SHA-256 of the RTL without faults.
    rtl: String,
    scores: Vec<Score>,
}

impl Kept {
    /// Opens what an earlier run of the same command on the same RTL has kept, or begins.
    ///
    /// # Errors
    /// The file is of something else, or cannot be read or written.
    pub fn open(file: Output, command: String, emitted: &Emitted) -> Result<Kept> {
        let path = file.name();
        if !file.is_file() {
            return Err(usage(format!("--keep needs a file of its own, which {} is not", path.display())));
        }
        let rtl = hex(&Sha256::digest(emitted.text()));
        let content = match path.exists() {
            false => Content { command, rtl, scores: Vec::new() },
            true => {
                let text =
                    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
                let found: Content = serde_json::from_str(&text)
                    .with_context(|| format!("{} is not what `mutate --keep` writes", path.display()))?;
                let other = |what: &str| {
                    let path = path.display();
                    usage(format!(
                        "{path} was kept by {what}; give another file to --keep, or remove this one"
                    ))
                };
                if found.command != command {
                    return Err(other(&format!("`{}`", found.command)));
                }
                if found.rtl != rtl {
                    return Err(other("this command on other RTL"));
                }
                found
            }
        };
        Ok(Kept { file, content: RefCell::new(content) })
    }

    /// What is known of a top module.
    pub fn of(&self, module: &str) -> Option<Score> {
        self.content.borrow().scores.iter().find(|score| score.module == module).cloned()
    }

    /// Keeps what is known of a top module.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, score: &Score) -> Result<(), String> {
        let mut content = self.content.borrow_mut();
        match content.scores.iter_mut().find(|known| known.module == score.module) {
            Some(known) => *known = score.clone(),
            None => content.scores.push(score.clone()),
        }
        let text = serde_json::to_string_pretty(&*content).map_err(|e| e.to_string())? + "\n";
        self.file.write(text.as_bytes()).map_err(|e| format!("{e:#}"))
    }
}
