// SPDX-License-Identifier: Apache-2.0
//! Verilates the modules of every unit in the configurations that are built in (plain, and with waveforms where they say so),
//! compiles them with their C interface, and lists what was compiled for `src/rtl.rs`.

#[path = "../src/captured.rs"]
mod captured;
#[path = "../src/flags.rs"]
mod flags;
#[path = "../src/regions.rs"]
mod regions;
#[path = "../src/shim.rs"]
mod shim;
#[path = "../src/sources.rs"]
mod sources;
mod verilator;

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use sha2::{Digest, Sha256};
use sources::Verilog;
use verilator::Verilator;
use warpsmith_units::{ModuleInfo, PortSpec};

/// One module in one flavour, named after the first configuration in which it has this text.
struct Job<'a> {
    top: &'a ModuleInfo,
    config: &'static str,
    ports: Vec<PortSpec>,
    verilog: Verilog,
    /// Of the Verilog.
    fingerprint: String,
    traced: bool,
}

impl Job<'_> {
    /// Name of the C interface and of the library.
    fn name(&self) -> String {
        format!("{}_{}{}", self.top.name, self.config, if self.traced { "_traced" } else { "" })
    }

    /// Whether both are made from the same.
    fn is_twin(&self, other: &Job) -> bool {
        (&self.fingerprint, self.traced) == (&other.fingerprint, other.traced)
    }

    /// Everything that the library is made from, as a number.
    fn stamp(&self, verilator: &Verilator) -> Result<u64, String> {
        let mut hasher = DefaultHasher::new();
        (&verilator.version, self.name(), format!("{:?}", self.ports)).hash(&mut hasher);
        let own = [
            "build/verilator.rs",
            "shim/dut.h",
            "shim/rest.h",
            "shim/state.h",
            "shim/traced.h",
            "src/captured.rs",
            "src/flags.rs",
            "src/regions.rs",
            "src/shim.rs",
        ];
        for path in own {
            read(Path::new(path))?.hash(&mut hasher);
        }
        (&self.fingerprint, flags::module(self.traced)).hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// Verilates and compiles the module into a library, unless that has been done with the same text.
    fn make(&self, verilator: &Verilator, out: &Path) -> Result<(), String> {
        let (name, stamp) = (self.name(), out.join(self.name()).with_extension("stamp"));
        let current = self.stamp(verilator)?.to_string();
        if fs::read_to_string(&stamp).is_ok_and(|old| old == current) {
            return Ok(());
        }
        let (prefix, dir) = (format!("V{name}"), out.join(&name));
        let failed = |e: std::io::Error| format!("{}: {e}", dir.display());
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).map_err(failed)?;
        let (mut sources, mut top) = (self.verilog.write_to(&dir).map_err(failed)?, self.verilog.top.clone());
        if !self.traced {
            let (module, file) = captured::write(&top, &self.ports, None, &dir).map_err(failed)?;
            sources.push(file);
            top = module;
        }
        verilator.translate(&top, &prefix, &sources, self.traced, &dir)?;
        let text =
            shim::translation_unit(&name, &prefix, &self.ports, self.traced, false, &dir).map_err(failed)?;
        let file = out.join(format!("{name}.cpp"));
        write(&file, text)?;
        let mut compiler = verilator.compiler();
        compiler.include("shim").include(&dir).file(&file).opt_level(flags::module(self.traced));
        compiler.cargo_metadata(false).try_compile(&name).map_err(|e| e.to_string())?;
        write(&stamp, current)
    }
}

fn main() {
    let modules = ["captured", "flags", "regions", "shim", "sources"].map(|name| format!("src/{name}.rs"));
    for path in ["build", "shim"].into_iter().chain(modules.iter().map(String::as_str)) {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=VERILATOR_ROOT");
    if let Err(message) = run() {
        println!("cargo::error={}", message.replace('\n', " | "));
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let (jobs, table) = jobs()?;
    write(&out.join("built_in.rs"), table)?;
    println!("cargo::rustc-env=WARPSMITH_EMITTER={}", emitter()?);
    if for_lints() {
        return Ok(());
    }
    let verilator = Verilator::find()?;
    verilator::check_zlib(&verilator, &out)?;
    make_all(&verilator, &jobs, &out)?;
    println!("cargo::rustc-link-search=native={}", out.display());
    for job in &jobs {
        println!("cargo::rustc-link-lib=static={}", job.name());
    }
    let mut runtime = verilator.compiler();
    runtime
        .flag("-include")
        .flag("shim/memory_files.h")
        .files(verilator.runtime())
        .opt_level(flags::RUNTIME)
        .try_compile("warpsmith_runtime")
        .map_err(|e| e.to_string())?;
    println!("cargo::rustc-link-lib=z");
    Ok(())
}

/// What emits Verilog, as a number: this program has all of it.
fn emitter() -> Result<String, String> {
    let this = env::current_exe().and_then(fs::read).map_err(|e| format!("this build script: {e}"))?;
    Ok(Sha256::digest(this).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether clippy asks: it reads the Rust and links nothing, and cargo keeps what it asks for apart from every build.
fn for_lints() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").map(PathBuf::from);
    wrapper.is_some_and(|path| path.file_stem().is_some_and(|name| name == "clippy-driver"))
}

/// What to verilate: equal text once, whatever configurations have it. With it the list of what is compiled of each text, as a
/// call of the macro `built_in` of `src/rtl.rs`.
fn jobs() -> Result<(Vec<Job<'static>>, String), String> {
    let mut jobs: Vec<Job> = Vec::new();
    let mut table = "built_in! {\n".to_string();
    for (unit, top) in warpsmith_units::all().iter().flat_map(|u| u.modules.iter().map(|top| (u.name, top))) {
        for config in top.built_in {
            let ports = (top.ports)(config).map_err(|e| e.to_string())?;
            for traced in [false, true].into_iter().filter(|t| !t || top.traced.contains(config)) {
                let verilog = Verilog::of(unit, top.name, config)?;
                let fingerprint = verilog.fingerprint();
                let job = Job { top, config, ports: ports.clone(), verilog, fingerprint, traced };
                let place = jobs.iter().position(|other| other.is_twin(&job)).unwrap_or(jobs.len());
                if place == jobs.len() {
                    jobs.push(job);
                }
                let Job { fingerprint, .. } = &jobs[place];
                let _ = writeln!(
                    table,
                    "    {:?} {config:?} {traced} {fingerprint:?} => {};",
                    top.name,
                    jobs[place].name()
                );
            }
        }
    }
    table += "}\n";
    Ok((jobs, table))
}

/// Makes the libraries, as many at a time as cargo allows.
fn make_all(verilator: &Verilator, jobs: &[Job], out: &Path) -> Result<(), String> {
    let at_once = env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            job.make(verilator, out)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|t| t.join().unwrap_or(Err("a translation panicked".into())))
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
