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
            ports: _,
            banks: _,
            walks: _,
            state,
            controllers,
            sockets,
            bank_sockets,
            shared: _,
            sm_watches,
            channel_watches,
        } = self;
        to.put(&(state, sm_watches, channel_watches))?;
        controllers.iter().try_for_each(|controller| controller.save(to))?;
        sockets.iter().try_for_each(|sockets| sockets.save(to))?;
        bank_sockets.iter().try_for_each(|sockets| sockets.save(to))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        (self.state, self.sm_watches, self.channel_watches) = from.take()?;
        self.controllers.iter_mut().try_for_each(|controller| controller.restore(from))?;
        self.sockets.iter_mut().try_for_each(|sockets| sockets.restore(from))?;
        self.bank_sockets.iter_mut().try_for_each(|sockets| sockets.restore(from))
    }
}
