// SPDX-License-Identifier: Apache-2.0
//! A mapped netlist as gates that can be run cycle by cycle, to count how often each net toggles.

use std::collections::BTreeMap;

use crate::liberty::{Cell, CellKind, Function, Library};
use crate::wiring::{Instance, Wiring, ONE, ZERO};

/// One output of a cell: output bit `i` of the table where input `k` is bit `k` of `i`.
#[derive(Clone, Debug)]
struct Gate {
    table: u64,
    inputs: Vec<u32>,
    output: u32,
}

/// A flip-flop: its next state as a gate whose output is not a net of its own, and its outputs, the state or its inverse.
#[derive(Debug)]
struct Register {
    next: Gate,
    outputs: Vec<(u32, bool)>,
}

/// A netlist of one module with one clock. Delays are zero: a net toggles at most once a cycle.
#[derive(Debug)]
pub struct Gates {
    /// Bits of each port, lowest first, as nets.
    ports: BTreeMap<String, Vec<u32>>,
    /// In an order in which inputs come before outputs.
    gates: Vec<Gate>,
    registers: Vec<Register>,
    values: Vec<bool>,
    /// Values of the last cycle that was counted.
    counted: Vec<bool>,
    toggles: Vec<u64>,
    /// What each net drives, fF.
    loads: Vec<f64>,
    cycles: u64,
}

/// What toggled, of all that was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toggles {
    /// Cycles that were counted.
    pub cycles: u64,
    /// Changes of a net, without those of the clock.
    pub toggles: u64,
    /// Capacitance of what was charged or discharged, clock included, fF.
    pub switched_ff: f64,
}

impl Gates {
    /// The gates of the module `top`; `json` is what yosys's `write_json` says. The clock is the port `clock`.
    ///
    /// # Errors
    /// A cell that the library does not have, a net that nothing drives, a loop without a flip-flop, another clock.
    pub fn read(json: &str, top: &str, library: &Library) -> Result<Gates, String> {
        let wiring = Wiring::read(json, top)?;
        let nets = wiring.nets();
        let mut gates = Gates {
            ports: wiring.ports.iter().map(|(name, port)| (name.clone(), port.nets())).collect(),
            gates: Vec::new(),
            registers: Vec::new(),
            values: (0..nets).map(|net| net == ONE as usize).collect(),
            counted: vec![false; nets],
            toggles: vec![0; nets],
            loads: vec![0.0; nets],
            cycles: 0,
        };
        let clock = gates.bits("clock")?[0];
        for (name, cell) in &wiring.cells {
            let known = library.cells.get(&cell.kind);
            let known = known.ok_or_else(|| format!("the library has no cell {}", cell.kind))?;
            gates.add(name, cell, known, clock)?;
        }
        let mut known = vec![ZERO, ONE];
        for port in wiring.ports.values() {
            match port.direction.as_str() {
                "input" => known.extend(port.nets()),
                _ => port.nets().iter().for_each(|net| gates.loads[*net as usize] += library.output_load()),
            }
        }
        gates.sort(known)?;
        gates.begin();
        Ok(gates)
    }

    fn add(&mut self, name: &str, cell: &Instance, known: &Cell, clock: u32) -> Result<(), String> {
        let net = |pin: &str| cell.pin(pin);
        for pin in known.pins.iter().filter(|p| p.function.is_none()) {
            if let Some(net) = net(&pin.name) {
                self.loads[net as usize] += pin.capacitance;
            }
        }
        let outputs = known.pins.iter().filter_map(|p| Some((net(&p.name)?, p.function.as_ref()?)));
        match &known.kind {
            CellKind::Combinational => {
                for (output, function) in outputs {
                    self.gates.push(gate(name, cell, function, output)?);
                }
            }
            CellKind::FlipFlop(ff) => {
                if ff.clock.pins().iter().any(|pin| net(pin) != Some(clock)) {
                    return Err(format!("{name} has another clock than the port `clock`"));
                }
                let inverted = |function: &Function| match function {
                    Function::Pin(state) => Ok(*state == ff.state.1),
                    _ => Err(format!("an output of {} is not its state", cell.kind)),
                };
                let outputs = outputs.map(|(net, function)| Ok((net, inverted(function)?)));
                let outputs = outputs.collect::<Result<_, String>>()?;
                self.registers.push(Register { next: gate(name, cell, &ff.next, ZERO)?, outputs });
            }
        }
        Ok(())
    }

