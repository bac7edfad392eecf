// SPDX-License-Identifier: Apache-2.0
//! Compiled CUDA programs, each made once for the test binaries of all crates: a program is kept under the hash of all that it is
//! made of.
//!
//! ```text
//! TARGET/PROFILE/compiled-cuda/COMPILER/PROGRAM/NAME
//! ```
//! COMPILER is the hash of the command, of the runtime beside it and of the clang that it takes; PROGRAM that of the flags and of the
//! sources with what they include by `#include "FILE"`. A program appears whole, by renaming its folder, so that test binaries may
//! run at the same time.

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The runtime that programs are linked with, which stands beside the command.
const RUNTIME: &str = "libwarpsmith_cudart.a";

/// Programs of a compiler that no test used for this time are removed.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The file in a compiler's folder whose age says when a test last used it.
const USED: &str = "used";

/// A program, or why there is none.
type Made = Result<PathBuf, String>;

/// The programs of one command.
pub struct Cache {
    command: PathBuf,
    folder: PathBuf,
    /// Those that this process has looked for: two threads that want one program do not both make it.
    made: Mutex<BTreeMap<String, Arc<OnceLock<Made>>>>,
}

impl Cache {
    /// The programs that `command` compiles, kept below `root`.
    ///
    /// # Panics
    /// The command cannot be read or started, or the folder not be written.
    pub fn new(command: &Path, root: &Path) -> Cache {
        let compiler = compiler(command);
        let folder = root.join(&compiler[..16]);
        fs::create_dir_all(&folder).expect("the target folder is writable");
        fs::write(folder.join(USED), "").expect("the target folder is writable");
        remove_unused(root);
        Cache { command: command.to_path_buf(), folder, made: Mutex::default() }
    }

    /// The program of these sources and flags, compiled unless it is there. It has the name of the first source. Files that flags
    /// name are not looked into.
    ///
    /// # Errors
    /// What the compiler said on standard error.
    ///
    /// # Panics
    /// A source cannot be read.
    pub fn program(&self, sources: &[PathBuf], flags: &[&str]) -> Made {
        let key = key(sources, flags);
        let once =
            Arc::clone(self.made.lock().expect("nobody panics with it").entry(key.clone()).or_default());
        once.get_or_init(|| self.find_or_make(&key, sources, flags)).clone()
    }

