// SPDX-License-Identifier: Apache-2.0
//! A top-level module of a unit: what the RTL, the model, the benches and the attachments have in common.

use serde::{de::DeserializeOwned, Serialize};

use crate::registers::map;
use crate::{Parameters, PortSpec, Ports, Register, Snapshot, SoftwarePort, Unit, Violation};

/// A top-level module of a unit, as a type without values.
pub trait Module: Sized + 'static {
    /// The parameters of its unit.
    type Params: Parameters;
    /// Values of its input ports in one cycle.
    type In: Ports<Params = Self::Params> + Serialize + DeserializeOwned;
    /// Values of its output ports in one cycle.
    type Out: Ports<Params = Self::Params>;
    /// The reference model.
    type Model: Unit<In = Self::In, Out = Self::Out> + Snapshot + Send + 'static;
    /// Random inputs that the module must accept.
    type Environment: Stimulus<Self>;
    /// What the module must show at its ports.
    type Checker: Monitor<Self>;

    /// Name of the module.
    const NAME: &'static str;
    /// The named configurations whose RTL is built in: those that a run has on the machines of the library unless it asks for
    /// others. RTL of all others is compiled when it is first needed.
    const BUILT_IN: &'static [&'static str] = <Self::Params as Parameters>::NAMED.split_at(1).0;
    /// Those of them that can write waveforms.
    const TRACED: &'static [&'static str] = &[];
    /// The named configurations that the benches run unless one is asked for.
    const BENCHED: &'static [&'static str] = <Self::Params as Parameters>::NAMED;

    /// Name of the Verilog module that has these parameters.
    fn verilog(_: &Self::Params) -> &'static str {
        Self::NAME
    }

    /// The reference model in its reset state. `params` must be valid.
    fn model(params: &Self::Params) -> Self::Model;

    /// All ports but `clock` and `reset`, inputs first.
    fn ports(params: &Self::Params) -> Vec<PortSpec> {
        [Self::In::specs(params), Self::Out::specs(params)].concat()
    }

    /// The ports that software sets and reads over a bus, with their addresses.
    fn software(_: &Self::Params) -> Vec<SoftwarePort> {
        vec![]
    }

    /// The registers that they are.
    fn registers(params: &Self::Params) -> Vec<Register> {
        map(&Self::software(params), &Self::ports(params))
    }

    /// The outputs in the reset state under these inputs; those that are combinational ([`crate::Combinational`]) are 0.
    fn at_reset(_: &Self::Params, _: &Self::In) -> Self::Out {
        Self::Out::default()
    }

    /// Takes back the inputs that are pulses, after a cycle.
    fn end_pulses(_: &mut Self::In) {}
}

/// Random stimulus that a module must accept.
pub trait Stimulus<M: Module> {
    /// The stimulus from reset on; a seed always gives the same.
    fn new(params: &M::Params, seed: u64) -> Self;
    /// The inputs of the next cycle, given the outputs of the previous one.
    fn next_input(&mut self, out: &M::Out) -> M::In;
}

/// Checks a module's invariants, cycle by cycle from reset on.
pub trait Monitor<M: Module> {
    /// A monitor of the module in its reset state.
    fn new(params: &M::Params) -> Self;
    /// Checks one cycle: what `step` was given and what it returned, and the reference model after it.
    ///
    /// # Errors
    /// What does not hold.
    fn check(&mut self, input: &M::In, out: &M::Out, model: &M::Model) -> Result<(), Violation>;
}
