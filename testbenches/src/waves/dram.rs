// SPDX-License-Identifier: Apache-2.0
//! Timing of the DRAM schedulers: two reads of one row of a bank that is closed.

use warpsmith_units::sms::params::Params;

use super::Diagram;
use crate::dram::{Controller, Driver};
use crate::sms::without_bypass;
use crate::{frfcfs, BenchError};

/// Bank and row that both are of.
const BANK: u8 = 1;
const ROW: u32 = 5;

/// Runs and draws it; `outputs` are those of this scheduler beside its commands.
fn reads<T: Controller>(
    mut d: Driver<T>,
    src: u8,
    name: &'static str,
    title: &'static str,
    inputs: &[&'static str],
    outputs: &[&'static str],
) -> Result<(), BenchError> {
    d.h.trace.start(d.h.now());
    d.step()?;
    d.read(src, BANK, ROW)?;
    d.read(src, BANK, ROW)?;
    d.idle(32)?;
    let act = d.commands[0].0;
    let rd = d.commands[1].0;
    let last = d.commands[2].0 + 14;
    let diagram = Diagram {
        name,
        title,
        trace: &d.h.trace,
        scale: 1,
        parts: &[(0, act + 2), (rd - 1, rd + 5), (rd + 13, last + 1)],
        label: &|cycle| cycle.to_string(),
        inputs,
        outputs,
    };
    diagram.check();
    Ok(())
}

#[test]
fn sms() -> Result<(), BenchError> {
    let inputs = ["req_valid", "req_src", "req_id", "req_bank", "req_row", "cpl_valid", "cpl_src"];
    let outputs =
        ["src_ready", "cmd_valid", "cmd", "cmd_bank", "cmd_row", "cmd_id", "stat_pick", "stat_batch_len"];
    let d = without_bypass(&Params::SMALL, 0, 0)?;
    reads(d, 2, "sms-reads", "sms, configuration small, thresholds 0: two reads of a row", &inputs, &outputs)
}

#[test]
fn frfcfs() -> Result<(), BenchError> {
    let params = warpsmith_units::frfcfs::params::Params::SMALL;
    let d = frfcfs::Driver::new(&params, Default::default())?;
    let inputs = ["req_valid", "req_src", "req_id", "req_bank", "req_row"];
    let outputs = ["src_ready", "cmd_valid", "cmd", "cmd_bank", "cmd_row", "cmd_id"];
    reads(d, 2, "frfcfs-reads", "frfcfs, configuration small: two reads of a row", &inputs, &outputs)
}
