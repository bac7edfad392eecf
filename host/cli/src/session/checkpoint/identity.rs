// SPDX-License-Identifier: Apache-2.0
//! What a run is of: only a run of the same goes on from its checkpoints.

use crate::attach::{Attached, Backend};
use crate::commands::setup::OutOfBounds;
use crate::result::{Configuration, ProgramRecord, RunSpec};
use crate::system;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// Everything that decides what happens in a run, but the limits at which it is cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    version: String,
    /// SHA-256 of the command itself: the state of another build has another form.
    build: String,
    /// One, or several at the same time.
    programs: Vec<ProgramRecord>,
    /// As a machine file.
    machine: String,
    attachments: Vec<Attached>,
    backend: Backend,
    out_of_bounds: OutOfBounds,
    cycles: Option<u64>,
    split: Vec<u32>,
    relaunch: bool,
}

impl Identity {
    /// # Errors
    /// The command cannot read itself.
    pub fn new(spec: &RunSpec) -> Result<Identity> {
        let command = system::command()?;
        let Configuration { machine, attachments, out_of_bounds, cycles, split, relaunch, .. } =
            &spec.configuration;
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_string(),
            build: ProgramRecord::of(&command, &[])?.sha256,
            programs: match spec.programs.is_empty() {
                true => vec![spec.program.clone()],
                false => spec.programs.clone(),
            },
            machine: toml::to_string(machine)?,
            attachments: attachments.clone(),
            backend: spec.provenance.backend,
            out_of_bounds: *out_of_bounds,
            cycles: *cycles,
            split: split.clone(),
            relaunch: *relaunch,
        })
    }

    /// The names of the programs, as the start of a file's name.
    pub fn name(&self) -> String {
        self.names("+")
    }

    fn names(&self, between: &str) -> String {
        self.programs.iter().map(|program| &program.name[..]).collect::<Vec<_>>().join(between)
    }

    /// The first thing in which a run `now` differs from this one, for a person.
    pub fn difference(&self, now: &Identity) -> Option<String> {
        let changed = |what: &str, was: &str, is: &str| Some(format!("{what} was {was}, now it is {is}"));
        if self.version != now.version {
            changed("the version of warpsmith", &self.version, &now.version)
        } else if self.build != now.build {
            Some("it was made by another build of warpsmith; use that one".to_string())
        } else if self.names(" ++ ") != now.names(" ++ ") {
            changed("the program", &self.names(" ++ "), &now.names(" ++ "))
        } else if let Some((a, _)) = self.pairs(now).find(|(a, b)| a.sha256 != b.sha256) {
            Some(format!("the file {} has changed since", a.name))
        } else if let Some((a, b)) = self.pairs(now).find(|(a, b)| a.args != b.args) {
            let what = format!("the argument list of {}", a.name);
            changed(&what, &format!("{:?}", a.args), &format!("{:?}", b.args))
        } else if self.machine != now.machine {
            let (was, is) = first_line(&self.machine, &now.machine);
            changed("the machine", &was, &is)
        } else if self.attachments != now.attachments {
            changed("what is attached", &list(&self.attachments), &list(&now.attachments))
        } else if self.backend != now.backend {
            changed("the backend", self.backend.name(), now.backend.name())
        } else if self.out_of_bounds != now.out_of_bounds {
            let [was, is] = [self, now].map(|i| format!("{:?}", i.out_of_bounds).to_lowercase());
            changed("--out-of-bounds", &was, &is)
        } else if self.split != now.split {
            changed("--split", &numbers(&self.split), &numbers(&now.split))
        } else if self.cycles != now.cycles {
            let [was, is] = [self, now].map(|i| i.cycles.map_or("not there".to_string(), |n| n.to_string()));
            changed("--cycles", &was, &is)
        } else if self.relaunch != now.relaunch {
            let [was, is] = [self, now].map(|i| if i.relaunch { "there" } else { "not there" });
            changed("--relaunch", was, is)
        } else {
            None
        }
    }

    /// Each program then and now.
    fn pairs<'a>(
        &'a self,
        now: &'a Identity,
    ) -> impl Iterator<Item = (&'a ProgramRecord, &'a ProgramRecord)> {
        self.programs.iter().zip(&now.programs)
    }
}

