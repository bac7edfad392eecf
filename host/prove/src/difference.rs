// SPDX-License-Identifier: Apache-2.0
//! Whether a change to a module can be seen at its outputs.

use std::fmt::Write as _;

use warpsmith_hdl::emit::PortKind;
use warpsmith_hdl::units::Emitted;
use warpsmith_synth::tools;
use warpsmith_units::Step;

use crate::design::{Design, STARTED};
use crate::engine::{Engine, Found, Limits};
use crate::error::Error;
use crate::proof::Prover;
use crate::script;

/// A module of a unit, not a primitive, with an input beside its ports that changes what it does.
pub struct Variant<'a> {
    /// With the text of the variant.
    pub emitted: &'a Emitted,
    /// Its name: of a top module as in `warpsmith-units`, else in Verilog.
    pub module: &'static str,
    /// The input; at 0 the module does what the emitted one does.
    pub select: &'a str,
    /// Value of the input `select` that makes the variant.
    pub value: u32,
}

/// How a variant differs from the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// From reset on the outputs are the same in every cycle, whatever the inputs are.
    None,
    /// These inputs show it.
    Shown(Vec<Step>),
    /// No engine came to an end.
    Unknown,
}

impl Prover {
    /// Searches for a difference: first by bounded model checking, then by property-directed reachability.
    ///
    /// # Errors
    /// A tool fails.
    pub fn difference(&self, variant: &Variant, limits: Limits) -> Result<Difference, Error> {
        let folder = script::folder()?;
        let folder = folder.path();
        let Variant { emitted, module, .. } = *variant;
        let yosys = &self.engines.yosys;
        let design = Design::make(yosys, folder, emitted, module)?;
        tools::write(folder, "checker.v", "")?;
        tools::write(folder, "proof.v", &side_by_side(variant, &design))?;
        script::prepare(yosys, folder, "", "", module)?;
        for engine in [Engine::Bounded(limits.depth), Engine::Pdr] {
            match self.engines.run(engine, module, folder, limits)? {
                Found::Proved => return Ok(Difference::None),
                Found::Refuted(trace) => return Ok(Difference::Shown(trace.steps)),
                Found::Bounded(_) | Found::NotInductive | Found::Nothing => {}
            }
        }
        Ok(Difference::Unknown)
    }
}

/// The module and the variant on the same inputs after a reset, with the claim that their outputs are the same.
fn side_by_side(variant: &Variant, design: &Design) -> String {
    let ports = design.ports.iter().filter(|p| p.name != variant.select);
    let (outputs, inputs): (Vec<_>, Vec<_>) = ports.partition(|p| p.kind == PortKind::Out);
    let declared: Vec<String> =
        inputs.iter().map(|p| format!("    input wire [{}:0] {}", p.width - 1, p.name)).collect();
    let mut text = format!("module proof (\n{}\n);\n", declared.join(",\n"));
    for (instance, value) in [("same", 0), ("other", variant.value)] {
        let mut pins: Vec<String> = inputs.iter().map(|p| format!(".{0}({0})", p.name)).collect();
        for port in &outputs {
            let _ = writeln!(text, "    wire [{}:0] {instance}_{};", port.width - 1, port.name);
            pins.push(format!(".{0}({instance}_{0})", port.name));
        }
        pins.push(format!(".{}({value})", variant.select));
        let _ = writeln!(text, "    {} {instance} ({});", design.module, pins.join(", "));
    }
    let all = |instance: &str| {
        let names: Vec<String> = outputs.iter().map(|p| format!("{instance}_{}", p.name)).collect();
        format!("{{{}}}", names.join(", "))
    };
    text + &format!(
        "{STARTED}    always @* if (!proof_started) assume (reset); else assert ({} == {});\nendmodule\n",
        all("same"),
        all("other")
    )
}
