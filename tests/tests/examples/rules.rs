// SPDX-License-Identifier: Apache-2.0
//! How a command line is run smaller than it stands in a text. Every rule is used, which a test checks.

use super::lines::Line;

/// What becomes of a command line.
pub enum Rule {
    Run(String),
    /// Its options are read and no more.
    Read,
}

/// Words of a command, and the words that stand for them: sizes of programs, cycles and counts. A program is followed by the
/// sizes that its manifest calls small.
const SMALLER: &[(&str, &str)] = &[
    ("-- ./kmeans 230400 16 40", "-- ./kmeans 7680 16 2"),
    ("-- ./kmeans 23040 16 4", "-- ./kmeans 7680 16 2"),
    ("-- ./spmv", "-- ./spmv 1920 16"),
    ("-- ./stream", "-- ./stream 131072"),
    ("-- ./program", "-- ./program 1920 16"),
    ("++ ./kmeans", "++ ./kmeans 7680 16 2"),
    ("-- kmeans.cu", "-- kmeans.cu 7680 16 2"),
    ("--cycles 200000", "--cycles 2000"),
    ("--checkpoint-every 5000000", "--checkpoint-every 2000"),
    ("--cycles 5000000", "--cycles 5000"),
    ("--cycles 100000", "--cycles 2000"),
    ("--activity 10000", "--activity 200"),
];

/// Whole command lines (without what follows two blanks) and what is run for them.
const INSTEAD: &[(&str, &str)] = &[
    // All invariants take minutes; those of one number do the same.
    ("warpsmith prove equalizer", "warpsmith prove equalizer --invariant 2"),
    (
        "warpsmith prove all --markdown",
        "warpsmith prove all --invariant 2 --config tiny --engine 'bounded 1' --markdown",
    ),
    (
        "warpsmith prove frfcfs --config tiny --verilog my_frfcfs.v",
        "warpsmith prove frfcfs --invariant 10 --config tiny --verilog my_frfcfs.v",
    ),
    (
        "warpsmith prove equalizer --invariant 3 --config small --seconds 600",
        "warpsmith prove equalizer --invariant 3 --config small --engine 'bounded 2'",
    ),
    (
        "warpsmith prove equalizer --invariant 4 --engine \"bounded 200\"",
        "warpsmith prove equalizer --invariant 4 --engine \"bounded 5\"",
    ),
    (
        "warpsmith prove equalizer --equality --checkers circuits",
        "warpsmith prove equalizer --equality --config tiny --checkers circuits",
    ),
    // A configuration and some cycles instead of all.
    ("warpsmith bench-unit equalizer", "warpsmith bench-unit equalizer --config tiny --cycles 5000"),
    (
        "warpsmith bench-unit equalizer --seed 7",
        "warpsmith bench-unit equalizer --config tiny --cycles 5000 --seed 7",
    ),
    (
        "warpsmith bench-unit frfcfs --config tiny --verilog my_frfcfs.v",
        "warpsmith bench-unit frfcfs --config tiny --cycles 5000 --verilog my_frfcfs.v",
    ),
    (
        "warpsmith bench-unit frfcfs --config small --cycles 100000 --netlist osu018",
        "warpsmith bench-unit equalizer --config tiny --cycles 2000 --netlist osu018",
    ),
    (
        "warpsmith bench-unit equalizer --config small --cycles 100000 --netlist osu018",
        "warpsmith bench-unit equalizer --config tiny --cycles 2000 --netlist osu018",
    ),
    // A sweep that is there.
    ("warpsmith sweep status sizes.toml", "warpsmith sweep sizes.toml && warpsmith sweep status sizes.toml"),
    (
        "warpsmith sweep table sizes.toml --csv sizes.csv",
        "warpsmith sweep sizes.toml && warpsmith sweep table sizes.toml --csv sizes.csv",
    ),
    // The smallest configuration instead of the paper's or of all.
    ("warpsmith synth equalizer", "warpsmith synth equalizer --config tiny"),
    (
        "warpsmith synth equalizer --config all --json now.json --svg blocks.svg",
        "warpsmith synth equalizer --config tiny --json now.json --svg blocks.svg",
    ),
    (
        "warpsmith synth equalizer --config all --against before.json",
        "warpsmith synth equalizer --config tiny --against before.json",
    ),
    (
        "warpsmith synth equalizer --module eq_fm --library sky130.lib --clock 2.5",
        "warpsmith synth equalizer --config tiny --module eq_fm --library sky130.lib --clock 2.5",
    ),
    (
        "warpsmith synth equalizer --library path/to/sky130.lib --clock 2.5",
        "warpsmith synth equalizer --config tiny --library path/to/sky130.lib --clock 2.5",
    ),
    (
        "warpsmith synth equalizer --config all --markdown page.md",
        "warpsmith synth equalizer --config tiny --markdown page.md",
    ),
    ("warpsmith synth equalizer --fpga ice40", "warpsmith synth equalizer --config tiny --fpga ice40"),
    (
        "warpsmith synth frfcfs --fpga ecp5 --no-route",
        "warpsmith synth equalizer --config tiny --fpga ice40 --no-route",
    ),
    (
        "warpsmith synth mosaic --module mosaic_l1_tlb --fpga ecp5 --no-sweep",
        "warpsmith synth equalizer --config tiny --fpga ice40 --no-sweep",
    ),
    (
        "warpsmith synth equalizer --html synthesis.html",
        "warpsmith synth equalizer --config tiny --html synthesis.html",
    ),
    (
        "warpsmith synth sms frfcfs --config paper --config collapse --relative-to frfcfs/paper",
        "warpsmith synth frfcfs --config tiny --config tiny_collapse --relative-to frfcfs/tiny",
    ),
    (
        "warpsmith synth sms frfcfs --config small --activity 10000 --relative-to frfcfs/small",
        "warpsmith synth frfcfs --config tiny --activity 200 --relative-to frfcfs/tiny",
    ),
    ("warpsmith bench-machine", "warpsmith bench-machine --only latency"),
];

