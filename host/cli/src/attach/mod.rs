// SPDX-License-Identifier: Apache-2.0
//! What `--with` attaches: units by backend, policies by name. A unit registers with one line in [`UNITS`].

mod controllers;
pub mod equalizer;
mod mascar;
pub mod source;

use crate::failure::{unknown, usage};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{policy, Attachments};
use warpsmith_units::{Parameters, PortSpec};

/// What a build without Verilator answers to a request for RTL.
pub const NO_RTL: &str =
    "not built in; install Verilator and zlib (apt-get install -y verilator g++ zlib1g-dev), then \
                          build with: cargo build --release -p warpsmith --features rtl";

/// What steps a unit. The statistics are the same with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// The unit's RTL in Verilator.
    Rtl,
    /// The unit's reference model.
    Model,
    /// Both, compared in every cycle.
    Lockstep,
}

impl Backend {
    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Rtl => "rtl",
            Backend::Model => "model",
            Backend::Lockstep => "lockstep",
        }
    }
}

impl Default for Backend {
    fn default() -> Backend {
        if cfg!(feature = "rtl") {
            Backend::Rtl
        } else {
            Backend::Model
        }
    }
}

/// One parameter of a unit's attachment, as `warpsmith list` shows it.
pub struct Parameter {
    pub name: &'static str,
    pub meaning: &'static str,
    pub default: String,
    pub range: String,
}

impl Parameter {
    /// The parameters of a unit's RTL, after the named configuration to start from.
    fn of_unit<P: Parameters>(config: &'static str) -> impl Iterator<Item = Parameter> {
        let config = Parameter {
            name: "config",
            meaning: config,
            default: P::NAMED[0].to_string(),
            range: P::NAMED.join(", "),
        };
        let table = P::TABLE.iter().map(|p| Parameter {
            name: p.name,
            meaning: p.meaning,
            default: p.paper.to_string(),
            range: p.range.to_string(),
        });
        std::iter::once(config).chain(table)
    }
}

/// Parameters as they were typed: key and value.
pub type Settings = Vec<(String, String)>;

/// Every parameter of an attachment as it was used.
pub type Resolved = Vec<(&'static str, String)>;

/// A unit that `--with` can name.
pub struct UnitEntry {
    pub name: &'static str,
    /// The sockets that it takes with these settings.
    sockets: fn(&Settings) -> Vec<&'static str>,
    pub parameters: fn() -> Vec<Parameter>,
    /// The modules of its RTL with their ports, in the paper's configuration.
    pub ports: fn() -> Vec<(&'static str, Vec<PortSpec>)>,
    attach: fn(&Settings, Backend, &MachineSpec, &mut Attachments) -> Result<Resolved>,
}

/// Every unit; the registration is its line here.
pub const UNITS: &[UnitEntry] = &[equalizer::ENTRY, mascar::ENTRY, controllers::SMS, controllers::FRFCFS];

/// One `--with` as it was used: the name and every parameter, for the result file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attached {
    pub name: String,
    pub parameters: BTreeMap<String, String>,
}

/// Builds what the `--with` arguments name, in their order.
pub fn attach_all(
    withs: &[String],
    backend: Backend,
    machine: &MachineSpec,
) -> Result<(Attachments, Vec<Attached>)> {
    if backend != Backend::Model && !cfg!(feature = "rtl") {
        return Err(no_rtl(backend));
    }
    let mut attachments = Attachments::baseline();
    let mut attached: Vec<Attached> = Vec::new();
    let mut taken: Vec<(&str, String)> = Vec::new();
    let controlled = |with: &String| split(with).is_ok_and(|(name, _)| is_controller(name));
    // CPU cores need a controller, which tells the sources apart.
    let default = machine.cpu.is_some() && !withs.iter().any(controlled);
    let default = default.then(|| controllers::DEFAULT.to_string());
    for with in withs.iter().chain(&default) {
        let (name, settings) = split(with)?;
        for socket in sockets(name, &settings)? {
            if let Some((_, by)) = taken.iter().find(|(s, _)| *s == socket) {
                return Err(usage(format!(
                    "`{name}` and `{by}` both want the socket `{socket}`; attach one of them"
                )));
            }
            taken.push((socket, name.to_string()));
        }
        let parameters = match UNITS.iter().find(|u| u.name == name) {
            Some(unit) => (unit.attach)(&settings, backend, machine, &mut attachments)?,
            None => policy::attach(name, &settings, machine, &mut attachments).map_err(usage)?,
        };
        if is_controller(name) {
            controllers::check_turnaround(machine)?;
        }
        let parameters = parameters.into_iter().map(|(k, v)| (k.to_string(), v)).collect();
        attached.push(Attached { name: name.to_string(), parameters });
    }
    Ok((attachments, attached))
}

/// Whether `name` attaches memory controllers.
pub fn is_controller(name: &str) -> bool {
    sockets(name, &Settings::new()).is_ok_and(|sockets| sockets.contains(&controllers::SOCKET))
}

/// The error of a backend that this build does not have.
fn no_rtl(backend: Backend) -> anyhow::Error {
    usage(format!("the backend `{}` is {NO_RTL}", backend.name()))
}

/// The error of parameters whose RTL is not compiled in.
#[cfg(feature = "rtl")]
fn not_compiled(error: warpsmith_cosim::NoRtl) -> anyhow::Error {
    usage(format!("{error}; or run it with `--backend model`, which gives the same statistics"))
}

/// The sockets of a unit or policy, or an error that lists the names.
fn sockets(name: &str, settings: &Settings) -> Result<Vec<&'static str>> {
    if let Some(unit) = UNITS.iter().find(|u| u.name == name) {
        return Ok((unit.sockets)(settings));
    }
    match policy::all().iter().find(|p| p.name == name) {
        Some(policy) => Ok(vec![policy.socket]),
        None => {
            let units = UNITS.iter().map(|u| u.name);
            let names: Vec<&str> = units.chain(policy::all().iter().map(|p| p.name)).collect();
            Err(unknown("unit or policy", name, &names))
        }
    }
}

