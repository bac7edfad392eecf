// SPDX-License-Identifier: Apache-2.0
//! Runs a module with the inputs of a test vector.

use std::time::Instant;

use warpsmith_units::TestVector;

use crate::bench::Bench;
use crate::coverage::Covered;
use crate::plan::Plan;
use crate::report::{BenchError, RunReport};

/// Runs `vector`, which must be one of `T`.
pub fn replay<T: Covered>(plan: &Plan<T::Params>, vector: &TestVector) -> Result<RunReport, BenchError> {
    let inputs = vector.inputs::<T::In>(plan.params)?;
    let mut bench = Bench::<T>::start(plan)?;
    let start = Instant::now();
    let mut cycles = 0;
    for (step, input) in inputs.iter().enumerate() {
        match input {
            None => bench.reset(),
            Some(input) => {
                bench.cycle(input).map_err(|cause| BenchError::Replay { step, cause: Box::new(cause) })?;
                cycles += 1;
            }
        }
    }
    bench.end(cycles, start)
}
