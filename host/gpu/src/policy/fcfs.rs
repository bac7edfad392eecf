// SPDX-License-Identifier: Apache-2.0
//! FCFS: a bank takes up a request only when no older one waits in the channel.

use serde::{Deserialize, Serialize};

use crate::socket::{BankView, DramScheduler};

/// First come, first served, over all banks.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Fcfs;

impl DramScheduler for Fcfs {
    fn pick(&mut self, view: &BankView) -> Option<usize> {
        view.oldest(view.queued).filter(|&slot| view.waiting & (1 << slot) != 0)
    }
}