/// Command lines that are only read: what they do takes an hour or more, or is about what the reader of the page adds. Tests
/// of their own run parts of it: `synth.rs`, `mutate.rs`, and those of the claims beside the code.
const READ: &[&str] = &[
    "warpsmith synth all --config all --markdown synthesis.md",
    "warpsmith synth sms frfcfs --config all --sweep sweep.svg",
    "warpsmith mutate",
    // `results.rs` looks at its pages in a browser.
    "warpsmith report",
    // `sweep.rs` has the engines, and the table with areas.
    "warpsmith sweep sizes.toml --engine",
    "warpsmith sweep table sizes.toml --pareto",
    // Other tests use what is kept.
    "warpsmith cache clear",
    "warpsmith claims",
    "warpsmith run --with shaper",
    "warpsmith run --with highest",
    "warpsmith bench-unit shaper",
];

/// The line without its comment.
fn bare(text: &str) -> &str {
    text.split("  ").next().unwrap_or(text).trim()
}

/// What becomes of a line.
pub fn of(text: &str) -> Rule {
    let text = bare(text);
    if READ.iter().any(|start| text.starts_with(start)) {
        return Rule::Read;
    }
    if let Some((_, instead)) = INSTEAD.iter().find(|(line, _)| *line == text) {
        return Rule::Run(instead.to_string());
    }
    let smaller = |text: String, (long, short): &(&str, &str)| text.replace(long, short);
    Rule::Run(SMALLER.iter().fold(text.to_string(), smaller))
}

/// Every rule is for some line.
pub fn all_are_used(lines: &[Line]) {
    let any = |what: &str, used: &dyn Fn(&str) -> bool| {
        assert!(lines.iter().any(|line| used(bare(&line.text))), "no line needs the rule for `{what}`");
    };
    SMALLER.iter().for_each(|(long, _)| any(long, &|line| line.contains(long)));
    INSTEAD.iter().for_each(|(whole, _)| any(whole, &|line| line == *whole));
    READ.iter().for_each(|start| any(start, &|line| line.starts_with(start)));
}
