// SPDX-License-Identifier: Apache-2.0
//! Verilator and the C++ compiler as they are installed where the program runs.

use std::ffi::{c_void, CStr, CString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{fs, io};

use thiserror::Error;
use warpsmith_process::EndsWithUs;
use warpsmith_units::PortSpec;

use crate::{captured, flags, shim};

/// The C++ that the interface is made of.
pub(crate) const HEADERS: [(&str, &str); 5] = [
    ("dut.h", include_str!("../shim/dut.h")),
    ("rest.h", include_str!("../shim/rest.h")),
    ("state.h", include_str!("../shim/state.h")),
    ("traced.h", include_str!("../shim/traced.h")),
    ("memory_files.h", include_str!("../shim/memory_files.h")),
];

/// The parts of Verilator's runtime that a unit uses, and the one that only waveforms need.
const RUNTIME: [&str; 3] = ["verilated", "verilated_save", "verilated_threads"];
const WAVEFORMS: &str = "verilated_fst_c";

/// Name of the C interface in each library.
pub(crate) const INTERFACE: &str = "unit";

const INSTALL: &str = "install it: sudo apt-get install verilator g++ zlib1g-dev (any Verilator 5)";

/// Verilog could not be made to run.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum CompileError {
    #[error("{program} does not start: {cause}; {INSTALL}")]
    NoTool { program: String, cause: io::Error },
    #[error("{program} does not have its runtime in {}: {cause}; {INSTALL}", path.display())]
    NoRuntime { program: &'static str, path: PathBuf, cause: io::Error },
    #[error("{program} refuses {what}:\n{said}")]
    Refused { program: String, what: String, said: String },
    #[error("cannot {doing} {}: {cause}", path.display())]
    File { doing: &'static str, path: PathBuf, cause: io::Error },
    #[error("the library made of {top} cannot be loaded: {cause}")]
    Load { top: &'static str, cause: String },
}

/// Verilator and a C++ compiler.
pub(crate) struct Toolchain {
    include: PathBuf,
    /// What changes with either of them.
    pub versions: String,
}

/// A module to be compiled to a library.
pub(crate) struct Source<'a> {
    pub top: &'a str,
    pub files: &'a [PathBuf],
    pub ports: &'a [PortSpec],
    /// Whether it writes waveforms.
    pub traced: bool,
    /// Whether it has the input [`shim::FAULT`].
    pub faults: bool,
    /// More flags of Verilator.
    pub translation: &'a [&'a str],
    /// Level of optimisation of the C++.
    pub level: u32,
}

impl Toolchain {
    /// The one of this process, which asks for it once.
    ///
    /// # Errors
    /// Verilator or the C++ compiler is missing.
    pub fn get() -> Result<&'static Toolchain, CompileError> {
        static FOUND: OnceLock<Toolchain> = OnceLock::new();
        match FOUND.get() {
            Some(found) => Ok(found),
            None => Toolchain::find().map(|found| FOUND.get_or_init(|| found)),
        }
    }

    fn find() -> Result<Toolchain, CompileError> {
        let root =
            said("to say where it is", Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]))?;
        let include = Path::new(root.trim()).join("include");
        let path = include.join("verilated_config.h");
        // Packages of Python print no version, but this file has it.
        let verilator = fs::read_to_string(&path);
        let verilator =
            verilator.map_err(|cause| CompileError::NoRuntime { program: "verilator", path, cause })?;
        let compiler = said("to say its version", Command::new("g++").arg("--version"))?;
        Ok(Toolchain { versions: verilator + &compiler, include })
    }

    /// Makes the file `library` of a module, with the runtime that was compiled into `runtime`. `work` takes what comes between.
    pub fn library(
        &self,
        source: &Source,
        runtime: &Path,
        work: &Path,
        library: &Path,
    ) -> Result<(), CompileError> {
        let (model, cpp) = (work.join("model"), work.join("unit.cpp"));
        let prefix = format!("V{}", source.top);
        self.translate(source, &prefix, work, &model)?;
        let text =
            shim::translation_unit(INTERFACE, &prefix, source.ports, source.traced, source.faults, &model);
        write(&cpp, &text.map_err(failed("read", &model))?)?;
        let mut compile = self.cpp(work, source.level)?;
        compile.arg("-I").arg(&model).args(["-shared", "-Wl,-Bsymbolic"]).arg(&cpp);
        compile.args(parts(source.traced).map(|name| object(runtime, name)));
        compile.args(source.traced.then_some("-lz")).arg("-o").arg(library);
        said(&format!("the C++ of {}", source.top), &mut compile).map(drop)
    }

    /// Translates a module to C++ classes named `prefix` in the folder `model`.
    fn translate(
        &self,
        source: &Source,
        prefix: &str,
        work: &Path,
        model: &Path,
    ) -> Result<(), CompileError> {
        let mut verilator = Command::new("verilator");
        verilator.args(flags::VERILATE).args(source.translation).args(source.files);
        if source.traced {
            verilator.args(["--trace-fst", "--top-module", source.top]);
        } else {
            let more = source.faults.then_some(shim::FAULT);
            let written = captured::write(source.top, source.ports, more, work);
            let (module, file) = written.map_err(failed("write to", work))?;
            verilator.arg(file).args(["--top-module", &module]);
        }
        verilator.args(["--prefix", prefix, "-Mdir"]).arg(model);
        said(&format!("the Verilog of {}", source.top), &mut verilator).map(drop)
    }

    /// The compiler, which finds Verilator's headers and ours. `work` takes what it leaves.
    fn cpp(&self, work: &Path, level: u32) -> Result<Command, CompileError> {
        let ours = work.join("include");
        fs::create_dir_all(&ours).map_err(failed("make the folder", &ours))?;
        HEADERS.iter().try_for_each(|(name, text)| write(&ours.join(name), text))?;
        let mut command = Command::new("g++");
        command.env("TMPDIR", work);
        // Libraries of several configurations have the same names and are loaded side by side.
        command
            .args(["-std=gnu++17", "-fPIC", "-fno-gnu-unique", "-w", "-pthread"])
            .arg(format!("-O{level}"));
        command.arg("-I").arg(ours).arg("-I").arg(&self.include).arg("-I").arg(self.include.join("vltstd"));
        Ok(command)
    }

    /// Compiles Verilator's runtime into `folder`.
    pub fn compile_runtime(&self, folder: &Path, level: u32, traced: bool) -> Result<(), CompileError> {
        let work = warpsmith_process::folder().map_err(failed("make a folder in", &std::env::temp_dir()))?;
        for name in parts(traced) {
            let mut compile = self.cpp(work.path(), level)?;
            if name == WAVEFORMS {
                compile.args(["-include", "memory_files.h"]);
            }
            let source = self.include.join(name).with_extension("cpp");
            said("its runtime", compile.arg("-c").arg(source).arg("-o").arg(object(folder, name)))?;
        }
        Ok(())
    }
}

