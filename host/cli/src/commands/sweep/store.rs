// SPDX-License-Identifier: Apache-2.0
//! The folder of a sweep. What is there is the truth: a run is complete when its whole result is.

use super::plan::{Plan, Run};
use crate::output;
use crate::result::ResultFile;
use anyhow::{ensure, Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use warpsmith_process::Lock;

/// Folder of a sweep.
///
/// `plan.json` has the runs, `results` and `messages` a file a run, named by its key: its result, and why it failed. `running` has a file
/// of each run that was begun, which is locked while it is under way; `checkpoints` a folder of each. `programs` are the compiled
/// ones, `tasks`, `logs` and `job.json` are of engines.
pub struct Store {
    folder: PathBuf,
}

/// Name of the list of all runs.
const PLAN: &str = "plan.json";

/// Name of what says which job an engine has.
const JOB: &str = "job.json";

/// What is in the folder beside these.
const FOLDERS: [&str; 7] = ["results", "messages", "running", "checkpoints", "programs", "tasks", "logs"];

/// How a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Completed,
    /// With its message.
    Failed(String),
    Running,
    /// An engine has it.
    Pending,
    Missing,
}

impl State {
    pub fn name(&self) -> &'static str {
        match self {
            State::Completed => "completed",
            State::Failed(_) => "failed",
            State::Running => "running",
            State::Pending => "pending",
            State::Missing => "missing",
        }
    }
}

impl Store {
    /// Of this folder, which is made with all that is in it.
    ///
    /// # Errors
    /// It cannot be made, or is a folder of something else.
    pub fn make(folder: &Path) -> Result<Store> {
        for entry in folder.read_dir().into_iter().flatten() {
            let name =
                entry.with_context(|| format!("cannot read the folder {}", folder.display()))?.file_name();
            ensure!(
                name == PLAN || name == JOB || FOLDERS.iter().any(|ours| name == *ours),
                "{} is no folder of a sweep, as there is {} in it; name another one with -o",
                folder.display(),
                Path::new(&name).display()
            );
        }
        for name in FOLDERS {
            let path = folder.join(name);
            fs::create_dir_all(&path)
                .with_context(|| format!("cannot make the folder {}", path.display()))?;
        }
        Store::open(folder)
    }

    /// Of this folder, which is there.
    ///
    /// # Errors
    /// It is not.
    pub fn open(folder: &Path) -> Result<Store> {
        let found = folder.canonicalize();
        let folder = found.with_context(|| format!("there is no sweep in {}", folder.display()))?;
        Ok(Store { folder })
    }

    pub fn programs(&self) -> PathBuf {
        self.folder.join("programs")
    }

    pub fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    /// Where the parts of an engine's work are listed.
    pub fn tasks(&self, name: &str) -> PathBuf {
        self.folder.join("tasks").join(name).with_extension("json")
    }

    /// Where it stands which job an engine has.
    pub fn job(&self) -> PathBuf {
        self.folder.join(JOB)
    }

    pub fn result(&self, run: &Run) -> PathBuf {
        self.folder.join("results").join(&run.key).with_extension("json")
    }

    /// Folder of the run's checkpoints.
    pub fn checkpoints(&self, run: &Run) -> PathBuf {
        self.folder.join("checkpoints").join(&run.key)
    }

    fn message(&self, run: &Run) -> PathBuf {
        self.folder.join("messages").join(&run.key).with_extension("txt")
    }

    /// The right to make a run, or `None` while somebody else does.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn begin(&self, run: &Run) -> Result<Option<Lock>> {
        let path = self.running(run);
        Lock::take(&path).with_context(|| format!("cannot lock {}", path.display()))
    }

    /// What is locked while the run is under way.
    fn running(&self, run: &Run) -> PathBuf {
        self.folder.join("running").join(&run.key)
    }

    /// Keeps why a run failed, or, with an empty message, that it did not.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn say(&self, run: &Run, message: &str) -> Result<()> {
        let path = self.message(run);
        if !message.is_empty() {
            return output::write_atomically(&path, message.as_bytes());
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", path.display()))
            }
            _ => Ok(()),
        }
    }

    /// The whole result of a run, if it is there.
    pub fn completed(&self, run: &Run) -> Option<ResultFile> {
        ResultFile::load(&self.result(run)).ok()
    }

    /// How a run is, apart from what an engine has.
    ///
    /// # Errors
    /// The folder cannot be read or written.
    pub fn state(&self, run: &Run) -> Result<State> {
        if self.completed(run).is_some() {
            return Ok(State::Completed);
        }
        let path = self.running(run);
        if Lock::is_taken(&path).with_context(|| format!("cannot look at {}", path.display()))? {
            return Ok(State::Running);
        }
        // It may have ended between the two looks.
        if self.completed(run).is_some() {
            return Ok(State::Completed);
        }
        Ok(match fs::read_to_string(self.message(run)) {
            Ok(message) => State::Failed(message.trim_end().to_string()),
            Err(_) => State::Missing,
        })
    }

    /// # Errors
    /// The folder cannot be written.
    pub fn write_plan(&self, plan: &Plan) -> Result<()> {
        output::write_atomically(&self.plan(), serde_json::to_string_pretty(plan)?.as_bytes())
    }

    /// # Errors
    /// There is none, or it is damaged.
    pub fn read_plan(&self) -> Result<Plan> {
        let path = self.plan();
        let text = fs::read_to_string(&path)
            .with_context(|| format!("there is no sweep in {}: no {PLAN}", self.folder.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }

    fn plan(&self) -> PathBuf {
        self.folder.join(PLAN)
    }

    /// Whether there is a sweep in this folder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(PLAN).exists()
    }
}
