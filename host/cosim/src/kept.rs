// SPDX-License-Identifier: Apache-2.0
//! Verilog that was emitted before: emission takes about a second, and a run should not wait for it every time.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;
use warpsmith_cache::{key, Cache};

use crate::sources::{Verilog, VerilogFile};

/// The file that names the modules: first the top module, then all in the order of their files.
const LIST: &str = "modules";

/// Why it is not kept.
#[derive(Debug, Error)]
enum Cause {
    #[error("{0}")]
    Verilog(String),
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Cache(#[from] warpsmith_cache::Error),
}

/// [`Verilog::of`], from the cache if it can be.
///
/// # Errors
/// There is no Verilog of it, and why. That it cannot be kept is none.
pub fn verilog_of(
    cache: Option<&Cache>,
    unit: &str,
    top: &str,
    configuration: &str,
) -> Result<Verilog, String> {
    let new = || Verilog::of(unit, top, configuration);
    let Some(cache) = cache else { return new() };
    let key = key(["warpsmith-verilog 1", env!("WARPSMITH_EMITTER"), unit, top, configuration]);
    let what = format!("Verilog of {top} ({configuration})");
    let make = |folder: &Path| Ok(write(&new().map_err(Cause::Verilog)?, folder)?);
    match cache.get_or_make(&key, &what, || {}, make) {
        Ok(entry) => read(entry.folder()).or_else(|_| new()),
        Err(Cause::Verilog(why)) => Err(why),
        Err(_) => new(),
    }
}

fn write(verilog: &Verilog, folder: &Path) -> io::Result<()> {
    verilog.write_to(folder)?;
    let modules = verilog.sources.iter().map(|source| source.module.as_str());
    let list: Vec<&str> = std::iter::once(verilog.top.as_str()).chain(modules).collect();
    fs::write(folder.join(LIST), list.join("\n"))
}

fn read(folder: &Path) -> io::Result<Verilog> {
    let list = fs::read_to_string(folder.join(LIST))?;
    let mut modules = list.lines();
    let top = modules.next().unwrap_or_default().to_string();
    let source = |module: &str| {
        let text = fs::read_to_string(folder.join(format!("{module}.v")))?;
        Ok(VerilogFile::new(module, &text))
    };
    Ok(Verilog { top, sources: modules.map(source).collect::<io::Result<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_what_is_emitted() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path()).unwrap();
        let get = |cache| verilog_of(cache, "equalizer", "eq_fm", "small:n_sm=5").unwrap();
        let [new, first, kept] = [None, Some(&cache), Some(&cache)].map(get);
        for verilog in [first, kept] {
            assert_eq!((&verilog.top, verilog.fingerprint()), (&new.top, new.fingerprint()));
            assert!(verilog.sources.iter().map(|s| &s.text).eq(new.sources.iter().map(|s| &s.text)));
        }
        assert_eq!(cache.entries().unwrap().len(), 1);
        assert!(verilog_of(Some(&cache), "equalizer", "eq_fm", "small:n_sm=0").is_err());
    }
}
