// SPDX-License-Identifier: Apache-2.0
//! What the command has to offer, from its own lists: a test over all of a kind cannot forget one that is added.

use crate::{run, stdout, BACKENDS};
use serde_json::Value;

/// The place of memory controllers, of units and policies alike.
const MEMORY_CONTROLLER: &str = "memory controller";

/// The rows of `warpsmith list WHAT --json`.
fn rows(what: &str) -> Vec<Value> {
    let text = stdout(&run(["list", what, "--json"]));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("list {what} --json: {e}"))
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {row}")).to_string()
}

/// A row of `warpsmith list policies`.
pub struct Policy {
    pub name: String,
    pub socket: String,
}

pub fn policies() -> Vec<Policy> {
    let policy = |row| Policy { name: text(row, "policy"), socket: text(row, "socket") };
    rows("policies").iter().map(policy).collect()
}

/// The names of all units.
pub fn units() -> Vec<String> {
    rows("units").iter().map(|row| text(row, "unit")).collect()
}

/// The names of the built-in machines.
pub fn machines() -> Vec<String> {
    rows("machines").iter().map(|row| text(row, "machine")).collect()
}

/// The names of all statistics, with their groups: `sm.atomics`.
pub fn statistics() -> Vec<String> {
    rows("statistics").iter().map(|row| text(row, "statistic")).collect()
}

/// The units that are memory controllers.
pub fn controller_units() -> Vec<String> {
    let controllers =
        rows("units").into_iter().filter(|row| text(row, "where").starts_with(MEMORY_CONTROLLER));
    controllers.map(|row| text(&row, "unit")).collect()
}

/// All memory controllers that `--with` names: units, then policies.
pub fn controllers() -> Vec<String> {
    let policies = policies().into_iter().filter(|policy| policy.socket == MEMORY_CONTROLLER);
    let controllers: Vec<String> =
        controller_units().into_iter().chain(policies.map(|policy| policy.name)).collect();
    assert!(!controllers.is_empty(), "no controller is listed");
    controllers
}

/// `--machine NAME` of the first machine that fits this unit, and that its RTL is compiled for, or this policy.
pub fn machine_of(unit: &str) -> [String; 2] {
    let fits = |machine: &String| {
        let line = ["run", "--machine", machine, "--with", unit, "--backend", BACKENDS[BACKENDS.len() - 1]];
        // Without a program a run ends behind these checks, or with one of them.
        let output = run(line.into_iter().chain(["--", "/no/program"]));
        String::from_utf8_lossy(&output.stderr).contains("/no/program")
    };
    let machine = machines().into_iter().find(fits);
    [
        "--machine".into(),
        machine.unwrap_or_else(|| panic!("`{unit}` fits no machine, or its RTL is compiled for none")),
    ]
}
