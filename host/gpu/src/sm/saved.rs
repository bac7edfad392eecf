// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring an SM between two epochs. Its parts are all listed, so that a new one cannot be forgotten.

use super::cta::Cta;
use super::instruction_stream::{InstructionStream, SavedStream};
use super::kernel::RunningKernel;
use super::Sm;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::stats::SmCounts;

impl Sm {
    /// # Errors
    /// The state cannot be written.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Sm {
            // They follow from the machine, mean nothing between two epochs, or are not part of a run that is saved.
            id: _,
            cta_slots: _,
            warp_slots: _,
            response_depth: _,
            device: _,
            application: _,
            region: _,
            mixed: _,
            capacity: _,
            at_once: _,
            load_store_alone: _,
            scheduler_slots: _,
            unmixable: _,
            lines: _,
            completed: _,
            ended: _,
            access: _,
            watch: _,
            warps,
            states,
            ctas,
            resident,
            exited,
            filling,
            taint,
            scoreboard,
            front,
            pipelines,
            wheel,
            ldst,
            texture,
            caches,
            tlb,
            responses,
            sockets,
            first_scheduler,
            eligible,
            input,
            output,
            places,
            counting,
            stats,
        } = self;
        to.put(&(warps, ctas, resident, exited, filling))?;
        to.put(&(scoreboard, front, pipelines, wheel))?;
        for state in states {
            to.put(&state.as_ref().map(InstructionStream::saved))?;
        }
        to.put(&(ldst, texture, caches, tlb, responses))?;
        to.put(&(first_scheduler, eligible, taint))?;
        // Nothing waits in the ports, and what is recorded is not saved.
        let counts: Vec<SmCounts> = places.iter().map(|place| place.counts).collect();
        to.put(&(input, output, stats, counting, counts))?;
        sockets.save(to)
    }

    /// Restores the state of an SM of the same machine with the same attachments; `kernels` are those that run, by lane.
    ///
    /// # Errors
    /// The state cannot be read or is another SM's.
    pub fn restore(
        &mut self,
        from: &mut StateReader,
        kernels: &[Option<&RunningKernel>],
    ) -> Result<(), StateError> {
        (self.warps, self.ctas, self.resident, self.exited, self.filling) = from.take()?;
        (self.scoreboard, self.front, self.pipelines, self.wheel) = from.take()?;
        for warp in 0..self.states.len() {
            let of_warp = |cta: &&Cta| cta.warps >> warp & 1 == 1;
            let cta = self.ctas.iter().flatten().find(of_warp);
            let kernel = cta.and_then(|cta| cta.kernel(kernels));
            self.states[warp] = match (from.take::<Option<SavedStream>>()?, kernel) {
                (None, _) => None,
                (Some(stream), Some(kernel)) => Some(kernel.resume(stream)?),
                (Some(_), None) => return Err(StateError::Mismatch("a warp runs without a kernel".into())),
            };
        }
        (self.ldst, self.texture, self.caches, self.tlb, self.responses) = from.take()?;
        (self.first_scheduler, self.eligible, self.taint) = from.take()?;
        let counts: Vec<SmCounts>;
        (self.input, self.output, self.stats, self.counting, counts) = from.take()?;
        self.places.iter_mut().zip(counts).for_each(|(place, counts)| place.counts = counts);
        self.sockets.restore(from)
    }
}
