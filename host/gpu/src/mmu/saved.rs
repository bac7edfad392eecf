// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring the translation between two epochs.

use super::Mmu;
use crate::saved::{Saved, StateError, StateReader, StateWriter};

impl Saved for Mmu {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // What is left out follows from the machine.
        let Mmu {
            machine: _,
            spec: _,
            wire: _,
            pages,
            manager,
            engine,
            mapped,
            late,
            stall_end,
            migrating,
            paging,
        } = self;
        to.put(&(pages, mapped, late, stall_end, migrating))?;
        paging.iter().try_for_each(|paging| paging.save(to))?;
        manager.save(to)?;
        engine.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.pages, self.mapped, self.late, self.stall_end, self.migrating) = from.take()?;
        self.paging.iter_mut().try_for_each(|paging| paging.restore(from))?;
        self.manager.restore(from)?;
        self.engine.restore(from)
    }
}
