// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring the memory system between two cycles.

use super::MemorySystem;
use crate::saved::{Saved, StateError, StateReader, StateWriter};

impl Saved for MemorySystem {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // What is left out follows from the machine.
        let MemorySystem {
            icnt: _,
            map: _,
            subs: _,
            state,
            schedulers,
            controllers,
            routes,
            replacements,
            sm_watches,
            channel_watches,
        } = self;
        to.put(&(state, sm_watches, channel_watches))?;
        schedulers.iter().try_for_each(|scheduler| scheduler.save(to))?;
        controllers.iter().try_for_each(|controller| controller.save(to))?;
        routes.iter().try_for_each(|route| route.save(to))?;
        replacements.iter().try_for_each(|replacement| replacement.save(to))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.state, self.sm_watches, self.channel_watches) = from.take()?;
        self.schedulers.iter_mut().try_for_each(|scheduler| scheduler.restore(from))?;
        self.controllers.iter_mut().try_for_each(|controller| controller.restore(from))?;
        self.routes.iter_mut().try_for_each(|route| route.restore(from))?;
        self.replacements.iter_mut().try_for_each(|replacement| replacement.restore(from))
    }
}
