// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring the memory system between two cycles.

use super::MemorySystem;
use crate::saved::{Saved, StateError, StateReader, StateWriter};

impl Saved for MemorySystem {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // What is left out follows from the machine.
        let MemorySystem { icnt: _, map: _, sub_bits: _, state, schedulers, controllers, check } = self;
        to.put(state)?;
        to.put(check)?;
        schedulers.iter().try_for_each(|scheduler| scheduler.save(to))?;
        controllers.iter().try_for_each(|controller| controller.save(to))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.state = from.take()?;
        self.check = from.take()?;
        self.schedulers.iter_mut().try_for_each(|scheduler| scheduler.restore(from))?;
        self.controllers.iter_mut().try_for_each(|controller| controller.restore(from))
    }
}
