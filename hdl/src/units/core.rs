// SPDX-License-Identifier: Apache-2.0
//! FuseSoC core descriptions (CAPI2).

/// What a core description says.
pub(super) struct Core<'a> {
    /// Behind `warpsmith:`.
    pub name: &'a str,
    pub about: &'a str,
    /// It uses modules of `warpsmith:common`.
    pub depend: bool,
    pub files: &'a [&'a str],
    /// Top modules: each has a target for lint and one for synthesis.
    pub tops: &'a [String],
    /// Those of them that have a bench, `<top>_tb`: each has a target that runs it.
    pub benches: &'a [String],
}

/// What targets of a kind have in common.
const LINT: &str = "filesets: [rtl], flow: lint, flow_options: {tool: verilator, verilator_options: [-Wall]}";
const SYNTH: &str = "filesets: [rtl], flow: generic, flow_options: {tool: yosys, arch: ice40}";
const SIM: &str = "flow: sim, flow_options: {tool: icarus, iverilog_options: [-g2012]}";

impl Core<'_> {
    pub fn text(&self) -> String {
        let Core { name, about, .. } = self;
        let name = if name.contains(':') { name.to_string() } else { format!("{name}:{name}") };
        let files: String = self.files.iter().map(|f| format!("      - {f}\n")).collect();
        let depend = if self.depend { "    depend: [\"warpsmith:common:common\"]\n" } else { "" };
        let benches = self.benches.iter().map(|top| {
            format!("  {top}_tb:\n    files: [{top}_tb.sv]\n    file_type: systemVerilogSource\n")
        });
        let benches: String = benches.collect();
        let runs = self
            .benches
            .iter()
            .map(|top| format!("  sim_{top}: {{filesets: [rtl, {top}_tb], {SIM}, toplevel: {top}_tb}}\n"));
        let runs: String = runs.collect();
        let runs =
            if runs.is_empty() { runs } else { format!("  # The self-checking bench, in Icarus.\n{runs}") };
        format!(
            "CAPI=2:\n\
             # SPDX-License-Identifier: Apache-2.0\n\
             # One target: fusesoc --cores-root generated run --target lint_TOP NAME, and likewise sim_TOP, synth_TOP.\n\
             name: \"warpsmith:{name}:{}\"\n\
             description: \"{about}\"\n\
             filesets:\n  rtl:\n    files:\n{files}    file_type: verilogSource-2005\n{depend}{benches}\
             targets:\n  default: {{filesets: [rtl]}}\n{runs}{}{}",
            env!("CARGO_PKG_VERSION"),
            self.kind("lint", "Verilator's lint.", LINT),
            self.kind("synth", "Yosys, to the cells of an iCE40.", SYNTH),
        )
    }

    /// A target for each top module.
    fn kind(&self, kind: &str, about: &str, common: &str) -> String {
        let target = |(n, top): (usize, &String)| match n {
            0 => format!("  {kind}_{top}: &{kind} {{{common}, toplevel: {top}}}\n"),
            _ => format!("  {kind}_{top}: {{<<: *{kind}, toplevel: {top}}}\n"),
        };
        let targets: String = self.tops.iter().enumerate().map(target).collect();
        if targets.is_empty() {
            targets
        } else {
            format!("  # {about}\n{targets}")
        }
    }
}
