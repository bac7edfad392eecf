// SPDX-License-Identifier: Apache-2.0
//! MeDiC as RTL: `medic_profiler` in the SM, `medic_route` and `medic_repl` in the L2, `medic_memsched` in the memory controller.

mod arrivals;
mod classify;
mod insertion;
mod memsched;
mod oldest;
mod patience;
mod percent;
mod profiler;
mod queue;
mod repl;
mod route;
mod samples;
mod shapes;
mod tuner;
mod victim;

pub use memsched::Memsched;
pub use profiler::Profiler;
pub use repl::Repl;
pub use route::Route;
pub(crate) use shapes::{tops, wanted, LARGE};
