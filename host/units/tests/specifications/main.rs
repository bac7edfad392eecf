// SPDX-License-Identifier: Apache-2.0
//! What code, emitted Verilog and pages say of the specifications in `docs/spec` leads somewhere: sections, decisions, invariants, points of
//! section 9, tables and figures of the publications.

mod references;
mod specification;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use references::{unresolved, Found};
use specification::{library, Specification};

/// The root of the source tree.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Files that git knows of, those not yet committed included.
fn files(patterns: &[&str]) -> Vec<String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--"];
    let output =
        Command::new("git").current_dir(root()).args(list).args(patterns).output().expect("git starts");
    let names = String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect::<Vec<_>>();
    names.into_iter().filter(|name| root().join(name).exists()).collect()
}

#[test]
fn every_reference_to_a_specification_resolves() {
    let library = library(root());
    let mut found = Found::default();
    let here = "host/units/tests/specifications/";
    let old = ["CHANGELOG.md", "docs/spec/README.md"];
    for name in files(&["*.rs", "*.v", "*.sv", "*.md"]) {
        // Files of bad input need not be text.
        if name.starts_with(here) || old.contains(&name.as_str()) || name.starts_with("tests/bad_inputs/") {
            continue;
        }
        let text = fs::read_to_string(root().join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        found += unresolved(&library, &name, &text);
    }
    assert!(found.wrong.is_empty(), "these lead nowhere:\n{}", found.wrong.join("\n"));
    println!("{} references", found.all);
    assert!(found.all > 500, "only {} references: they are not recognised", found.all);
}

#[test]
fn a_wrong_reference_is_found() {
    let library = library(root());
    let wrong = |file: &str, text: &str| unresolved(&library, file, text).wrong;
    let mascar = "hdl/src/units/mascar/owner.rs";
    for right in [
        "//! The owner (specification sections 2.4 and 2.6, decisions A2, B14).",
        "// Invariants 1 and 3-12; Table 4.1; figure 4.6.",
        "/// The pausing of Equalizer\n/// (specification of Equalizer, section 2.5).",
        "comment!(\"The owner keeps it (A2).\");",
    ] {
        assert_eq!(wrong(mascar, right), Vec::<String>::new(), "{right}");
    }
    for text in [
        "//! The owner (specification section 2.9).",
        "//! The owner (specification\n//! sections 2.4 and 2.9).",
        "// Decided (A19).",
        "let x = 1; // B16",
        "comment!(\"The owner keeps it (A20).\");",
        "// Invariants 1 and 3-13.",
        "// Invariant 13: never.",
        "// As decision W3 says.",
        "// Table 9.9 has it.",
        "/// As there (specification of SMS, section 2.5).",
    ] {
        assert_eq!(wrong(mascar, text).len(), 1, "{text}: {:?}", wrong(mascar, text));
    }
    assert_eq!(wrong("generated/sms/sms.v", "// Of DEC-20, and S23.").len(), 2);
    assert_eq!(wrong("docs/units/frfcfs.md", "Decision S23, section 8.3.1.").len(), 1);
    assert_eq!(wrong("host/cli/src/lib.rs", "// The points of section 12.").len(), 1);
}

/// The source of a parameter is a section, table or decision that the specification gives too.
#[test]
fn the_sources_of_parameters_stand_in_the_specification() {
    let library = library(root());
    for unit in warpsmith_units::all() {
        let specification =
            Specification::of_unit(&library, unit.name).expect("every unit has a specification");
        for parameter in (unit.parameters)().into_iter().filter(|parameter| !parameter.source.is_empty()) {
            for source in parameter.source.split(", ") {
                assert!(
                    specification.names_source(source),
                    "{}: source of `{}`: {source}",
                    unit.name,
                    parameter.name
                );
            }
        }
    }
}

/// The table of `docs/spec/README.md` says which decisions there are, and pages and specifications name each other.
#[test]
fn the_index_and_the_pages_link_to_each_other() {
    let library = library(root());
    for specification in &library {
        let all: BTreeSet<&String> = specification.decisions.iter().chain(&specification.further).collect();
        assert_eq!(all.len(), specification.claimed, "decisions of {}", specification.file);
        for page in &specification.pages {
            let text = fs::read_to_string(root().join(page)).expect("the page is there");
            let link = specification.file.trim_start_matches("docs/");
            assert!(text.contains(link), "{page} has no link to {}", specification.file);
            let back = page.trim_start_matches("docs/");
            assert!(specification.text.contains(back), "{} has no link to {page}", specification.file);
        }
    }
    let on_disk = files(&["docs/spec/*.md"]).into_iter().filter(|name| !name.ends_with("README.md"));
    let listed: BTreeSet<String> = library.iter().map(|specification| specification.file.clone()).collect();
    assert_eq!(
        on_disk.collect::<BTreeSet<_>>(),
        listed,
        "left: files, right: the table of docs/spec/README.md"
    );
}
