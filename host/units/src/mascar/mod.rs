// SPDX-License-Identifier: Apache-2.0
//! Mascar: memory-saturation-aware warp scheduling and cache access re-execution
//! (Sethia, Jamshidi & Mahlke 2015; Sethia 2015, ch. IV). Three modules per SM, so that each half can be used alone.

pub mod params;
pub mod rexq;
pub mod sat;
pub mod sched;
