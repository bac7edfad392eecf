// SPDX-License-Identifier: Apache-2.0
//! Parameters of Mosaic (specification section 4, decisions O1, O2 and O29) and the named configurations.

use serde::{Deserialize, Serialize};

use super::{LANES, SLOT_BITS};
use crate::clog2;
use crate::params::{configurations, number, table, Param, ParamError, Parameters, Range};

/// Everything that is fixed when the RTL is emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Warps that an SM can hold, 2..=64.
    pub warps_per_core: u32,
    /// Bits of a virtual address, 23..=57.
    pub va_w: u32,
    /// Bits of a physical address, 23..=52.
    pub pa_w: u32,
    /// Bits of the offset in a base page, 12..=16. A large page has 512 base pages.
    pub base_page_log2: u32,
    /// Entries for base pages of the L1 TLB, 2..=256.
    pub l1_base: u32,
    /// Entries for large pages, 2..=64.
    pub l1_large: u32,
    /// Pages that an SM can wait for, 2..=64.
    pub l1_mshrs: u32,
    /// Bits of the number of an address space, 2..=16.
    pub asid_w: u32,
    /// Depth of the page tables, 2..=5.
    pub pt_levels: u32,
    /// Operations of the coalescer on page tables under way, 1..=8.
    pub eng_out: u32,
    /// The coalescer checks that pages are contiguous.
    pub verify: bool,
    /// Lines of the migrator under way, 1..=16.
    pub mig_out: u32,
    /// Applications that own frames, 1..=32.
    pub num_apps: u32,
    /// Large page frames, 4..=16384.
    pub frames: u32,
    /// Bits of the number of a base page in its frame, 2..=9, for `mosaic_frames` alone (O29).
    pub slot_bits: u32,
    /// Allocated pages with which a large page stays one at least, 1..=512.
    pub cac_thresh: u32,
    /// Memory channels, 1..=16.
    pub channels: u32,
    /// Bits of the offset in what lies in one channel, 7..=21.
    pub chan_interleave_log2: u32,
    /// SMs, 2..=64.
    pub num_cores: u32,
    /// Lookups that the shared TLB accepts in a cycle, 1..=2.
    pub l2_ports: u32,
    /// Its entries for base pages, 4..=8192; `l2_ways` times a power of two from 2 on.
    pub l2_base: u32,
    /// Ways of those, 2..=32.
    pub l2_ways: u32,
    /// Its entries for large pages, 2..=512.
    pub l2_large: u32,
    /// Cycles from a lookup to its answer, or to the second probe, 3..=200.
    pub l2_lat: u32,
    /// Base pages are probed behind large ones.
    pub l2_serial: bool,
    /// Walks at a time, 2..=64.
    pub walk_ctx: u32,
}

/// The parameter table, in the order of the struct.
const PARAMS: &[Param<Params>] = table! {
    warps_per_core (warps_per_core): Number, number(2, 64), 64, "section 3", "warps that an SM can hold";
    va_w (va_w): Number, number(23, 57), 48, "decision D2", "bits of a virtual address";
    pa_w (pa_w): Number, number(23, 52), 40, "decision D2", "bits of a physical address";
    base_page_log2 (base_page_log2): Number, number(12, 16), 12, "section 2.1",
        "bits of the offset in a base page; a large page has 512 base pages";
    l1_base (l1_base): Number, number(2, 256), 128, "Table 7.1", "entries for base pages of the L1 TLB";
    l1_large (l1_large): Number, number(2, 64), 16, "Table 7.1", "its entries for large pages";
    l1_mshrs (l1_mshrs): Number, number(2, 64), 32, "decision D9", "pages that an SM can wait for";
    asid_w (asid_w): Number, number(2, 16), 9, "decision D2", "bits of the number of an address space";
    pt_levels (pt_levels): Number, number(2, 5), 4, "A17 7.3.3", "depth of the page tables";
    eng_out (eng_out): Number, number(1, 8), 4, "decision D6",
        "operations of the coalescer on page tables under way";
    verify (verify): Flag, Range::Flag, 0, "decision D6", "the coalescer checks that pages are contiguous";
    mig_out (mig_out): Number, number(1, 16), 8, "decision D6", "lines of the migrator under way";
    num_apps (num_apps): Number, number(1, 32), 32, "section 3", "applications that own frames";
    frames (frames): Number, number(4, 16384), 1536, "Table 7.1", "large page frames";
    slot_bits (slot_bits): Number, number(2, 9), 9, "section 2.1",
        "bits of the number of a base page in its frame, for mosaic_frames alone; the others always have 9";
    cac_thresh (cac_thresh): Number, number(1, 512), 256, "decision D20",
        "allocated pages with which a large page stays one at least";
    channels (channels): Number, number(1, 16), 6, "Table 7.1", "memory channels";
    chan_interleave_log2 (chan_interleave_log2): Number, number(7, 21), 8, "decision D14",
        "bits of the offset in what lies in one channel";
    num_cores (num_cores): Number, number(2, 64), 30, "Table 7.1", "SMs";
    l2_ports (l2_ports): Number, number(1, 2), 2, "Table 7.1", "lookups that the shared TLB accepts in a cycle";
    l2_base (l2_base): Number, number(4, 8192), 512, "Table 7.1",
        "its entries for base pages; l2_ways times a power of two from 2 on";
    l2_ways (l2_ways): Number, number(2, 32), 16, "Table 7.1", "ways of those";
    l2_large (l2_large): Number, number(2, 512), 256, "Table 7.1", "its entries for large pages";
    l2_lat (l2_lat): Number, number(3, 200), 10, "Table 7.1", "cycles from a lookup of it to the answer, or to the second probe";
    l2_serial (l2_serial): Flag, Range::Flag, 1, "decision D11", "it probes base pages behind large ones";
    walk_ctx (walk_ctx): Number, number(2, 64), 64, "section 7.4", "walks at a time";
};

