// SPDX-License-Identifier: Apache-2.0
//! Textures as CUDA programs use them, from the compiler to the cycle model.

use warpsmith_tests::{bad_program, compiled, read_json, root, run, stderr, stdout};

#[test]
fn every_way_to_bind_and_fetch_gives_what_the_host_computes() {
    let program = compiled(&root().join("tests/feature_programs/textures.cu"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.json");
    let args = ["run".as_ref(), "-o".as_ref(), file.as_os_str(), "--".as_ref(), program.as_os_str()];
    let said = stdout(&run(args));
    assert!(said.lines().any(|l| l.starts_with("PASS")), "{said}");
    let total = &read_json(&file)["statistics"]["total"];
    let count = |group: &str, key: &str| total[group][key].as_u64().expect("a count");
    assert!(count("sm", "texture_texels") > count("sm", "texture_fetches"));
    assert!(count("texture", "misses") > 0);
    assert_eq!(count("texture", "fills"), count("texture", "misses"));
}

#[test]
fn a_fetch_through_an_unbound_texture_names_kernel_and_texture() {
    let program = bad_program("unbound_texture");
    let text = stderr(&run(["run".as_ref(), "--".as_ref(), program.as_os_str()]), 1);
    for part in ["look", "texture `picture`", "not bound"] {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
