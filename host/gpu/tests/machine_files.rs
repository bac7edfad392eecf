// SPDX-License-Identifier: Apache-2.0
//! Claims about machine files: what is complete, what is refused and how.

use warpsmith_gpu::machine::{builtin, MachineSpec, MmuSpec};

/// The text of the GTX 480 file.
const GTX480: &str = include_str!("../../../machines/gtx480.toml");

/// The error for the GTX 480 file with one text replaced by another.
fn error(from: &str, to: &str) -> String {
    assert!(GTX480.contains(from), "the file has {from:?}");
    MachineSpec::parse(&GTX480.replacen(from, to, 1), "my.toml").unwrap_err().to_string()
}

#[test]
fn every_built_in_machine_loads_and_bears_its_name() {
    let names: Vec<_> = builtin().collect();
    assert!(names.contains(&"gtx480"));
    for name in names {
        assert_eq!(MachineSpec::load(name).unwrap().name, name);
    }
}

#[test]
fn a_machine_loads_from_a_path_and_survives_serialisation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../machines/gtx480.toml");
    let spec = MachineSpec::load(path).unwrap();
    assert_eq!(spec, MachineSpec::load("gtx480").unwrap());
    let text = toml::to_string(&spec).unwrap();
    assert_eq!(MachineSpec::parse(&text, "again").unwrap(), spec);
}

#[test]
fn the_gtx480_is_the_machine_of_the_evaluation() {
    let m = MachineSpec::load("gtx480").unwrap();
    assert_eq!((m.sm.count, m.sm.warps, m.sm.ctas, m.sm.registers), (15, 48, 8, 32768));
    assert_eq!(m.l1.sets * m.l1.ways * 128, 32 * 1024);
    let l2 = &m.l2.cache;
    assert_eq!(l2.sets * l2.ways * 128 * m.l2.sub_partitions_per_channel * m.dram.channels, 786_432);
    let peak = m.dram.peak_bytes_per_second(m.clock.dram_mhz);
    assert!((peak / 177.4e9 - 1.0).abs() < 0.001, "{peak}");
}

#[test]
fn the_variants_of_the_evaluation_of_mask_differ_in_the_chip_and_share_the_tlbs_of_its_table() {
    let [maxwell, fermi, integrated] =
        ["maxwell", "mask-fermi", "mask-integrated"].map(|name| MachineSpec::load(name).unwrap());
    let mmu = |machine: &MachineSpec| machine.mmu.clone().unwrap();
    assert_eq!(mmu(&fermi), mmu(&maxwell));
    let medic = MachineSpec::load("medic").unwrap();
    assert_eq!((&fermi.sm, &fermi.l1, &fermi.clock), (&medic.sm, &medic.l1, &medic.clock));
    let (far, near) = (mmu(&integrated), mmu(&maxwell));
    assert_eq!((&far.l1, far.l2.entries, far.walks), (&near.l1, near.l2.entries, 32));
    let nanoseconds = |cycles: u32| f64::from(cycles) * 1000.0 / f64::from(integrated.clock.sm_mhz);
    assert_eq!(nanoseconds(far.l2.latency), 130.0);
    assert_eq!(nanoseconds(integrated.l2.rop_latency + 1), 130.0);
    let l2 = &integrated.l2.cache;
    assert_eq!(l2.sets * l2.ways * 128 * integrated.dram.channels, 1 << 20);
}

#[test]
fn the_machine_of_mosaic_is_that_of_its_table_and_differs_from_that_of_mask_in_memory_and_paging() {
    let [mosaic, maxwell] = ["mosaic", "maxwell"].map(|name| MachineSpec::load(name).unwrap());
    assert_eq!((&mosaic.sm, &mosaic.l1, &mosaic.clock), (&maxwell.sm, &maxwell.l1, &maxwell.clock));
    assert_eq!((&mosaic.icnt, &mosaic.energy), (&maxwell.icnt, &maxwell.energy));
    assert_eq!((mosaic.dram.capacity(), mosaic.dram.channels, mosaic.dram.banks), (3 << 30, 6, 8));
    let mmu = mosaic.mmu.unwrap();
    assert_eq!((mmu.l1.entries, mmu.l2.entries, mmu.l2.ways, mmu.walks), (128, 512, 16, 64));
    assert!(mmu.pages_on_demand() && !maxwell.mmu.unwrap().pages_on_demand());
}

