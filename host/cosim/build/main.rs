// SPDX-License-Identifier: Apache-2.0
//! Emits the Verilog of every module and configuration that the registry lists, verilates it (plain, and with waveforms
//! where the registry says so), compiles it with its C interface, and lists what was compiled for `src/rtl.rs`.

#[path = "../src/registry.rs"]
mod registry;
#[path = "../src/shim.rs"]
mod shim;
mod verilator;

use std::collections::btree_map::{BTreeMap, Entry};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use verilator::Verilator;
use warpsmith_units::{ParamError, Parameters, PortSpec};

/// A top-level module to verilate.
struct Top {
    unit: &'static str,
    module: &'static str,
    verilated: &'static [&'static str],
    traced: &'static [&'static str],
    /// Ports in a named configuration.
    ports: fn(&str) -> Result<Vec<PortSpec>, ParamError>,
}

/// The lines of the registry.
macro_rules! list {
    ($($unit:literal: $module:ident $name:ident $($path:ident)::+, $($params:ident)::+, $verilated:expr, $traced:expr;)*) => {
        &[$({
            #[allow(unused)]
            const NAMED: &[&str] = <warpsmith_units::$($params)::+ as Parameters>::NAMED;
            Top {
                unit: $unit,
                module: stringify!($module),
                verilated: $verilated,
                traced: $traced,
                ports: |config| {
                    let params = Parameters::named(config)?;
                    Ok(warpsmith_units::$($path)::+::ports(&params))
                },
            }
        }),*]
    };
}
const TOPS: &[Top] = registry::tops!(list);

/// One module in one configuration and flavour.
struct Job<'a> {
    top: &'a Top,
    config: &'static str,
    ports: Vec<PortSpec>,
    sources: Vec<PathBuf>,
    traced: bool,
}

impl Job<'_> {
    /// Prefix of the C functions.
    fn name(&self) -> String {
        format!("{}_{}{}", self.top.module, self.config, if self.traced { "_traced" } else { "" })
    }

    /// Verilates the module; returns the one C++ file to compile and its directory.
    fn translate(&self, verilator: &Verilator, out: &Path) -> Result<(PathBuf, PathBuf), String> {
        let (name, prefix) = (self.name(), format!("V{}", self.name()));
        let dir = out.join(&name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        verilator.translate(self.top.module, &prefix, &self.sources, self.traced, &dir)?;
        let text = shim::translation_unit(&name, &prefix, &self.ports, self.traced, &dir)
            .map_err(|e| format!("{}: {e}", dir.display()))?;
        let file = out.join(format!("{name}.cpp"));
        fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok((file, dir))
    }
}

fn main() {
    for path in ["build", "shim", "src/shim.rs", "src/registry.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=VERILATOR_ROOT");
    if let Err(message) = run() {
        println!("cargo::error={}", message.replace('\n', " | "));
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let verilator = Verilator::find()?;
    verilator::check_zlib(&verilator, &out)?;
    let jobs = jobs(&out)?;
    let files = translate_all(&verilator, &jobs, &out)?;

    // Optimising the traced flavour costs more build time than it saves: writing the waveform dominates.
    for (traced, level, library) in [(false, 3, "warpsmith_plain"), (true, 1, "warpsmith_traced")] {
        let mut build = verilator.compiler();
        build.include("shim").opt_level(level);
        for (_, (file, dir)) in jobs.iter().zip(&files).filter(|(job, _)| job.traced == traced) {
            build.include(dir).file(file);
        }
        build.try_compile(library).map_err(|e| e.to_string())?;
    }
    let mut runtime = verilator.compiler();
    runtime
        .files(verilator.runtime())
        .opt_level(2)
        .try_compile("warpsmith_runtime")
        .map_err(|e| e.to_string())?;
    println!("cargo::rustc-link-lib=z");
    let table = out.join("compiled.rs");
    fs::write(&table, compiled_table()).map_err(|e| format!("{}: {e}", table.display()))
}

/// Emits the Verilog and lists what to verilate.
fn jobs(out: &Path) -> Result<Vec<Job<'static>>, String> {
    let mut emitted = BTreeMap::new();
    let mut jobs = Vec::new();
    for top in TOPS {
        for config in top.verilated {
            let sources = match emitted.entry((top.unit, *config)) {
                Entry::Occupied(sources) => sources.into_mut(),
                Entry::Vacant(place) => place.insert(emit(top.unit, config, out)?),
            };
            let ports = (top.ports)(config).map_err(|e| e.to_string())?;
            for traced in [false, true] {
                if !traced || top.traced.contains(config) {
                    jobs.push(Job { top, config, ports: ports.clone(), sources: sources.clone(), traced });
                }
            }
        }
    }
    Ok(jobs)
}

/// Runs the translations, as many at a time as cargo allows.
fn translate_all(verilator: &Verilator, jobs: &[Job], out: &Path) -> Result<Vec<(PathBuf, PathBuf)>, String> {
    let at_once = env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut files = Vec::new();
    for group in jobs.chunks(at_once) {
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                group.iter().map(|job| scope.spawn(|| job.translate(verilator, out))).collect();
            threads.into_iter().map(|t| t.join().unwrap_or(Err("a translation panicked".into()))).collect()
        });
        for result in results {
            files.push(result?);
        }
    }
    Ok(files)
}

/// The list of what was compiled, as calls of the macro `compiled` of `src/rtl.rs`.
fn compiled_table() -> String {
    let mut text = String::new();
    for Top { module, verilated, traced, .. } in TOPS {
        let _ = writeln!(text, "compiled! {{ {module};");
        for config in *verilated {
            let waves =
                if traced.contains(config) { format!(" {module}_{config}_traced") } else { String::new() };
            let _ = writeln!(text, "    {config:?} => {module}_{config}{waves};");
        }
        let _ = writeln!(text, "}}");
    }
    text
}

/// Writes the Verilog of a configuration to files; the emission checks its ports against the declared ones.
fn emit(unit: &str, config: &str, out: &Path) -> Result<Vec<PathBuf>, String> {
    let emitted = warpsmith_hdl::units::emit(unit, config, &[]).map_err(|e| e.to_string())?;
    let dir = out.join("verilog").join(unit).join(config);
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut sources = Vec::new();
    for file in emitted.files.iter().filter(|f| f.name.ends_with(".v")) {
        let path = dir.join(&file.name);
        fs::write(&path, &file.text).map_err(|e| format!("{}: {e}", path.display()))?;
        sources.push(path);
    }
    Ok(sources)
}
