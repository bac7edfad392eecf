// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetching as RTL: `cta_pf_engine` behind the coalescer, `cta_sched` in the issue stage.

mod compare;
mod dist;
mod engine;
mod generator;
mod issue;
mod lead;
mod pending;
mod percta;
mod predicts;
mod recency;
mod removal;
mod sched;
mod shapes;
mod slots;
mod warps;
mod way;

pub use engine::Engine;
pub use sched::Sched;
pub(crate) use shapes::{tops, wanted, LARGE};
