// SPDX-License-Identifier: Apache-2.0
//! Equalizer as an attachment: its parameters, and which half of it is switched on.

#[cfg(feature = "rtl")]
use super::source;
use super::source::Source;
use super::{Backend, Parameter, Resolved, Settings, UnitEntry};
use crate::failure::{unknown, usage};
use anyhow::Result;
#[cfg(feature = "rtl")]
use warpsmith_cosim::{EqFm, EqSm};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::equalizer::{EqualizerFrequency, EqualizerThrottle};
use warpsmith_gpu::Attachments;
use warpsmith_units::equalizer::params::{Mode, Params};
use warpsmith_units::equalizer::{fm, sm};
use warpsmith_units::{Parameters, Snapshot, Unit};

pub const ENTRY: UnitEntry = UnitEntry {
    name: "equalizer",
    sockets,
    parameters,
    ports: || vec![("eq_sm", sm::ports(&Params::fermi())), ("eq_fm", fm::ports(&Params::fermi()))],
    attach,
};

/// The frequency manager stands in its socket only if it has an effect.
fn sockets(settings: &Settings) -> Vec<&'static str> {
    let dvfs = settings.iter().find(|(key, _)| key == "dvfs");
    match dvfs {
        Some((_, value)) if value == "off" => vec!["block throttle"],
        _ => vec!["block throttle", "frequency manager"],
    }
}

/// How the unit is attached, beside the parameters of its RTL.
struct Options {
    config: String,
    mode: Mode,
    dvfs: bool,
    blocks: bool,
    params: Params,
}

fn parameters() -> Vec<Parameter> {
    let word = |name, meaning, default: &str, range: &str| Parameter {
        name,
        meaning,
        default: default.to_string(),
        range: range.to_string(),
    };
    let own = [
        word("mode", "what the frequency manager is for", "performance", "performance or energy"),
        word("dvfs", "frequency votes have an effect; off = blocks only", "on", "on or off"),
        word("blocks", "block counts have an effect; off = frequency only", "on", "on or off"),
    ];
    own.into_iter().chain(Parameter::of_unit::<Params>("named configuration to start from")).collect()
}

impl Options {
    fn parse(settings: &Settings) -> Result<Options> {
        let get = |key: &str| settings.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        let config = get("config").unwrap_or("fermi").to_string();
        let mut options = Options {
            params: Params::named(&config).map_err(usage)?,
            config,
            mode: Mode::Performance,
            dvfs: true,
            blocks: true,
        };
        for (key, value) in settings {
            match key.as_str() {
                "config" => {}
                "mode" => {
                    options.mode =
                        choice(key, value, &["energy", "performance"], [Mode::Energy, Mode::Performance])?
                }
                "dvfs" => options.dvfs = choice(key, value, &["off", "on"], [false, true])?,
                "blocks" => options.blocks = choice(key, value, &["off", "on"], [false, true])?,
                _ => {
                    let names: Vec<&str> = parameters().iter().map(|p| p.name).collect();
                    if !names.contains(&key.as_str()) {
                        return Err(unknown("parameter of equalizer", key, &names));
                    }
                    options.params.set(key, value).map_err(usage)?;
                }
            }
        }
        options.params.validate().map_err(usage)?;
        Ok(options)
    }

    fn resolved(&self) -> Resolved {
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        let mode = match self.mode {
            Mode::Energy => "energy",
            Mode::Performance => "performance",
        };
        let mut all = vec![
            ("config", self.config.clone()),
            ("mode", mode.to_string()),
            ("dvfs", switch(self.dvfs)),
            ("blocks", switch(self.blocks)),
        ];
        all.extend(self.params.values());
        all
    }

    /// The unit's shape must be the machine's: its ports are as wide as the SM's vectors.
    fn check_machine(&self, machine: &MachineSpec) -> Result<()> {
        let p = &self.params;
        let sizes = [
            ("n_sm", p.n_sm, machine.sm.count),
            ("n_warps", p.n_warps, machine.sm.warps),
            ("n_cta", p.n_cta, machine.sm.ctas),
        ];
        for (key, unit, machine) in sizes {
            if unit != machine {
                return Err(usage(format!(
                    "equalizer is made for {key} = {unit}, the machine has {machine}; \
                     set {key}={machine} or choose another config or machine"
                )));
            }
        }
        Ok(())
    }
}

/// The meaning of one of two words.
fn choice<T: Copy>(key: &str, value: &str, words: &[&str; 2], meanings: [T; 2]) -> Result<T> {
    match words.iter().position(|w| *w == value) {
        Some(i) => Ok(meanings[i]),
        None => Err(usage(format!("equalizer: {key} = `{value}` is not {} or {}", words[0], words[1]))),
    }
}

fn attach(
    settings: &Settings,
    backend: Backend,
    machine: &MachineSpec,
    attachments: &mut Attachments,
) -> Result<Resolved> {
    let options = Options::parse(settings)?;
    options.check_machine(machine)?;
    with_units(&options.params, backend, Install { options: &options, machine, attachments })?;
    Ok(options.resolved())
}

/// Work on `eq_sm` and `eq_fm`, whatever steps them.
pub trait Work {
    type Output;
    fn run<S, F>(self, sm: Source<S>, fm: Source<F>) -> Result<Self::Output>
    where
        S: Unit<In = sm::In, Out = sm::Out> + Snapshot + Send + 'static,
        F: Unit<In = fm::In, Out = fm::Out> + Snapshot + Send + 'static;
}

/// Does `work` with the units of a backend.
pub fn with_units<W: Work>(p: &Params, backend: Backend, work: W) -> Result<W::Output> {
    match backend {
        Backend::Model => work.run(Source::model(|| sm::Model::new(p)), Source::model(|| fm::Model::new(p))),
        #[cfg(feature = "rtl")]
        Backend::Rtl => work.run(source::rtl::<EqSm>(p), source::rtl::<EqFm>(p)),
        #[cfg(feature = "rtl")]
        Backend::Lockstep => work.run(source::lockstep::<EqSm>(p), source::lockstep::<EqFm>(p)),
        #[cfg(not(feature = "rtl"))]
        Backend::Rtl | Backend::Lockstep => Err(super::no_rtl(backend)),
    }
}

/// Puts one `eq_sm` on every SM and the `eq_fm` on the chip.
struct Install<'a> {
    options: &'a Options,
    machine: &'a MachineSpec,
    attachments: &'a mut Attachments,
}

impl Work for Install<'_> {
    type Output = ();
    fn run<S, F>(self, sm: Source<S>, fm: Source<F>) -> Result<()>
    where
        S: Unit<In = sm::In, Out = sm::Out> + Snapshot + Send + 'static,
        F: Unit<In = fm::In, Out = fm::Out> + Snapshot + Send + 'static,
    {
        let Install { options, machine, attachments } = self;
        let mut units = (0..machine.sm.count).map(|n| sm.of(n)).collect::<Result<Vec<_>>>()?.into_iter();
        attachments.set_throttles(machine, || {
            let (unit, health) = units.next().expect("one unit an SM");
            Box::new(EqualizerThrottle::new(unit, health, options.blocks))
        });
        if options.dvfs {
            let (unit, health) = fm.of(0)?;
            attachments.frequency = Box::new(EqualizerFrequency::new(unit, health, options.mode));
        }
        Ok(())
    }
}
