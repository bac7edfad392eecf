// SPDX-License-Identifier: Apache-2.0
//! MASK has no claims yet: they need it in the GPU. Their workloads stand, and tests hold the page to them.

use super::report::Claims;

#[cfg(test)]
mod workloads;

pub const CLAIMS: Option<Claims> = None;
