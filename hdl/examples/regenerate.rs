// SPDX-License-Identifier: Apache-2.0
//! Rewrites `generated/`: every unit in every named configuration.

use std::path::Path;

use warpsmith_hdl::units;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    for unit in warpsmith_units::all() {
        for configuration in unit.configurations {
            let emitted = units::emit(unit.name, configuration, &[])?;
            emitted.write_to(&generated.join(unit.name).join(configuration))?;
            println!("generated/{}/{configuration}: {} files", unit.name, emitted.files.len());
        }
    }
    Ok(())
}
