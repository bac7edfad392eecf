// SPDX-License-Identifier: Apache-2.0
//! Compiles Verilog of a module that is not the library's while the program runs: netlists, and RTL with planted faults.

use std::marker::PhantomData;

use warpsmith_process::Folder;
use warpsmith_units::Module;

use crate::toolchain::{failed, write, CompileError, Library, Source, Toolchain, INTERFACE};
use crate::{shim, Rtl, Shim};

/// Such Verilog runs once: what optimising costs does not come back.
const LEVEL: u32 = 1;

/// Verilator and a C++ compiler, with Verilator's runtime compiled once for all that they make.
pub struct Compiler {
    toolchain: &'static Toolchain,
    folder: Folder,
}

impl Compiler {
    /// # Errors
    /// Verilator or the C++ compiler is missing or fails.
    pub fn new() -> Result<Compiler, CompileError> {
        let compiler = Compiler { toolchain: Toolchain::get()?, folder: folder()? };
        compiler.toolchain.compile_runtime(compiler.folder.path(), LEVEL, false)?;
        Ok(compiler)
    }

    /// The module of `T`, made of `verilog`, in its reset state. It cannot write waveforms.
    ///
    /// # Errors
    /// Verilator or the C++ compiler refuses it, or a port is missing; the file system.
    pub fn rtl<T: Module>(&self, params: &T::Params, verilog: &str) -> Result<Rtl<T>, CompileError> {
        let interface = self.compile::<T>(params, verilog, false)?.symbol(INTERFACE)?;
        // SAFETY: the library has just been made by the shim writer from the ports of `T`; it is never unloaded.
        Ok(unsafe { Rtl::from_shim(&*interface.cast::<Shim>()) })
    }

    /// As [`Compiler::rtl`], of Verilog whose input [`shim::FAULT`] selects a planted fault.
    ///
    /// # Errors
    /// As [`Compiler::rtl`].
    pub fn faulty<T: Module>(&self, params: &T::Params, verilog: &str) -> Result<Faulty<T>, CompileError> {
        let library = self.compile::<T>(params, verilog, true)?;
        // SAFETY: as in `rtl`; the variable is a `uint32_t` that only this value writes.
        let shim = unsafe { &*library.symbol(INTERFACE)?.cast::<Shim>() };
        Ok(Faulty { shim, selected: library.symbol(shim::FAULT)?.cast_mut().cast(), top: PhantomData })
    }

    fn compile<T: Module>(
        &self,
        params: &T::Params,
        verilog: &str,
        faults: bool,
    ) -> Result<Library, CompileError> {
        let folder = folder()?;
        let (file, library) = (folder.path().join("unit.v"), folder.path().join("unit.so"));
        write(&file, verilog)?;
        let source = Source {
            top: T::verilog(params),
            files: &[file],
            ports: &T::ports(params),
            traced: false,
            faults,
            translation: &["-Wno-fatal"],
            level: LEVEL,
        };
        self.toolchain.library(&source, self.folder.path(), folder.path(), &library)?;
        Library::load(&library, T::NAME)
    }
}

fn folder() -> Result<Folder, CompileError> {
    warpsmith_process::folder().map_err(failed("make a folder in", &std::env::temp_dir()))
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
