// SPDX-License-Identifier: Apache-2.0
//! Lockstep finds faults: each test changes one operator or constant in a copy of the emitted Verilog, compiles the copy,
//! and sees where it leaves the reference model.

use std::sync::OnceLock;

use warpsmith_cosim::{Compiler, Divergence, Lockstep};
use warpsmith_units::{Module, Parameters, Stimulus, Unit};

/// Faults, each with the module, its place in a file, and the output where it first shows. One a list is always planted; the others,
/// which are compiled for minutes, by `scripts/test.sh --all`.
macro_rules! faults {
    ($name:ident: $bench:ident, $file:literal, $line:literal, $from:literal => $to:literal, $port:literal; $($more:tt)*) => {
        fault!(#[test] $name: $bench, $file, $line, $from => $to, $port);
        more_faults!($($more)*);
    };
}

macro_rules! more_faults {
    ($($name:ident: $bench:ident, $file:literal, $line:literal, $from:literal => $to:literal, $port:literal;)*) => {
        $(fault!(#[test] #[ignore = "compiled for a second or two: scripts/test.sh --all"]
            $name: $bench, $file, $line, $from => $to, $port);)*
    };
}

macro_rules! fault {
    ($(#[$attribute:meta])+ $name:ident: $bench:ident, $file:literal, $line:literal, $from:literal => $to:literal, $port:literal) => {
        $(#[$attribute])+
        fn $name() {
            let fault = Fault { file: $file, line: $line, from: $from, to: $to };
            let d = $bench(Some(fault)).expect("the fault is seen");
            assert_eq!(d.port, $port, "{d}");
        }
    };
}

/// One file a unit.
macro_rules! files {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(mod $unit;)*
    };
}
warpsmith_units::units!(files);

/// The configuration of most units.
const SMALL: &str = "small";
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

/// The first difference between the model of `T`, a module of `unit`, in a configuration and its RTL with a fault, or
/// without, under random stimulus.
fn divergence<T: Module>(unit: &str, config: &str, fault: Option<Fault>) -> Option<Divergence<T::In>> {
    let params = T::Params::named(config).unwrap();
    let emitted = warpsmith_hdl::units::emit(unit, config, &[]).unwrap();
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
    let (mut out, mut environment) = (T::Out::default(), T::Environment::new(&params, 1));
    for _ in 0..CYCLES {
        out = unit.step(&environment.next_input(&out));
    }
    unit.divergence().cloned()
}
