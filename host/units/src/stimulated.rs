// SPDX-License-Identifier: Apache-2.0
//! Reference models under their stimulus.

use crate::{Module, Monitor, Parameters, Snapshot, Stimulus, Unit};

/// Runs the model of `M` in every named configuration, with the invariants checked; half-way another goes on from its state.
pub fn keeps_its_invariants<M: Module>(cycles: u64) {
    for name in M::Params::NAMED {
        let p = M::Params::named(name).unwrap();
        let (mut model, mut stimulus, mut checker) =
            (M::model(&p), M::Environment::new(&p, 7), M::Checker::new(&p));
        let mut out = M::at_reset(&p, &M::In::default());
        for cycle in 0..cycles {
            if cycle == cycles / 2 {
                let mut other = M::model(&p);
                other.restore(model.snapshot()).unwrap();
                model = other;
            }
            let input = stimulus.next_input(&out);
            out = model.step(&input);
            checker.check(&input, &out, &model).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}
