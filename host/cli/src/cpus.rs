// SPDX-License-Identifier: Apache-2.0
//! What `--cpus` names: benchmarks by name, traces by path.

use crate::failure::{unknown, usage};
use crate::result::ProgramRecord;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use warpsmith_gpu::cpu::{Benchmark, Trace, Workload, BENCHMARKS};
use warpsmith_gpu::machine::MachineSpec;

/// Marks a name as that of a benchmark.
const BENCHMARK: &str = "spec:";

/// The workload of each core, from core 0 on, and what the result file says of them.
///
/// # Errors
/// The machine has no cores or too few; a name that is neither a benchmark nor a file; a malformed trace.
pub fn workloads(names: &[String], machine: &MachineSpec) -> Result<(Vec<Workload>, Vec<String>)> {
    if names.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let Some(spec) = &machine.cpu else {
        return Err(usage(format!("the machine {} has no CPU cores; use --machine cpu-gpu", machine.name)));
    };
    if names.len() > spec.cores as usize {
        return Err(usage(format!(
            "--cpus names {} workloads, but the machine {} has {} CPU cores",
            names.len(),
            machine.name,
            spec.cores
        )));
    }
    // A file that several cores execute is read once.
    let mut known = BTreeMap::new();
    for name in names {
        if !known.contains_key(name) {
            known.insert(name, workload(name)?);
        }
    }
    Ok(names.iter().map(|name| known[name].clone()).unzip())
}

fn workload(name: &str) -> Result<(Workload, String)> {
    let (plain, path) = match name.strip_prefix(BENCHMARK) {
        Some(plain) => (plain, None),
        None => (name, Some(Path::new(name))),
    };
    if let Some(benchmark) = Benchmark::named(plain) {
        return Ok((Workload::Proxy(benchmark), plain.to_string()));
    }
    let Some(path) = path.filter(|path| path.exists()) else {
        let names: Vec<&str> = BENCHMARKS.iter().map(|b| b.name).collect();
        return Err(unknown("benchmark or trace file", plain, &names));
    };
    let trace = Trace::load(path).map_err(usage)?;
    let ProgramRecord { name, sha256, .. } = ProgramRecord::of(path, &[])?;
    Ok((Workload::Trace(trace), format!("{name} (sha256 {sha256})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(names: &[&str], machine: &str) -> String {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        workloads(&names, &MachineSpec::load(machine).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_benchmark_gets_the_nearest_known_one() {
        let text = error(&["libquantm"], "cpu-gpu");
        assert!(text.contains("`libquantm`") && text.contains("did you mean `libquantum`"), "{text}");
        assert!(error(&["spec:lbn"], "cpu-gpu").contains("did you mean `lbm`"));
    }

    #[test]
    fn more_workloads_than_cores_and_a_machine_without_any_are_refused() {
        assert!(error(&["mcf"; 17], "cpu-gpu").contains("17 workloads"));
        assert!(error(&["mcf"], "gtx480").contains("--machine cpu-gpu"));
    }

    #[test]
    fn a_malformed_trace_is_refused_with_file_and_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "1 0x40\n2\n").unwrap();
        let text = error(&[file.path().to_str().unwrap()], "cpu-gpu");
        assert!(text.contains(":2:") && text.contains("read address is missing"), "{text}");
    }
}
