// SPDX-License-Identifier: Apache-2.0
//! What switches in the measured netlists while the unit's random bench runs on them.

use anyhow::{ensure, Context, Result};
use std::cell::RefCell;
use std::collections::BTreeMap;
use warpsmith_synth::{Design, Flow, Gates, Measured};
use warpsmith_testbenches::bench_watched;

/// Ports by name, with their values in hexadecimal.
type Values<'a> = &'a [(&'static str, String)];

/// Seed of the run.
const SEED: u64 = 1;

/// Whether this build can.
pub fn check() -> Result<()> {
    Ok(())
}

/// Runs `cycles` cycles of each unit's random bench and the netlists on the same inputs, whose outputs must be those of the
/// bench, and notes in the figures what toggled.
pub fn note(flow: &Flow, designs: &[Design], measured: &mut [Measured], cycles: u64) -> Result<()> {
    let mut first = 0;
    // The top modules of a configuration are neighbours.
    for tops in designs.chunk_by(|a, b| (&a.unit, &a.config) == (&b.unit, &b.config)) {
        let measured = &mut measured[first..first + tops.len()];
        first += tops.len();
        let mut gates: BTreeMap<&str, Gates> = BTreeMap::new();
        for (design, measured) in tops.iter().zip(measured.iter()) {
            let mut netlist = measured.gates(flow, design)?;
            reset(&mut netlist).map_err(anyhow::Error::msg)?;
            gates.insert(&design.top, netlist);
        }
        let (gates, wrong) = (RefCell::new(gates), RefCell::new(None));
        let watch = |top: &'static str, inputs: Values, outputs: Values| {
            let (mut gates, mut wrong) = (gates.borrow_mut(), wrong.borrow_mut());
            if let (None, Some(netlist)) = (wrong.as_ref(), gates.get_mut(top)) {
                *wrong = cycle(netlist, inputs, outputs).err().map(|what| (top, what));
            }
        };
        let (unit, config) = (&tops[0].unit, &tops[0].config);
        bench_watched(unit, config, cycles, SEED, &watch)
            .with_context(|| format!("--activity runs the bench of {unit}"))?;
        if let Some((top, what)) = wrong.into_inner() {
            anyhow::bail!("the netlist of {unit}/{config} {top} differs from the bench: {what}");
        }
        let gates = gates.into_inner();
        for (design, measured) in tops.iter().zip(measured) {
            let toggles = gates[design.top.as_str()].toggles();
            ensure!(toggles.cycles == cycles, "{} has no bench", design.name());
            measured.note(flow, toggles);
        }
    }
    Ok(())
}

/// Two cycles of reset with all inputs at 0, as the benches begin.
fn reset(netlist: &mut Gates) -> Result<(), String> {
    netlist.set("reset", std::iter::once(true))?;
    for _ in 0..2 {
        netlist.settle();
        netlist.clock();
    }
    netlist.set("reset", std::iter::once(false))?;
    netlist.settle();
    netlist.begin();
    Ok(())
}

/// One cycle: counts what toggled, and compares the outputs after the edge with those of the bench.
fn cycle(netlist: &mut Gates, inputs: Values, outputs: Values) -> Result<(), String> {
    for (port, value) in inputs {
        netlist.set(port, bits(value))?;
    }
    netlist.settle();
    netlist.count();
    netlist.clock();
    netlist.settle();
    for (port, value) in outputs {
        if !netlist.get(port)?.zip(bits(value).chain(std::iter::repeat(false))).all(|(a, b)| a == b) {
            return Err(format!("`{port}` is not {value} in cycle {}", netlist.toggles().cycles - 1));
        }
    }
    Ok(())
}

/// The bits of a hexadecimal number, lowest first.
fn bits(hex: &str) -> impl Iterator<Item = bool> + '_ {
    let digits = hex.trim_start_matches("0x").chars().rev();
    digits.flat_map(|digit| {
        let digit = digit.to_digit(16).unwrap_or(0);
        (0..4).map(move |bit| digit >> bit & 1 == 1)
    })
}
