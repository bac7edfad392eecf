// SPDX-License-Identifier: Apache-2.0
//! The library's face: units, configurations, overrides, ports, and the checked-in Verilog.

use std::collections::BTreeSet;
use std::path::Path;

use warpsmith_hdl::emit::{Port, PortKind};
use warpsmith_hdl::units::{self, check_ports, EmitError};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::EqSm;
use warpsmith_units::{Module, Parameters};

fn overrides(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect()
}

fn error(unit: &str, configuration: &str, pairs: &[(&str, &str)]) -> String {
    units::emit(unit, configuration, &overrides(pairs)).unwrap_err().to_string()
}

#[test]
fn generated_files_are_not_stale() {
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    let mend = "run `cargo run -p warpsmith-prove --example regenerate`";
    let files = units::generated::files().unwrap();
    for file in &files {
        let path = generated.join(&file.name);
        let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(checked_in == file.text, "{} is stale: {mend}", path.display());
    }
    let expected: BTreeSet<String> = files.into_iter().map(|f| f.name).collect();
    let on_disk = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.collect::<Vec<_>>()
    };
    let (folders, files): (Vec<_>, Vec<_>) = on_disk(&generated).into_iter().partition(|path| path.is_dir());
    for file in files.into_iter().chain(folders.iter().flat_map(|folder| on_disk(folder))) {
        let name = file.strip_prefix(&generated).unwrap().display().to_string();
        // The checkers are tested where they are made.
        let is_known = expected.contains(&name) || name.ends_with("_sva.sv");
        assert!(is_known, "generated/{name} is emitted by nothing: delete it");
    }
}

#[test]
fn no_two_modules_of_the_library_have_one_name() {
    let mut seen = BTreeSet::new();
    for file in units::generated::files().unwrap().iter().filter(|f| f.name.ends_with(".v")) {
        let modules = file.text.lines().filter_map(|line| line.strip_prefix("module "));
        for module in modules.filter_map(|rest| rest.split_whitespace().next()) {
            assert!(file.name.ends_with(&format!("/{module}.v")), "{} holds {module}", file.name);
            assert!(seen.insert(module.to_string()), "{module}");
        }
    }
    assert!(seen.len() > 60, "{seen:?}");
}

#[test]
fn lines_have_at_most_100_characters() {
    for file in units::generated::files().unwrap().iter().filter(|f| f.name.ends_with(".v")) {
        for (number, line) in file.text.lines().enumerate() {
            assert!(line.chars().count() <= 100, "{}:{}: {line}", file.name, number + 1);
        }
    }
}

