// SPDX-License-Identifier: Apache-2.0
//! RTL of any configuration: what is not built in is verilated and compiled when it is first needed, and kept.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use thiserror::Error;
use warpsmith_cache::{key, Cache, Entry};
use warpsmith_units::{Module, Parameters, PortSpec};

use crate::flags;
use crate::kept::verilog_of;
use crate::rtl::{built_in, Shim};
use crate::sources::Verilog;
use crate::toolchain::{failed, CompileError, Library, Source, Toolchain, HEADERS, INTERFACE};

/// Folder of the compiled RTL in the cache.
pub const CACHE: &str = "rtl";

/// Part of every key; changes when entries are made in another way that shows in no file.
const FORMAT: &str = "warpsmith-rtl 1";

/// What the flags follow from.
const FLAGS: &str = include_str!("flags.rs");

const LIBRARY: &str = "unit.so";

/// There is no RTL to run.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum NoRtl {
    #[error("there is no RTL of {what}: {cause}")]
    Verilog { what: String, cause: String },
    #[error("RTL of {what} is not built in and has to be compiled: {cause}")]
    Compile { what: String, cause: CompileError },
    #[error("RTL of {what} is not built in and has to be compiled: {cause}")]
    Cache { what: String, cause: warpsmith_cache::Error },
}

/// What is told of RTL that is not built in. Each names the module and its configuration.
#[derive(Clone, Copy, Debug)]
pub enum Making<'a> {
    /// Another process compiles the same and is waited for.
    Waits(&'a str),
    /// The compiler is started.
    Begins(&'a str),
    /// After so many seconds.
    Ends(&'a str, f64),
    /// The one that began was not made; the error says why.
    Fails,
}

/// Who is told.
type Listener = fn(Making);

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// From now on `listener` is told what is compiled. The first one stays.
pub fn tell(listener: Listener) {
    let _ = LISTENER.set(listener);
}

fn say(making: Making) {
    if let Some(listener) = LISTENER.get() {
        listener(making);
    }
}

/// Module, whether with waveforms, and the values of its parameters.
type Which = (&'static str, bool, Vec<String>);

/// The RTL that this process has asked for.
static KNOWN: Mutex<BTreeMap<Which, &'static Shim>> = Mutex::new(BTreeMap::new());

/// The RTL of a module with these parameters, with waveforms or without.
pub(crate) fn shim_of<M: Module>(params: &M::Params, traced: bool) -> Result<&'static Shim, NoRtl> {
    if let Some(shim) = named::<M>(params, traced) {
        return Ok(shim);
    }
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let values = params.values().into_iter().map(|(_, value)| value).collect();
    let which = (M::NAME, traced, values);
    if let Some(shim) = known().get(&which) {
        return Ok(shim);
    }
    let shim = find_or_make::<M>(params, traced)?;
    known().insert(which, shim);
    Ok(shim)
}

/// Whether the RTL with waveforms is there without compiling it.
pub(crate) fn is_built_in_traced<M: Module>(params: &M::Params) -> bool {
    named::<M>(params, true).is_some()
}

/// The RTL that is built in under the configuration's name.
fn named<M: Module>(params: &M::Params, traced: bool) -> Option<&'static Shim> {
    let name = params.hardware_name()?;
    built_in(|row| (row.top, row.config) == (M::NAME, name), traced)
}

fn find_or_make<M: Module>(params: &M::Params, traced: bool) -> Result<&'static Shim, NoRtl> {
    let (what, configuration) = in_words::<M>(params);
    let cache = Cache::of(CACHE);
    let verilog = verilog_of(cache.as_ref().ok(), unit_of::<M>(), M::NAME, &configuration);
    let verilog = verilog.map_err(|cause| NoRtl::Verilog { what: what.clone(), cause })?;
    let fingerprint = verilog.fingerprint();
    // Configurations may differ in what this module does not know.
    if let Some(shim) = built_in(|row| row.fingerprint == fingerprint, traced) {
        return Ok(shim);
    }
    let job = Job { top: M::NAME, what, verilog, fingerprint, ports: M::ports(params), traced };
    cache.map_err(Cause::Cache).and_then(|cache| job.library(&cache)).map_err(|cause| match cause {
        Cause::Compile(cause) => NoRtl::Compile { what: job.what.clone(), cause },
        Cause::Cache(cause) => NoRtl::Cache { what: job.what.clone(), cause },
    })
}

fn unit_of<M: Module>() -> &'static str {
    let has = |unit: &&warpsmith_units::UnitInfo| unit.modules.iter().any(|module| module.name == M::NAME);
    warpsmith_units::all().iter().find(has).expect("every module is one of a unit of the list").name
}

/// A module with its parameters for people, and the configuration as text: the named one that differs least, and in what.
fn in_words<M: Module>(params: &M::Params) -> (String, String) {
    let hardware = |p: &M::Params| {
        let values = p.values().into_iter();
        values.filter(|(key, _)| !M::Params::RUN_TIME.contains(key)).collect::<Vec<_>>()
    };
    let ours = hardware(params);
    let changes = |name: &&str| {
        let theirs = M::Params::configuration(name).map(|p| hardware(&p)).unwrap_or_default();
        let changed = ours.iter().zip(theirs).filter(|(ours, theirs)| *ours != theirs);
        changed.map(|((key, value), _)| format!("{key}={value}")).collect::<Vec<_>>()
    };
    let nearest = M::Params::NAMED.iter().min_by_key(|name| changes(name).len()).copied().unwrap_or_default();
    let configuration = match &changes(&nearest)[..] {
        [] => nearest.to_string(),
        changes => format!("{nearest}:{}", changes.join(",")),
    };
    (format!("{} ({configuration})", M::NAME), configuration)
}

