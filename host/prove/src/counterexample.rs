// SPDX-License-Identifier: Apache-2.0
//! Counterexamples as the values of the unit's inputs in each cycle.

use std::collections::BTreeMap;

use warpsmith_units::Step;

/// A run that begins with the cycle of the reset and ends in the cycle in which an assertion fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The inputs, a cycle each.
    pub steps: Vec<Step>,
}

impl Trace {
    /// From the map that yosys writes beside an AIGER file and the witness that ABC writes.
    ///
    /// # Errors
    /// What does not fit.
    pub fn read(map: &str, witness: &str) -> Result<Trace, String> {
        let mut inputs: Vec<(usize, usize, &str)> = Vec::new();
        for line in map.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["input", index, bit, name] = words[..] {
                let number = |text: &str| text.parse().map_err(|_| format!("map line `{line}`"));
                inputs.push((number(index)?, number(bit)?, name));
            }
        }
        // The clock has no value in a cycle.
        inputs.retain(|(_, _, name)| *name != "clock");
        // The first line is the state at the start, all zero; then a line a cycle.
        let frames = witness.lines().skip(1).map(|line| line.trim_end_matches("# DONE").trim());
        let frames = frames.take_while(|line| !line.is_empty() && !line.starts_with('#'));
        let steps = frames.map(|frame| step(&inputs, frame.as_bytes()));
        Ok(Trace { steps: steps.collect::<Result<_, _>>()? })
    }
}

fn step(inputs: &[(usize, usize, &str)], frame: &[u8]) -> Result<Step, String> {
    let mut values: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for (index, bit, name) in inputs {
        let value = frame.get(*index).ok_or_else(|| format!("a cycle of the witness lacks input {index}"))?;
        let bits = values.entry(name).or_default();
        bits.resize(bits.len().max(bit + 1), false);
        bits[*bit] = *value == b'1';
    }
    Ok(values.into_iter().map(|(name, bits)| (name.to_string(), hexadecimal(&bits))).collect())
}

/// The bits, least significant first, as a number with `0x`.
fn hexadecimal(bits: &[bool]) -> String {
    let digit = |nibble: &[bool]| nibble.iter().rev().fold(0, |n, b| n << 1 | u32::from(*b));
    let digits = bits.chunks(4).rev().map(|n| char::from_digit(digit(n), 16).unwrap_or('0'));
    let digits: String = digits.collect();
    let number = digits.trim_start_matches('0');
    format!("0x{}", if number.is_empty() { "0" } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str =
        "input 5 0 clock\ninput 0 0 wide\ninput 1 1 wide\ninput 2 4 wide\ninput 3 0 reset\nlatch 4 0 dut.x\n";

    #[test]
    fn a_witness_becomes_the_inputs_of_each_cycle() {
        let trace = Trace::read(MAP, "0000\n0001\n1110# DONE\n").unwrap();
        let values: Vec<_> = trace.steps.iter().map(|s| (s["wide"].as_str(), s["reset"].as_str())).collect();
        assert_eq!(values, [("0x0", "0x1"), ("0x13", "0x0")]);
    }

    #[test]
    fn a_short_cycle_is_an_error() {
        assert!(Trace::read(MAP, "0\n00\n").unwrap_err().contains("lacks input 2"));
    }
}
