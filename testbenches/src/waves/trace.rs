// SPDX-License-Identifier: Apache-2.0
//! What a module showed in every cycle.

use warpsmith_units::{Module, Ports};

/// The ports of one cycle, between two rising edges.
pub struct Cycle {
    ports: Vec<(&'static str, usize, String)>,
}

impl Cycle {
    /// Hexadecimal, with `0x`; a bit has one digit.
    pub fn value(&self, port: &str) -> Option<&str> {
        let of = self.ports.iter().find(|(name, ..)| *name == port);
        of.map(|(_, width, value)| if *width == 1 { &value[2..] } else { &value[..] })
    }

    pub fn is_bit(&self, port: &str) -> bool {
        self.ports.iter().any(|(name, width, _)| *name == port && *width == 1)
    }
}

/// The cycles from the one on in which it was started.
#[derive(Default)]
pub struct Trace {
    /// Number of the first.
    first: Option<u64>,
    cycles: Vec<Cycle>,
}

impl Trace {
    /// Keeps what follows; the next cycle has this number.
    pub fn start(&mut self, cycle: u64) {
        self.first = Some(cycle);
    }

    /// Adds a cycle, if it was started: inputs, outputs before the rising edge that ends it, and as `step` returned them. Those that are
    /// combinational belong to this cycle, the others to the next one.
    pub fn add<T: Module>(&mut self, params: &T::Params, input: &T::In, before: &T::Out, out: &T::Out) {
        if self.first.is_none() {
            return;
        }
        let (given, before, out) = (input.values(), before.values(), out.values());
        let inputs = T::In::specs(params)
            .into_iter()
            .zip(given)
            .map(|(spec, (_, value))| (spec.name, spec.width, value));
        let outputs = T::Out::specs(params).into_iter().zip(before.into_iter().zip(out)).map(
            |(spec, (before, out))| {
                let (_, value) = if spec.comb { out } else { before };
                (spec.name, spec.width, value)
            },
        );
        let ports = inputs.chain(outputs).collect();
        self.cycles.push(Cycle { ports });
    }

    /// The cycle of this number.
    pub fn cycle(&self, number: u64) -> &Cycle {
        let first = self.first.expect("it was started");
        &self.cycles[(number - first) as usize]
    }
}