#[test]
fn the_cost_of_pages_may_be_none_and_each_impossible_one_is_refused_with_its_range() {
    let mosaic = MachineSpec::load("mosaic").unwrap();
    let with = |fault_4k_ns, fault_2m_ns| {
        let mut machine = mosaic.clone();
        let paging = machine.mmu.as_mut().unwrap().paging.as_mut().unwrap();
        (paging.fault_4k_ns, paging.fault_2m_ns) = (fault_4k_ns, fault_2m_ns);
        MachineSpec::parse(&toml::to_string(&machine).unwrap(), "my.toml").map_err(|error| error.to_string())
    };
    assert!(!with(0, 0).unwrap().mmu.unwrap().pages_on_demand());
    assert!(with(100, 100).is_ok() && with(100, 51_200).is_ok());
    for (small, large, value, range) in [
        (1_000_001, 1_000_001, "mmu.paging.fault_4k_ns = 1000001", "0..=1000000"),
        (100, 99, "mmu.paging.fault_2m_ns = 99", "100..=51200"),
        (100, 51_201, "mmu.paging.fault_2m_ns = 51201", "512 times"),
        (0, 1, "mmu.paging.fault_2m_ns = 1", "0..=0"),
    ] {
        let message = with(small, large).unwrap_err();
        assert!(message.contains(value) && message.contains(range), "{message}");
    }
    let text = toml::to_string(&mosaic).unwrap().replace("overlapped", "overlaped");
    let message = MachineSpec::parse(&text, "my.toml").unwrap_err().to_string();
    assert!(message.contains("overlaped") && message.contains("serial"), "{message}");
}

/// The source of a line is in its own comment, or in the comment or table line at the head of its paragraph.
#[test]
fn every_number_of_the_machine_files_names_its_source() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../machines");
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let sources: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("#   ")?.split_inclusive(']').next())
            .filter(|word| word.starts_with('['))
            .collect();
        assert!(sources.contains(&"[here]"), "{}: no list of sources", file.display());
        let sourced = |line: &str| {
            line.split_once('#').is_some_and(|(_, comment)| sources.iter().any(|s| comment.contains(s)))
        };
        let mut paragraph = false;
        for (number, line) in (1..).zip(text.lines()) {
            match line {
                "" => paragraph = false,
                line if line.starts_with(['#', '[']) => paragraph |= sourced(line),
                line if line.starts_with("name =") || line.starts_with("description =") => {}
                line => assert!(paragraph || sourced(line), "{}:{number}: {line}", file.display()),
            }
        }
    }
}

#[test]
fn an_unknown_machine_is_refused_with_the_known_names() {
    let message = MachineSpec::load("gtx48").unwrap_err().to_string();
    assert!(message.contains("`gtx48`") && message.contains("gtx480"), "{message}");
}

#[test]
fn a_misspelt_key_is_refused_with_its_name_line_and_the_right_ones() {
    let message = error("registers = 32768", "regsters = 32768");
    for part in ["my.toml", "regsters", "registers", "line "] {
        assert!(message.contains(part), "{part} in {message}");
    }
}

#[test]
fn a_missing_key_is_refused_with_its_name() {
    let message = error("rop_latency = 120", "");
    assert!(message.contains("my.toml") && message.contains("rop_latency"), "{message}");
}

