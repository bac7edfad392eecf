// SPDX-License-Identifier: Apache-2.0
//! Reading result files back. Everything that uses the figures of a run gets them here, so that what is not a whole
//! result is refused everywhere.

use super::{ResultFile, RunSpec, FORMAT, SCHEMA};
use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// Bytes of a result file at most; that of a run of a hundred thousand kernels has a few hundred million.
const MAX_RESULT: u64 = 1 << 30;

/// What every version of the format says first.
#[derive(Deserialize)]
struct Header {
    format: String,
    schema: u32,
    version: String,
}

impl ResultFile {
    /// Reads the result of a run whose program succeeded.
    ///
    /// # Errors
    /// As [`ResultFile::load_ended`], and the program failed.
    pub fn load(path: &Path) -> Result<ResultFile> {
        let file = ResultFile::load_ended(path)?;
        file.check_success().with_context(|| path.display().to_string())?;
        Ok(file)
    }

    /// Reads the result of a complete run, however its program ended.
    ///
    /// # Errors
    /// The file is no result file, truncated, damaged, of another version, or of a run that was cut.
    pub fn load_ended(path: &Path) -> Result<ResultFile> {
        parse(&read(path)?).with_context(|| path.display().to_string())
    }

    /// Reads the result of a run of `asked`, of which the program succeeded.
    ///
    /// # Errors
    /// As [`ResultFile::load`], and the file is of another run.
    pub fn load_of(path: &Path, asked: &RunSpec) -> Result<ResultFile> {
        let file = ResultFile::load(path)?;
        if let Some(difference) = difference(&file.spec, asked)? {
            bail!("{}: the result is of another run: {difference}", path.display());
        }
        Ok(file)
    }

    fn check_success(&self) -> Result<()> {
        ensure!(
            self.exit.succeeded(),
            "{}, so that the figures are not those of its whole work; mend it and run it again",
            self.exit
        );
        Ok(())
    }
}

fn read(path: &Path) -> Result<String> {
    warpsmith_process::read_text_up_to(path, MAX_RESULT)
        .with_context(|| format!("cannot read {}", path.display()))
}

fn parse(text: &str) -> Result<ResultFile> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(e) if e.is_eof() => {
            bail!("the file is truncated (it ends at line {}); run again to make it anew", e.line())
        }
        Err(e) => bail!("not a result file of `warpsmith run`: {e}"),
    };
    let header = Header::deserialize(&value).ok().filter(|h| h.format == FORMAT);
    let Some(header) = header else { bail!("not a result file of `warpsmith run`") };
    ensure!(
        header.schema == SCHEMA && header.version == env!("CARGO_PKG_VERSION"),
        "written by warpsmith {} (schema {}), this is {} (schema {SCHEMA}); run the program again with this version",
        header.version,
        header.schema,
        env!("CARGO_PKG_VERSION")
    );
    let file = ResultFile::deserialize(&value).context("a key of the result is missing or mistyped")?;
    if let Some(partial) = file.partial {
        bail!("the run is partial ({}); run it to its end to use its result", partial.reason);
    }
    Ok(file)
}

/// The first key in which the run of a file differs from the one that was asked for, with both values.
fn difference(found: &RunSpec, asked: &RunSpec) -> Result<Option<String>> {
    // Both by way of the same text, which may round a number.
    let asked: Value = serde_json::from_str(&serde_json::to_string(asked)?)?;
    let found: Value = serde_json::from_str(&serde_json::to_string(found)?)?;
    Ok(first_difference("", &found, &asked))
}