/// `name:key=value,key=value` in its parts.
fn split(with: &str) -> Result<(&str, Settings)> {
    let (name, rest) = with.split_once(':').unwrap_or((with, ""));
    Ok((name, key_values("--with", rest.split(',').filter(|s| !s.is_empty()))?))
}

/// Each `key=value` in its parts; `option` is named in errors. A key that is there twice is one of them: only one of the values
/// could count.
pub fn key_values(option: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Settings> {
    let mut pairs = Settings::new();
    for text in texts {
        let (key, value) = key_value(option, text.as_ref())?;
        if let Some((_, other)) = pairs.iter().find(|(known, _)| *known == key) {
            return Err(usage(format!("{option}: `{key}` is there twice, as {other} and as {value}")));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

fn key_value(option: &str, text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => {
            Ok((key.to_string(), value.to_string()))
        }
        _ => Err(usage(format!("{option}: `{text}` is not of the form key=value"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(with: &[&str], backend: Backend) -> String {
        let machine = MachineSpec::load("gtx480").unwrap();
        let withs: Vec<String> = with.iter().map(ToString::to_string).collect();
        let done = attach_all(&withs, backend, &machine);
        format!("{:#}", done.err().expect("an error"))
    }

    #[test]
    fn a_setting_splits_at_the_first_colon_comma_and_equals_sign() {
        let (name, pairs) = split("unit:a=1,b=x=y").unwrap();
        assert_eq!(name, "unit");
        assert_eq!(pairs, [("a".to_string(), "1".to_string()), ("b".to_string(), "x=y".to_string())]);
    }

    #[test]
    fn an_unknown_name_lists_units_and_policies_and_proposes_one() {
        let text = error(&["equaliser"], Backend::Model);
        assert!(text.contains("did you mean `equalizer`") && text.contains("dyncta"), "{text}");
    }

    #[test]
    fn an_unknown_parameter_of_a_unit_lists_its_parameters() {
        let text = error(&["equalizer:speed=9"], Backend::Model);
        assert!(text.contains("`speed`") && text.contains("mode") && text.contains("hyst_epochs"), "{text}");
    }

    #[test]
    fn a_parameter_out_of_range_names_key_value_and_range() {
        let text = error(&["equalizer:hyst_epochs=8"], Backend::Model);
        assert!(text.contains("hyst_epochs") && text.contains('8') && text.contains("1..=7"), "{text}");
    }

    #[test]
    fn a_parameter_that_is_there_twice_is_refused() {
        for with in ["equalizer:mode=energy,mode=performance", "dyncta:period=1,x=2,period=1"] {
            let text = error(&[with], Backend::Model);
            assert!(text.contains("is there twice"), "{text}");
        }
    }

    #[test]
    fn a_setting_without_a_value_is_refused() {
        assert!(error(&["equalizer:mode"], Backend::Model).contains("key=value"));
    }

    #[test]
    fn two_attachments_for_one_socket_are_refused() {
        let text = error(&["equalizer", "dyncta"], Backend::Model);
        assert!(
            text.contains("equalizer") && text.contains("dyncta") && text.contains("block throttle"),
            "{text}"
        );
    }

    #[test]
    fn equalizer_without_frequencies_leaves_them_to_another() {
        let machine = MachineSpec::load("gtx480").unwrap();
        let both = |equalizer: &str| {
            let withs = [equalizer.to_string(), "static_levels:mem=high".to_string()];
            attach_all(&withs, Backend::Model, &machine).map(|(_, attached)| attached.len())
        };
        assert_eq!(both("equalizer:dvfs=off").unwrap(), 2);
        let text = both("equalizer:dvfs=on").unwrap_err().to_string();
        assert!(text.contains("frequency manager"), "{text}");
    }

    #[test]
    fn a_unit_made_for_another_machine_is_refused_with_both_sizes() {
        let text = error(&["equalizer:n_sm=14"], Backend::Model);
        assert!(text.contains("n_sm") && text.contains("14") && text.contains("15"), "{text}");
    }

    #[cfg(not(feature = "rtl"))]
    #[test]
    fn a_build_without_rtl_says_what_to_install_and_how_to_build() {
        let text = error(&["equalizer"], Backend::Rtl);
        assert!(text.contains("apt-get install") && text.contains("--features rtl"), "{text}");
    }
}
