// SPDX-License-Identifier: Apache-2.0
//! The ILP units have no claims yet: they need them in the GPU.

use super::report::Claims;

pub const CLAIMS: Option<Claims> = None;
