// SPDX-License-Identifier: Apache-2.0
//! Equalizer: per-SM warp-state counters, CTA throttling and two-domain frequency voting
//! (Sethia & Mahlke 2014; Sethia 2015, ch. III).

pub mod fm;
pub mod params;
pub mod sm;
