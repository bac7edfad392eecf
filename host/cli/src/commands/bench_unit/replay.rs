// SPDX-License-Identifier: Apache-2.0
//! `warpsmith bench-unit --replay`: the inputs of a test vector.

use super::{refusal, Args};
use crate::failure::unknown;
use anyhow::{Context, Result};
use std::cell::RefCell;
use std::path::Path;
use warpsmith_testbenches::{BenchReport, Netlists};
use warpsmith_units::{is_reset, Step, TestVector};

/// Values of ports by name.
type Values = Vec<(&'static str, String)>;

/// Runs the vector in `file` and prints what happens in each step.
pub fn replay(args: &Args, file: &Path) -> Result<()> {
    let text = warpsmith_process::read_text(file);
    let text = text.with_context(|| format!("cannot read the test vector {}", file.display()))?;
    let mut vector: TestVector = serde_json::from_str(&text)
        .with_context(|| format!("{} is no test vector, such as `prove` writes", file.display()))?;
    if warpsmith_units::find(&vector.unit).is_none() {
        return Err(unknown("unit with a bench", &vector.unit, &warpsmith_units::names()))
            .with_context(|| format!("{}", file.display()));
    }
    vector.steps.resize(vector.steps.len() + args.idle as usize, Step::new());
    let seen: RefCell<Vec<(Values, Values)>> = RefCell::default();
    let watch = |_, inputs: &[_], outputs: &[_]| seen.borrow_mut().push((inputs.to_vec(), outputs.to_vec()));
    let run = |netlists: Option<&Netlists>| {
        let report = warpsmith_testbenches::replay(&vector, args.wave.as_deref(), netlists, &watch);
        report.map_err(refusal).with_context(|| format!("{}", file.display()))
    };
    let what = args.substitute.what();
    let done = match &what {
        Some(_) => args.substitute.with(&vector.unit, &vector.configuration, |netlists| run(Some(netlists))),
        None => run(None),
    };
    if !args.json {
        let TestVector { module, configuration, about, .. } = &vector;
        println!("{}: {about}; {module}, configuration {configuration}", file.display());
        print!("{}", story(&vector, &seen.borrow()));
    }
    let report: BenchReport = done?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
        return Ok(());
    }
    let what = what.unwrap_or("RTL".to_string());
    println!("{what} and reference model agree in every step, and the invariants hold.");
    for wave in report.runs.iter().filter_map(|run| run.wave.as_ref()) {
        println!("waveform: {}", wave.display());
    }
    Ok(())
}

/// A line for each step in which something changes: the inputs and the outputs that do.
fn story(vector: &TestVector, seen: &[(Values, Values)]) -> String {
    let mut text = String::new();
    let mut seen = seen.iter();
    let (mut inputs, mut outputs): (&[_], &[_]) = (&[], &[]);
    for (n, step) in vector.steps.iter().enumerate() {
        if is_reset(step) {
            text += &format!("step {n}: reset\n");
            (inputs, outputs) = (&[], &[]);
            continue;
        }
        let Some((i, o)) = seen.next() else { break };
        let (input, output) = (changes(inputs, i), changes(outputs, o));
        if !input.is_empty() || !output.is_empty() {
            text += &format!("step {n}:{input} |{output}\n");
        }
        (inputs, outputs) = (i, o);
    }
    text
}

/// What differs from the values before, which were 0 if there are none.
fn changes(before: &[(&str, String)], now: &[(&str, String)]) -> String {
    let old = |n: usize| before.get(n).map_or("0x0", |(_, value)| value);
    let new = now.iter().enumerate().filter(|(n, (_, value))| value != old(*n));
    new.map(|(_, (name, value))| format!(" {name}={value}")).collect()
}
