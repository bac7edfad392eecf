// SPDX-License-Identifier: Apache-2.0
//! The documents say what the code says.

use std::fs;
use std::path::Path;
use std::process::Command;
use warpsmith_tests::{root, run, stdout};

/// Between `<!-- COMMAND -->` and `<!-- end -->` stands what the command prints. With UPDATE_DOCS=1 it is put there.
#[test]
fn tables_made_by_a_command_are_not_stale() {
    for page in ["docs/units/equalizer.md", "docs/results.md"] {
        let path = root().join(page);
        let text = fs::read_to_string(&path).expect("the page is there");
        let mut parts = text.split("<!-- warpsmith ");
        let mut fresh = parts.next().expect("split gives one part").to_string();
        for part in parts {
            let (command, rest) = part.split_once(" -->").expect("the comment is closed");
            let (_, after) = rest.split_once("<!-- end -->").expect("the table has an end");
            let table = stdout(&run(command.split(' ')));
            fresh += &format!("<!-- warpsmith {command} -->\n{}\n<!-- end -->{after}", table.trim_end());
        }
        assert!(fresh.contains("<!-- end -->"), "{page} has no table");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &fresh).expect("writable");
        } else {
            assert!(
                fresh == text,
                "{page} is stale; run: UPDATE_DOCS=1 cargo test -p warpsmith-tests --test documentation"
            );
        }
    }
}

/// The list in the head of deny.toml names exactly the direct dependencies of the workspace.
#[test]
fn every_direct_dependency_has_a_reason() {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .expect("cargo starts");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut direct: Vec<&str> = packages
        .iter()
        .flat_map(|p| p["dependencies"].as_array().expect("dependencies"))
        .filter(|d| d["path"].is_null())
        .map(|d| d["name"].as_str().expect("a name"))
        .collect();
    direct.sort_unstable();
    direct.dedup();
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let head = text.lines().take_while(|l| l.starts_with('#'));
    let reasons: Vec<&str> =
        head.filter_map(|l| l.strip_prefix("# ")?.split_once(": ")).map(|(name, _)| name).collect();
    assert_eq!(direct, reasons, "deny.toml gives a reason for each direct dependency, in order");
}

#[test]
fn every_source_file_names_its_licence() {
    let output = Command::new("git").current_dir(root()).args(["ls-files"]).output().expect("git starts");
    for name in String::from_utf8_lossy(&output.stdout).lines() {
        let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or("");
        if ["rs", "cu", "cuh", "h", "cpp", "v", "sh"].contains(&extension) {
            let text = fs::read_to_string(root().join(name)).unwrap_or_default();
            let head: Vec<&str> = text.lines().take(3).collect();
            assert!(
                text.is_empty() || head.join("\n").contains("SPDX-License-Identifier: Apache-2.0"),
                "{name}"
            );
        }
    }
}

/// Links between pages lead somewhere.
#[test]
fn every_relative_link_of_a_page_leads_to_a_file() {
    let output =
        Command::new("git").current_dir(root()).args(["ls-files", "*.md"]).output().expect("git starts");
    for page in String::from_utf8_lossy(&output.stdout).lines() {
        let text = fs::read_to_string(root().join(page)).expect("readable");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or("");
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let folder = root().join(page).parent().expect("a page is in a folder").to_path_buf();
            assert!(folder.join(target).exists(), "{page}: {link}");
        }
    }
}
