// SPDX-License-Identifier: Apache-2.0
//! The microbenchmarks: what the cycle model measures is what its machine file says. That all figures of the built-in
//! machine hold is tested with the page that shows them.

use warpsmith_tests::{run, stderr, stdout};

/// The table of some groups for a machine that differs from the built-in one in these keys; every figure must hold.
fn holds(groups: &str, changes: &[&str]) -> String {
    let changes = changes.iter().flat_map(|change| ["-m", change]);
    stdout(&run(["bench-machine", "--only", groups].into_iter().chain(changes)))
}

/// The cells of the row that begins with `figure`.
fn row<'a>(table: &'a str, figure: &str) -> Vec<&'a str> {
    let line = table.lines().find(|l| l.starts_with(&format!("| {figure} |")));
    line.unwrap_or_else(|| panic!("no figure `{figure}` in\n{table}")).split(" | ").collect()
}

#[test]
fn measured_latencies_sizes_and_rates_of_an_sm_follow_the_machine_file() {
    let changes = [
        "sm.l1_hit_latency=30",
        "sm.schedulers=1",
        "sm.sfu.initiation=4",
        "sm.dp.mad.initiation=4",
        "sm.shared_banks=16",
        "sm.ctas=6",
        "sm.registers=20480",
        "l1.ways=2",
        "l1.mshrs=20",
        "l1.mshr_merges=5",
        "l1.set_index=xor",
        "icnt.latency=9",
        "l2.rop_latency=90",
        "l2.cache.ways=4",
        "dram.bank_index=xor",
        "dram.timing.rcd=20",
        "dram.timing.cl=20",
    ];
    let table = holds("latency,caches,issue,occupancy", &changes);
    // What must come out, independent of how the command computes it.
    assert_eq!(row(&table, "L1 lines outstanding at most")[3], "20");
    assert_eq!(row(&table, "L1 misses a lap, lines of one set, one more")[3], "3");
    assert_eq!(row(&table, "shared-memory load, stride 16 words")[2], "32");
    assert_eq!(row(&table, "CTAs of an SM, limited by CTA slots")[3], "6");
}

#[test]
fn measured_rates_of_the_memory_system_follow_the_machine_file() {
    let changes = [
        "dram.channels=4",
        "dram.transfers_per_cycle=2",
        "dram.timing.ccd=4",
        "dram.timing.ccdl=6",
        "l2.atomic_bytes_per_cycle=2",
    ];
    let table = holds("throughput", &changes);
    assert_eq!(row(&table, "DRAM write stream")[2], "64");
    assert_eq!(row(&table, "crossbar, replies of L2 hits")[2], "8");
    assert_eq!(row(&table, "crossbar, requests of stores to L2")[2], "8");
}

#[test]
fn clocks_that_do_not_divide_one_another_are_crossed_within_a_period_each() {
    holds("latency", &["clock.icnt_mhz=600", "clock.l2_mhz=650", "clock.dram_mhz=1000"]);
}

#[test]
fn a_machine_that_does_not_reach_what_its_file_says_fails_with_the_figure() {
    // Too short a queue for the latency of the pipeline that it stands for.
    let output = run(["bench-machine", "--only", "throughput", "-m", "l2.rop_queue=32"]);
    stderr(&output, 1);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(row(&table, "atomics on one word").join(" ").contains("WRONG"), "{table}");
}

#[test]
fn the_built_in_machines_have_the_latencies_that_their_files_quote() {
    for (machine, figures) in [
        ("gtx480", &["L1 hit, published"][..]),
        ("mascar", &["L1 hit, published", "L2 hit, published", "DRAM, bank closed, published"]),
    ] {
        let table = stdout(&run(["bench-machine", "--machine", machine, "--only", "latency"]));
        for figure in figures {
            assert!(row(&table, figure).join(" ").contains("ok"), "{table}");
        }
    }
}

#[test]
fn the_memory_of_the_machine_apogee_is_400_cycles_away_and_gives_each_of_four_sms_12_bytes_a_cycle() {
    // Its L2 is too small for some of the figures of L2.
    let output = run(["bench-machine", "--machine", "apogee", "--only", "latency,throughput"]);
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let measured = |figure| row(&table, figure)[3].parse::<f64>().expect("a number");
    let (idle, rate) = (measured("DRAM, row open"), measured("DRAM read stream"));
    assert!((396.0..=400.0).contains(&idle), "{table}");
    assert!((0.85 * 48.0..=48.0).contains(&rate), "{table}");
}
