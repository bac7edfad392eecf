// SPDX-License-Identifier: Apache-2.0
fn main() {
    divan::main();
}
