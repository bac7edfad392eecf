// SPDX-License-Identifier: Apache-2.0
//! Mascar as RTL: `mascar_sat` in the L1, `mascar_sched` in the issue stage, `mascar_rexq` beside the LSU.

mod owner;
mod picker;
mod rexq;
mod sat;
mod sched;
mod shapes;
mod status;

pub use owner::Owner;
pub use picker::Picker;
pub use rexq::Rexq;
pub use sat::Sat;
pub use sched::Sched;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use status::Status;