fn first_difference(key: &str, found: &Value, asked: &Value) -> Option<String> {
    match (found, asked) {
        (Value::Object(a), Value::Object(b)) => a.keys().chain(b.keys()).find_map(|name| {
            let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            first_difference(&key, a.get(name).unwrap_or(&Value::Null), b.get(name).unwrap_or(&Value::Null))
        }),
        _ if found == asked => None,
        _ => Some(format!("{key} is {found}, asked for was {asked}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Partial, ProgramRecord};
    use super::*;
    use crate::program_exit::ProgramExit;

    fn error(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    fn text(file: &ResultFile) -> String {
        serde_json::to_string_pretty(file).unwrap()
    }

    /// `file` on the disk.
    fn written(file: &ResultFile) -> tempfile::NamedTempFile {
        let path = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(path.path(), text(file)).unwrap();
        path
    }

    fn refused(file: &ResultFile) -> String {
        format!("{:#}", ResultFile::load(written(file).path()).expect_err("it is refused"))
    }

    #[test]
    fn a_whole_result_comes_back_as_it_was_written() {
        let file = ResultFile::made_up();
        let path = written(&file);
        assert_eq!(text(&ResultFile::load(path.path()).unwrap()), text(&file));
        assert_eq!(text(&ResultFile::load_of(path.path(), &file.spec).unwrap()), text(&file));
    }

    #[test]
    fn a_partial_result_is_refused_with_its_reason() {
        let partial = Some(Partial { reason: "interrupted".into() });
        let file = ResultFile { partial, exit: ProgramExit::Simulator, ..ResultFile::made_up() };
        let said = refused(&file);
        assert!(said.contains("the run is partial (interrupted)"), "{said}");
        assert!(ResultFile::load_ended(written(&file).path()).is_err());
    }

    #[test]
    fn a_failed_program_is_refused_but_where_failed_ones_are_wanted() {
        for (exit, part) in [
            (ProgramExit::Code { code: 3 }, "exit code 3"),
            (ProgramExit::Signal { signal: libc::SIGABRT }, "SIGABRT"),
            (ProgramExit::WrongResults, "wrong"),
            (ProgramExit::Simulator, "simulator"),
        ] {
            let file = ResultFile { exit, ..ResultFile::made_up() };
            let said = refused(&file);
            assert!(said.contains(part), "{said}");
            assert_eq!(ResultFile::load_ended(written(&file).path()).unwrap().exit, exit);
        }
    }

    #[test]
    fn a_result_of_another_run_is_refused_with_the_key_and_both_values() {
        let file = ResultFile::made_up();
        let path = written(&file);
        type Change = fn(&mut RunSpec);
        let changes: [(Change, &[&str]); 8] = [
            (|s| s.program.name = "bfs".into(), &["program.name", "\"bfs\""]),
            (|s| s.program.sha256 = "13".into(), &["program.sha256"]),
            (|s| s.program.args = vec!["9".into()], &["program.args", "[\"9\"]"]),
            (
                |s| s.configuration.machine.sm.count = 7,
                &["configuration.machine.sm.count is 15", "for was 7"],
            ),
            (|s| s.configuration.attachments.clear(), &["configuration.attachments", "dyncta"]),
            (|s| s.configuration.cycles = Some(5), &["configuration.cycles is null", "for was 5"]),
            (|s| s.configuration.cpus = vec!["mcf".into()], &["configuration.cpus", "mcf"]),
            (|s| s.provenance.backend = crate::attach::Backend::Rtl, &["provenance.backend is \"model\""]),
        ];
        for (change, parts) in changes {
            let mut asked = file.spec.clone();
            change(&mut asked);
            let error = ResultFile::load_of(path.path(), &asked).expect_err("it is refused");
            let said = format!("{error:#}");
            assert!(said.contains("another run") && parts.iter().all(|part| said.contains(part)), "{said}");
        }
    }

    #[test]
    fn no_key_of_a_result_may_be_missing() {
        let whole: Value = serde_json::from_str(&text(&ResultFile::made_up())).unwrap();
        for key in whole.as_object().unwrap().keys() {
            let mut file = whole.clone();
            file.as_object_mut().unwrap().remove(key);
            assert!(parse(&file.to_string()).is_err(), "{key}");
        }
    }

    #[test]
    fn a_truncated_file_is_called_truncated_wherever_it_is_cut() {
        let file = ResultFile { statistics: Default::default(), ..ResultFile::made_up() };
        let whole = serde_json::to_string(&file).unwrap();
        for cut in 1..whole.len() {
            assert!(error(&whole[..cut]).contains("truncated"), "cut at {cut}");
        }
    }

    #[test]
    fn a_foreign_file_is_refused_as_no_result() {
        for text in ["# notes", "{}", "[1]", r#"{"format": "other", "schema": 1, "version": "1"}"#] {
            assert!(error(text).contains("not a result file"), "{text}");
        }
    }

    #[test]
    fn a_file_of_another_version_names_both_versions() {
        let text = error(&format!(r#"{{"format": "{FORMAT}", "schema": {SCHEMA}, "version": "9.9.9"}}"#));
        assert!(text.contains("9.9.9") && text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    }

    impl ResultFile {
        /// Of a run that came to a good end, with all keys that may be left out.
        pub fn made_up() -> ResultFile {
            let with =
                |name: &str| crate::attach::Attached { name: name.into(), parameters: Default::default() };
            ResultFile::new(
                RunSpec {
                    program: ProgramRecord {
                        name: "kmeans".into(),
                        sha256: "12".into(),
                        args: vec!["5".into()],
                    },
                    programs: Vec::new(),
                    configuration: super::super::Configuration {
                        machine: warpsmith_gpu::machine::MachineSpec::load("gtx480").unwrap(),
                        attachments: vec![with("dyncta")],
                        max_cycles: None,
                        out_of_bounds: Default::default(),
                        cpus: Vec::new(),
                        cycles: None,
                        split: Vec::new(),
                        streams: Vec::new(),
                        relaunch: false,
                    },
                    provenance: super::super::Provenance { backend: crate::attach::Backend::Model },
                },
                ProgramExit::SUCCESS,
                None,
                Default::default(),
            )
        }
    }
}
