// SPDX-License-Identifier: Apache-2.0
//! Parameters side by side.

/// A parameter with its value in each sample.
#[derive(Clone, Debug)]
pub struct Values {
    pub name: String,
    pub values: Vec<u128>,
    /// Numbers may be computed from it.
    pub generic: bool,
    pub flag: bool,
    pub doc: String,
}
