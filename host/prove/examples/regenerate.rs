// SPDX-License-Identifier: Apache-2.0
//! Rewrites `generated/`: each module once, every unit's named configurations, and the checkers of the invariants.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated");
    for file in warpsmith_prove::sva::generated()? {
        let path = generated.join(&file.name);
        std::fs::create_dir_all(path.parent().unwrap_or(&generated))?;
        std::fs::write(&path, &file.text)?;
        println!("generated/{}", file.name);
    }
    Ok(())
}
