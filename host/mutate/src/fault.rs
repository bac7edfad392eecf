// SPDX-License-Identifier: Apache-2.0
//! A planted fault, as the command of yosys that plants it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One bit of a pin of a cell that does not carry what it should.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// From 1; selects it where several are planted.
    pub number: u32,
    /// What the bit carries instead: `inv` its inverse, `const0` and `const1` a constant, `cnot0` and `cnot1` its inverse
    /// while the bit [`Fault::control`] of the pin is 0 or 1.
    pub mode: String,
    /// The Verilog module; the fault is in each of its instances.
    pub module: String,
    /// As yosys calls it: a cell that it made is named after its kind, an instance is named as in the text.
    pub cell: String,
    /// Port of the cell: `A` or `D` of one that yosys made, a port's name of an instance.
    pub pin: String,
    /// Bit of the pin, from 0.
    pub bit: u32,
    /// The bit of the pin that says when, in the modes `cnot0` and `cnot1`; `None` in others.
    pub control: Option<u32>,
    /// The signal of the text that the pin reads or drives, with its bit.
    pub signal: Option<String>,
    /// Where in the Verilog: `file:line`, the narrowest place first.
    pub places: Vec<String>,
}

impl Fault {
    /// Reads a command as `mutate -list -ctrl` writes it; the control value is the number.
    pub fn read(command: &str) -> Option<Fault> {
        let mut words = command.split_whitespace();
        if words.next() != Some("mutate") {
            return None;
        }
        let mut fault = Fault {
            number: 0,
            mode: String::new(),
            module: String::new(),
            cell: String::new(),
            pin: String::new(),
            bit: 0,
            control: None,
            signal: None,
            places: Vec::new(),
        };
        let mut wire = None;
        while let Some(option) = words.next() {
            let value = words.next()?;
            let name = || value.trim_start_matches('\\').to_string();
            match option {
                "-ctrl" => fault.number = words.nth(1)?.parse().ok()?,
                "-mode" => fault.mode = name(),
                "-module" => fault.module = name(),
                "-cell" => fault.cell = name(),
                "-port" => fault.pin = name(),
                "-portbit" => fault.bit = value.parse().ok()?,
                "-ctrlbit" => fault.control = Some(value.parse().ok()?),
                "-wire" => wire = Some(name()),
                "-wirebit" => fault.signal = wire.take().map(|wire| format!("{wire}[{value}]")),
                "-src" => fault.places.extend(place(value).filter(|place| !fault.places.contains(place))),
                _ => return None,
            }
        }
        (fault.number > 0 && !fault.pin.is_empty()).then_some(fault)
    }

    /// The command that plants this fault.
    pub(crate) fn command(&self) -> String {
        let Fault { mode, module, cell, pin, bit, .. } = self;
        let control = self.control.map_or(String::new(), |bit| format!(" -ctrlbit {bit}"));
        let escaped = |name: &str| if name.starts_with('$') { name.to_string() } else { format!("\\{name}") };
        let (module, cell, pin) = (escaped(module), escaped(cell), escaped(pin));
        format!("mutate -mode {mode} -module {module} -cell {cell} -port {pin} -portbit {bit}{control}")
    }

    /// The command that plants this fault so that it acts only while the input `fault` has its number.
    pub(crate) fn selectable(&self) -> String {
        format!("{} -ctrl fault 16 {}", self.command(), self.number)
    }

    /// Whether the pin carries no logic: the clock, with a selection in front of which flip-flops race, or the enable of a memory's
    /// read port, which is a constant and must be one (memories are read without a clock).
    pub(crate) fn outside_logic(&self) -> bool {
        self.pin == "clock"
            || self.pin.ends_with("CLK")
            || self.cell.starts_with("$memrd$") && self.pin == "EN"
    }

    /// Where it is: the first of its places, or its module by the name in the text.
    pub fn place(&self) -> &str {
        let module = warpsmith_synth::names::own(&self.module);
        self.places.first().map_or(module, String::as_str)
    }
}

/// The place and what is wrong there. Numbers that yosys gives to the cells it makes are left out: they depend on its version.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kind = self.cell.trim_start_matches('$').split('$').next().unwrap_or_default();
        write!(f, "{}, {kind}.{}[{}]", self.place(), self.pin, self.bit)?;
        if let Some(signal) = &self.signal {
            write!(f, " ({signal})")?;
        }
        match (self.mode.as_str(), self.control) {
            ("inv", _) => write!(f, " inverted"),
            ("const0", _) => write!(f, " stuck at 0"),
            ("const1", _) => write!(f, " stuck at 1"),
            ("cnot0", Some(bit)) => write!(f, " inverted if bit {bit} is 0"),
            ("cnot1", Some(bit)) => write!(f, " inverted if bit {bit} is 1"),
            (mode, _) => write!(f, " {mode}"),
        }
    }
}

/// `file.v:12.3-14.5` as `file.v:12`; nothing for what yosys made up.
fn place(source: &str) -> Option<String> {
    let (file, range) = source.rsplit_once(':')?;
    let line = range.split('.').next()?;
    (line != "0").then(|| format!("{file}:{line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "mutate -ctrl fault 16 7 -mode cnot1 -module \\eq_fm -cell $add$eq_fm.v:79$138 -port \\Q \
        -portbit 1 -ctrlbit 0 -wire \\level -wirebit 3 -src eq_fm.v:25.17-25.27 -src eq_fm.v:28.5-64.8";

    #[test]
    fn a_command_of_the_list_becomes_a_fault_that_plants_itself_alone() {
        let fault = Fault::read(LINE).unwrap();
        assert_eq!(
            (fault.number, fault.places.as_slice()),
            (7, &["eq_fm.v:25".into(), "eq_fm.v:28".into()][..])
        );
        assert_eq!(fault.to_string(), "eq_fm.v:25, add.Q[1] (level[3]) inverted if bit 0 is 1");
        assert_eq!(
            fault.command(),
            "mutate -mode cnot1 -module \\eq_fm -cell $add$eq_fm.v:79$138 -port \\Q -portbit 1 -ctrlbit 0"
        );
        assert_eq!(fault.selectable(), format!("{} -ctrl fault 16 7", fault.command()));
        assert!(!fault.outside_logic());
        assert!(Fault::read(&LINE.replace("port \\Q", "port \\CLK")).unwrap().outside_logic());
        let nowhere =
            LINE.split(" -src").next().unwrap().replace("\\eq_fm", "$paramod$0123456789abcdef\\eq_fm");
        assert_eq!(Fault::read(&nowhere).unwrap().place(), "eq_fm");
        let enable = LINE.replace("$add$", "$memrd$").replace("port \\Q", "port \\EN");
        assert!(Fault::read(&enable).unwrap().outside_logic());
    }

    #[test]
    fn what_is_no_such_command_is_no_fault() {
        for text in ["", "opt_clean", "mutate -mode inv", "mutate -ctrl fault 16 x -port \\A"] {
            assert_eq!(Fault::read(text), None, "{text}");
        }
    }
}