/// The parts of the runtime.
fn parts(traced: bool) -> impl Iterator<Item = &'static str> {
    RUNTIME.into_iter().chain(traced.then_some(WAVEFORMS))
}

fn object(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension("o")
}

/// What a program says that works on `what`.
fn said(what: &str, command: &mut Command) -> Result<String, CompileError> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.ends_with_us().output() {
        Err(cause) => Err(CompileError::NoTool { program, cause }),
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(CompileError::Refused { program, what: what.to_string(), said })
        }
    }
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    fs::write(path, text).map_err(failed("write", path))
}

pub(crate) fn failed(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CompileError {
    let path = path.to_path_buf();
    move |cause| CompileError::File { doing, path, cause }
}

/// A library that is loaded for good.
pub(crate) struct Library {
    handle: *mut c_void,
    top: &'static str,
}

impl Library {
    /// The library made of the module `top`.
    pub fn load(path: &Path, top: &'static str) -> Result<Library, CompileError> {
        let path = c_string(path.as_os_str().as_encoded_bytes(), top)?;
        // SAFETY: a valid C string.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        match handle.is_null() {
            true => Err(failure(top)),
            false => Ok(Library { handle, top }),
        }
    }

    /// The address of what it calls `name`.
    pub fn symbol(&self, name: &str) -> Result<*const c_void, CompileError> {
        let name = c_string(name.as_bytes(), self.top)?;
        // SAFETY: an open library and a valid C string.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        match address.is_null() {
            true => Err(failure(self.top)),
            false => Ok(address),
        }
    }
}

fn c_string(bytes: &[u8], top: &'static str) -> Result<CString, CompileError> {
    CString::new(bytes).map_err(|e| CompileError::Load { top, cause: e.to_string() })
}

/// Why the loader failed.
fn failure(top: &'static str) -> CompileError {
    // SAFETY: `dlerror` gives a C string after a failure.
    let cause = unsafe { CStr::from_ptr(libc::dlerror()).to_string_lossy().into_owned() };
    CompileError::Load { top, cause }
}