/// The first lines in which two machine files differ, each with the table that it is in.
fn first_line(was: &str, is: &str) -> (String, String) {
    let mut table = "";
    for (a, b) in was.lines().zip(is.lines()) {
        if a != b {
            return (format!("`{table} {a}`"), format!("`{table} {b}`"));
        }
        if a.starts_with('[') {
            table = a;
        }
    }
    ("of another length".to_string(), "not".to_string())
}

/// As after `--split`.
fn numbers(split: &[u32]) -> String {
    split.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// As after `--with`.
fn list(attached: &[Attached]) -> String {
    let one = |a: &Attached| {
        let parameters: Vec<String> = a.parameters.iter().map(|(k, v)| format!("{k}={v}")).collect();
        match parameters.is_empty() {
            true => a.name.clone(),
            false => format!("{}:{}", a.name, parameters.join(",")),
        }
    };
    match attached.is_empty() {
        true => "nothing".to_string(),
        false => attached.iter().map(one).collect::<Vec<_>>().join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::Provenance;
    use std::collections::BTreeMap;
    use warpsmith_gpu::machine::MachineSpec;

    fn identity() -> Identity {
        let machine = MachineSpec::load("gtx480").unwrap();
        let program = |name: &str| ProgramRecord {
            name: name.into(),
            sha256: "12".into(),
            args: vec!["5".to_string()],
        };
        let programs = vec![program("kmeans"), program("bfs")];
        Identity::new(&RunSpec {
            program: ProgramRecord::together(&programs),
            programs,
            configuration: Configuration {
                machine,
                attachments: Vec::new(),
                max_cycles: None,
                out_of_bounds: OutOfBounds::Report,
                cpus: Vec::new(),
                cycles: None,
                split: vec![8, 7],
                streams: Vec::new(),
                relaunch: false,
            },
            provenance: Provenance { backend: Backend::Model },
        })
        .unwrap()
    }

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let made = identity();
        assert_eq!(made.difference(&made.clone()), None);
        let mut machine = MachineSpec::load("gtx480").unwrap();
        machine.sm.count = 8;
        let with = Attached {
            name: "dyncta".into(),
            parameters: BTreeMap::from([("period".to_string(), "9".to_string())]),
        };
        type Change<'a> = &'a dyn Fn(&mut Identity);
        let cases: [(Change, [&str; 2]); 12] = [
            (&|i| i.version = "9.9".into(), ["version", "9.9"]),
            (&|i| i.build = "0".into(), ["another build", "warpsmith"]),
            (&|i| i.programs[0].name = "spmv".into(), ["kmeans ++ bfs", "spmv ++ bfs"]),
            (&|i| i.programs.truncate(1), ["was kmeans ++ bfs", "is kmeans"]),
            (&|i| i.programs[1].sha256 = "13".into(), ["bfs", "changed"]),
            (&|i| i.programs[0].args = vec!["6".into()], [r#"kmeans was ["5"]"#, r#"["6"]"#]),
            (&|i| i.machine = toml::to_string(&machine).unwrap(), ["[sm] count = 15", "[sm] count = 8"]),
            (&|i| i.attachments = vec![with.clone()], ["nothing", "dyncta:period=9"]),
            (&|i| i.out_of_bounds = OutOfBounds::Zero, ["--out-of-bounds was report", "now it is zero"]),
            (&|i| i.split = vec![7, 8], ["--split was 8,7", "now it is 7,8"]),
            (&|i| i.cycles = Some(9), ["--cycles was not there", "now it is 9"]),
            (&|i| i.relaunch = true, ["--relaunch was not there", "now it is there"]),
        ];
        for (change, parts) in cases {
            let mut now = made.clone();
            change(&mut now);
            let text = made.difference(&now).expect("a difference");
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        }
        let rtl = Identity { backend: Backend::Rtl, ..made.clone() };
        assert!(made.difference(&rtl).unwrap().contains("model, now it is rtl"));
    }
}
