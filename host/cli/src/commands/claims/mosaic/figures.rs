// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run.

use super::super::sharing::Speeds;
use crate::result::ResultFile;
use crate::summary::{ipc, ratio};
use serde::Serialize;
use warpsmith_gpu::stats::{CocoaStats, FramesStats, L1TlbStats, L2TlbStats, MigrationStats};
use warpsmith_gpu::unit::mosaic::MosaicStats;

/// Base pages of a frame.
const PAGES: f64 = 512.0;

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Warp instructions in an SM cycle, by program.
    pub ipcs: Vec<f64>,
    /// Share of the pages that instructions looked for that an L1 TLB asked for.
    pub l1_misses: f64,
    /// Share of the lookups in the shared TLB that found nothing; what joined a walk is neither.
    pub l2_misses: f64,
    /// What the coalescer did: frames that it made large pages, its reads and atomic operations, those that it has not come to an end
    /// with included.
    pub coalesced: f64,
    pub table_reads: f64,
    pub table_atomics: f64,
    /// Flushes of pages of large ones, large pages that were taken apart, pages that were copied, and frames that became free by that.
    pub page_flushes: f64,
    pub splintered: f64,
    pub copied: f64,
    pub compacted: f64,
    /// Frames that were given to a large page as a whole, and pages that were given one by one.
    pub whole_frames: f64,
    pub base_pages: f64,
    /// Memory in frames of programs over that in their pages, less 1.
    pub bloat: f64,
    /// Frames in physical order that are full, and those of one program.
    pub full_frames: f64,
    pub single_frames: f64,
    /// SM cycles in which the SMs of a program waited for a large page that pages were moved to.
    pub migration_stalls: f64,
}

impl Speeds for Figures {
    fn ipcs(&self) -> Vec<f64> {
        self.ipcs.clone()
    }
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let l1 = total.units.of::<L1TlbStats>().unwrap_or_default();
        let l2 = total.units.of::<L2TlbStats>().unwrap_or_default();
        let mosaic = total.units.of::<MosaicStats>().unwrap_or_default();
        let cocoa = total.units.of::<CocoaStats>().unwrap_or_default();
        let frames = total.units.of::<FramesStats>().unwrap_or_default();
        let migration = total.units.of::<MigrationStats>().unwrap_or_default();
        let ipcs = match &file.statistics.applications[..] {
            [] => vec![ipc(total)],
            several => several.iter().map(|one| one.ipc()).collect(),
        };
        let of = |part: u64, all: u64| ratio(part as f64, all as f64);
        Figures {
            ipcs,
            l1_misses: of(l1.misses, l1.accesses),
            l2_misses: of(l2.misses, l2.hits + l2.misses),
            coalesced: mosaic.coalesced as f64,
            table_reads: mosaic.table_reads as f64,
            table_atomics: mosaic.table_atomics as f64,
            page_flushes: mosaic.page_flushes as f64,
            splintered: cocoa.splintered as f64,
            copied: (cocoa.moved_pages + migration.moved_pages) as f64,
            compacted: cocoa.compacted as f64,
            whole_frames: cocoa.whole_frames as f64,
            base_pages: cocoa.base_pages as f64,
            bloat: (PAGES * of(cocoa.most_frames, cocoa.most_pages) - 1.0).max(0.0),
            full_frames: frames.full_frames as f64,
            single_frames: frames.single_frames as f64,
            migration_stalls: migration.stall_cycles as f64,
        }
    }
}
