// SPDX-License-Identifier: Apache-2.0
//! Verilates and compiles Verilog while the program runs, and loads it: netlists, and RTL with planted faults.

use std::ffi::{c_void, CStr, CString};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use thiserror::Error;
use warpsmith_process::{EndsWithUs, Folder};
use warpsmith_units::Module;

use crate::{shim, Rtl, Shim};

/// The C++ that the interface is made of.
const HEADERS: [(&str, &str); 2] =
    [("dut.h", include_str!("../shim/dut.h")), ("state.h", include_str!("../shim/state.h"))];

/// The parts of Verilator's runtime that a unit without waveforms uses.
const RUNTIME: [&str; 3] = ["verilated", "verilated_save", "verilated_threads"];

/// Name of the C interface in each library.
const INTERFACE: &str = "unit";

/// Verilog could not be made to run.
#[derive(Debug, Error)]
pub enum CompileError {
    #[error(
        "{program} does not start: {cause}; install it: sudo apt-get install verilator g++ (any Verilator 5)"
    )]
    NoTool { program: String, cause: io::Error },
    #[error("{program} refuses the Verilog of {top}:\n{said}")]
    Refused { program: String, top: String, said: String },
    #[error("cannot {what} {path}: {cause}")]
    File { what: &'static str, path: PathBuf, cause: io::Error },
    #[error("the library made of {top} cannot be loaded: {cause}")]
    Load { top: &'static str, cause: String },
}

/// Verilator and a C++ compiler, with Verilator's runtime compiled once for all that they make.
pub struct Compiler {
    include: PathBuf,
    folder: Folder,
}

impl Compiler {
    /// # Errors
    /// Verilator or the C++ compiler is missing or fails.
    pub fn new() -> Result<Compiler, CompileError> {
        let root = said("its runtime", Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]))?;
        let compiler = Compiler { include: Path::new(root.trim()).join("include"), folder: folder()? };
        for (name, text) in HEADERS {
            write(&compiler.folder.path().join(name), text)?;
        }
        for name in RUNTIME {
            let source = compiler.include.join(name).with_extension("cpp");
            said("its runtime", compiler.cpp().arg("-c").arg(source).arg("-o").arg(compiler.object(name)))?;
        }
        Ok(compiler)
    }

    /// The module of `T`, made of `verilog`, in its reset state. It cannot write waveforms.
    ///
    /// # Errors
    /// Verilator or the C++ compiler refuses it, or a port is missing; the file system.
    pub fn rtl<T: Module>(&self, params: &T::Params, verilog: &str) -> Result<Rtl<T>, CompileError> {
        let interface = self.compile::<T>(params, verilog, false)?.symbol(INTERFACE);
        let interface = interface.map_err(|cause| CompileError::Load { top: T::NAME, cause })?;
        // SAFETY: the library has just been made by the shim writer from the ports of `T`; it is never unloaded.
        Ok(unsafe { Rtl::from_shim(&*interface.cast::<Shim>()) })
    }

    /// As [`Compiler::rtl`], of Verilog whose input [`shim::FAULT`] selects a planted fault.
    ///
    /// # Errors
    /// As [`Compiler::rtl`].
    pub fn faulty<T: Module>(&self, params: &T::Params, verilog: &str) -> Result<Faulty<T>, CompileError> {
        let library = self.compile::<T>(params, verilog, true)?;
        let symbol = |name| library.symbol(name).map_err(|cause| CompileError::Load { top: T::NAME, cause });
        // SAFETY: as in `rtl`; the variable is a `uint32_t` that only this value writes.
        let shim = unsafe { &*symbol(INTERFACE)?.cast::<Shim>() };
        Ok(Faulty { shim, selected: symbol(shim::FAULT)?.cast_mut().cast(), top: PhantomData })
    }

    fn compile<T: Module>(
        &self,
        params: &T::Params,
        verilog: &str,
        faults: bool,
    ) -> Result<Library, CompileError> {
        let folder = folder()?;
        let file = |name: &str| folder.path().join(name);
        let (source, model, library) = (file("unit.v"), file("model"), file("unit.so"));
        write(&source, verilog)?;
        let prefix = format!("V{}", T::NAME);
        let mut verilator = Command::new("verilator");
        verilator.args(["--cc", "-O3", "--noassert", "--savable", "-Wno-fatal", "--top-module", T::NAME]);
        said(T::NAME, verilator.args(["--prefix", &prefix, "-Mdir"]).arg(&model).arg(&source))?;

        let ports = T::ports(params);
        let unit = shim::translation_unit(INTERFACE, &prefix, &ports, false, faults, &model);
        let cpp = file("unit.cpp");
        write(&cpp, &unit.map_err(failed("read", &model))?)?;
        let mut compile = self.cpp();
        compile.args(["-shared", "-Wl,-Bsymbolic", "-I"]).arg(&model).arg(&cpp);
        compile.args(RUNTIME.map(|name| self.object(name))).arg("-o").arg(&library);
        said(T::NAME, &mut compile)?;
        Library::load(&library).map_err(|cause| CompileError::Load { top: T::NAME, cause })
    }

    fn object(&self, name: &str) -> PathBuf {
        self.folder.path().join(name).with_extension("o")
    }

    fn cpp(&self) -> Command {
        let mut command = Command::new("g++");
        // What it leaves goes with the folder.
        command.env("TMPDIR", self.folder.path());
        command.args(["-std=gnu++17", "-O1", "-fPIC", "-w", "-pthread", "-I"]).arg(self.folder.path());
        command.arg("-I").arg(&self.include).arg("-I").arg(self.include.join("vltstd"));
        command
    }
}

