// SPDX-License-Identifier: Apache-2.0
//! The timing diagrams of the pages in `docs/units`: each is what a run of model and RTL in lockstep has shown, as WaveDrom source, and the
//! picture that the tool `wavedrom` makes of it. With UPDATE_DOCS=1 both are written, else they are compared.

mod apogee;
mod cta_prefetch;
mod dram;
mod equalizer;
mod mascar;
mod mask;
mod medic;
mod trace;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) use trace::Trace;

/// A diagram of one module.
struct Diagram<'a> {
    /// The file's name, without its ending.
    name: &'static str,
    title: &'static str,
    /// What happened.
    trace: &'a Trace,
    /// How wide a cycle is drawn.
    scale: u32,
    /// First and last cycle of each part that is drawn; a gap is between parts.
    parts: &'a [(u64, u64)],
    /// What a cycle is called.
    label: &'a dyn Fn(u64) -> String,
    /// The ports that are drawn, inputs and outputs.
    inputs: &'a [&'static str],
    outputs: &'a [&'static str],
}

/// Values that have names: the port, the port that says when it means something, the names from 0 on.
const NAMED: &[(&str, &str, &[&str])] = &[
    ("vote", "vote_valid", &["NONE", "COMP", "MEM"]),
    ("sm_level", "", &["LOW", "NOMINAL", "HIGH"]),
    ("mem_level", "", &["LOW", "NOMINAL", "HIGH"]),
    ("cmd", "cmd_valid", &["PRE", "ACT", "RD", "WR"]),
];

impl Diagram<'_> {
    /// Compares source and picture with those in `docs/units/waves`, or writes them.
    fn check(&self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/units/waves");
        let source = self.source();
        keep(&folder.join(self.name).with_extension("json5"), &source);
        if let Some(picture) = picture(&source) {
            keep(&folder.join(self.name).with_extension("svg"), &picture);
        }
    }

    /// The WaveDrom source.
    fn source(&self) -> String {
        let group = |name: &str, ports: &[&'static str]| {
            let lanes: Vec<String> = ports.iter().map(|port| self.lane(port)).collect();
            format!("    ['{name}',\n      {}\n    ]", lanes.join(",\n      "))
        };
        format!(
            "// SPDX-License-Identifier: Apache-2.0\n\
             // Written by a run of model and RTL in lockstep (testbenches/src/waves); not by hand.\n\
             {{ signal: [\n    {},\n    {},\n{},\n{}\n  ],\n  head: {{ text: '{}' }},\n  config: {{ hscale: {} }}\n}}\n",
            self.clock(),
            self.row("cycle", false, |cycle| (self.label)(cycle)),
            group("in", self.inputs),
            group("out", self.outputs),
            self.title,
            self.scale
        )
    }

    /// A cycle begins with a rising edge.
    fn clock(&self) -> String {
        let parts =
            self.parts.iter().map(|(first, last)| format!("p{}", ".".repeat((last - first) as usize)));
        format!("{{ name: 'clock', wave: '{}' }}", parts.collect::<Vec<_>>().join("|"))
    }

    /// The lane of a port.
    fn lane(&self, port: &'static str) -> String {
        let value = |cycle: u64, port: &str| {
            let value = self.trace.cycle(cycle).value(port);
            value.unwrap_or_else(|| panic!("{}: no port {port}", self.name)).to_string()
        };
        let bit = self.trace.cycle(self.parts[0].0).is_bit(port);
        self.row(port, bit, |cycle| {
            let hex = value(cycle, port);
            let number = u64::from_str_radix(hex.trim_start_matches("0x"), 16).ok();
            match NAMED.iter().find(|(name, ..)| *name == port).zip(number).filter(|_| !bit) {
                Some(((_, valid, _), _))
                    if !valid.is_empty() && ["0", "0x0"].contains(&value(cycle, valid).as_str()) =>
                {
                    "-".to_string()
                }
                // Votes of many SMs are no single word.
                Some(((.., names), number)) => {
                    names.get(number as usize).map_or(hex, |name| name.to_string())
                }
                None => number.filter(|number| *number < 10).map_or(hex, |number| number.to_string()),
            }
        })
    }

    /// A lane of bits, or of words.
    fn row(&self, name: &str, bit: bool, value: impl Fn(u64) -> String) -> String {
        let (mut wave, mut data, mut last) = (String::new(), Vec::new(), None);
        for (n, (first, end)) in self.parts.iter().enumerate() {
            wave += if n > 0 { "|" } else { "" };
            for cycle in *first..=*end {
                let value = value(cycle);
                if last.as_ref() == Some(&value) {
                    wave.push('.');
                } else if bit {
                    wave += &value;
                } else {
                    wave.push('=');
                    data.push(format!("'{value}'"));
                }
                last = Some(value);
            }
        }
        let data = if data.is_empty() { String::new() } else { format!(", data: [{}]", data.join(", ")) };
        format!("{{ name: '{name}', wave: '{wave}'{data} }}")
    }
}

/// Compares a file with what it must be, or writes it.
fn keep(path: &PathBuf, text: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("writable");
        fs::write(path, text).expect("writable");
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    let path = path.display();
    assert!(
        there == text,
        "{path} is stale; run: UPDATE_DOCS=1 cargo test -p warpsmith-testbenches --lib waves"
    );
}

/// The picture of a source, if the tool is there.
fn picture(source: &str) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/docs/diagram.py");
    let there = Command::new("python3").args(["-c", "import wavedrom"]).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "wavedrom is not installed, and CI=true");
        println!("skipped: wavedrom is not installed (scripts/setup.sh --all)");
        return None;
    }
    let (input, output) = (Stdio::piped(), Stdio::piped());
    let mut tool =
        Command::new("python3").arg(script).stdin(input).stdout(output).spawn().expect("it starts");
    tool.stdin.take().expect("piped").write_all(source.as_bytes()).expect("it reads");
    let output = tool.wait_with_output().expect("it ends");
    assert!(output.status.success(), "wavedrom refuses:\n{source}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}
