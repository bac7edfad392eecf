// SPDX-License-Identifier: Apache-2.0
//! How a unit is attached: what each unit says, and what follows from it for all.

use super::backend::Backend;
use super::{Resolved, Settings};
use crate::failure::{unknown, usage};
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::{Attachments, Socket};
use warpsmith_units::{ParamInfo, Parameters, Range, Value};

/// What only the unit knows of its attachment.
pub trait Binding: Sized {
    type Params: Parameters;
    /// What the named configuration is for.
    const CONFIG: &'static str;
    /// That configuration, unless another is asked for.
    const START: &'static str = <Self::Params as Parameters>::NAMED.split_at(1).0[0];
    /// Parameters that say how the unit is attached; its RTL does not know them. Each is one of some words.
    const OPTIONS: &'static [ParamInfo] = &[];
    /// Other ways to say a parameter.
    const ALIASES: &'static [Alias] = &[];

    /// The sockets that it takes with these options.
    fn sockets(options: &Options) -> Vec<Socket>;

    /// What the machine fixes.
    fn machine(machine: &MachineSpec) -> Vec<Fixed>;

    /// Whether the unit can work in the machine, beside what is fixed.
    ///
    /// # Errors
    /// Why not, and what to do.
    fn check(_params: &Self::Params, _machine: &MachineSpec) -> Result<()> {
        Ok(())
    }

    /// Puts the unit in its sockets.
    ///
    /// # Errors
    /// The backend has no RTL of these parameters.
    fn attach(unit: &Configured<Self::Params>, to: To) -> Result<()>;
}

/// Another way to say a parameter.
pub struct Alias {
    pub info: ParamInfo,
    /// The parameter that it sets, and its value for a text; `None` if the text is out of the range.
    pub sets: &'static str,
    pub value: fn(&str) -> Option<String>,
}

/// A parameter that must be the machine's.
pub struct Fixed {
    key: &'static str,
    value: u32,
    taken: bool,
}

impl Fixed {
    /// The unit is made for the machine's value.
    pub fn taken(key: &'static str, value: u32) -> Fixed {
        Fixed { key, value, taken: true }
    }

    /// The configuration must have the machine's value.
    pub fn required(key: &'static str, value: u32) -> Fixed {
        Fixed { key, value, taken: false }
    }
}

