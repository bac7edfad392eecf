// SPDX-License-Identifier: Apache-2.0
//! The Verilog files that a module is made of, and a number that says whether two modules are the same. Used by the build script
//! too.

use sha2::{Digest, Sha256};

/// A file with the module that it is named after.
#[derive(Clone)]
pub struct VerilogFile {
    /// Name of the module.
    pub module: String,
    pub text: String,
    /// The text without the lines that are comments: the header names the configuration.
    code: String,
}

impl VerilogFile {
    pub fn new(module: &str, text: &str) -> VerilogFile {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.flat_map(|line| [line, "\n"]).collect();
        VerilogFile { module: module.to_string(), text: text.to_string(), code }
    }

    /// Whether it has this module inside it.
    fn has(&self, module: &str) -> bool {
        self.code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == module)
    }
}

/// A module with all that it is made of.
pub struct Verilog {
    /// The Verilog module; it need not be called as the library calls it.
    pub top: String,
    /// A file stands after those of the modules that it has.
    pub sources: Vec<VerilogFile>,
}

impl Verilog {
    /// The module `top` of a unit in a configuration: the name of one, and what is changed of it.
    ///
    /// # Errors
    /// There is no Verilog of it, and why.
    pub fn of(unit: &str, top: &str, configuration: &str) -> Result<Verilog, String> {
        let emitted = warpsmith_hdl::units::emit(unit, configuration, &[]).map_err(|e| e.to_string())?;
        let module = emitted.top(top).map(|top| top.module.to_string());
        let top = module.ok_or_else(|| format!("{unit} has no module {top} in this configuration"))?;
        let files: Vec<VerilogFile> = emitted
            .modules()
            .map(|file| VerilogFile::new(file.name.trim_end_matches(".v"), &file.text))
            .collect();
        let mut sources: Vec<VerilogFile> = Vec::new();
        for file in files.iter().rev() {
            if file.module == top || sources.iter().any(|user| user.has(&file.module)) {
                sources.push(file.clone());
            }
        }
        sources.reverse();
        Ok(Verilog { top, sources })
    }

    /// The same for the same code, whatever its configuration is called.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new_with_prefix(&self.top);
        for source in &self.sources {
            hash.update(&source.code);
        }
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes every file into a folder, under the names that are returned, in their order.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write_to(&self, folder: &std::path::Path) -> std::io::Result<Vec<std::path::PathBuf>> {
        let write = |source: &VerilogFile| {
            let path = folder.join(format!("{}.v", source.module));
            std::fs::write(&path, &source.text).map(|()| path)
        };
        self.sources.iter().map(write).collect()
    }
}
