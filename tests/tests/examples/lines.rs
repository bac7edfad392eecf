// SPDX-License-Identifier: Apache-2.0
//! The command lines of the help texts and of the pages.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use warpsmith_tests::{root, run, stdout};

/// A command line and where it stands.
pub struct Line {
    pub place: String,
    pub text: String,
}

impl Line {
    /// `run` of `warpsmith run ...`.
    pub fn subcommand(&self) -> &str {
        let mut words = self.text.split_whitespace();
        words.next().filter(|first| *first == "warpsmith").and_then(|_| words.next()).unwrap_or_default()
    }

    /// Whether it calls a script of the source tree.
    pub fn is_script(&self) -> bool {
        self.text.starts_with("scripts/")
    }
}

/// The names of the subcommands, from the help of the whole command.
pub fn subcommands() -> Vec<String> {
    let help = stdout(&run(["--help"]));
    let list = help.split("Commands:\n").nth(1).expect("the help lists the commands");
    let list = list.lines().map_while(|line| line.strip_prefix("  "));
    // What stands further to the right goes on with the description before it.
    let list = list.filter(|line| !line.starts_with(' '));
    list.filter_map(|line| line.split_whitespace().next().map(str::to_string)).collect()
}

/// All command lines, each text once.
pub fn all() -> Vec<Line> {
    let mut lines = of_help();
    lines.extend(of_pages());
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.text.clone()));
    lines
}

/// The examples of every help text.
fn of_help() -> Vec<Line> {
    let mut lines = Vec::new();
    let commands = subcommands();
    let helps = commands.iter().filter(|name| *name != "help").map(|name| vec![name.as_str(), "--help"]);
    for args in helps.chain([vec!["--help"]]) {
        let help = stdout(&run(&args));
        let examples =
            help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|l| l.starts_with("warpsmith "));
        lines.extend(examples.map(|text| Line { place: args.join(" "), text: text.to_string() }));
    }
    lines
}

/// The lines of the code blocks of every page that call the command or a script.
fn of_pages() -> Vec<Line> {
    let mut git = Command::new("git");
    let listed = git.current_dir(root()).args(["ls-files", "*.md"]).output().expect("git starts");
    let mut lines = Vec::new();
    for page in String::from_utf8_lossy(&listed.stdout).lines() {
        let text = fs::read_to_string(root().join(page)).expect("readable");
        // Every other part is a code block, which begins with its language.
        for block in text.split("\n```").skip(1).step_by(2) {
            let calls =
                block.lines().skip(1).filter(|l| l.starts_with("warpsmith ") || l.starts_with("scripts/"));
            lines.extend(calls.map(|text| Line { place: page.to_string(), text: text.to_string() }));
        }
    }
    lines
}
