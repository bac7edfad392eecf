// SPDX-License-Identifier: Apache-2.0
//! Saving a GPU that pauses and restoring it into a new one.

use super::application::Application;
use super::{Gpu, Job, UnderWay};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::types::ONLY_APPLICATION;

impl Gpu {
    /// Writes the whole state, device memory and the kernel under way included. What [`Gpu::restore`] makes of it
    /// goes on as this GPU would.
    ///
    /// # Errors
    /// The state cannot be written, the run is being recorded, or several applications share the GPU.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Gpu {
            machine: _,
            patience: _,
            applications,
            sms,
            mem,
            mmu,
            clock,
            chip,
            levels,
            energy,
            cycle,
            // Between two epochs only the answers are left of the reports.
            reports,
            epoch: _,
            crew: _,
            checking,
            recording,
        } = self;
        let [application] = &applications[..] else {
            return Err(StateError::Mismatch("a run of several programs cannot be saved".into()));
        };
        // The question whether warps only repeat themselves is asked anew.
        let Application { memory, sms: _, launches, under_way, calm: _, given_up: _ } = application;
        if recording.is_some() {
            return Err(StateError::Mismatch("a run that is recorded cannot be saved".into()));
        }
        let answers: Vec<u64> = reports.iter().map(|report| report.answers).collect();
        to.put(&(clock, levels, energy.charged(), cycle, launches, answers, checking))?;
        to.put(&under_way.as_ref().map(|under_way| &under_way.state))?;
        sms.iter().try_for_each(|sm| sm.save(to))?;
        mem.save(to)?;
        mmu.iter().try_for_each(|mmu| mmu.save(to))?;
        chip.iter().try_for_each(|chip| chip.save(to))?;
        to.put(&memory.state())?;
        for (address, bytes) in memory.contents() {
            to.put(&Some(address))?;
            to.put_bytes(bytes)?;
        }
        to.put(&None::<u64>)
    }

    /// Restores what a GPU of the same machine with the same attachments saved. This GPU must be new. If a kernel was
    /// under way, `job` is that kernel, and [`Gpu::go_on`] continues it.
    ///
    /// # Errors
    /// The state cannot be read or is another GPU's; this GPU must not be used any more.
    pub fn restore(&mut self, from: &mut StateReader, job: Option<Job>) -> Result<(), StateError> {
        let mismatch = |what: String| StateError::Mismatch(what);
        let asked = self.checking;
        let (charged, answers): (_, Vec<u64>);
        let launches: u64;
        (self.clock, self.levels, charged, self.cycle, launches, answers, self.checking) = from.take()?;
        self.energy.restore(charged);
        self.reports.iter_mut().zip(answers).for_each(|(report, answers)| report.answers = answers);
        if asked != self.checking {
            let how = |on| if on { "with" } else { "without" };
            let (was, is) = (how(self.checking), how(asked));
            return Err(mismatch(format!("the state was saved {was} checks of the model, this run is {is}")));
        }
        let state = from.take()?;
        let under_way: Option<Box<UnderWay>> = match (state, job) {
            (None, _) => None,
            (Some(state), Some(job)) => {
                let gridid = launches.saturating_sub(1);
                let kernel = self
                    .running(ONLY_APPLICATION, &job, gridid)
                    .map_err(|error| mismatch(error.to_string()))?;
                Some(Box::new(UnderWay { kernel, state }))
            }
            (Some(_), None) => return Err(mismatch("the kernel under way is not known".into())),
        };
        let kernel = under_way.as_ref().map(|under_way| &under_way.kernel);
        self.sms.iter_mut().try_for_each(|sm| sm.restore(from, kernel))?;
        self.mem.restore(from)?;
        self.mmu.iter_mut().try_for_each(|mmu| mmu.restore(from))?;
        self.chip.iter_mut().try_for_each(|chip| chip.restore(from))?;
        let application = &mut self.applications[usize::from(ONLY_APPLICATION)];
        (application.launches, application.under_way) = (launches, under_way);
        let memory = &mut application.memory;
        memory.restore(from.take()?).map_err(|error| mismatch(error.to_string()))?;
        while let Some(address) = from.take::<Option<u64>>()? {
            let bytes = from.take_bytes()?;
            memory.write(address, bytes).map_err(|error| mismatch(error.to_string()))?;
        }
        Ok(())
    }
}
