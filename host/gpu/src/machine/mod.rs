// SPDX-License-Identifier: Apache-2.0
//! Machine files: named, complete, checked descriptions of a GPU.
//!
//! A machine is a TOML file; every key is required and an unknown key is an error. The built-in machines are
//! the files in `machines/`, compiled in; [`MachineSpec::load`] takes a built-in name or a path.

mod check;
mod spec;

pub use check::MachineError;
pub use spec::*;

use std::path::Path;

/// The built-in machines: name and file text.
const BUILTIN: [(&str, &str); 11] = [
    ("gtx480", include_str!("../../../../machines/gtx480.toml")),
    ("mascar", include_str!("../../../../machines/mascar.toml")),
    ("cta", include_str!("../../../../machines/cta.toml")),
    ("apogee", include_str!("../../../../machines/apogee.toml")),
    ("medic", include_str!("../../../../machines/medic.toml")),
    ("maxwell", include_str!("../../../../machines/maxwell.toml")),
    ("mask-fermi", include_str!("../../../../machines/mask-fermi.toml")),
    ("mask-integrated", include_str!("../../../../machines/mask-integrated.toml")),
    ("mosaic", include_str!("../../../../machines/mosaic.toml")),
    ("ilp", include_str!("../../../../machines/ilp.toml")),
    ("cpu-gpu", include_str!("../../../../machines/cpu-gpu.toml")),
];

/// The names of the built-in machines.
pub fn builtin() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

impl MachineSpec {
    /// Loads and checks a machine, by built-in name or by path of a TOML file.
    ///
    /// # Errors
    /// A name that is neither; a file that cannot be read; an unknown, missing or mistyped key; a value outside
    /// its range. Each error names the file and, where there is one, the key, the value and the range.
    pub fn load(name_or_path: &str) -> Result<MachineSpec, MachineError> {
        if let Some((name, text)) = BUILTIN.iter().find(|(name, _)| *name == name_or_path) {
            return MachineSpec::parse(text, &format!("built-in machine {name}"));
        }
        let path = Path::new(name_or_path);
        if !path.exists() {
            return Err(MachineError::NoSuchMachine {
                name: name_or_path.into(),
                known: builtin().collect::<Vec<_>>().join(", "),
            });
        }
        let text = warpsmith_process::read_text(path)
            .map_err(|source| MachineError::Unreadable { file: name_or_path.into(), source })?;
        MachineSpec::parse(&text, name_or_path)
    }

    /// Parses and checks the text of a machine file; `file` names it in errors.
    ///
    /// # Errors
    /// As for [`MachineSpec::load`].
    pub fn parse(text: &str, file: &str) -> Result<MachineSpec, MachineError> {
        let spec: MachineSpec = toml::from_str(text)
            .map_err(|e| MachineError::Syntax { file: file.into(), message: e.to_string() })?;
        check::check(&spec, file)?;
        Ok(spec)
    }
}
