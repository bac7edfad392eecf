// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS is what the claims of SMS compare with, and has none of its own.

use super::report::Claims;

pub const CLAIMS: Option<Claims> = None;
