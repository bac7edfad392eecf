// SPDX-License-Identifier: Apache-2.0
//! What comes out of an emission: Verilog files, a file list and a FuseSoC core description.

use std::io::Write as _;
use std::path::Path;

use warpsmith_units::UnitInfo;

use crate::emit::{ModuleText, Port};

/// One file of an emission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// A top module.
#[derive(Clone, Debug)]
pub struct Top {
    pub name: &'static str,
    pub ports: Vec<Port>,
}

/// The files of one unit in one configuration.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// Verilog, one file a module, sub-modules before those that use them; then the file list `<unit>.f` and the
    /// FuseSoC core `<unit>.core`.
    pub files: Vec<File>,
    /// The top modules and their ports.
    pub tops: Vec<Top>,
    /// Every parameter with its value.
    pub parameters: Vec<(&'static str, String)>,
}

impl Emitted {
    pub(crate) fn new(
        info: &UnitInfo,
        configuration: Option<&str>,
        parameters: Vec<(&'static str, String)>,
        modules: Vec<ModuleText>,
        tops: Vec<Top>,
    ) -> Emitted {
        let unit = info.name;
        let configuration = configuration.unwrap_or("custom");
        let listed = wrapped(&parameters.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>());
        let header = |module: &str| {
            format!(
                "// SPDX-License-Identifier: Apache-2.0\n\
                 // {module}: {}{configuration}\n\
                 // ({}).\n\
                 // Emitted by Warpsmith from hdl/src/units/{unit}; make changes there.\n\
                 //\n\
                 // Parameters:\n{listed}\n\n",
                part_of(unit),
                info.description.source
            )
        };
        let mut files: Vec<File> = modules
            .into_iter()
            .map(|m| File { name: format!("{}.v", m.name), text: format!("{}{}", header(&m.name), m.text) })
            .collect();
        let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
        let list = names.iter().map(|n| format!("{n}\n")).collect();
        let core = core(info, configuration, &names, &tops);
        files.push(File { name: format!("{unit}.f"), text: list });
        files.push(File { name: format!("{unit}.core"), text: core });
        Emitted { files, tops, parameters }
    }

    /// Names of the Verilog files, sub-modules first.
    pub fn verilog(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|f| f.name.ends_with(".v"))
    }

    /// The Verilog of all files as one text.
    pub fn text(&self) -> String {
        self.verilog().map(|file| file.text.as_str()).collect()
    }

    /// The same modules with `text` in place of their Verilog; it is the text of the first file, and the others are empty.
    pub fn with_text(&self, text: &str) -> Emitted {
        let mut other = self.clone();
        let files = other.files.iter_mut().filter(|f| f.name.ends_with(".v"));
        for (n, file) in files.enumerate() {
            file.text = if n == 0 { text.to_string() } else { String::new() };
        }
        other
    }

    /// Writes the files into a folder, which is made if need be. Each file appears complete or not at all.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write_to(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for file in &self.files {
            let temporary = folder.join(format!(".{}.new", file.name));
            std::fs::File::create(&temporary)?.write_all(file.text.as_bytes())?;
            std::fs::rename(&temporary, folder.join(&file.name))?;
        }
        Ok(())
    }
}

/// What stands before the name of the configuration in the head of an emitted module.
fn part_of(unit: &str) -> String {
    format!("part of {unit}, configuration ")
}

/// The configuration of `unit` that emitted Verilog says it is, if it says one: `custom` if it has no name.
pub fn configuration_of<'a>(verilog: &'a str, unit: &str) -> Option<&'a str> {
    let comments = verilog.lines().filter_map(|line| line.strip_prefix("//"));
    let mut named: Vec<&str> =
        comments.filter_map(|line| Some(line.split_once(&part_of(unit))?.1.trim())).collect();
    named.dedup();
    <[&str; 1]>::try_from(named).ok().map(|[one]| one)
}

/// Words in comment lines of moderate length.
fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::from("//  ")];
    for word in words {
        if lines.last().is_some_and(|l| l.len() + word.len() > 98) {
            lines.push(String::from("//  "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// The FuseSoC core description (CAPI2).
fn core(info: &UnitInfo, configuration: &str, files: &[&str], tops: &[Top]) -> String {
    let unit = info.name;
    let version = env!("CARGO_PKG_VERSION");
    let list: String = files.iter().map(|f| format!("      - {f}\n")).collect();
    let targets: String =
        tops.iter().map(|t| format!("  {0}:\n    filesets: [rtl]\n    toplevel: {0}\n", t.name)).collect();
    format!(
        "CAPI=2:\n\
         # SPDX-License-Identifier: Apache-2.0\n\
         name: warpsmith:{unit}:{configuration}:{version}\n\
         description: {}\n\
         filesets:\n  rtl:\n    files:\n{list}    file_type: verilogSource-2005\n\
         targets:\n  default:\n    filesets: [rtl]\n{targets}",
        info.description.about
    )
}
