// SPDX-License-Identifier: Apache-2.0
//! Equalizer as RTL: `eq_sm`, one per SM, and `eq_fm`, one per chip.

mod accumulator;
mod ballot;
mod block_target;
mod codes;
mod cta_control;
mod decision;
mod epoch;
mod eq_fm;
mod eq_sm;
mod regulator;
mod sampler;
mod shapes;

pub use accumulator::Accumulator;
pub use ballot::Ballot;
pub use block_target::BlockTarget;
pub use cta_control::CtaControl;
pub use decision::Decision;
pub use epoch::Epoch;
pub use eq_fm::EqFm;
pub use eq_sm::EqSm;
pub use regulator::Regulator;
pub use sampler::Sampler;
pub(crate) use shapes::{tops, wanted, LARGE};
