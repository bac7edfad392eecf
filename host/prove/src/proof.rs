// SPDX-License-Identifier: Apache-2.0
//! A property against a unit.

use std::time::Instant;

use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools;
use warpsmith_units::TestVector;

use crate::checker::{bind, Interface};
use crate::counterexample::Trace;
use crate::design::Design;
use crate::engine::{Engine, Engines, Found, Limits};
use crate::error::Error;
use crate::properties::Property;
use crate::script;
use crate::waveform::waveform;

/// How a proof ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Holds in every reachable state.
    Proved,
    /// Holds for this many cycles after reset; more is not known.
    Bounded(u32),
    /// Does not hold.
    Refuted(Trace),
    /// Holds for as many cycles as the induction begins with, but there are states, reachable or not, in which it holds and does not behind them.
    NotInductive,
    /// No engine came to an end.
    Open,
}

/// A verdict with how it came about.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What is known of the property now.
    pub verdict: Verdict,
    /// The engine that gave the verdict.
    pub engine: Engine,
    /// The Verilog of the checker.
    pub checker: String,
    /// `None` unless the verdict is [`Verdict::Refuted`].
    pub counterexample: Option<Counterexample>,
    /// Wall-clock seconds of preparation and engines.
    pub seconds: f64,
}

/// What refutes a property.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The inputs.
    pub vector: TestVector,
    /// Every signal of the unit, as VCD.
    pub waveform: String,
}

/// What is tried first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The engine; what it leaves open is tried by bounded model checking.
    #[default]
    Proof,
    /// Bounded model checking, to refute the property; then the engine.
    Counterexample,
}

/// A property that is to be proved of a unit in a configuration.
pub struct Proof<'a> {
    /// The invariant or equality.
    pub property: &'a Property,
    /// Name of the configuration that the RTL has.
    pub configuration: &'a str,
    /// Instead of the author's choice.
    pub engine: Option<Engine>,
    /// What is tried first.
    pub aim: Aim,
    /// How long and how deep each engine may go.
    pub limits: Limits,
}

/// The tools.
pub struct Prover {
    pub(crate) engines: Engines,
}

impl Prover {
    /// # Errors
    /// A tool is missing: which, and how to install it.
    pub fn find() -> Result<Prover, Error> {
        Ok(Prover { engines: Engines::find()? })
    }

    /// Proves or refutes a property.
    ///
    /// # Errors
    /// The configuration is unknown, the checker does not fit the unit, or a tool fails.
    pub fn prove(&self, proof: &Proof) -> Result<Outcome, Error> {
        let emitted = proof.property.emit(proof.configuration)?;
        self.prove_of(proof, &emitted)
    }

    /// The same of other RTL than is emitted in this configuration.
    ///
    /// # Errors
    /// The checker does not fit the RTL, or a tool fails.
    pub fn prove_of(&self, proof: &Proof, emitted: &Emitted) -> Result<Outcome, Error> {
        let start = Instant::now();
        let folder = script::folder()?;
        let folder = folder.path();
        let property = proof.property;
        let design = Design::make(&self.engines.yosys, folder, emitted, property.module)?;
        design.check_ports(emitted)?;
        let checker = property.verilog(&design, proof.configuration)?;
        let texts = checker.to_string() + &property.common();
        tools::write(folder, "checker.v", &texts)?;
        script::run(
            &self.engines.yosys,
            folder,
            "checker.ys",
            include_str!("../../../scripts/prove/checker.ys"),
            property.name,
        )?;
        let interface = Interface::read(property, &tools::read(folder, "checker.json")?)?;
        let binding = bind(property, &interface, &design, &emitted.parameters)?;
        tools::write(folder, "proof.v", &binding.verilog)?;
        let cut = command("cutpoint", &property.cut());
        let expose = command("expose", &binding.observed);
        let log = script::prepare(&self.engines.yosys, folder, &cut, &expose, property.name)?;
        // What is cut short or filled up with zeros would be checked for what it is not.
        if let Some(line) = log.lines().find(|line| line.contains("Resizing cell port")) {
            let (module, warning) = (design.module.clone(), line.trim().to_string());
            return Err(Error::Widths { checker: property.name, module, warning });
        }
        let bounded = Engine::Bounded(proof.limits.depth);
        let mut outcome = Outcome {
            verdict: Verdict::Open,
            engine: bounded,
            checker: checker.into_owned(),
            counterexample: None,
            seconds: 0.0,
        };
        let complete = proof.engine.unwrap_or(property.engine());
        let engines = match proof.aim {
            Aim::Proof => [complete, bounded],
            Aim::Counterexample => [bounded, complete],
        };
        for engine in engines {
            let verdict = match self.engines.run(engine, property.name, folder, proof.limits)? {
                Found::Proved => Verdict::Proved,
                Found::Bounded(depth) => Verdict::Bounded(depth),
                Found::Refuted(trace) => Verdict::Refuted(trace),
                Found::NotInductive => Verdict::NotInductive,
                Found::Nothing => continue,
            };
            let last = match verdict {
                Verdict::NotInductive => false,
                Verdict::Bounded(_) => proof.aim == Aim::Proof,
                _ => true,
            };
            (outcome.verdict, outcome.engine) = (verdict, engine);
            if last {
                break;
            }
        }
        if let Verdict::Refuted(trace) = &outcome.verdict {
            let waveform = waveform(folder, &design, property.module, trace)?;
            let vector = vector(proof, emitted, trace);
            outcome.counterexample = Some(Counterexample { vector, waveform });
        }
        outcome.seconds = start.elapsed().as_secs_f64();
        Ok(outcome)
    }
}

fn vector(proof: &Proof, emitted: &Emitted, trace: &Trace) -> TestVector {
    let Property { unit, module, name, .. } = *proof.property;
    TestVector {
        unit: unit.to_string(),
        module: module.to_string(),
        configuration: proof.configuration.to_string(),
        parameters: emitted.parameters.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
        about: format!("refutes {name}"),
        steps: trace.steps.clone(),
    }
}

/// A command of yosys on these signals; nothing without any. Brackets would be patterns, so any character stands for one.
fn command(name: &str, signals: &[impl AsRef<str>]) -> String {
    let selected: String =
        signals.iter().map(|signal| format!(" w:{}", signal.as_ref().replace(['[', ']'], "?"))).collect();
    if selected.is_empty() {
        String::new()
    } else {
        format!("{name}{selected}")
    }
}