#[test]
fn emission_is_deterministic() {
    let twice = [(); 2].map(|()| units::emit("equalizer", "fermi", &[]).unwrap().files);
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn the_ports_of_every_configuration_are_the_declared_ones() {
    for unit in warpsmith_units::all() {
        for name in unit.configurations {
            let emitted = units::emit(unit.name, name, &[]).unwrap();
            assert_eq!(emitted.tops.len(), unit.modules.len());
            for (top, module) in emitted.tops.iter().zip(unit.modules) {
                assert_eq!(top.name, module.name);
                check_ports(top.name, &top.ports, &(module.ports)(name).unwrap()).unwrap();
                let first = |kind, name: &str| Port { name: name.into(), kind, width: 1 };
                assert_eq!(top.ports[0], first(PortKind::Clock, "clock"));
                assert_eq!(top.ports[1], first(PortKind::Reset, "reset"));
            }
        }
    }
}

#[test]
fn a_port_of_another_width_is_found_and_named() {
    let emitted = units::emit("equalizer", "fermi", &[]).unwrap();
    let other = EqSm::ports(&Params::SMALL);
    let message = check_ports("eq_sm", &emitted.tops[0].ports, &other).unwrap_err().to_string();
    assert!(
        message.contains("eq_sm") && message.contains("w_cta_in [6]") && message.contains("w_cta_in [5]")
    );
}

fn text(files: &[units::File], name: &str) -> String {
    files.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no {name}")).text.clone()
}

#[test]
fn a_configuration_of_ones_own_is_the_same_modules_with_other_values() {
    let pairs = overrides(&[("hyst_epochs", "5"), ("comp_ge", "1"), ("n_warps", "40")]);
    let own = units::emit("equalizer", "fermi", &pairs).unwrap();
    let thin = text(&own.files, "eq_sm_custom.v");
    for part in [
        "module eq_sm_custom (",
        ".HYST_EPOCHS ",
        "(5)",
        "(1'b1)",
        "(40)",
        "configuration custom",
        "hyst_epochs=5",
    ] {
        assert!(thin.contains(part), "`{part}` is not in\n{thin}");
    }
    assert!(thin.contains("[39:0]  slot_live"), "{thin}");
    let named = units::emit("equalizer", "fermi", &[]).unwrap();
    let without_defaults = |files: &[units::File], name: &str| -> Vec<String> {
        let text = text(files, name);
        text.lines().filter(|line| !line.contains("parameter ")).map(String::from).collect()
    };
    for file in named.modules() {
        assert_eq!(without_defaults(&own.files, &file.name), without_defaults(&named.files, &file.name));
    }
}

#[test]
fn the_defaults_of_a_module_are_its_values_in_the_configuration() {
    let files = units::emit("mascar", "tiny", &[]).unwrap().files;
    assert!(text(&files, "mascar_sched.v").contains("parameter WARPS = 4,"));
    assert!(text(&files, "fifo.v").contains("parameter DEPTH = 3,"));
}

#[test]
fn every_value_of_every_switch_is_emitted_somewhere() {
    let mut seen = BTreeSet::new();
    for name in Params::NAMED {
        seen.extend(Params::named(name).unwrap().values());
    }
    for switch in ["comp_ge", "maintain_nominal", "barrier_active", "nb_reset_on_launch"] {
        for value in ["0", "1"] {
            assert!(seen.contains(&(switch, value.to_string())), "{switch}={value}");
        }
    }
}

#[test]
fn a_wrong_request_names_what_is_possible() {
    assert!(error("equaliser", "fermi", &[]).contains("equalizer"));
    assert!(error("equalizer", "kepler", &[]).contains("fermi"));
    assert!(error("equalizer", "fermi", &[("warps", "32")]).contains("n_warps"));
    let message = error("equalizer", "fermi", &[("bw_sat", "9")]);
    assert!(message.contains("bw_sat") && message.contains('9') && message.contains("0..=8"), "{message}");
}

#[test]
fn parameters_that_contradict_each_other_are_refused() {
    let pairs = overrides(&[("epoch_len", "512"), ("sample_period", "1024")]);
    let result = units::emit("equalizer", "fermi", &pairs);
    assert!(matches!(result, Err(EmitError::Parameter(m)) if m.contains("sample_period")));
}

#[test]
fn the_age_mode_of_frfcfs_chooses_the_buffer() {
    let emitted = |pairs: &[(&str, &str)]| units::emit("frfcfs", "paper", &overrides(pairs)).unwrap().files;
    let has = |files: &[units::File], name: &str| files.iter().any(|f| f.name == name);
    let (stamps, collapse) = (emitted(&[]), emitted(&[("age_mode", "collapse")]));
    assert!(has(&stamps, "min_pairs.v") && has(&stamps, "frfcfs_entries.v") && has(&stamps, "frfcfs.v"));
    assert!(!has(&collapse, "min_pairs.v") && has(&collapse, "frfcfs_collapsing.v"));
    assert!(error("frfcfs", "paper", &[("age_mode", "fifo")]).contains("timestamp or collapse"));
}

#[test]
fn a_dram_controller_takes_any_timing_and_any_number_of_sources() {
    let pairs =
        overrides(&[("t_rcd", "12"), ("t_ras", "30"), ("t_rc", "42"), ("gb_scope", "dcs"), ("n_cpu", "0")]);
    let emitted = units::emit("sms", "paper", &pairs).unwrap();
    let thin = text(&emitted.files, "sms_custom.v");
    for part in [".T_RCD             (12)", ".GB_SCOPE          (1)", ".CPUS              (0)"] {
        assert!(thin.contains(part), "`{part}` is not in\n{thin}");
    }
    let timing = emitted.shapes.iter().find(|shape| shape.module == "dram_timing").unwrap();
    assert!(timing.values.contains(&("RCD".to_string(), 11)), "{timing:?}");
}

#[test]
fn a_bit_of_a_number_that_is_a_parameter_is_that_bit() {
    let raise = text(&units::emit("sms", "paper", &overrides(&[])).unwrap().files, "raise_to.v");
    assert_eq!(raise.matches("if (TO[k]) begin").count(), 2, "{raise}");
}

#[test]
fn what_several_units_use_is_in_common() {
    assert_eq!(units::units_of("dram_timing").unwrap(), ["sms", "frfcfs", "medic"]);
    assert!(units::common("fifo").unwrap() && !units::common("mascar_sat").unwrap());
}
