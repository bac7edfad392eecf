// SPDX-License-Identifier: Apache-2.0
//! What a bench must know of a module beside its ports.

use warpsmith_cosim::Top;

/// Checks a module's invariants, cycle by cycle from reset on.
pub trait Monitor<T: Top>: Sized {
    fn new(params: &T::Params) -> Self;

    /// Checks one cycle: what `step` was given and what it returned, and the reference model after it.
    fn check(&mut self, input: &T::In, out: &T::Out, model: &T::Model) -> Result<(), String>;

    /// The outputs in the reset state under these inputs; those that are combinational (`Combinational`) are 0.
    fn at_reset(_: &T::Params, _: &T::In) -> T::Out {
        T::Out::default()
    }

    /// Takes back the inputs that are pulses, after a cycle.
    fn end_pulses(_: &mut T::In) {}
}
