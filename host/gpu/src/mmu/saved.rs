// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring the translation between two epochs.

use super::Mmu;
use crate::saved::{Saved, StateError, StateReader, StateWriter};

impl Saved for Mmu {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // What is left out follows from the machine.
        let Mmu { machine: _, spec: _, wire: _, pages, manager, engine, mapped } = self;
        to.put(&(pages, mapped))?;
        manager.save(to)?;
        engine.save(to)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.pages, self.mapped) = from.take()?;
        self.manager.restore(from)?;
        self.engine.restore(from)
    }
}