    /// Puts the gates in order, given the nets whose values come from elsewhere.
    fn sort(&mut self, mut known: Vec<u32>) -> Result<(), String> {
        known.extend(self.registers.iter().flat_map(|r| r.outputs.iter().map(|(net, _)| *net)));
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); self.values.len()];
        let mut waits: Vec<usize> = Vec::new();
        for (i, gate) in self.gates.iter().enumerate() {
            gate.inputs.iter().for_each(|net| readers[*net as usize].push(i as u32));
            waits.push(gate.inputs.len());
        }
        let mut order: Vec<u32> = (0..waits.len() as u32).filter(|i| waits[*i as usize] == 0).collect();
        known.extend(order.iter().map(|i| self.gates[*i as usize].output));
        while let Some(net) = known.pop() {
            for i in std::mem::take(&mut readers[net as usize]) {
                waits[i as usize] -= 1;
                if waits[i as usize] == 0 {
                    order.push(i);
                    known.push(self.gates[i as usize].output);
                }
            }
        }
        if order.len() < self.gates.len() {
            return Err("a net has no driver, or gates form a loop".to_string());
        }
        self.gates = order.iter().map(|i| self.gates[*i as usize].clone()).collect();
        Ok(())
    }

    /// Gives an input port the value of these bits, lowest first; those that are not given are 0.
    ///
    /// # Errors
    /// There is no such port.
    pub fn set(&mut self, port: &str, bits: impl Iterator<Item = bool>) -> Result<(), String> {
        let nets = self.bits(port)?.to_vec();
        for (net, value) in nets.into_iter().zip(bits.chain(std::iter::repeat(false))) {
            self.values[net as usize] = value;
        }
        Ok(())
    }

    /// The bits of a port, lowest first.
    ///
    /// # Errors
    /// There is no such port.
    pub fn get(&self, port: &str) -> Result<impl Iterator<Item = bool> + '_, String> {
        Ok(self.bits(port)?.iter().map(|net| self.values[*net as usize]))
    }

    fn bits(&self, port: &str) -> Result<&[u32], String> {
        self.ports.get(port).map(Vec::as_slice).ok_or_else(|| format!("the netlist has no port `{port}`"))
    }

    /// Lets the gates settle with the inputs and the state that there are.
    pub fn settle(&mut self) {
        for gate in &self.gates {
            self.values[gate.output as usize] = gate.value(&self.values);
        }
    }

    /// Counts the nets that differ from the cycle that was counted last.
    pub fn count(&mut self) {
        for ((toggles, old), new) in self.toggles.iter_mut().zip(&mut self.counted).zip(&self.values) {
            *toggles += u64::from(*old != *new);
            *old = *new;
        }
        self.cycles += 1;
    }

    /// A rising edge of the clock: the flip-flops take their next state.
    pub fn clock(&mut self) {
        let next: Vec<bool> = self.registers.iter().map(|r| r.next.value(&self.values)).collect();
        for (register, state) in self.registers.iter().zip(next) {
            for (net, inverted) in &register.outputs {
                self.values[*net as usize] = state != *inverted;
            }
        }
    }

    /// Forgets what was counted; the values stay.
    pub fn begin(&mut self) {
        self.toggles.fill(0);
        self.counted.clone_from(&self.values);
        self.cycles = 0;
    }

    /// What was counted.
    pub fn toggles(&self) -> Toggles {
        let switched = self.toggles.iter().zip(&self.loads).map(|(n, load)| *n as f64 * load);
        // The clock rises and falls once a cycle; it is no value here.
        let clock = self.ports.get("clock").map_or(0.0, |nets| self.loads[nets[0] as usize]);
        Toggles {
            cycles: self.cycles,
            toggles: self.toggles.iter().sum(),
            switched_ff: switched.sum::<f64>() + 2.0 * self.cycles as f64 * clock,
        }
    }
}

