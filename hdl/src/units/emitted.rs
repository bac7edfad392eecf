// SPDX-License-Identifier: Apache-2.0
//! What comes out of an emission: Verilog files, a file list and a FuseSoC core description.

use std::io::Write as _;
use std::path::Path;

use warpsmith_units::UnitInfo;

use super::core::Core;
use super::modules::units_of;
use super::EmitError;
use crate::emit::{comment, ModuleText, Port, Refusal, Shape, Written};

/// One file of an emission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Without folders, such as `mascar_sched.v`.
    pub name: String,
    /// Its whole content.
    pub text: String,
}

/// A top module in one configuration.
#[derive(Clone, Debug)]
pub struct Top {
    /// What `warpsmith-units` calls it: `mascar_sched`.
    pub name: &'static str,
    /// The Verilog module with parameters: `mascar_sched`.
    pub module: &'static str,
    /// The thin Verilog module of the configuration: `mascar_sched_paper`.
    pub thin: String,
    /// Those of either module, in their order, with the widths of the configuration.
    pub ports: Vec<Port>,
}

/// The files of one unit in one configuration.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// Verilog, one file a module, sub-modules before those that use them, with parameters, whose defaults are the values that
    /// they have in the configuration (first, if there are several); and a thin top module for each top module; its bench and its timing constraints; then the file list `<unit>.f` and the FuseSoC core `<unit>.core`.
    pub files: Vec<File>,
    /// The top modules and their ports.
    pub tops: Vec<Top>,
    /// Names of the modules in which a top module's registers are behind a bus, if they were asked for.
    pub wrappers: Vec<String>,
    /// The parameterised modules with the values that their parameters have in the configuration, sub-modules first.
    pub shapes: Vec<Shape>,
    /// Every parameter with its value.
    pub parameters: Vec<(&'static str, String)>,
}

impl Emitted {
    pub(crate) fn new(
        info: &UnitInfo,
        configuration: Option<&str>,
        parameters: Vec<(&'static str, String)>,
        modules: &[Written],
        thin: Vec<ModuleText>,
        tops: Vec<Top>,
        shapes: Vec<Shape>,
    ) -> Result<Emitted, EmitError> {
        let unit = info.name;
        let configuration = configuration.unwrap_or("custom");
        let mut files = vec![];
        for module in modules {
            if let Some(first) = shapes.iter().find(|s| s.module == module.name) {
                files.push(module_file(module, &first.values)?);
            }
        }
        let listed = wrapped(&parameters.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>());
        let is_top = |module: &&ModuleText| tops.iter().any(|top| top.thin == module.name);
        let wrappers = thin.iter().filter(|module| !is_top(module)).map(|module| module.name.clone());
        let wrappers: Vec<String> = wrappers.collect();
        for top in thin {
            let about = format!(
                "{}{configuration}\n{}\n// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.\n\
                 //\n// Parameters:\n{listed}",
                part_of(unit),
                wrapped(&format!("({}).", info.description.source).split(' ').map(String::from).collect::<Vec<_>>())
            );
            files.push(verilog(&top.name, &format!("// {}: {about}", top.name), &top.text));
        }
        let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
        let list = names.iter().map(|n| format!("{n}\n")).collect();
        let benches: Vec<String> = tops.iter().map(|t| t.thin.clone()).collect();
        let targets: Vec<String> = benches.iter().chain(&wrappers).cloned().collect();
        let core = Core {
            name: &format!("{unit}:{configuration}"),
            about: info.description.about,
            depend: false,
            files: &names,
            tops: &targets,
            benches: &benches,
        };
        let core = core.text();
        files.push(File { name: format!("{unit}.f"), text: list });
        files.push(File { name: format!("{unit}.core"), text: core });
        Ok(Emitted { files, tops, wrappers, shapes, parameters })
    }

    /// The files of the parameterised modules.
    pub fn modules(&self) -> impl Iterator<Item = &File> {
        let thin = self.tops.iter().map(|top| &top.thin).chain(&self.wrappers);
        let thin: Vec<String> = thin.map(|name| format!("{name}.v")).collect();
        self.verilog().filter(move |f| !thin.contains(&f.name))
    }

    /// The files of the thin top modules.
    pub fn thin(&self) -> impl Iterator<Item = &File> {
        let is_thin = |f: &&File| self.tops.iter().any(|top| f.name.strip_suffix(".v") == Some(&top.thin));
        self.files.iter().filter(is_thin)
    }

    /// The top module that `warpsmith-units` calls `name`.
    pub fn top(&self, name: &str) -> Option<&Top> {
        self.tops.iter().find(|top| top.name == name)
    }

    /// The same with other files beside the Verilog.
    pub(crate) fn with(mut self, files: Vec<File>) -> Emitted {
        self.files.extend(files);
        self
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

/// The file of a parameterised module.
fn module_file(module: &Written, defaults: &[(String, u128)]) -> Result<File, Refusal> {
    let units = units_of(&module.name)?.join(", ");
    let part = comment(0, &format!("{}: part of {units}, for all configurations", module.name));
    let head = part + "// Emitted by Warpsmith from hdl/src; make changes there.";
    Ok(verilog(&module.name, &head, &module.text(defaults)))
}

/// A Verilog file; implicit nets are errors in it, and what other files are read with it is untouched.
fn verilog(module: &str, head: &str, text: &str) -> File {
    let text = format!(
        "// SPDX-License-Identifier: Apache-2.0\n{head}\n\n`default_nettype none\n\n{text}\n\
         `default_nettype wire\n"
    );
    File { name: format!("{module}.v"), text }
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
