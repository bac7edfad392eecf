// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS: row hits first, then the oldest (SMS specification, section 8.3.1).

use serde::{Deserialize, Serialize};

use crate::socket::{BankView, DramScheduler};

/// A request that has waited this many DRAM cycles goes first, hit or not (section 8.3.1: the urgent bit).
const URGENT_CYCLES: u64 = 1 << 14;

/// First ready, first come first served.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Frfcfs;

impl DramScheduler for Frfcfs {
    fn pick(&mut self, view: &BankView) -> Option<usize> {
        let oldest = view.oldest(view.waiting)?;
        if view.now - view.slots[oldest].arrival > URGENT_CYCLES {
            return Some(oldest);
        }
        let hits =
            view.members(view.waiting).filter(|&slot| view.open_row == Some(view.slots[slot].place.row));
        hits.min_by_key(|&slot| view.slots[slot].order).or(Some(oldest))
    }
}
