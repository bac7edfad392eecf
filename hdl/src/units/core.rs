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
    /// Top modules, each a target.
    pub tops: &'a [String],
}

impl Core<'_> {
    pub fn text(&self) -> String {
        let Core { name, about, .. } = self;
        let name = if name.contains(':') { name.to_string() } else { format!("{name}:{name}") };
        let files: String = self.files.iter().map(|f| format!("      - {f}\n")).collect();
        let depend = if self.depend { "    depend: [\"warpsmith:common:common\"]\n" } else { "" };
        let target = |top: &String| format!("  {top}:\n    filesets: [rtl]\n    toplevel: {top}\n");
        let targets: String = self.tops.iter().map(target).collect();
        format!(
            "CAPI=2:\n\
             # SPDX-License-Identifier: Apache-2.0\n\
             name: \"warpsmith:{name}:{}\"\n\
             description: \"{about}\"\n\
             filesets:\n  rtl:\n    files:\n{files}    file_type: verilogSource-2005\n{depend}\
             targets:\n  default:\n    filesets: [rtl]\n{targets}",
            env!("CARGO_PKG_VERSION")
        )
    }
}
