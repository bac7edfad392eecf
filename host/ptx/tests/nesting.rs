// SPDX-License-Identifier: Apache-2.0
//! Text that nests without end needs no more stack than other text.

mod common;

use common::wrap;
use warpsmith_ptx::Module;

/// Parses on a thread with a small stack; gives the error of the module or of its first kernel.
fn error(text: String) -> String {
    let parse = move || match Module::parse(&text, "t") {
        Ok(module) => module.kernels()[0].error.as_ref().map(ToString::to_string).unwrap_or_default(),
        Err(error) => error.to_string(),
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(parse).unwrap().join().unwrap()
}

#[test]
fn operands_in_operands_and_initialisers_in_initialisers_are_refused() {
    let many = 200_000;
    let texture = format!("tex.1d.v4.f32.s32 {{%f1, %f2, %f3, %f4}}, {};", "[t, ".repeat(many));
    assert!(error(wrap(&texture)).contains("expected an operand"));
    let array = format!(".global .u32 a{} = {};\n", "[1]".repeat(many), "{".repeat(many));
    assert!(error(array + &wrap("")).contains("dimensions"));
}

#[test]
fn chains_of_calls_of_any_length_are_followed() {
    let functions = 20_000;
    let declared = format!(".func f{functions} () {{ ret; }}\n");
    let function = |n: usize| format!(".func f{n} () {{ call f{}, (); ret; }}\n", n + 1);
    let chain = |last: &str| {
        let chain = (0..functions).rev().map(function).collect::<String>();
        format!(".version 6.0\n.target sm_70\n.address_size 64\n{last}{chain}.entry k() {{ call f0, (); ret; }}\n")
    };
    assert_eq!(error(chain(&declared)), "");
    // The last calls the first: recursion.
    let back = format!(".func f0 ();\n.func f{functions} () {{ call f0, (); ret; }}\n");
    assert_eq!(error(chain(&back)), "");
}
