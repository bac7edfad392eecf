// SPDX-License-Identifier: Apache-2.0
//! APOGEE, the adaptive prefetcher of fixed-offset and thread-invariant addresses (Sethia 2015, chapter V). One module per SM.

mod environment;
mod generator;
mod invariants;
mod learning;
mod model;
pub mod params;
mod ports;
mod table;
mod walker;

pub use environment::Environment;
pub use generator::{Job, Running};
pub use invariants::Checker;
pub use learning::{lesson, Lesson, Load, Sample, Trained, FILLED, SENT};
pub use model::{Model, Outcome, Stage, State, Waiting};
pub use ports::{Addresses, In, Out};
pub use table::{least, Entry, Firing, Kind, Table, Trigger, Warps};

use crate::{Description, Module, SoftwarePort};
use params::Params;

/// What the library says about APOGEE.
pub const DESCRIPTION: Description = Description {
    about:
        "prefetcher that learns from the threads of one warp, so that few warps hide the latency of memory",
    source: "Sethia, dissertation, University of Michigan (2015), chapter V",
    place: "at the LSU and the L1D, once per SM",
    blocks: &[],
};

/// The module `apogee`.
pub struct Apogee;

impl Module for Apogee {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "apogee";
    /// Without those that differ from another in their sizes alone.
    const BENCHED: &'static [&'static str] =
        &["paper", "e16", "no_div", "literal", "no_foa", "no_tia", "variant", "single", "tiny"];

    fn software(_: &Params) -> Vec<SoftwarePort> {
        vec![
            SoftwarePort::count("stat_trained", 0x00),
            SoftwarePort::count("stat_trusted", 0x04),
            SoftwarePort::count("stat_mismatch", 0x08),
            SoftwarePort::count("stat_alloc", 0x0c),
            SoftwarePort::count("stat_evict", 0x10),
            SoftwarePort::count("stat_dist_inc", 0x14),
            SoftwarePort::count("stat_dist_dec", 0x18),
            SoftwarePort::count("stat_trig_fire", 0x1c),
            SoftwarePort::count("stat_trig_move", 0x20),
            SoftwarePort::count("stat_drop", 0x24),
        ]
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(_: &Params, _: &In) -> Out {
        Out { ld_rdy: true, ..Out::default() }
    }

    fn end_pulses(i: &mut In) {
        i.flush = false;
        i.ld_v = false;
        i.res_v = false;
        i.fill_v = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Monitor, Parameters, Snapshot, Stimulus, Unit};

    /// Runs the model under its stimulus, with the invariants checked; half-way another goes on from its state.
    #[test]
    fn the_model_keeps_its_invariants() {
        const CYCLES: u64 = 30_000;
        for name in Params::NAMED {
            let p = Params::named(name).unwrap();
            let (mut model, mut stimulus, mut checker) =
                (Model::new(&p), Environment::new(&p, 7), Checker::new(&p));
            let mut out = Apogee::at_reset(&p, &In::default());
            for cycle in 0..CYCLES {
                if cycle == CYCLES / 2 {
                    let mut other = Model::new(&p);
                    other.restore(model.snapshot()).unwrap();
                    model = other;
                }
                let input = stimulus.next_input(&out);
                out = model.step(&input);
                checker.check(&input, &out, &model).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
        }
    }
}
