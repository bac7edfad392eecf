// SPDX-License-Identifier: Apache-2.0
//! Verilates and compiles Verilog while the test runs, and loads it.

use std::ffi::{c_char, c_int, c_void, CString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use warpsmith_cosim::{shim, Rtl, Shim, Top};
use warpsmith_units::PortSpec;

/// Verilator's runtime, compiled once for all libraries.
static RUNTIME: OnceLock<Runtime> = OnceLock::new();

struct Runtime {
    include: PathBuf,
    objects: [PathBuf; 3],
    _dir: tempfile::TempDir,
}

/// Compiles the module of `T` from `sources` in `dir` and loads it. The library stays loaded.
pub fn rtl<T: Top>(dir: &Path, sources: &[PathBuf], ports: &[PortSpec]) -> Rtl<T> {
    let prefix = format!("V{}", T::NAME);
    let model = dir.join("model");
    run(Command::new("verilator")
        .args(["--cc", "--savable", "--top-module", T::NAME, "--prefix", &prefix, "-Mdir"])
        .arg(&model)
        .args(sources));
    let unit = dir.join("unit.cpp");
    std::fs::write(&unit, shim::translation_unit("unit", &prefix, ports, false, &model).unwrap()).unwrap();
    let runtime = RUNTIME.get_or_init(Runtime::compile);
    let library = dir.join("unit.so");
    run(runtime
        .compiler()
        .args(["-shared", "-Wl,-Bsymbolic", "-I"])
        .arg(&model)
        .arg(&unit)
        .args(&runtime.objects)
        .arg("-o")
        .arg(&library));
    // SAFETY: the library has just been made by the shim writer from the ports of `T`; it is never unloaded.
    unsafe { Rtl::from_shim(&*symbol(&library, "unit").cast::<Shim>()) }
}

impl Runtime {
    fn compile() -> Runtime {
        let root = Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]).output().unwrap().stdout;
        let include = Path::new(String::from_utf8(root).unwrap().trim()).join("include");
        let dir = tempfile::tempdir().unwrap();
        let objects = ["verilated", "verilated_save", "verilated_threads"]
            .map(|name| dir.path().join(format!("{name}.o")));
        let runtime = Runtime { include, objects, _dir: dir };
        for object in &runtime.objects {
            let source = runtime.include.join(object.file_name().unwrap()).with_extension("cpp");
            run(runtime.compiler().arg("-c").arg(source).arg("-o").arg(object));
        }
        runtime
    }

    fn compiler(&self) -> Command {
        let shim = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/cosim/shim");
        let mut command = Command::new("g++");
        command.args(["-std=gnu++17", "-O1", "-fPIC", "-w", "-pthread", "-I"]).arg(shim);
        command.arg("-I").arg(&self.include).arg("-I").arg(self.include.join("vltstd"));
        command
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
}

/// Address of a symbol in a library.
fn symbol(library: &Path, name: &str) -> *const c_void {
    unsafe extern "C" {
        fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
        fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    }
    const RTLD_NOW: c_int = 2;
    let path = CString::new(library.as_os_str().as_encoded_bytes()).unwrap();
    let name = CString::new(name).unwrap();
    // SAFETY: valid C strings; the results are checked.
    let address = unsafe {
        let handle = dlopen(path.as_ptr(), RTLD_NOW);
        assert!(!handle.is_null(), "{} cannot be loaded", library.display());
        dlsym(handle, name.as_ptr())
    };
    assert!(!address.is_null(), "{} has no such symbol", library.display());
    address
}
