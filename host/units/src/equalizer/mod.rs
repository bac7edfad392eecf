// SPDX-License-Identifier: Apache-2.0
//! Equalizer: per-SM warp-state counters, CTA throttling and two-domain frequency voting
//! (Sethia & Mahlke 2014; Sethia 2015, ch. III).

pub mod fm;
pub mod params;
pub mod sm;

pub use fm::EqFm;
pub use sm::EqSm;

use crate::Description;

/// What the library says about Equalizer.
pub const DESCRIPTION: Description = Description {
    about: "warp-state counters, CTA throttling and two-domain frequency voting",
    source: "Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III",
    place: "eq_sm once per SM, eq_fm once per chip",
    blocks: &[],
};
