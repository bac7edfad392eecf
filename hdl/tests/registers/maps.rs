// SPDX-License-Identifier: Apache-2.0
//! The register maps in SystemRDL, as systemrdl-compiler and PeakRDL read them.

use std::process::Command;

use crate::tool::{done, have, have_python, root};
use crate::{emitted, units, written};
use warpsmith_hdl::units::Bus;
use warpsmith_units::registers::Access;

/// What the compiler finds must be what `warpsmith-units` says, register by register.
#[test]
fn systemrdl_compiler_finds_the_addresses_widths_accesses_and_reset_values_of_every_map() {
    if !have_python("systemrdl") {
        return;
    }
    for unit in units() {
        let info = warpsmith_units::find(unit).expect("a unit");
        for configuration in info.configurations {
            let emitted = emitted(unit, configuration, Bus::Apb);
            let folder = written(&format!("rdl-{configuration}"), unit, &emitted, Bus::Apb);
            for top in &emitted.tops {
                let module = info.modules.iter().find(|module| module.name == top.name).expect("a module");
                let registers = (module.registers)(configuration).expect("a configuration");
                if registers.is_empty() {
                    continue;
                }
                let rows = registers.iter().map(|register| {
                    let access = match register.access {
                        Access::Setting { .. } => "rw",
                        Access::Status => "r",
                        Access::Count => "rw counter",
                    };
                    let reset = register.initial().map_or("None".to_string(), |n| n.to_string());
                    format!("{} {} {} {access} {reset}\n", register.name, register.offset, register.width)
                });
                let script = root().join("scripts/lint/rdl.py");
                let map = folder.join(format!("{}.rdl", top.thin));
                assert_eq!(done(Command::new("python3").arg(script).arg(map)), rows.collect::<String>());
            }
        }
    }
}

#[test]
fn peakrdl_makes_a_header_for_c_of_every_map_with_the_same_addresses() {
    if !have_python("peakrdl") || !have("a C compiler", "cc", &["--version"]) {
        return;
    }
    for unit in units() {
        let info = warpsmith_units::find(unit).expect("a unit");
        let emitted = emitted(unit, "tiny", Bus::Apb);
        let folder = written("header", unit, &emitted, Bus::Apb);
        for top in &emitted.tops {
            let module = info.modules.iter().find(|module| module.name == top.name).expect("a module");
            let registers = (module.registers)("tiny").expect("a configuration");
            if registers.is_empty() {
                continue;
            }
            let thin = &top.thin;
            let (map, header) = (format!("{thin}.rdl"), format!("{thin}.h"));
            let mut peakrdl = Command::new("python3");
            peakrdl.args(["-m", "peakrdl", "c-header", &map, "-o", &header]).current_dir(&folder);
            done(&mut peakrdl);
            let offset = |name: &str, offset: u32| {
                format!("_Static_assert(offsetof({thin}_t, {name}) == {offset}, \"{name}\");\n")
            };
            let asserts: String = registers.iter().map(|r| offset(&r.name, r.offset)).collect();
            let program = format!("#include <stddef.h>\n#include \"{header}\"\n{asserts}");
            std::fs::write(folder.join("offsets.c"), program).expect("writable");
            done(Command::new("cc").args(["-std=c11", "-fsyntax-only", "offsets.c"]).current_dir(&folder));
        }
    }
}