/// One module in one flavour.
struct Job {
    top: &'static str,
    what: String,
    verilog: Verilog,
    fingerprint: String,
    ports: Vec<PortSpec>,
    traced: bool,
}

/// Why there is no library.
#[derive(Debug, Error)]
enum Cause {
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Cache(#[from] warpsmith_cache::Error),
}

impl Job {
    /// The interface of the library, from the cache or new.
    fn library(&self, cache: &Cache) -> Result<&'static Shim, Cause> {
        let toolchain = Toolchain::get()?;
        let start = Instant::now();
        let waiting = || say(Making::Waits(&self.what));
        let entry = cache.get_or_make(&self.key(toolchain), &self.what, waiting, |folder| {
            say(Making::Begins(&self.what));
            let made = self.make(toolchain, cache, folder);
            say(match made {
                Ok(()) => Making::Ends(&self.what, start.elapsed().as_secs_f64()),
                Err(_) => Making::Fails,
            });
            made
        })?;
        let interface = Library::load(&entry.path(LIBRARY), self.top)?.symbol(INTERFACE)?;
        // SAFETY: the shim writer has made the library from the ports of the module; it is never unloaded.
        Ok(unsafe { &*interface.cast::<Shim>() })
    }

    /// What the library depends on.
    fn key(&self, toolchain: &Toolchain) -> String {
        let port = |p: &PortSpec| format!("{} {:?} {} {:?} {}\n", p.name, p.dir, p.width, p.storage, p.comb);
        let ports: String = self.ports.iter().map(port).collect();
        let ours = HEADERS.map(|(_, text)| text);
        let (flavour, level) =
            (if self.traced { "traced" } else { "plain" }, flags::module(self.traced).to_string());
        let parts = [FORMAT, &toolchain.versions, FLAGS, flavour, &level];
        let interface = [include_str!("captured.rs"), include_str!("regions.rs"), include_str!("shim.rs")];
        key(parts.into_iter().chain(ours).chain(interface).chain([&*ports, &self.fingerprint]))
    }

    /// Makes the library in `folder`.
    fn make(&self, toolchain: &Toolchain, cache: &Cache, folder: &Path) -> Result<(), Cause> {
        let runtime = self.runtime(toolchain, cache)?;
        let work = folder.join("work");
        fs::create_dir_all(&work).map_err(failed("make the folder", &work))?;
        let source = Source {
            top: &self.verilog.top,
            files: &self.verilog.write_to(&work).map_err(failed("write to", &work))?,
            ports: &self.ports,
            traced: self.traced,
            faults: false,
            translation: &flags::RTL,
            level: flags::module(self.traced),
        };
        toolchain.library(&source, runtime.folder(), &work, &folder.join(LIBRARY))?;
        fs::remove_dir_all(&work).map_err(failed("remove", &work))?;
        Ok(())
    }

    /// Verilator's runtime, which all libraries of a flavour have.
    fn runtime(&self, toolchain: &Toolchain, cache: &Cache) -> Result<Entry, Cause> {
        let flavour = if self.traced { "with waveforms" } else { "without waveforms" };
        let ours = HEADERS.map(|(_, text)| text);
        let parts = [FORMAT, "runtime", flavour, &toolchain.versions, FLAGS];
        let key = key(parts.into_iter().chain(ours));
        let what = format!("Verilator's runtime {flavour}");
        cache.get_or_make(
            &key,
            &what,
            || {},
            |folder| Ok(toolchain.compile_runtime(folder, flags::RUNTIME, self.traced)?),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_units::mascar::params::Params;
    use warpsmith_units::mascar::{Rexq, Sched};

    #[test]
    fn a_configuration_is_said_as_the_nearest_named_one_and_what_differs() {
        let p = Params { n_warps: 40, nonowner_merge: true, ..Params::PAPER };
        let (what, configuration) = in_words::<Sched>(&p);
        assert_eq!((&what[..], &configuration[..]), ("mascar_sched (paper:n_warps=40)", "paper:n_warps=40"));
        assert_eq!(Params::named(&configuration), Ok(Params { n_warps: 40, ..Params::PAPER }));
        assert_eq!(in_words::<Rexq>(&Params::W24).1, "w24");
    }

    #[test]
    fn a_module_that_does_not_know_what_differs_is_built_in() {
        let plain = |params| shim_of::<Sched>(params, false).unwrap();
        let same = |a, b| std::ptr::eq(plain(a), plain(b));
        assert!(same(&Params::REXQ0, &Params::PAPER) && same(&Params::REXQ64, &Params::PAPER));
        assert!(is_built_in(&Params::REXQ64) && !is_built_in(&Params::W24));
    }

    /// Whether the scheduler's Verilog with these parameters is built in.
    fn is_built_in(params: &Params) -> bool {
        let (_, configuration) = in_words::<Sched>(params);
        let fingerprint = Verilog::of("mascar", Sched::NAME, &configuration).unwrap().fingerprint();
        built_in(|row| row.fingerprint == fingerprint, false).is_some()
    }
}
