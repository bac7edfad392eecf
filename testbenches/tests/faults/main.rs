// SPDX-License-Identifier: Apache-2.0
//! Lockstep finds faults: each test changes one operator or constant in a copy of the emitted Verilog, compiles the copy,
//! and sees where it leaves the reference model.

mod compile;
mod equalizer;
mod frfcfs;
mod sms;

use std::path::PathBuf;

use warpsmith_cosim::{Divergence, Lockstep, Top};
use warpsmith_units::{Parameters, Ports, Unit};

const CONFIG: &str = "small";
const CYCLES: u32 = 30_000;

/// One change in one file of the Verilog.
struct Fault {
    file: &'static str,
    /// Text that marks the line.
    line: &'static str,
    from: &'static str,
    to: &'static str,
}

/// The first difference between the model of `T`, a module of `unit`, and its RTL with a fault, or without, under
/// random stimulus.
fn divergence<T: Top>(
    unit: &str,
    fault: Option<Fault>,
    mut stimulus: impl FnMut(&T::Out) -> T::In,
) -> Option<Divergence<T::In>> {
    let params = T::Params::named(CONFIG).unwrap();
    let emitted = warpsmith_hdl::units::emit(unit, CONFIG, &[]).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut sources: Vec<PathBuf> = Vec::new();
    let mut planted = 0;
    for file in emitted.verilog() {
        let mut lines: Vec<String> = file.text.lines().map(str::to_string).collect();
        if let Some(f) = fault.as_ref().filter(|f| f.file == file.name) {
            for line in lines.iter_mut().filter(|l| l.contains(f.line) && l.contains(f.from)) {
                *line = line.replacen(f.from, f.to, 1);
                planted += 1;
            }
        }
        let path = dir.path().join(&file.name);
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        sources.push(path);
    }
    assert_eq!(
        planted,
        u32::from(fault.is_some()),
        "the fault must have exactly one place in the emitted Verilog"
    );
    let ports = [T::In::specs(&params), T::Out::specs(&params)].concat();
    let rtl = compile::rtl::<T>(dir.path(), &sources, &ports);
    let mut unit = Lockstep::new(T::NAME, T::model(&params), rtl);
    let mut out = T::Out::default();
    for _ in 0..CYCLES {
        out = unit.step(&stimulus(&out));
    }
    unit.divergence().cloned()
}
