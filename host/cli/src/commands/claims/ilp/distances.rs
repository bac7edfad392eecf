// SPDX-License-Identifier: Apache-2.0
//! A warp alone with a chain of dependent additions: the issue distances of specification section 2.0, from the cycles that a longer chain
//! takes more.

use super::workloads::WARP;
use crate::attach::{attach_all, Backend};
use crate::machine_file;
use anyhow::Result;
use std::sync::Arc;
use warpsmith_gpu::{Gpu, LaunchSpec, RunFreely};
use warpsmith_ptx::Module;

/// Additions of the two chains.
const CHAINS: [u32; 2] = [16, 80];

/// A core of section 2.0.
pub struct Core {
    pub name: &'static str,
    /// Its switches.
    settings: &'static str,
    /// Distance with 8 and with 4 EX stages.
    table: [u64; 2],
}

/// The rows of the table of section 2.0.
const CORES: [Core; 4] = [
    Core { name: "TLP", settings: "sb_en=0,bypass_en=0", table: [20, 16] },
    Core { name: "BP", settings: "sb_en=0", table: [8, 4] },
    Core { name: "SC", settings: "bypass_en=0", table: [12, 8] },
    Core { name: "BP+SC", settings: "", table: [8, 4] },
];

/// What was found of a core.
pub struct Distance {
    pub core: &'static str,
    /// EX stages.
    pub stages: u32,
    pub table: u64,
    /// SM cycles from the issue of an addition to that of the next.
    pub found: f64,
}

/// All cores, with 8 and with 4 EX stages.
pub fn distances(machine: &str, backend: Backend) -> Result<Vec<Distance>> {
    let mut all = Vec::new();
    for (place, (stages, config)) in [(8, "paper"), (4, "l4")].into_iter().enumerate() {
        let keys = ["sm.count=1".to_string()]
            .into_iter()
            .chain(["alu_latency", "branch_stage"].map(|key| format!("front_end.{key}={stages}")));
        let keys: Vec<String> = keys.collect();
        for core in &CORES {
            let comma = if core.settings.is_empty() { "" } else { "," };
            let with = format!("ilp:config={config},bp_mode=off{comma}{}", core.settings);
            let cycles = |additions| cycles(machine, &keys, &with, backend, additions);
            let [short, long] = CHAINS;
            let found = (cycles(long)? as f64 - cycles(short)? as f64) / f64::from(long - short);
            all.push(Distance { core: core.name, stages, table: core.table[place], found });
        }
    }
    Ok(all)
}

/// SM cycles of a warp with so many dependent additions.
fn cycles(machine: &str, keys: &[String], with: &str, backend: Backend, additions: u32) -> Result<u64> {
    let machine = machine_file::load(machine, keys)?;
    let (attachments, _) = attach_all(&[with.to_string()], backend, &machine)?;
    let mut gpu = Gpu::new(machine, attachments)?;
    let chain = "add.u32 %r1, %r1, 1;\n".repeat(additions as usize);
    let ptx = format!(
        ".version 6.0
        .target sm_35
        .address_size 64
        .visible .entry chain() {{
            .reg .b32 %r<2>;
            mov.u32 %r1, %tid.x;
            {chain}
            ret;
        }}"
    );
    let mut module = Module::parse(&ptx, "chain")?;
    module.link(|_| 0);
    let launch = LaunchSpec {
        module: Arc::new(module),
        kernel: 0,
        grid: [1; 3],
        block: [WARP, 1, 1],
        dynamic_shared: 0,
        params: Vec::new(),
    };
    Ok(gpu.launch(&launch, &mut RunFreely)?.cycles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distances_are_those_of_section_2_0() {
        for one in distances("ilp", Backend::Model).unwrap() {
            assert_eq!(one.found, one.table as f64, "{} with {} stages", one.core, one.stages);
        }
    }
}
