// SPDX-License-Identifier: Apache-2.0
//! The ILP units as RTL.

mod bpred;
mod bypass;
mod commit;
mod dispatch;
mod sb_bank;
mod sb_data;
mod sb_lane;
mod sb_ram;
mod scoreboard;
mod shapes;
mod sm_room;

pub use bpred::Bpred;
pub use bypass::Bypass;
pub use commit::Commit;
pub use dispatch::Dispatch;
pub use sb_bank::SbBank;
pub use sb_data::SbData;
pub use sb_lane::SbLane;
pub use sb_ram::SbRam;
pub use scoreboard::Scoreboard;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use sm_room::SmRoom;
