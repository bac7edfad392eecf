// SPDX-License-Identifier: Apache-2.0
//! `warpsmith cc`: compiles and links CUDA programs for the simulator with clang.

use anyhow::{bail, Result};
use std::path::Path;

/// Compile and link a CUDA program for the simulator.
#[derive(clap::Args)]
pub struct CcArgs {
    /// Flags and files as for clang or nvcc
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    args: Vec<String>,
}

/// Runs `warpsmith cc` with the arguments of the command line.
pub fn cc(args: &CcArgs) -> Result<()> {
    bail!("not written yet: {:?}", args.args)
}

/// Compiles one source to a program, with default flags.
pub fn compile(source: &Path, program: &Path) -> Result<()> {
    let text = |path: &Path| path.as_os_str().to_string_lossy().into_owned();
    cc(&CcArgs { args: vec![text(source), "-o".into(), text(program)] })
}
