// SPDX-License-Identifier: Apache-2.0
//! Saving a GPU that pauses and restoring it into a new one.

use super::application::Application;
use super::lane::Lane;
use super::{lane, Gpu, Job, UnderWay, UnderWayState};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::sm::{Owner, RunningKernel};

impl Gpu {
    /// Writes the whole state, device memory and the kernels under way included. What [`Gpu::restore`] makes of it
    /// goes on as this GPU would.
    ///
    /// # Errors
    /// The state cannot be written, or the run is being recorded.
    pub fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Gpu {
            machine: _,
            patience: _,
            applications,
            lanes,
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
            recordings,
            chronicle: _,
            mixed: _,
        } = self;
        if !recordings.is_empty() {
            return Err(mismatch("a run that is recorded cannot be saved".into()));
        }
        if self.is_divided() {
            return Err(mismatch("a run whose application has several lanes cannot be saved".into()));
        }
        let answers: Vec<u64> = reports.iter().map(|report| report.answers).collect();
        to.put(&(clock, levels, energy.charged(), cycle, answers, checking))?;
        applications.iter().try_for_each(|application| application.save(to))?;
        lanes.iter().try_for_each(|lane| lane.save(to))?;
        sms.iter().try_for_each(|sm| sm.save(to))?;
        mem.save(to)?;
        mmu.iter().try_for_each(|mmu| mmu.save(to))?;
        chip.iter().try_for_each(|chip| chip.save(to))
    }

    /// Restores what a GPU of the same machine with the same attachments saved. This GPU must be new; if several
    /// applications [share](Gpu::share) it, they do as there. Of an application whose kernel was under way, `jobs` has that
    /// kernel, and [`Gpu::advance`] continues it.
    ///
    /// # Errors
    /// The state cannot be read or is another GPU's; this GPU must not be used any more.
    pub fn restore(&mut self, from: &mut StateReader, jobs: &[Option<Job>]) -> Result<(), StateError> {
        let asked = self.checking;
        let (charged, answers): (_, Vec<u64>);
        (self.clock, self.levels, charged, self.cycle, answers, self.checking) = from.take()?;
        self.energy.restore(charged);
        self.reports.iter_mut().zip(answers).for_each(|(report, answers)| report.answers = answers);
        if asked != self.checking {
            let how = |on| if on { "with" } else { "without" };
            let (was, is) = (how(self.checking), how(asked));
            return Err(mismatch(format!("the state was saved {was} checks of the model, this run is {is}")));
        }
        self.applications.iter_mut().try_for_each(|application| application.restore(from))?;
        let mut lanes = std::mem::take(&mut self.lanes);
        for (index, lane) in lanes.iter_mut().enumerate() {
            let job = jobs.get(index).and_then(Option::as_ref);
            let sms = self.applications[index].sms.len() as u32;
            let gridid = self.applications[index].launches.saturating_sub(1);
            lane.restore(from, || {
                let job = job.ok_or_else(|| mismatch("the kernel under way is not known".into()))?;
                let owner = Owner { application: index as u8, lane: index as u8 };
                self.running(owner, job, sms, gridid).map_err(|error| mismatch(error.to_string()))
            })?;
        }
        self.lanes = lanes;
        self.place_sms();
        let kernels = lane::kernels(&self.lanes);
        self.sms.iter_mut().try_for_each(|sm| sm.restore(from, &kernels))?;
        self.mem.restore(from)?;
        self.mmu.iter_mut().try_for_each(|mmu| mmu.restore(from))?;
        self.chip.iter_mut().try_for_each(|chip| chip.restore(from))
    }
}

impl Application {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        // The question whether warps only repeat themselves is asked anew.
        let Application { memory, sms: _, launches, calm: _ } = self;
        to.put(launches)?;
        to.put(&memory.state())?;
        for (address, bytes) in memory.contents() {
            to.put(&Some(address))?;
            to.put_bytes(bytes)?;
        }
        to.put(&None::<u64>)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.launches = from.take()?;
        let memory = &mut self.memory;
        memory.restore(from.take()?).map_err(|error| mismatch(error.to_string()))?;
        while let Some(address) = from.take::<Option<u64>>()? {
            let bytes = from.take_bytes()?;
            memory.write(address, bytes).map_err(|error| mismatch(error.to_string()))?;
        }
        Ok(())
    }
}

impl Lane {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Lane { number: _, application: _, sms, left, came, under_way, given_up } = self;
        to.put(&(sms, left, came, given_up, under_way.as_ref().map(|under_way| &under_way.state)))
    }

    /// `kernel` gives the kernel under way.
    fn restore(
        &mut self,
        from: &mut StateReader,
        kernel: impl FnOnce() -> Result<RunningKernel, StateError>,
    ) -> Result<(), StateError> {
        let state: Option<UnderWayState>;
        (self.sms, self.left, self.came, self.given_up, state) = from.take()?;
        let under_way = state.map(|state| Ok::<_, StateError>(UnderWay { kernel: kernel()?, state }));
        self.under_way = under_way.transpose()?.map(Box::new);
        Ok(())
    }
}

fn mismatch(what: String) -> StateError {
    StateError::Mismatch(what)
}
