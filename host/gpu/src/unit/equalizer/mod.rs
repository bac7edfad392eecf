// SPDX-License-Identifier: Apache-2.0
//! Equalizer in its sockets: `eq_sm` throttles the blocks of an SM, `eq_fm` manages the frequencies.

mod frequency;
mod throttle;

pub use frequency::EqualizerFrequency;
pub use throttle::EqualizerThrottle;

use crate::stats::UnitStatistics;

/// Its votes and block counts are those of its sockets, in every result; it counts nothing more.
pub(super) const STATISTICS: Option<UnitStatistics> = None;
