// SPDX-License-Identifier: Apache-2.0
//! Saving and restoring an SM between two epochs. Its parts are all listed, so that a new one cannot be forgotten.

use super::kernel::RunningKernel;
use super::source::{SavedSource, Source};
use super::Sm;
use crate::saved::{StateError, StateReader, StateWriter};

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
            halves: _,
            completed: _,
            access: _,
            global: _,
            tape: _,
            watch: _,
            warps,
            states,
            ctas,
            resident,
            exited,
            scoreboard,
            pipelines,
            wheel,
            ldst,
            texture,
            caches,
            responses,
            schedulers,
            sm_scheduler,
            miss_rule,
            first_scheduler,
            throttle,
            gate,
            path,
            prefetcher,
            eligible,
            input,
            output,
            stats,
        } = self;
        to.put(&(warps, ctas, resident, exited, scoreboard, pipelines, wheel))?;
        for state in states {
            to.put(&state.as_ref().map(Source::saved))?;
        }
        to.put(&(ldst, texture, caches, responses))?;
        to.put(&(first_scheduler, eligible, input, output, stats))?;
        throttle.save(to)?;
        schedulers.iter().try_for_each(|scheduler| scheduler.save(to))?;
        sm_scheduler.iter().try_for_each(|scheduler| scheduler.save(to))?;
        miss_rule.iter().try_for_each(|rule| rule.save(to))?;
        gate.iter().try_for_each(|gate| gate.save(to))?;
        path.iter().try_for_each(|path| path.save(to))?;
        prefetcher.iter().try_for_each(|prefetcher| prefetcher.save(to))
    }

    /// Restores the state of an SM of the same machine with the same attachments; `kernel` is the one that runs.
    ///
    /// # Errors
    /// The state cannot be read or is another SM's.
    pub fn restore(
        &mut self,
        from: &mut StateReader,
        kernel: Option<&RunningKernel>,
    ) -> Result<(), StateError> {
        (self.warps, self.ctas, self.resident, self.exited, self.scoreboard, self.pipelines, self.wheel) =
            from.take()?;
        for state in &mut self.states {
            *state = match (from.take::<Option<SavedSource>>()?, kernel) {
                (None, _) => None,
                (Some(source), Some(kernel)) => Some(kernel.resume(source)?),
                (Some(_), None) => return Err(StateError::Mismatch("a warp runs without a kernel".into())),
            };
        }
        (self.ldst, self.texture, self.caches, self.responses) = from.take()?;
        (self.first_scheduler, self.eligible, self.input, self.output, self.stats) = from.take()?;
        self.throttle.restore(from)?;
        self.schedulers.iter_mut().try_for_each(|scheduler| scheduler.restore(from))?;
        self.sm_scheduler.iter_mut().try_for_each(|scheduler| scheduler.restore(from))?;
        self.miss_rule.iter_mut().try_for_each(|rule| rule.restore(from))?;
        self.gate.iter_mut().try_for_each(|gate| gate.restore(from))?;
        self.path.iter_mut().try_for_each(|path| path.restore(from))?;
        self.prefetcher.iter_mut().try_for_each(|prefetcher| prefetcher.restore(from))
    }
}
