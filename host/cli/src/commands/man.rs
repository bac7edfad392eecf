// SPDX-License-Identifier: Apache-2.0
//! `warpsmith man`: manual pages, made from the help texts.

use crate::output;
use anyhow::Result;
use clap::Command;
use clap_mangen::Man;
use roff::{roman, Roff};
use std::io;
use std::path::PathBuf;

/// Write manual pages: one of the whole and one of each command.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith man -o man1    # then: man ./man1/warpsmith-run.1")]
pub struct Args {
    /// Folder to write to; made if missing
    #[arg(short = 'o', value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// Writes those of `command`, which is the whole command line, and prints the files that were written.
pub fn man(args: &Args, mut command: Command) -> Result<()> {
    // From here on each command knows its whole name.
    command.build();
    let mut pages = Vec::new();
    add(&command, &mut pages)?;
    output::write_all(&args.folder, pages.iter().map(|(name, text)| (name.as_str(), text.as_str())))?;
    for (name, _) in &pages {
        println!("{}", args.folder.join(name).display());
    }
    Ok(())
}

/// Adds the page of a command and those of its own commands.
fn add(command: &Command, pages: &mut Vec<(String, String)>) -> io::Result<()> {
    // The help command says what `--help` says too.
    if command.get_name() == "help" || command.is_hide_set() {
        return Ok(());
    }
    pages.push((Man::new(command.clone()).get_filename(), page(command)?));
    command.get_subcommands().try_for_each(|inner| add(inner, pages))
}

/// The page of one command.
fn page(command: &Command) -> io::Result<String> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(examples) = command.get_after_help() {
        examples_of(&examples.to_string()).to_writer(&mut text)?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What stands behind the options, line by line, as command lines are not to be filled.
fn examples_of(text: &str) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in text.lines().filter(|line| *line != "Examples:") {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section
}
