// SPDX-License-Identifier: Apache-2.0
//! Memory that a program frees, from `cudaFree` to the page tables and the TLBs.

use serde_json::Value;
use warpsmith_tests::{compiled, read_json, root, run, stdout, BACKENDS};

/// All statistics of the program that frees memory, on the machine of Mosaic without the cost of paging, with the checks of the model.
fn statistics(options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let program = compiled(&root().join("tests/feature_programs/freeing.cu"));
    let mut args = vec!["run", "--check", "--machine", "mosaic"];
    args.extend(["-m", "mmu.paging.fault_4k_ns=0", "-m", "mmu.paging.fault_2m_ns=0"]);
    args.extend(options);
    args.extend(["-o", file.to_str().expect("UTF-8"), "--", program.to_str().expect("UTF-8")]);
    let said = stdout(&run(args));
    assert!(said.lines().any(|line| line.starts_with("PASS")), "{options:?}: {said}");
    read_json(&file)["statistics"].take()
}

fn count(statistics: &Value, key: &str) -> u64 {
    let value = statistics.pointer(&format!("/total/units/{key}"));
    value.and_then(Value::as_u64).unwrap_or_else(|| panic!("{key} is a count"))
}

#[test]
fn large_pages_of_freed_memory_are_taken_apart_with_the_same_statistics_on_every_backend_and_number_of_threads(
) {
    let mosaic = ["--with", "mosaic", "--with", "cocoa:cac=copy"];
    let of = |options: &[&str]| statistics(&[&mosaic[..], options].concat());
    let first = of(&["--backend", BACKENDS[0]]);
    assert!(count(&first, "cocoa/freed_pages") > 0 && count(&first, "mosaic/splintered") > 0, "{first:#}");
    assert!(count(&first, "mosaic/migrated") > 0, "{first:#}");
    for backend in &BACKENDS[1..] {
        assert!(of(&["--backend", backend]) == first, "{backend} differs");
    }
    assert!(of(&["--backend", BACKENDS[0], "--threads", "3"]) == first, "three threads differ from one");
}

#[test]
fn every_kind_of_compaction_keeps_the_data() {
    for kind in ["off", "copy", "bulk", "ideal"] {
        let found = statistics(&["--with", &format!("cocoa:cac={kind}")]);
        let (compacted, moved) = (count(&found, "cocoa/compacted"), count(&found, "cocoa/moved_pages"));
        assert_eq!(compacted > 0, kind != "off", "{kind}: {compacted} frames, {moved} pages");
        assert_eq!(moved > 0, kind != "off", "{kind}: {compacted} frames, {moved} pages");
    }
}
