// SPDX-License-Identifier: Apache-2.0
//! The page about traces says what the code says.

use warpsmith_trace::accelsim;

#[test]
fn the_page_has_every_opcode_with_its_role() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/traces.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    for (role, opcodes) in accelsim::table() {
        let row = format!("| {role} | `{opcodes}` |\n");
        assert!(page.contains(&row), "docs/traces.md lacks this row:\n{row}");
    }
}