impl Gate {
    fn value(&self, values: &[bool]) -> bool {
        let bit = |(k, net): (usize, &u32)| usize::from(values[*net as usize]) << k;
        self.table >> self.inputs.iter().enumerate().map(bit).sum::<usize>() & 1 == 1
    }
}

/// A function of the cell `name`, which drives `output`.
fn gate(name: &str, cell: &Instance, function: &Function, output: u32) -> Result<Gate, String> {
    let table = function.table();
    let table = table.ok_or_else(|| format!("a function of {} has more than six inputs", cell.kind))?;
    let table = table.iter().enumerate().fold(0, |bits, (i, value)| bits | u64::from(*value) << i);
    let net = |pin: &&str| cell.pin(pin).ok_or_else(|| format!("pin {pin} of {name} is not connected"));
    Ok(Gate { table, inputs: function.pins().iter().map(net).collect::<Result<_, _>>()?, output })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NAND of the register and `on` is the register's next state; `q` shows `on` and the register.
    const JSON: &str = r#"{ "modules": { "toggle": {
        "ports": {
            "clock": { "direction": "input", "bits": [ 2 ] },
            "on": { "direction": "input", "bits": [ 3 ] },
            "q": { "direction": "output", "bits": [ 4, 3 ] }
        },
        "cells": {
            "gate": { "type": "ND2", "connections": { "A": [ 4 ], "B": [ 3 ], "Y": [ 5 ] } },
            "state": { "type": "DFF", "connections": { "CK": [ 2 ], "D": [ 5 ], "Q": [ 4 ] } }
        }
    } } }"#;

    fn gates(json: &str) -> Result<Gates, String> {
        Gates::read(json, "toggle", &Library::read(include_str!("../tests/tiny.lib")).unwrap())
    }

    #[test]
    fn gates_and_registers_do_what_their_cells_say_and_their_toggles_are_weighed_by_what_they_drive() {
        let mut gates = gates(JSON).unwrap();
        gates.set("on", [true].into_iter()).unwrap();
        gates.settle();
        gates.begin();
        let mut seen = Vec::new();
        for cycle in 0..4 {
            gates.set("on", [cycle < 3].into_iter()).unwrap();
            gates.settle();
            gates.count();
            gates.clock();
            seen.push(gates.get("q").unwrap().collect::<Vec<_>>());
        }
        assert_eq!(seen, [[true, true], [false, true], [true, true], [true, false]]);
        // The register and the gate each change after the first two edges, and in the last cycle `on` does; so the gate
        // stays as it is.
        let counted = gates.toggles();
        assert_eq!((counted.cycles, counted.toggles), (4, 3 + 2 + 1));
        let (pin, clock, load) = (2.0, 3.0, 4.0 * 1.5);
        let expected = 3.0 * (pin + load) + 2.0 * pin + 1.0 * (pin + load) + 8.0 * clock;
        assert!((counted.switched_ff - expected).abs() < 1e-9, "{counted:?} {expected}");
    }

    #[test]
    fn what_cannot_be_run_is_refused() {
        for (from, to, why) in [
            ("\"A\": [ 4 ]", "\"A\": [ 5 ]", "loop"),
            ("\"B\": [ 3 ]", "\"B\": [ 9 ]", "no driver"),
            ("\"B\": [ 3 ], ", "", "pin B of gate"),
            ("\"CK\": [ 2 ]", "\"CK\": [ 3 ]", "another clock"),
            ("ND2", "ND3", "no cell ND3"),
            ("toggle", "other", "no module toggle"),
        ] {
            let changed = JSON.replacen(from, to, 1);
            assert!(changed != JSON, "{from}");
            let e = gates(&changed).unwrap_err();
            assert!(e.contains(why), "{why}: {e}");
        }
    }
}
