// SPDX-License-Identifier: Apache-2.0
//! What a core can execute.

use serde::{Deserialize, Serialize};

use super::benchmark::Benchmark;
use super::trace::Trace;

/// What a core executes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Workload {
    /// The proxy of a benchmark.
    Proxy(Benchmark),
    /// A recorded list of misses, over and over.
    Trace(Trace),
}

impl Workload {
    /// The benchmark, or the file name of the trace.
    pub fn name(&self) -> &str {
        match self {
            Workload::Proxy(benchmark) => &benchmark.name,
            Workload::Trace(trace) => trace.name(),
        }
    }
}