impl Parameters for Params {
    const UNIT: &'static str = "Mosaic";
    const FILE: &'static str = "host/units/src/mosaic/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;

    configurations! {
        "paper" => PAPER,
        "l1base8" => L1BASE8,
        "verify" => VERIFY,
        "variant" => VARIANT,
        "small" => SMALL,
        "tiny" => TINY,
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let bad = |key, value: u32, range: String| {
            Err(ParamError::BadValue { unit: Params::UNIT, key, value: value.to_string(), range })
        };
        let most = self.va_w.min(self.pa_w) - SLOT_BITS - 1;
        if self.base_page_log2 > most {
            let range = format!("so that va_w and pa_w have a bit above a large page, at most {most}");
            return bad("base_page_log2", self.base_page_log2, range);
        }
        let most = self.base_page_log2 + SLOT_BITS * self.pt_levels;
        if self.va_w > most {
            return bad("va_w", self.va_w, format!("what pt_levels tables can map, at most {most}"));
        }
        let sets = self.l2_base / self.l2_ways;
        if sets * self.l2_ways != self.l2_base || sets < 2 || !sets.is_power_of_two() {
            let range = format!("l2_ways, which is {}, times a power of two from 2 on", self.l2_ways);
            return bad("l2_base", self.l2_base, range);
        }
        if u64::from(sets) > 1 << self.vpn_width() {
            return bad("l2_base", self.l2_base, format!("at most {} entries for each page", self.l2_ways));
        }
        let most = 1 << self.slot_bits;
        if self.cac_thresh > most {
            return bad("cac_thresh", self.cac_thresh, format!("pages of a frame, at most {most}"));
        }
        let most = self.base_page_log2 + self.slot_bits;
        if self.chan_interleave_log2 > most {
            let range = format!("so that a channel has a part of a frame, at most {most}");
            return bad("chan_interleave_log2", self.chan_interleave_log2, range);
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: L1 TLBs of 128 base and 16 large entries.
    pub const PAPER: Params = Params {
        warps_per_core: 64,
        va_w: 48,
        pa_w: 40,
        base_page_log2: 12,
        l1_base: 128,
        l1_large: 16,
        l1_mshrs: 32,
        asid_w: 9,
        pt_levels: 4,
        eng_out: 4,
        verify: false,
        mig_out: 8,
        num_apps: 32,
        frames: 1536,
        slot_bits: 9,
        cac_thresh: 256,
        channels: 6,
        chan_interleave_log2: 8,
        num_cores: 30,
        l2_ports: 2,
        l2_base: 512,
        l2_ways: 16,
        l2_large: 256,
        l2_lat: 10,
        l2_serial: true,
        walk_ctx: 64,
    };

    /// The smallest L1 TLB of Figure 7.14a.
    pub const L1BASE8: Params = Params { l1_base: 8, ..Params::PAPER };

    /// The coalescer with its check.
    pub const VERIFY: Params = Params { verify: true, ..Params::PAPER };

    /// Sizes that are no powers of two, another page size, and the other value of the switch.
    pub const VARIANT: Params = Params {
        warps_per_core: 44,
        va_w: 57,
        pa_w: 44,
        base_page_log2: 14,
        l1_base: 22,
        l1_large: 5,
        l1_mshrs: 9,
        asid_w: 7,
        pt_levels: 5,
        eng_out: 7,
        verify: true,
        mig_out: 11,
        num_apps: 5,
        frames: 23,
        slot_bits: 6,
        cac_thresh: 37,
        channels: 7,
        chan_interleave_log2: 16,
        num_cores: 11,
        l2_ports: 1,
        l2_base: 40,
        l2_ways: 5,
        l2_large: 21,
        l2_lat: 7,
        l2_serial: false,
        walk_ctx: 13,
    };

    /// Few entries: many events in few cycles.
    pub const SMALL: Params = Params {
        warps_per_core: 12,
        l1_base: 8,
        l1_large: 4,
        l1_mshrs: 4,
        asid_w: 4,
        eng_out: 3,
        verify: true,
        mig_out: 5,
        num_apps: 1,
        frames: 4,
        num_cores: 4,
        l2_ports: 2,
        l2_base: 16,
        l2_ways: 4,
        l2_large: 6,
        l2_lat: 4,
        l2_serial: true,
        walk_ctx: 4,
        ..Params::PAPER
    };

    /// The smallest widths, for proofs.
    pub const TINY: Params = Params {
        warps_per_core: 4,
        va_w: 23,
        pa_w: 23,
        base_page_log2: 12,
        l1_base: 2,
        l1_large: 2,
        l1_mshrs: 2,
        asid_w: 2,
        pt_levels: 2,
        eng_out: 2,
        verify: false,
        mig_out: 2,
        num_apps: 2,
        frames: 4,
        slot_bits: 2,
        cac_thresh: 2,
        channels: 2,
        chan_interleave_log2: 13,
        num_cores: 2,
        l2_ports: 2,
        l2_base: 4,
        l2_ways: 2,
        l2_large: 2,
        l2_lat: 3,
        l2_serial: true,
        walk_ctx: 2,
    };

    /// Bits of the number of a warp slot.
    pub fn warp_width(&self) -> usize {
        clog2(self.warps_per_core)
    }

    /// Bits of the number of a virtual base page.
    pub fn vpn_width(&self) -> usize {
        (self.va_w - self.base_page_log2) as usize
    }

    /// Bits of the number of a physical base page.
    pub fn ppn_width(&self) -> usize {
        (self.pa_w - self.base_page_log2) as usize
    }

    /// Bits of the number of a page table, which is 4 KB.
    pub fn table_width(&self) -> usize {
        self.pa_w as usize - 12
    }

    /// Bits of the number of an SM.
    pub fn core_width(&self) -> usize {
        clog2(self.num_cores)
    }

    /// Ports of the shared TLB.
    pub fn ports(&self) -> usize {
        self.l2_ports as usize
    }

    /// Sets of the shared TLB's entries for base pages, a power of two.
    pub fn l2_sets(&self) -> u32 {
        self.l2_base / self.l2_ways
    }

    /// Bits of the number of a walk.
    pub fn walk_width(&self) -> usize {
        clog2(self.walk_ctx)
    }

    /// Lines of 128 bytes of a base page.
    pub fn page_lines(&self) -> u32 {
        1 << (self.base_page_log2 - 7)
    }

    /// Bits of the number of an application.
    pub fn app_width(&self) -> usize {
        clog2(self.num_apps).max(1)
    }

    /// Bits of the number of a frame.
    pub fn frame_width(&self) -> usize {
        clog2(self.frames)
    }

    /// Base pages of a frame.
    pub fn frame_pages(&self) -> u32 {
        1 << self.slot_bits
    }

    /// Bits of the number of a memory channel.
    pub fn phase_width(&self) -> usize {
        clog2(self.channels).max(1)
    }

    /// Bits of a number of frames.
    pub fn frames_width(&self) -> usize {
        clog2(self.frames + 1)
    }

    /// Bits of a number of base pages of all frames.
    pub fn pages_width(&self) -> usize {
        clog2((self.frames << self.slot_bits) + 1)
    }

    /// Bits of what a read of page tables finds: an entry, or with the check a line.
    pub fn data_width(&self) -> usize {
        if self.verify {
            64 * LANES
        } else {
            64
        }
    }

    /// Bits of the number of a virtual large page.
    pub fn lvpn_width(&self) -> usize {
        self.vpn_width() - SLOT_BITS as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_configurations_agree() {
        crate::params::check_tables::<Params>();
    }

    #[test]
    fn impossible_combinations_name_the_parameter_and_what_is_possible() {
        for (changes, wrong, possible) in [
            ("va_w=23,base_page_log2=14", "`base_page_log2` cannot be `14`", "at most 13"),
            ("pt_levels=3", "`va_w` cannot be `48`", "at most 39"),
            (
                "l2_base=96",
                "`l2_base` cannot be `96`",
                "l2_ways, which is 16, times a power of two from 2 on",
            ),
            (
                "l2_base=16",
                "`l2_base` cannot be `16`",
                "l2_ways, which is 16, times a power of two from 2 on",
            ),
            (
                "va_w=23,pa_w=23,l2_base=8192,l2_ways=2",
                "`l2_base` cannot be `8192`",
                "at most 2 entries for each page",
            ),
            ("slot_bits=7", "`cac_thresh` cannot be `256`", "at most 128"),
            ("slot_bits=8,chan_interleave_log2=21", "`chan_interleave_log2` cannot be `21`", "at most 20"),
        ] {
            let e = Params::named(&format!("paper:{changes}")).unwrap_err().to_string();
            assert!(e.contains(wrong) && e.contains(possible), "{e}");
        }
    }
}