/// A module with planted faults, of which one acts at a time, or none.
pub struct Faulty<T> {
    shim: &'static Shim,
    selected: *mut u32,
    top: PhantomData<fn() -> T>,
}

impl<T: Module> Faulty<T> {
    /// The module in its reset state with the fault of this number, 0 for none. Instances made before have that fault too
    /// from now on.
    pub fn rtl(&self, fault: u32) -> Rtl<T> {
        // SAFETY: the variable is never unloaded; `self` is not shared between threads, and `rtl` is not called while an
        // instance runs, since both need this thread.
        unsafe {
            self.selected.write(fault);
            Rtl::from_shim(self.shim)
        }
    }
}

/// What a program says that works on the module `top`.
fn said(top: &str, command: &mut Command) -> Result<String, CompileError> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.ends_with_us().output() {
        Err(cause) => Err(CompileError::NoTool { program, cause }),
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(CompileError::Refused { program, top: top.to_string(), said })
        }
    }
}

fn folder() -> Result<Folder, CompileError> {
    warpsmith_process::folder().map_err(failed("make a folder in", &std::env::temp_dir()))
}

fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    fs::write(path, text).map_err(failed("write", path))
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CompileError {
    let path = path.to_path_buf();
    move |cause| CompileError::File { what, path, cause }
}

/// A library that is loaded for good.
struct Library(*mut c_void);

impl Library {
    fn load(path: &Path) -> Result<Library, String> {
        let path = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|e| e.to_string())?;
        // SAFETY: a valid C string.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return Err(failure());
        }
        Ok(Library(handle))
    }

    /// The address of what it calls `name`.
    fn symbol(&self, name: &str) -> Result<*const c_void, String> {
        let name = CString::new(name).map_err(|e| e.to_string())?;
        // SAFETY: an open library and a valid C string.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        if address.is_null() {
            return Err(failure());
        }
        Ok(address)
    }
}

/// Why the loader failed.
fn failure() -> String {
    // SAFETY: `dlerror` gives a C string after a failure.
    unsafe { CStr::from_ptr(libc::dlerror()).to_string_lossy().into_owned() }
}
