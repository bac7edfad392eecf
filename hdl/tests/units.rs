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
    let mend = "run `cargo run -p warpsmith-hdl --example regenerate`";
    for unit in warpsmith_units::all() {
        for configuration in unit.configurations {
            let folder = generated.join(unit.name).join(configuration);
            let emitted = units::emit(unit.name, configuration, &[]).unwrap();
            for file in &emitted.files {
                let path = folder.join(&file.name);
                let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
                assert!(checked_in == file.text, "{} is stale: {mend}", path.display());
            }
            let expected: BTreeSet<String> = emitted.files.iter().map(|f| f.name.clone()).collect();
            let found =
                std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
            let left_over: Vec<String> = found.filter(|n| !expected.contains(n)).collect();
            assert!(
                left_over.is_empty(),
                "{} holds {left_over:?}, which nothing emits: delete them",
                folder.display()
            );
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

#[test]
fn a_parameter_without_influence_on_widths_is_free() {
    let emitted =
        units::emit("equalizer", "fermi", &overrides(&[("hyst_epochs", "5"), ("comp_ge", "1")])).unwrap();
    let text = |name: &str| emitted.files.iter().find(|f| f.name == name).unwrap().text.clone();
    assert!(text("eq_block_target.v").contains("HYST_EPOCHS = 3'd5;"));
    assert!(text("eq_decision.v").contains("COMP_GE = 1'b1;"));
    assert!(text("eq_sm.v").contains("configuration custom") && text("eq_sm.v").contains("hyst_epochs=5"));
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
fn a_shape_that_is_not_compiled_in_names_those_that_are_and_where_to_add_it() {
    let message = error("equalizer", "fermi", &[("n_warps", "32")]);
    assert!(message.contains("eq_sm is not compiled in the shape 32, 8, 4096, 128."), "{message}");
    assert!(message.contains("\n    48, 8, 4096, 128\n"), "{message}");
    for file in ["host/units/src/equalizer/params.rs", "hdl/src/units/equalizer/shapes.rs"] {
        assert!(message.contains(file), "{message}");
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
    assert!(has(&stamps, "min_tree_300x16.v") && has(&stamps, "cam_300x15.v"));
    assert!(!has(&collapse, "min_tree_300x16.v") && has(&collapse, "first_set_300.v"));
    assert!(error("frfcfs", "paper", &[("age_mode", "fifo")]).contains("timestamp or collapse"));
}

#[test]
fn the_run_time_configuration_and_the_timing_of_a_dram_controller_are_free_of_shapes() {
    let pairs = overrides(&[("t_rcd", "12"), ("t_ras", "30"), ("t_rc", "42"), ("gb_scope", "dcs")]);
    let files = units::emit("sms", "paper", &pairs).unwrap().files;
    let text = |name: &str| files.iter().find(|f| f.name == name).unwrap().text.clone();
    assert!(text("dram_timing.v").contains("RCD = 6'd11; // tRCD - 1."));
    assert!(text("sms.v").contains("GB_SCOPE_DCS = 1'b1;"));
}

#[test]
fn a_dram_controller_in_a_shape_that_is_not_compiled_in_says_which() {
    let message = error("sms", "paper", &[("n_cpu", "12")]);
    assert!(
        message.contains("hdl/src/units/sms/shapes.rs") && message.contains("n_cpu, n_gpu, n_bank"),
        "{message}"
    );
    assert!(message.contains("shape 12, 1, 8, 15, 5, 10, 10, 20, 15, 5, 10, 10, 2500."), "{message}");
    let message = error("frfcfs", "collapse", &[("n", "32")]);
    assert!(message.contains("shape 16, 1, 8, 15, 5, 10, 32, 16."), "{message}");
}
