// SPDX-License-Identifier: Apache-2.0
//! `warpsmith completions`: what a shell needs to complete command lines.

use crate::streams;
use clap::Command;
use clap_complete::{generate, Shell};

/// Print the completions of a shell: commands, options and their values.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith completions bash > warpsmith.bash    # then: source warpsmith.bash
  warpsmith completions fish > warpsmith.fish

`scripts/install.sh` puts those of bash, zsh and fish where these look for them.")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints those of `command`, which is the whole command line.
pub fn completions(args: &Args, mut command: Command) {
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    generate(args.shell, &mut command, name, &mut script);
    streams::output(&script);
}
