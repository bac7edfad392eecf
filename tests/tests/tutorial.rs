// SPDX-License-Identifier: Apache-2.0
//! The tutorial, followed from the first line to the last in a clone of the tree.

use std::fs;
use std::path::Path;
use std::process::Command;
use warpsmith_tests::root;

/// The blocks between fences: the language of each, and its lines.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'))
}

/// Runs a line in the clone, where what is installed is found first.
fn shell(clone: &Path, line: &str) {
    println!("$ {line}");
    let path = std::env::var("PATH").unwrap_or_default();
    let status = Command::new("bash")
        .args(["-euc", line])
        .current_dir(clone)
        .env("PATH", format!("{}:{path}", clone.join("installed/bin").display()))
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("WARPSMITH_BIN")
        .env_remove("WARPSMITH_LIB")
        .status();
    assert!(status.expect("bash starts").success(), "{line}");
}

#[test]
#[ignore = "builds a clone of the tree: scripts/test.sh --all"]
fn the_tutorial_can_be_followed_literally_in_a_clone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clone = folder.path().join("warpsmith");
    let cloned = Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(&clone).status();
    assert!(cloned.expect("git starts").success());
    let page = fs::read_to_string(clone.join("docs/tutorial.md")).expect("the page");
    for (language, text) in blocks(&page) {
        match language {
            "" => {
                for line in text.lines() {
                    // Into the clone, so that nothing of this machine is replaced.
                    let prefix = if line == "scripts/install.sh" { " --prefix installed" } else { "" };
                    shell(&clone, &format!("{line}{prefix}"));
                }
            }
            "toml" => fs::write(clone.join("sizes.toml"), text).expect("a file"),
            "rust" => {
                let policies = clone.join("host/gpu/src/policy");
                fs::write(policies.join("highest.rs"), text).expect("a file");
                let list = fs::read_to_string(policies.join("mod.rs")).expect("the list of policies");
                let list = list.replace("mod gto;\n", "mod gto;\nmod highest;\n");
                let list =
                    list.replace("        gto::INFO,\n", "        gto::INFO,\n        highest::INFO,\n");
                fs::write(policies.join("mod.rs"), list).expect("the list of policies");
            }
            other => panic!("what is to be done with a block of `{other}`?"),
        }
    }
    let wave = "eq.eq_sm.small.fst";
    for made in ["report.html", "t.json", wave, "sizes.csv", "rtl/equalizer.f", "highest.json"] {
        assert!(clone.join(made).exists(), "{made} has not been made");
    }
}
