// SPDX-License-Identifier: Apache-2.0
//! Numbers that stand for votes and levels.

/// Votes (decision W21).
pub(super) const NONE: u64 = 0;
pub(super) const COMP: u64 = 1;
pub(super) const MEM: u64 = 2;

/// Frequency levels (decision W21).
pub(super) const LOW: u64 = 0;
pub(super) const NOMINAL: u64 = 1;
pub(super) const HIGH: u64 = 2;
