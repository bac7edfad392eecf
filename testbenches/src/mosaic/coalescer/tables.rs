// SPDX-License-Identifier: Apache-2.0
//! A memory with page tables, on which the operations of `mosaic_coalescer` are done.

use std::collections::BTreeMap;

use warpsmith_units::mosaic::coalescer::{In, Out, ANDN8, ANDN_LINE, OR8, OR_LINE};
use warpsmith_units::mosaic::entry::{Entry, DISABLED, LARGE, VALID};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::LANES;

/// Entries by their addresses; what is not there is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables(pub BTreeMap<u64, u64>);

/// Where the tables of each depth are, and the first frame that the last one maps.
pub const ROOT: u64 = 0x11;
pub const FRAME: u64 = 0x5;

impl Tables {
    /// All base pages of a large page, in order.
    pub fn of_large_page(p: &Params, lvpn: u64) -> Tables {
        let mut tables = Tables::default();
        let last = u64::from(p.pt_levels) - 1;
        for depth in 0..last {
            tables.0.insert(Tables::upper(p, lvpn, depth), (ROOT + depth + 1) << 12 | VALID);
        }
        for slot in 0..512 {
            tables.0.insert(Tables::leaf(p, slot), (FRAME << 9 | slot) << p.base_page_log2 | 0x6 | VALID);
        }
        tables
    }

    /// Address of the entry of a depth above the last, 0 the root.
    pub fn upper(p: &Params, lvpn: u64, depth: u64) -> u64 {
        let index = lvpn >> (9 * (u64::from(p.pt_levels) - 2 - depth)) & 0x1ff;
        (ROOT + depth) << 12 | index << 3
    }

    /// Address of the entry with the large bit.
    pub fn large(p: &Params, lvpn: u64) -> u64 {
        Tables::upper(p, lvpn, u64::from(p.pt_levels) - 2)
    }

    /// Address of the entry of a base page.
    pub fn leaf(p: &Params, slot: u64) -> u64 {
        (ROOT + u64::from(p.pt_levels) - 1) << 12 | slot << 3
    }

    /// Does an operation; what it finds goes to the inputs.
    pub fn apply(&mut self, o: &Out, i: &mut In) {
        let entries = match o.m_op {
            OR8 => {
                *self.0.entry(o.m_addr).or_default() |= LARGE;
                return;
            }
            ANDN8 => {
                *self.0.entry(o.m_addr).or_default() &= !LARGE;
                return;
            }
            0 => 1,
            _ => LANES,
        };
        for lane in 0..entries {
            let entry = self.0.entry(o.m_addr + 8 * lane as u64).or_default();
            let disabled = if o.m_lane_dis >> lane & 1 == 1 { DISABLED } else { 0 };
            let valid = if o.m_lane_val >> lane & 1 == 1 { VALID } else { 0 };
            match o.m_op {
                OR_LINE => *entry |= disabled,
                ANDN_LINE => *entry &= !(disabled | valid),
                _ => i.set_entry(lane, Entry(*entry)),
            }
        }
    }
}
