// SPDX-License-Identifier: Apache-2.0
//! `scripts/against-accel-sim.sh`, with a stand-in for Accel-Sim: that of a user cannot be had from a package registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use warpsmith_tests::{read_json, root, stderr, stdout, warpsmith};

/// A configuration with what those of GPGPU-Sim have: comments, an option over two lines, values that stay.
const CONFIG: &str = "\
# a GPU
-gpgpu_n_clusters 99
-gpgpu_shader_core_pipeline 1024:32 # threads
-ptx_opcode_latency_int 4,13,4,5,145,32
-gpgpu_dram_timing_opt \"nbk=16:CCD=2:RRD=6:
                        CL=12:WL=4\"
#-gpgpu_scheduler two_level_active
-gpgpu_scheduler gto
-network_mode 1
-inter_config_file net.icnt
-gpgpu_memlatency_stat 14
";

/// A folder with a configuration, and what the script is given beside it.
struct Trial {
    folder: TempDir,
    environment: Vec<(&'static str, &'static str)>,
}

impl Trial {
    fn new() -> Trial {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = folder.path().join("SM2_GTX480");
        fs::create_dir(&config).expect("writable");
        fs::write(config.join("gpgpusim.config"), CONFIG).expect("writable");
        fs::write(config.join("net.icnt"), "use_map = 0;\nflit_size = 40;\nk = 27;\n").expect("writable");
        Trial { folder, environment: Vec::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The script, with the words of `line`; a word that begins with `@` is below the folder.
    fn run(&self, line: &str) -> Output {
        let word = |word: &str| match word.strip_prefix('@') {
            Some(name) => self.path(name),
            None => PathBuf::from(word.replace("STAND_IN", &stand_in().display().to_string())),
        };
        Command::new(root().join("scripts/against-accel-sim.sh"))
            .args(line.split_whitespace().map(word))
            .env("WARPSMITH", warpsmith())
            .envs(self.environment.iter().copied())
            .output()
            .expect("it starts")
    }
}

fn stand_in() -> PathBuf {
    root().join("tests/stand_ins/accel-sim.out")
}

/// The value of an option in a configuration file.
fn option(path: &Path, name: &str) -> String {
    let text = fs::read_to_string(path).expect("readable");
    let mut values = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    values.next().unwrap_or_else(|| panic!("no {name} in\n{text}")).to_string()
}

/// The cells of the row of a program.
fn row(table: &str, program: &str) -> Vec<String> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {program} |"))).expect("a row");
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

#[test]
fn both_run_on_one_trace_and_the_table_has_what_each_says() {
    let trial = Trial::new();
    let table = stdout(&trial.run("--small -m sm.count=8 STAND_IN @SM2_GTX480 @out stream kmeans"));
    assert_eq!(fs::read_to_string(trial.path("out/table.md")).expect("readable"), table);
    for program in ["stream", "kmeans"] {
        let result = read_json(&trial.path(&format!("out/{program}/replay.json")));
        let total = &result["statistics"]["total"];
        let kernels = result["statistics"]["kernels"].as_array().expect("kernels").len();
        let cells = row(&table, program);
        let cycles = total["time"]["sm_cycles"].as_u64().expect("a number");
        assert_eq!(cells[1..3], [(1000 * kernels).to_string(), cycles.to_string()]);
        // Of the stand-in: 15 of 40 reads, 20 of 80 accesses, 3200 and 800 bursts, 400 rows opened for 2000 requests a kernel.
        let there: Vec<&str> =
            cells[4..9].iter().map(|cell| cell.split(" / ").next().expect("two")).collect();
        let thousands = |bursts: usize| format!("{:.1}", bursts as f64 / 1000.0);
        let (reads, writes) = (thousands(3200 * kernels), thousands(800 * kernels));
        assert_eq!(there, ["0.38", "0.25", &reads, &writes, "0.80"]);
        let bursts = total["dram"]["read_bursts"].as_u64().expect("a number");
        assert!(cells[6].ends_with(&format!(" / {}", thousands(bursts as usize))), "{}", cells[6]);
        assert!(!trial.path(&format!("out/{program}/traces")).exists());
    }
    assert!(table.contains("Cycles of 2 programs: Pearson "), "{table}");
}

#[test]
fn the_configuration_is_that_of_the_user_with_what_the_machine_says_in_its_place() {
    let trial = Trial::new();
    stdout(&trial.run("--small -m sm.count=8 -m l2.rop_latency=77 -m sm.operand_collectors.banks=8 STAND_IN @SM2_GTX480 @out stream"));
    stdout(&trial.run("--small --gto STAND_IN @SM2_GTX480 @greedy stream"));
    assert_eq!(option(&trial.path("greedy/config/gpgpusim.config"), "-gpgpu_scheduler"), "gto");
    let file = trial.path("out/config/gpgpusim.config");
    let machine = read_json(&trial.path("out/stream/live.json"))["configuration"]["machine"].clone();
    let l1 = &machine["l1"];
    let expected = [
        ("-gpgpu_n_clusters", "8".to_string()),
        ("-gpgpu_l2_rop_latency", "77".to_string()),
        ("-gpgpu_scheduler", "lrr".to_string()),
        ("-gpgpu_num_reg_banks", "8".to_string()),
        ("-gpgpu_operand_collector_num_units_sp", "6".to_string()),
        ("-gpgpu_memlatency_stat", "14".to_string()),
        (
            "-gpgpu_cache:dl1",
            format!(
                "N:{}:128:{},L:L:m:N:L,A:{}:{},{}",
                l1["sets"], l1["ways"], l1["mshrs"], l1["mshr_merges"], l1["miss_queue"]
            ),
        ),
        ("-ptx_opcode_latency_int", "4,13,4,5,145,32".to_string()),
    ];
    for (name, value) in expected {
        assert_eq!(option(&file, name), value, "{name}");
    }
    assert!(option(&file, "-gpgpu_dram_timing_opt").starts_with("\"nbk=16:nbkgrp=4:CCD=2:"));
    // Six bits of the byte in a burst, six of the column, four of the bank, and the rows of 256 MiB.
    let bits = option(&file, "-gpgpu_mem_addr_mapping").replace('.', "");
    assert!(
        bits.starts_with("dramid@8;") && bits.ends_with(&format!("0{}BBBBCCCCCCSSSSSS", "R".repeat(12))),
        "{bits}"
    );
    let network = fs::read_to_string(trial.path("out/config/net.icnt")).expect("readable");
    // A port for each of 8 SMs and 12 sub-partitions.
    assert_eq!(network, "use_map = 0;\nflit_size = 32;\nk = 20;\n");
    let changes = fs::read_to_string(trial.path("out/config/changes.txt")).expect("readable");
    assert!(changes.contains("-gpgpu_n_clusters: 99, now 8\n"), "{changes}");
    assert!(!changes.contains("-ptx_opcode_latency_int"), "{changes}");
}

#[test]
fn what_is_missing_is_named_before_anything_runs() {
    let trial = Trial::new();
    fs::create_dir(trial.path("empty")).expect("writable");
    for (line, code, said) in [
        ("STAND_IN @SM2_GTX480", 2, "ACCEL_SIM"),
        ("--fast STAND_IN @SM2_GTX480 @out", 2, "unknown option '--fast'"),
        ("STAND_IN @SM2_GTX480 @out -m", 2, "-m takes a value"),
        ("@nowhere @SM2_GTX480 @out", 1, "nowhere is no program"),
        ("@empty @SM2_GTX480 @out", 1, "there is no accel-sim.out below"),
        ("STAND_IN @empty @out", 1, "empty/gpgpusim.config"),
        ("STAND_IN @SM2_GTX480 @empty", 1, "empty exists"),
        ("STAND_IN @SM2_GTX480 @out strem", 1, "there is no program strem"),
    ] {
        let said_there = stderr(&trial.run(line), code);
        assert!(said_there.contains(said), "{line}: {said_there}");
        assert!(!trial.path("out").exists(), "{line}");
    }
}

#[test]
fn a_machine_that_accel_sim_cannot_be_like_is_refused_with_the_reason() {
    let trial = Trial::new();
    let said = stderr(&trial.run("--small -m dram.bank_index=xor STAND_IN @SM2_GTX480 @out stream"), 1);
    assert!(said.contains("dram.bank_index is not linear"), "{said}");
}

#[test]
fn a_simulator_that_fails_or_does_not_come_to_its_end_is_said_with_its_log() {
    for (how, expected) in [("stops", "the stand-in stops"), ("silent", "did not come to the end of its run")]
    {
        let trial = Trial { environment: vec![("ACCEL_SIM_STAND_IN", how)], ..Trial::new() };
        let said = stderr(&trial.run("--small STAND_IN @SM2_GTX480 @out stream"), 1);
        assert!(said.contains(expected) && said.contains("accel-sim.log"), "{said}");
        assert!(!trial.path("out/table.md").exists());
    }
}
