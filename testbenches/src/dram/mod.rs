// SPDX-License-Identifier: Apache-2.0
//! What the benches of all DRAM controllers share.

mod driver;

pub use driver::{Batch, Controller, Driver};

use warpsmith_units::dram_timing::{Command, ControllerIn, ControllerOut};

use crate::coverage::{Coverage, Cycle};

/// The events of every controller.
pub const EVENTS: [&str; 6] = ["PRE", "ACT", "RD", "WR", "source not ready", "request not accepted"];

/// Notes the events of one cycle.
pub(crate) fn note<T: Controller>(cycle: &Cycle<T>, c: &mut Coverage) {
    let (channel, i, before, o) = (T::channel(cycle.params), cycle.input, cycle.before, cycle.out);
    let all = (1 << channel.n_src()) - 1;
    for (name, command) in
        [("PRE", Command::Pre), ("ACT", Command::Act), ("RD", Command::Rd), ("WR", Command::Wr)]
    {
        c.note(name, o.command().is_some_and(|issue| issue.command == command));
    }
    c.note("source not ready", o.src_ready() != all);
    c.note("request not accepted", i.request(channel).is_some_and(|r| before.src_ready() >> r.src & 1 == 0));
}
