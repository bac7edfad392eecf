// SPDX-License-Identifier: Apache-2.0
//! Rewrites `generated/`: each module once, and every unit's named configurations.

use std::path::Path;

use warpsmith_hdl::units;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated");
    for file in units::generated()? {
        let path = generated.join(&file.name);
        std::fs::create_dir_all(path.parent().unwrap_or(&generated))?;
        std::fs::write(&path, &file.text)?;
        println!("generated/{}", file.name);
    }
    Ok(())
}
