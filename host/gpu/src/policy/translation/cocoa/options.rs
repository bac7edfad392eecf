// SPDX-License-Identifier: Apache-2.0
//! How CoCoA is set: what becomes of frames with few pages, and memory that others have broken up before.

use warpsmith_units::mosaic::params::Params;

use crate::machine::MachineSpec;
use crate::mmu::LEVEL_BITS;
use crate::policy::params::{ParamInfo, Settings};

/// Base pages of a frame.
pub(super) const PAGES: u64 = 1 << LEVEL_BITS;

/// Bits of the number of a byte in the page that a bulk copy takes its time for.
const BULK_PAGE_LOG2: u32 = 12;

pub(super) const PARAMS: &[ParamInfo] = &[
    ParamInfo::number(
        "cac_thresh",
        "a large page that has fewer allocated pages is none any more; frames with fewer are compacted",
        Params::PAPER.cac_thresh,
        1,
        PAGES as u32,
    ),
    ParamInfo::words(
        "cac",
        "how pages move to free a frame with few of them: not at all, over the bus of a channel, inside DRAM, or in no time",
        "copy",
        &["off", "copy", "bulk", "ideal"],
    ),
    ParamInfo::number("bulk_copy_ns", "time of a copy of 4 kB inside DRAM", 80, 20, 2000),
    ParamInfo::number("fragmentation", "percent of frames that have pages of nobody's at the start", 0, 0, 100),
    ParamInfo::number("occupancy", "percent of the pages of such a frame that are taken, at least one", 50, 1, 100),
    ParamInfo::number("seed", "where the random numbers that choose them begin", 1, 1, 0xffff),
];

/// The values of the parameters, on a machine.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Of the lists of frames, as far as it is known before there is memory.
    pub lists: Params,
    /// Nanoseconds that the copy of a page takes; none: frames are not compacted.
    pub copy_ns: Option<u64>,
    /// It is copied inside DRAM.
    pub bulk: bool,
    pub fragmentation: u32,
    pub occupancy: u32,
    pub seed: u32,
}

impl Options {
    pub fn new(settings: &Settings, machine: &MachineSpec) -> Options {
        let (dram, mmu) = (&machine.dram, machine.mmu.clone().unwrap_or_default());
        let page_bytes = 1u64 << mmu.page_bits;
        let bulk_ns = u64::from(settings.get(2)) << mmu.page_bits.saturating_sub(BULK_PAGE_LOG2);
        Options {
            lists: Params {
                frames: 0,
                num_apps: 0,
                cac_thresh: settings.get(0),
                base_page_log2: mmu.page_bits,
                channels: dram.channels,
                chan_interleave_log2: dram.interleave_bytes.ilog2(),
                ..Params::PAPER
            },
            copy_ns: [None, Some(machine.copy_ns(page_bytes)), Some(bulk_ns), Some(0)]
                [settings.get(1) as usize],
            bulk: settings.get(1) == 2,
            fragmentation: settings.get(3),
            occupancy: settings.get(4),
            seed: settings.get(5),
        }
    }
}