#[test]
fn an_impossible_value_is_refused_with_file_key_value_and_range() {
    let cases = [
        ("count = 15", "count = 0", "sm.count", "0", "1..=64"),
        ("warps = 48", "warps = 65", "sm.warps", "65", "1..=64"),
        ("sets = 64 ", "sets = 48 ", "l1.sets", "48", "power of two"),
        ("threads = 1536", "threads = 1530", "sm.threads", "1530", "multiple of 32"),
        ("sm_mhz = 700", "sm_mhz = 0", "clock.sm_mhz", "0", "1..=10000"),
        ("sm_mhz = 700", "sm_mhz = 9973", "clock", "9973", "least common multiple"),
        ("miss_queue = 8", "miss_queue = 1", "l1.miss_queue", "1", "2..=1024"),
        ("input_buffer = 40", "input_buffer = 4", "icnt.input_buffer", "4", "5..=4096"),
        ("channels = 6", "channels = 33", "l2.sub_partitions_per_channel", "2", "64 / dram.channels"),
        ("scheduler_queue = 16", "scheduler_queue = 65", "dram.scheduler_queue", "65", "1..=48"),
        ("ccdl = 3", "ccdl = 1", "dram.timing.ccdl", "1", "2..=1000"),
        ("leakage_watts = 41.9", "leakage_watts = -1.0", "energy.leakage_watts", "-1", "0..=1000000"),
        ("\"write-evict\"", "\"write-back\"", "l1.write_policy", "WriteBack", "WriteEvict"),
    ];
    for (from, to, key, value, range) in cases {
        let message = error(from, to);
        for part in ["my.toml", key, value, range] {
            assert!(message.contains(part), "{part:?} in {message:?}");
        }
    }
}

#[test]
fn an_unknown_policy_is_refused_with_the_known_ones() {
    for (known, wrong, others) in [("frfcfs", "frfcsf", "fcfs"), ("gto", "got", "lrr")] {
        let message = error(&format!("\"{known}\""), &format!("\"{wrong}\""));
        assert!(message.contains(wrong) && message.contains(others), "{message}");
    }
}

#[test]
fn a_machine_may_translate_addresses_and_each_impossible_size_is_refused_with_its_range() {
    let maxwell = MachineSpec::load("maxwell").unwrap();
    assert!(MachineSpec::load("gtx480").unwrap().mmu.is_none());
    let text = toml::to_string(&maxwell).unwrap();
    assert_eq!(MachineSpec::parse(&text, "again").unwrap(), maxwell);
    type Change = fn(&mut MachineSpec, &mut MmuSpec);
    let cases: [(Change, &str, &str); 9] = [
        (|m, _| m.sm.count = 64, "sm.count = 64", "1..=63 on a machine with [mmu]"),
        (|_, s| s.page_bits = 11, "mmu.page_bits = 11", "12..=21"),
        (|_, s| s.levels = 3, "mmu.levels = 3", "4..=5, because 9 bits a level must cover the 29"),
        (|_, s| s.walks = 65, "mmu.walks = 65", "4..=64"),
        (|_, s| s.l1.mshrs = 0, "mmu.l1.mshrs = 0", "1..=64"),
        (|_, s| s.l2.entries = 100, "mmu.l2.entries = 100", "a multiple of 16 in 16..=8192"),
        (|_, s| s.l2.ports = 3, "mmu.l2.ports = 3", "1..=2"),
        (|_, s| s.l2.latency = 1, "mmu.l2.latency = 1", "2..=200"),
        (|_, s| s.l2.replay_queue = 2, "mmu.l2.replay_queue = 2", "4..=256"),
    ];
    for (change, value, range) in cases {
        let mut machine = maxwell.clone();
        let mut mmu = machine.mmu.clone().unwrap();
        change(&mut machine, &mut mmu);
        machine.mmu = Some(mmu);
        let message =
            MachineSpec::parse(&toml::to_string(&machine).unwrap(), "my.toml").unwrap_err().to_string();
        assert!(message.contains(value) && message.contains(range), "{message}");
    }
}