    fn find_or_make(&self, key: &str, sources: &[PathBuf], flags: &[&str]) -> Made {
        let folder = self.folder.join(&key[..16]);
        let name = sources[0].file_stem().expect("a source has a name");
        let program = folder.join(name);
        if program.exists() {
            return Ok(program);
        }
        let staging = tempfile::tempdir_in(&self.folder).expect("the target folder is writable");
        let mut command = Command::new(&self.command);
        command.arg("cc").args(flags).args(sources).arg("-o").arg(staging.path().join(name));
        let output = command.output().expect("the command starts");
        if !output.status.success() {
            return Err(format!("{command:?}:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        // If another process was faster, its folder stays: it holds the same.
        if let Err(error) = fs::rename(staging.path(), &folder) {
            assert!(program.exists(), "{}: {error}", folder.display());
        }
        Ok(program)
    }
}

/// The hash of all that compiles, but for the sources.
fn compiler(command: &Path) -> String {
    let said = Command::new(command).args(["cc", "--version"]).output().expect("the command starts");
    let mut hash = Sha256::new();
    part(&mut hash, &said.stdout);
    part(&mut hash, &fs::read(command).expect("the command is readable"));
    part(&mut hash, &fs::read(command.with_file_name(RUNTIME)).unwrap_or_default());
    text(hash)
}

/// The hash of the flags and of the sources with what they include. Paths count too: `__FILE__` shows them.
fn key(sources: &[PathBuf], flags: &[&str]) -> String {
    let mut hash = Sha256::new();
    flags.iter().for_each(|flag| part(&mut hash, flag.as_bytes()));
    let mut files = BTreeSet::new();
    sources.iter().for_each(|source| collect(source, &mut files));
    for path in files {
        part(&mut hash, path.as_os_str().as_encoded_bytes());
        part(&mut hash, &fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    }
    sources.iter().for_each(|source| part(&mut hash, source.as_os_str().as_encoded_bytes()));
    text(hash)
}

/// Adds a file, and those beside it that it includes by name in quotes.
fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) {
    if !files.insert(path.to_path_buf()) {
        return;
    }
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let quoted = directive.and_then(|rest| rest.strip_prefix("include")?.trim_start().strip_prefix('"'));
        if let Some((name, _)) = quoted.and_then(|rest| rest.split_once('"')) {
            let included = path.parent().expect("a file is in a folder").join(name);
            // Else it is a header of the command, or of the system.
            if included.is_file() {
                collect(&included, files);
            }
        }
    }
}

/// Adds bytes with their length, so that no two lists of parts give the same hash.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

fn text(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Removes the folders of compilers that are not in use any more; whoever else does it at the same time is not disturbed.
fn remove_unused(root: &Path) {
    for folder in fs::read_dir(root).expect("readable").flatten().map(|entry| entry.path()) {
        let modified = fs::metadata(folder.join(USED)).and_then(|file| file.modified());
        if modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > KEPT)) {
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::{MutexGuard, PoisonError};

    /// A command whose `cc` writes down that it was called, and what it was given into the program.
    const COMMAND: &str = "#!/bin/sh\n\
        test \"$2\" = --version && exit\n\
        echo \"$@\" >> \"$0.log\"\n\
        grep -q broken \"$0.source.cu\" && { echo no program >&2; exit 1; }\n\
        for last; do :; done\n\
        sleep 0.1; echo \"$@\" > \"$last\"\n";

    /// One test at a time: a script cannot be executed while a process that another thread starts still has it open for writing.
    static ALONE: Mutex<()> = Mutex::new(());

    struct Bench {
        folder: tempfile::TempDir,
        _alone: MutexGuard<'static, ()>,
    }

    impl Bench {
        fn new() -> Bench {
            let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
            let bench = Bench { folder: tempfile::tempdir().expect("a temporary folder"), _alone: alone };
            bench.write("command", COMMAND);
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(bench.path("command"), executable).expect("ours");
            bench.write("command.source.cu", "#include \"a.cuh\"\n# include \"missing.h\"\n");
            bench.write("a.cuh", "#include \"b.cuh\"\n");
            bench.write("b.cuh", "int b;\n");
            bench
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.path(name), text).expect("writable");
        }

        /// What a test binary that starts now is given.
        fn program(&self, flags: &[&str]) -> Made {
            let cache = Cache::new(&self.path("command"), &self.path("kept"));
            cache.program(&[self.path("command.source.cu")], flags)
        }

        /// Compilations so far.
        fn compilations(&self) -> usize {
            fs::read_to_string(self.path("command.log")).map_or(0, |log| log.lines().count())
        }
    }

    #[test]
    fn a_program_is_compiled_once_until_anything_changes_that_it_is_made_of() {
        let bench = Bench::new();
        let first = bench.program(&[]).expect("it compiles");
        assert_eq!(first.file_name().expect("a name"), "command.source");
        assert_eq!(bench.program(&[]), Ok(first.clone()));
        assert_eq!(bench.compilations(), 1);
        let mut seen = BTreeSet::from([first]);
        let mut is_new = |flags: &[&str], what: &str| {
            let program = bench.program(flags).expect("it compiles");
            assert!(program.is_file() && seen.insert(program), "{what} shows");
            assert_eq!(bench.compilations(), seen.len(), "{what}");
        };
        is_new(&["-O2"], "a flag");
        bench.write("b.cuh", "int c;\n");
        is_new(&[], "a header that a header includes");
        bench.write(RUNTIME, "a runtime");
        is_new(&[], "the runtime");
        bench.write("command", &format!("{COMMAND}# newer\n"));
        is_new(&[], "the command");
        bench.write("command.source.cu", "int main;\n");
        is_new(&[], "the source");
    }

    #[test]
    fn what_does_not_compile_is_not_kept() {
        let bench = Bench::new();
        bench.write("command.source.cu", "broken\n");
        assert!(bench.program(&[]).expect_err("it is broken").contains("no program"));
        assert!(bench.program(&[]).is_err());
        assert_eq!(bench.compilations(), 2);
        bench.write("command.source.cu", "mended\n");
        assert!(bench.program(&[]).is_ok());
    }

    #[test]
    fn many_that_want_a_program_at_once_get_the_same_whole_one() {
        let bench = Bench::new();
        let shared = Cache::new(&bench.path("command"), &bench.path("kept"));
        let source = [bench.path("command.source.cu")];
        let programs: Vec<PathBuf> = std::thread::scope(|scope| {
            // Half of them as threads of one process, half as processes of their own.
            let one = || shared.program(&source, &[]).expect("it compiles");
            let other = || bench.program(&[]).expect("it compiles");
            let all: Vec<_> = (0..4).flat_map(|_| [scope.spawn(one), scope.spawn(other)]).collect();
            all.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(programs.iter().all(|program| *program == programs[0]));
        assert!(fs::read_to_string(&programs[0]).expect("whole").starts_with("cc "));
        assert!((1..=5).contains(&bench.compilations()), "threads of one process wait for one another");
        // The compiler's folder holds the one program, and the mark.
        assert_eq!(fs::read_dir(&shared.folder).expect("readable").count(), 2);
    }

    #[test]
    fn programs_of_a_compiler_that_is_not_used_any_more_are_removed() {
        let bench = Bench::new();
        let program = bench.program(&[]).expect("it compiles");
        let used = program.ancestors().nth(2).expect("two folders").join(USED);
        bench.write("command", &format!("{COMMAND}# newer\n"));
        bench.program(&[]).expect("it compiles");
        assert!(program.exists(), "used today");
        let old = std::time::SystemTime::now() - 2 * KEPT;
        fs::File::options().write(true).open(used).and_then(|file| file.set_modified(old)).expect("ours");
        bench.program(&[]).expect("it is there");
        assert!(!program.exists());
    }
}
