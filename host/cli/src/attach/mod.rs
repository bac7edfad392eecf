// SPDX-License-Identifier: Apache-2.0
//! What `--with` attaches: units by backend, policies by name.

mod backend;
mod binding;
mod dram;
mod translation;

pub use backend::{Backend, NO_RTL};

use crate::failure::{unknown, usage};
use anyhow::Result;
use binding::{To, UnitEntry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{policy, Attachments, Socket};

/// One file a unit.
macro_rules! files {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(mod $unit;)*

        /// Every unit.
        pub const UNITS: &[UnitEntry] = &[$(UnitEntry::of::<$unit::Bound>(stringify!($unit))),*];
    };
}
warpsmith_units::units!(files);

/// Parameters as they were typed: key and value.
pub type Settings = Vec<(String, String)>;

/// Every parameter of an attachment as it was used.
pub type Resolved = Vec<(&'static str, String)>;

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
        return Err(backend::no_rtl(backend));
    }
    let mut attachments = Attachments::baseline();
    let mut attached: Vec<Attached> = Vec::new();
    let mut taken: Vec<(Socket, String)> = Vec::new();
    let controlled = |with: &String| split(with).is_ok_and(|(name, settings)| is_controller(name, &settings));
    // CPU cores need a controller, which tells the sources apart.
    let default = machine.cpu.is_some() && !withs.iter().any(controlled);
    let default = default.then(|| dram::DEFAULT.to_string());
    for with in withs.iter().chain(&default) {
        let (name, settings) = split(with)?;
        for socket in sockets(name, &settings)? {
            if let Some((_, by)) = taken.iter().find(|(s, _)| *s == socket) {
                return Err(usage(format!(
                    "`{name}` and `{by}` both want the socket `{}`; attach one of them",
                    socket.name()
                )));
            }
            taken.push((socket, name.to_string()));
        }
        let parameters = match UNITS.iter().find(|u| u.name == name) {
            Some(unit) => {
                let to = To { backend, machine, attachments: &mut attachments };
                (unit.attach)(unit.name, &settings, to)?
            }
            None => policy::attach(name, &settings, machine, &mut attachments).map_err(usage)?,
        };
        let parameters = parameters.into_iter().map(|(k, v)| (k.to_string(), v)).collect();
        attached.push(Attached { name: name.to_string(), parameters });
    }
    let by = |socket: Socket| taken.iter().find(|(one, _)| *one == socket).map(|(_, by)| by);
    if let (Some(tlb), Some(prefetcher)) = (by(Socket::L1TlbArray), by(Socket::Prefetcher)) {
        return Err(usage(format!(
            "`{prefetcher}` prefetches, and the one port of the L1 TLB of `{tlb}` is not for prefetches: set {tlb}:l1=off, or attach \
             one of them"
        )));
    }
    dram::check_turnaround(machine, &mut attachments)?;
    Ok((attachments, attached))
}

/// Whether `name` with these settings attaches memory controllers.
fn is_controller(name: &str, settings: &Settings) -> bool {
    sockets(name, settings).is_ok_and(|sockets| sockets.contains(&dram::SOCKET))
}

impl Attached {
    /// Whether it attaches memory controllers.
    pub fn is_controller(&self) -> bool {
        let settings = self.parameters.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        is_controller(&self.name, &settings)
    }
}

/// The sockets of a unit or policy, or an error that lists the names.
fn sockets(name: &str, settings: &Settings) -> Result<Vec<Socket>> {
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
    fn a_prefetcher_beside_an_l1_tlb_without_a_port_for_it_is_refused_with_what_to_do() {
        let machine = MachineSpec::load("maxwell").unwrap();
        let with = |mosaic: &str| {
            let withs = [mosaic.to_string(), "next_line".to_string()];
            attach_all(&withs, Backend::Model, &machine).map(|(_, attached)| attached.len())
        };
        assert_eq!(with("mosaic:l1=off").unwrap(), 2);
        let text = with("mosaic").unwrap_err().to_string();
        assert!(text.contains("next_line") && text.contains("mosaic:l1=off"), "{text}");
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
