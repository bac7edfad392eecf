// SPDX-License-Identifier: Apache-2.0
//! The points of APOGEE's evaluation are not among the claims yet.

use super::report::Claims;

pub const CLAIMS: Option<Claims> = None;