/// The options with the words chosen.
pub struct Options(Vec<(&'static str, String)>);

impl Options {
    /// Those of the settings, and the defaults of the rest. A word that an option does not have is left to `configured`.
    fn of(known: &[ParamInfo], settings: &Settings) -> Options {
        let chosen = |info: &ParamInfo| {
            let given = settings.iter().find(|(key, _)| key == info.name);
            (info.name, given.map_or_else(|| info.default.to_string(), |(_, word)| word.clone()))
        };
        Options(known.iter().map(chosen).collect())
    }

    /// The sockets of the parts that are attached.
    pub fn sockets_of<const N: usize>(&self, parts: [(&str, Socket); N]) -> Vec<Socket> {
        parts.into_iter().filter(|(part, _)| self.is(part, "on")).map(|(_, socket)| socket).collect()
    }

    pub fn is(&self, key: &str, word: &str) -> bool {
        self.0.iter().any(|(name, chosen)| *name == key && chosen == word)
    }
}

/// An option that says whether a part of the unit is attached.
pub const fn part(name: &'static str, meaning: &'static str) -> ParamInfo {
    ParamInfo::words(name, meaning, "on", &["off", "on"])
}

/// A unit as it was asked for.
pub struct Configured<P> {
    config: String,
    pub options: Options,
    pub params: P,
}

impl<P: Parameters> Configured<P> {
    fn resolved(&self) -> Resolved {
        let options = self.options.0.iter().cloned();
        std::iter::once(("config", self.config.clone())).chain(options).chain(self.params.values()).collect()
    }
}

/// Where a unit goes, and what steps it.
pub struct To<'a> {
    pub backend: Backend,
    pub machine: &'a MachineSpec,
    pub attachments: &'a mut Attachments,
}

/// A unit that `--with` can name.
pub struct UnitEntry {
    pub name: &'static str,
    pub sockets: fn(&Settings) -> Vec<Socket>,
    pub parameters: fn() -> Vec<ParamInfo>,
    pub attach: fn(&'static str, &Settings, To) -> Result<Resolved>,
}

impl UnitEntry {
    pub const fn of<B: Binding>(name: &'static str) -> UnitEntry {
        UnitEntry {
            name,
            sockets: |settings| B::sockets(&Options::of(B::OPTIONS, settings)),
            parameters: parameters::<B>,
            attach: |name, settings, to| {
                let unit = configured::<B>(name, settings, to.machine)?;
                B::attach(&unit, to)?;
                Ok(unit.resolved())
            },
        }
    }
}

/// Every parameter that `--with` takes.
fn parameters<B: Binding>() -> Vec<ParamInfo> {
    let config = ParamInfo {
        name: "config",
        meaning: B::CONFIG,
        default: Value::Word(B::START),
        range: Range::Configurations(B::Params::NAMED),
        source: "",
    };
    let aliases = B::ALIASES.iter().map(|alias| alias.info);
    let own = B::OPTIONS.iter().copied().chain([config]).chain(aliases);
    own.chain(B::Params::infos()).collect()
}

/// The unit that the settings ask for on a machine.
///
/// # Errors
/// An unknown key, a value out of its range, or one that does not fit the machine.
pub fn configured<B: Binding>(
    name: &'static str,
    settings: &Settings,
    machine: &MachineSpec,
) -> Result<Configured<B::Params>> {
    let config = settings.iter().find(|(key, _)| key == "config");
    let config = config.map_or(B::START, |(_, value)| value).to_string();
    let mut params = B::Params::named(&config).map_err(usage)?;
    let fixed = B::machine(machine);
    for Fixed { key, value, .. } in fixed.iter().filter(|fixed| fixed.taken) {
        params.set(key, &value.to_string()).map_err(usage)?;
    }
    for (key, value) in settings.iter().filter(|(key, _)| key != "config") {
        set::<B>(name, &mut params, key, value)?;
    }
    let values = params.values();
    for Fixed { key, value, .. } in fixed {
        let theirs = value.to_string();
        if let Some((_, ours)) = values.iter().find(|(name, ours)| *name == key && *ours != theirs) {
            return Err(usage(format!(
                "{name} with {key} = {ours} does not fit the machine {}, which has {theirs}; set {key} = {theirs}, or choose \
                 another configuration or machine",
                machine.name
            )));
        }
    }
    B::check(&params, machine)?;
    params.validate().map_err(usage)?;
    Ok(Configured { config, options: Options::of(B::OPTIONS, settings), params })
}

/// Sets what `key` names; of an option only the word is checked.
fn set<B: Binding>(name: &str, params: &mut B::Params, key: &str, value: &str) -> Result<()> {
    let bad = |info: &ParamInfo| {
        usage(format!("{name}: parameter `{key}` cannot be `{value}`: it must be {}", info.range))
    };
    if let Some(info) = B::OPTIONS.iter().find(|info| info.name == key) {
        return info.range.parse(value).map(drop).ok_or_else(|| bad(info));
    }
    if let Some(alias) = B::ALIASES.iter().find(|alias| alias.info.name == key) {
        let value = (alias.value)(value).ok_or_else(|| bad(&alias.info))?;
        return params.set(alias.sets, &value).map_err(usage);
    }
    if !B::Params::has(key) {
        let known = parameters::<B>();
        let names: Vec<&str> = known.iter().map(|p| p.name).collect();
        return Err(unknown(&format!("parameter of {name}"), key, &names));
    }
    params.set(key, value).map_err(usage)
}
