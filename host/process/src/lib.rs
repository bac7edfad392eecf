// SPDX-License-Identifier: Apache-2.0
//! What ends with this process, whatever ends it: the processes that it has started, those that they have started, and its
//! temporary files.
//!
//! A signal that asks for the end (SIGINT, SIGTERM, SIGHUP) may come to this process alone or, from a terminal, to all of its
//! group. Children stay in that group, so that they may read from the terminal and stop and go on with us; what is to be ended
//! is found by descent instead.
//!
//! Beside that, [`read`] is for input files, of which nobody knows whether they end.

mod child;
mod descendants;
mod input;
mod lock;
mod signals;
mod temporary;

pub use child::{CpuLimit, EndsWithUs};
pub use descendants::{end_child, end_descendants};
pub use input::{read, read_text, read_text_up_to, MAX_TEXT};
pub use lock::Lock;
pub use signals::{alarm, asked_to_end, end_gently, exit, wait_if_ending, watch};
pub use temporary::{folder, Folder, Temporary};
