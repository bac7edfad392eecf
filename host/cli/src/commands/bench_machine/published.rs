// SPDX-License-Identifier: Apache-2.0
//! Latencies of the built-in machines that somebody has published: `published.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use warpsmith_gpu::machine::MachineSpec;

/// What is known of a latency from outside the machine file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The figure that measures it.
    pub of: String,
    /// SM cycles.
    pub cycles: f64,
    pub tolerance: f64,
    pub why: String,
}

/// By machine.
static TABLE: LazyLock<BTreeMap<String, Vec<Published>>> =
    LazyLock::new(|| toml::from_str(include_str!("published.toml")).expect("a test reads the table"));

/// The published latencies of `m`; none if it is not a built-in machine as it stands.
pub fn published(m: &MachineSpec) -> &'static [Published] {
    if !MachineSpec::load(&m.name).is_ok_and(|builtin| builtin == *m) {
        return &[];
    }
    TABLE.get(&m.name).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_machine_of_the_table_is_built_in() {
        for name in TABLE.keys() {
            let machine = MachineSpec::load(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!published(&machine).is_empty());
        }
    }

    #[test]
    fn a_changed_machine_has_no_published_latencies() {
        let mut machine = MachineSpec::load("gtx480").unwrap();
        machine.l1.mshrs += 1;
        assert!(published(&machine).is_empty());
    }
}
