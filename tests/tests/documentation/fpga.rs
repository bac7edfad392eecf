// SPDX-License-Identifier: Apache-2.0
//! The system test of the page on FPGAs runs as the page says, as RTL and as the netlist that was placed.

use super::port::{commands, folder, said};
use warpsmith_tests::{is_installed, warpsmith};

const PAGE: &str = "docs/fpga.md";

#[test]
fn software_reaches_a_unit_by_a_serial_line_in_rtl_and_in_the_placed_netlist_alike() {
    if !["iverilog", "yosys", "nextpnr-ice40"].into_iter().all(is_installed) {
        return;
    }
    let command = warpsmith().display().to_string();
    let folder = folder();
    let commands = commands(PAGE, "fpga-system");
    // The RTL of the first block is what the second places.
    let answers: Vec<String> = commands
        .iter()
        .map(|block| said(folder.path(), &block.replace("warpsmith ", &format!("{command} "))))
        .collect();
    assert_eq!(answers.len(), 2, "RTL and netlist");
    assert_eq!(answers[0], answers[1]);
}
