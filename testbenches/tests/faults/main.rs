// SPDX-License-Identifier: Apache-2.0
//! Lockstep finds faults: each test changes one operator or constant in a copy of the emitted Verilog, compiles the copy,
//! and sees where it leaves the reference model.

mod equalizer;
mod frfcfs;
mod mascar;
mod sms;

use std::sync::OnceLock;

use warpsmith_cosim::{Compiler, Divergence, Lockstep, Top};
use warpsmith_units::{Parameters, Unit};

const CONFIG: &str = "small";
const CYCLES: u32 = 30_000;

static COMPILER: OnceLock<Compiler> = OnceLock::new();

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
    let mut verilog = String::new();
    let mut planted = 0;
    for file in emitted.verilog() {
        let mut lines: Vec<String> = file.text.lines().map(str::to_string).collect();
        if let Some(f) = fault.as_ref().filter(|f| f.file == file.name) {
            for line in lines.iter_mut().filter(|l| l.contains(f.line) && l.contains(f.from)) {
                *line = line.replacen(f.from, f.to, 1);
                planted += 1;
            }
        }
        verilog += &(lines.join("\n") + "\n");
    }
    assert_eq!(
        planted,
        u32::from(fault.is_some()),
        "the fault must have exactly one place in the emitted Verilog"
    );
    let compiler = COMPILER.get_or_init(|| Compiler::new().unwrap());
    let rtl = compiler.rtl::<T>(&params, &verilog).unwrap();
    let mut unit = Lockstep::new(T::NAME, T::model(&params), rtl);
    let mut out = T::Out::default();
    for _ in 0..CYCLES {
        out = unit.step(&stimulus(&out));
    }
    unit.divergence().cloned()
}
