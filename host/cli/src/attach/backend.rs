// SPDX-License-Identifier: Apache-2.0
//! What steps the modules of a unit: the reference model, the RTL, or both in lockstep.

use crate::failure::usage;
use anyhow::Result;
use serde::{Deserialize, Serialize};
#[cfg(feature = "rtl")]
use warpsmith_cosim::{ModelAndRtl, Rtl};
use warpsmith_units::{Combinational, ForeignState, Module, Snapshot, Unit};

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

impl Default for Backend {
    fn default() -> Backend {
        if cfg!(feature = "rtl") {
            Backend::Rtl
        } else {
            Backend::Model
        }
    }
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

    /// Module number `number` of its kind, in its reset state. A divergence of a lockstep writes a waveform if RTL of these
    /// parameters that can is built in.
    ///
    /// # Errors
    /// The RTL of these parameters is not built in, and cannot be compiled or kept.
    pub fn make<M: Module>(self, params: &M::Params, number: u32) -> Result<Stepper<M>> {
        match self {
            Backend::Model => Ok(Stepper::Model(M::model(params))),
            #[cfg(feature = "rtl")]
            Backend::Rtl => Ok(Stepper::Rtl(Rtl::new(params).map_err(not_compiled)?)),
            #[cfg(feature = "rtl")]
            Backend::Lockstep => {
                let pair = ModelAndRtl::<M>::of(params).map_err(not_compiled)?;
                let path = format!("divergence-{}-{number}.fst", M::NAME);
                Ok(Stepper::Lockstep(Box::new(match Rtl::traceable_if_built_in(params) {
                    Some(twin) => pair.with_waveform(twin, path.as_ref()),
                    None => pair,
                })))
            }
            #[cfg(not(feature = "rtl"))]
            Backend::Rtl | Backend::Lockstep => {
                let _ = number;
                Err(no_rtl(self))
            }
        }
    }
}

/// What a build without Verilator answers to a request for RTL.
pub const NO_RTL: &str =
    "not built in; install Verilator and zlib (apt-get install -y verilator g++ zlib1g-dev), then \
                          build with: cargo build --release -p warpsmith --features rtl";

/// The error of a backend that this build does not have.
pub(super) fn no_rtl(backend: Backend) -> anyhow::Error {
    usage(format!("the backend `{}` is {NO_RTL}", backend.name()))
}

/// The error of parameters whose RTL cannot be had.
#[cfg(feature = "rtl")]
fn not_compiled(error: warpsmith_cosim::NoRtl) -> anyhow::Error {
    anyhow::anyhow!("{error}; or run it with `--backend model`, which gives the same statistics")
}

/// A module of a unit, stepped by a backend.
pub enum Stepper<M: Module> {
    Model(M::Model),
    #[cfg(feature = "rtl")]
    Rtl(Rtl<M>),
    #[cfg(feature = "rtl")]
    Lockstep(Box<ModelAndRtl<M>>),
}

/// Does the same with what steps the module, whichever it is.
macro_rules! with {
    ($stepper:expr, $unit:ident => $done:expr) => {
        match $stepper {
            Stepper::Model($unit) => $done,
            #[cfg(feature = "rtl")]
            Stepper::Rtl($unit) => $done,
            #[cfg(feature = "rtl")]
            Stepper::Lockstep($unit) => $done,
        }
    };
}

impl<M: Module> Unit for Stepper<M> {
    type In = M::In;
    type Out = M::Out;

    fn reset(&mut self) {
        with!(self, unit => unit.reset());
    }

    #[inline]
    fn step(&mut self, input: &M::In) -> M::Out {
        with!(self, unit => unit.step(input))
    }

    fn failure(&self) -> Option<String> {
        with!(self, unit => unit.failure())
    }
}

impl<M: Module<Model: Combinational>> Combinational for Stepper<M> {
    #[inline]
    fn eval(&mut self, input: &M::In) -> M::Out {
        with!(self, unit => unit.eval(input))
    }
}

/// The state of a module that some backend steps, `S` of the model and `P` of model and RTL.
#[derive(Serialize, Deserialize)]
pub enum State<S, P> {
    Model(S),
    Rtl(Vec<u8>),
    Lockstep(P),
}

/// The state of model and RTL.
#[cfg(feature = "rtl")]
type Pair<M> = <ModelAndRtl<M> as Snapshot>::State;
#[cfg(not(feature = "rtl"))]
type Pair<M> = std::marker::PhantomData<M>;

impl<M: Module> Snapshot for Stepper<M> {
    type State = State<<M::Model as Snapshot>::State, Pair<M>>;

    fn snapshot(&self) -> Self::State {
        match self {
            Stepper::Model(unit) => State::Model(unit.snapshot()),
            #[cfg(feature = "rtl")]
            Stepper::Rtl(unit) => State::Rtl(unit.snapshot()),
            #[cfg(feature = "rtl")]
            Stepper::Lockstep(unit) => State::Lockstep(unit.snapshot()),
        }
    }

    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState> {
        match (self, state) {
            (Stepper::Model(unit), State::Model(state)) => unit.restore(state),
            #[cfg(feature = "rtl")]
            (Stepper::Rtl(unit), State::Rtl(state)) => unit.restore(state),
            #[cfg(feature = "rtl")]
            (Stepper::Lockstep(unit), State::Lockstep(state)) => unit.restore(state),
            _ => Err(ForeignState { unit: M::NAME, what: "it was saved by another backend".to_string() }),
        }
    }
}
