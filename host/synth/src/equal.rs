// SPDX-License-Identifier: Apache-2.0
//! Proof that the mapped netlist does what the RTL does, for all inputs and for ever, from reset on.

use std::fmt::Write;
use std::fs;

use serde::{Deserialize, Serialize};

use crate::cache::Entry;
use crate::error::Error;
use crate::flow::{unexpected, Design, Flow, PortSide};
use crate::liberty::cell_models;
use crate::tools::{write, Program};

const SCRIPT: &str = include_str!("../../../scripts/synth/equal.ys");
const PROOF: &str = include_str!("../../../scripts/synth/equal.abc");

/// Time that the last resort of the proof gets, s.
const SECONDS: u32 = 600;

/// What is known about netlist and RTL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Equality {
    /// The outputs are equal in every cycle, whatever the inputs are.
    Proved,
    /// Neither proved nor refuted in the time that was given.
    Undecided,
}

impl Flow {
    /// Proves that the netlist of [`Flow::flat`] equals the RTL.
    ///
    /// # Errors
    /// [`Error::Differs`]; and as [`Flow::flat`].
    pub fn equal(&self, design: &Design, flat: &Entry) -> Result<Equality, Error> {
        let abc = Program::abc("proves that the netlist equals the RTL")?;
        let path = flat.netlist();
        let netlist = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
        let files = [
            ("design.v", design.verilog.clone()),
            ("models.v", cell_models(&self.library)),
            ("netlist.v", netlist),
            ("equal.v", side_by_side(design)),
            ("equal.ys", SCRIPT.replace("@TOP@", &design.module)),
            ("equal.abc", PROOF.replace("@SECONDS@", &SECONDS.to_string())),
        ];
        let mut inputs: Vec<String> = files.iter().map(|(_, text)| text.clone()).collect();
        inputs.push(self.yosys.version.clone());
        let made = self.cache.get_or_make("equal", &design.name(), &inputs, |folder| {
            files.iter().try_for_each(|(name, text)| write(folder, name, text))?;
            self.done(self.yosys.run(folder, "equal.ys")?, "setting netlist and RTL side by side", design)?;
            let log = self.done(abc.run(folder, "equal", 0, &["-f", "equal.abc"])?, "the proof", design)?;
            verdict(&log).map_err(unexpected("abc", design))
        });
        match made?.0 {
            Verdict::Equal => Ok(Equality::Proved),
            Verdict::Undecided => Ok(Equality::Undecided),
            Verdict::Differs(cycle) => Err(Error::Differs { design: design.name(), cycle }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Verdict {
    Equal,
    Undecided,
    /// In this cycle after reset.
    Differs(u64),
}

/// Reads what `print_status` says: 1 proved, 0 refuted, -1 neither.
fn verdict(log: &str) -> Result<Verdict, String> {
    let line = log.lines().rfind(|l| l.contains("Status =")).ok_or("no `Status =` in its log")?;
    let number = |label: &str| {
        let rest = line.split_once(label)?.1.trim_start();
        let rest = rest.trim_start_matches('=').trim_start();
        rest.split(|c: char| !(c.is_ascii_digit() || c == '-')).next()?.parse::<i64>().ok()
    };
    match number("Status") {
        Some(1) => Ok(Verdict::Equal),
        Some(0) => Ok(Verdict::Differs(number("Frame =").unwrap_or(0).max(0) as u64)),
        Some(-1) => Ok(Verdict::Undecided),
        _ => Err(format!("`{line}` is no status")),
    }
}

/// RTL and netlist on the same inputs, reset in the first cycle; `differs` while any output does, after that.
fn side_by_side(design: &Design) -> String {
    let side = |side| design.ports.iter().filter(move |p| p.side == side);
    let bits = |s| side(s).map(|p| p.width).sum::<usize>().max(1);
    let (inputs, outputs) = (bits(PortSide::In), bits(PortSide::Out));
    let mut text = format!(
        "module equal (input wire clock, input wire [{0}:0] inputs, output wire differs);\n    \
         reg started = 1'b0;\n    wire [{1}:0] of_rtl;\n    wire [{1}:0] of_netlist;\n    \
         always @(posedge clock) started <= 1'b1;\n    assign differs = started & (of_rtl != of_netlist);\n",
        inputs - 1,
        outputs - 1
    );
    for module in ["rtl", "netlist"] {
        let mut connections = vec![".clock(clock)".to_string()];
        let (mut input, mut output) = (0, 0);
        for port in &design.ports {
            let (bus, low) = match port.side {
                PortSide::In => ("inputs".to_string(), &mut input),
                PortSide::Out => (format!("of_{module}"), &mut output),
            };
            let wire = format!("{bus}[{}:{low}]", *low + port.width - 1);
            let wire = if port.name == "reset" { format!("{wire} | ~started") } else { wire };
            connections.push(format!(".{}({wire})", port.name));
            *low += port.width;
        }
        let _ = writeln!(
            text,
            "    {module} {module}_side (\n        {}\n    );",
            connections.join(",\n        ")
        );
    }
    text + "endmodule\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Port;

    #[test]
    fn the_verdict_is_that_of_the_last_status() {
        let proved = "Property proved.  Time =     0.01 sec\nStatus = 1  Frames = 1   Cex is not defined.\n";
        assert_eq!(verdict(proved), Ok(Verdict::Equal));
        let refuted = "Status = 0  Frames = 0   CEX: Po =   0  Frame =   1  FF = 49  PI = 15\n";
        assert_eq!(verdict(refuted), Ok(Verdict::Differs(1)));
        assert_eq!(verdict("Status = -1  Frames = 7   Cex is not defined.\n"), Ok(Verdict::Undecided));
        assert!(verdict("Cannot open input file").is_err());
    }

    #[test]
    fn both_sides_see_the_same_inputs_and_a_reset_in_the_first_cycle() {
        let port = |name: &str, width, side| Port { name: name.to_string(), width, side };
        let design = Design {
            unit: "u".to_string(),
            config: "c".to_string(),
            top: "t".to_string(),
            module: "t".to_string(),
            verilog: String::new(),
            ports: vec![
                port("reset", 1, PortSide::In),
                port("a", 3, PortSide::In),
                port("q", 2, PortSide::Out),
            ],
        };
        let text = side_by_side(&design);
        assert_eq!(text.matches(".reset(inputs[0:0] | ~started)").count(), 2, "{text}");
        assert_eq!(text.matches(".a(inputs[3:1])").count(), 2, "{text}");
        assert!(text.contains(".q(of_rtl[1:0])") && text.contains(".q(of_netlist[1:0])"), "{text}");
    }
}
