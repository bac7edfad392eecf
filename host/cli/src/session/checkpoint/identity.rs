// SPDX-License-Identifier: Apache-2.0
//! What a run is of: only a run of the same goes on from its checkpoints.

use crate::attach::{Attached, Backend};
use crate::commands::setup::OutOfBounds;
use crate::result::ProgramRecord;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use warpsmith_gpu::machine::MachineSpec;

/// Everything that decides what happens in a run, but the limits at which it is cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    version: String,
    /// SHA-256 of the command itself: the state of another build has another form.
    build: String,
    program: ProgramRecord,
    /// As a machine file.
    machine: String,
    attachments: Vec<Attached>,
    backend: Backend,
    out_of_bounds: OutOfBounds,
}

impl Identity {
    /// # Errors
    /// The command cannot read itself.
    pub fn new(
        program: &ProgramRecord,
        machine: &MachineSpec,
        attachments: &[Attached],
        backend: Backend,
        out_of_bounds: OutOfBounds,
    ) -> Result<Identity> {
        let command = std::env::current_exe().context("the path of the command is not known")?;
        Ok(Identity {
            version: env!("CARGO_PKG_VERSION").to_string(),
            build: ProgramRecord::of(Path::new(&command), &[])?.sha256,
            program: program.clone(),
            machine: toml::to_string(machine)?,
            attachments: attachments.to_vec(),
            backend,
            out_of_bounds,
        })
    }

    /// Name of the program.
    pub fn program(&self) -> &str {
        &self.program.name
    }

    /// The first thing in which a run `now` differs from this one, for a person.
    pub fn difference(&self, now: &Identity) -> Option<String> {
        let changed = |what: &str, was: &str, is: &str| Some(format!("{what} was {was}, now it is {is}"));
        let (a, b) = (&self.program, &now.program);
        if self.version != now.version {
            changed("the version of warpsmith", &self.version, &now.version)
        } else if self.build != now.build {
            Some("it was made by another build of warpsmith; use that one".to_string())
        } else if a.name != b.name {
            changed("the program", &a.name, &b.name)
        } else if a.sha256 != b.sha256 {
            Some(format!("the file {} has changed since", a.name))
        } else if a.args != b.args {
            changed("the argument list", &format!("{:?}", a.args), &format!("{:?}", b.args))
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
        } else {
            None
        }
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
    use std::collections::BTreeMap;

    fn identity() -> Identity {
        let machine = MachineSpec::load("gtx480").unwrap();
        let program =
            ProgramRecord { name: "kmeans".into(), sha256: "12".into(), args: vec!["5".to_string()] };
        Identity::new(&program, &machine, &[], Backend::Model, OutOfBounds::Report).unwrap()
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
        let cases: [(Change, [&str; 2]); 8] = [
            (&|i| i.version = "9.9".into(), ["version", "9.9"]),
            (&|i| i.build = "0".into(), ["another build", "warpsmith"]),
            (&|i| i.program.name = "spmv".into(), ["kmeans", "spmv"]),
            (&|i| i.program.sha256 = "13".into(), ["kmeans", "changed"]),
            (&|i| i.program.args = vec!["6".into()], [r#"["5"]"#, r#"["6"]"#]),
            (&|i| i.machine = toml::to_string(&machine).unwrap(), ["[sm] count = 15", "[sm] count = 8"]),
            (&|i| i.attachments = vec![with.clone()], ["nothing", "dyncta:period=9"]),
            (&|i| i.out_of_bounds = OutOfBounds::Zero, ["--out-of-bounds was report", "now it is zero"]),
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
