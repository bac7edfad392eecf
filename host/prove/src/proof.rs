// SPDX-License-Identifier: Apache-2.0
//! A property against a unit.

use std::time::Instant;

use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools;

use crate::checker::{bind, Interface};
use crate::counterexample::Trace;
use crate::design::Design;
use crate::engine::{Engine, Engines, Found, Limits};
use crate::error::Error;
use crate::properties::{Property, COMMON};
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
    /// No engine came to an end.
    Open,
}

/// A verdict with how it came about.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The engine that gave the verdict.
    pub engine: Engine,
    /// The Verilog of the checker.
    pub checker: String,
    /// Of the counterexample: every signal of the unit, as VCD.
    pub waveform: Option<String>,
    /// Wall-clock seconds of preparation and engines.
    pub seconds: f64,
}

/// A property that is to be proved of a unit in a configuration.
pub struct Proof<'a> {
    pub property: &'a Property,
    pub configuration: &'a str,
    /// Instead of the author's choice.
    pub engine: Option<Engine>,
    pub limits: Limits,
}

/// The tools.
pub struct Prover {
    engines: Engines,
}

impl Prover {
    /// # Errors
    /// A tool is missing: which, and how to install it.
    pub fn find() -> Result<Prover, Error> {
        Ok(Prover { engines: Engines::find()? })
    }

    /// Proves or refutes a property. What its engine leaves open is tried by bounded model checking.
    ///
    /// # Errors
    /// The configuration is unknown, the checker does not fit the unit, or a tool fails.
    pub fn prove(&self, proof: &Proof) -> Result<Outcome, Error> {
        let emitted = warpsmith_hdl::units::emit(proof.property.unit, proof.configuration, &[])?;
        self.prove_of(proof, &emitted)
    }

    /// The same of other RTL than is emitted in this configuration.
    ///
    /// # Errors
    /// The checker does not fit the RTL, or a tool fails.
    pub fn prove_of(&self, proof: &Proof, emitted: &Emitted) -> Result<Outcome, Error> {
        let start = Instant::now();
        let folder = tempfile::tempdir()
            .map_err(warpsmith_synth::Error::file("make a folder in", &std::env::temp_dir()))?;
        let folder = folder.path();
        let property = proof.property;
        let design = Design::make(&self.engines.yosys, folder, emitted, property.module)?;
        let checker = property.verilog(&design, proof.configuration)?;
        tools::write(folder, "checker.v", &[&*checker, COMMON].concat())?;
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
        let text = script::fill(
            include_str!("../../../scripts/prove/proof.ys"),
            &[("CUT", &cut), ("EXPOSE", &expose)],
        );
        script::run(&self.engines.yosys, folder, "proof.ys", &text, property.name)?;
        let bounded = Engine::Bounded(proof.limits.depth);
        let mut outcome = Outcome {
            verdict: Verdict::Open,
            engine: bounded,
            checker: checker.into_owned(),
            waveform: None,
            seconds: 0.0,
        };
        for engine in [proof.engine.unwrap_or(property.engine()), bounded] {
            outcome.engine = engine;
            outcome.verdict = match self.engines.run(engine, property, folder, proof.limits)? {
                Found::Proved => Verdict::Proved,
                Found::Bounded(depth) => Verdict::Bounded(depth),
                Found::Refuted(trace) => Verdict::Refuted(trace),
                Found::Nothing => continue,
            };
            break;
        }
        if let Verdict::Refuted(trace) = &outcome.verdict {
            outcome.waveform = Some(waveform(folder, &design, property.module, trace)?);
        }
        outcome.seconds = start.elapsed().as_secs_f64();
        Ok(outcome)
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
