// SPDX-License-Identifier: Apache-2.0
//! The chart library, which is part of the command if it was there when the command was built (see `build.rs`).

use anyhow::{anyhow, Result};

include!(concat!(env!("OUT_DIR"), "/charts.rs"));

/// What the page says of it.
pub const NAME: &str = "Apache ECharts (Apache-2.0) with ZRender (BSD-3-Clause)";

/// The library as it goes into a page.
pub struct Library {
    pub script: &'static str,
    /// What the licences want to be told.
    pub licences: [&'static str; 3],
}

/// The library.
///
/// # Errors
/// The command was built without it.
pub fn library() -> Result<Library> {
    let parts = SCRIPT.zip(LICENCE).zip(NOTICE).zip(RENDERER_LICENCE);
    let (((script, licence), notice), renderer) = parts.ok_or_else(|| {
        anyhow!(
            "this warpsmith was built without the chart library, so that it writes no pages; with npm installed, run \
             scripts/setup.sh in the source tree and build it again"
        )
    })?;
    Ok(Library { script, licences: [notice, licence, renderer] })
}

/// Fails early where a page could not be written later.
///
/// # Errors
/// As [`library`].
pub fn check() -> Result<()> {
    library().map(drop)
}
