// SPDX-License-Identifier: Apache-2.0
//! One module under test: model and RTL in lockstep, with what drives and checks it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use warpsmith_cosim::{ModelAndRtl, Rtl, Top};
use warpsmith_units::{Ports, Unit};

use crate::random::{Plan, Stimulus};
use crate::{BenchError, RunReport, Watch};

/// A module after reset.
pub struct Bench<'a, T: Top, S> {
    params: &'a T::Params,
    config: &'a str,
    seed: u64,
    unit: ModelAndRtl<T>,
    stimulus: S,
    out: T::Out,
    watch: Option<&'a Watch<'a>>,
    wave: Option<PathBuf>,
}

impl<'a, T: Top, S: Stimulus<T>> Bench<'a, T, S> {
    pub fn start(plan: &Plan<'a, T::Params>) -> Result<Self, BenchError> {
        let &Plan { params, config, seed, watch, .. } = plan;
        let mut unit = plan.unit::<T>()?;
        let wave = plan.wave.map(|w| wave_path(w, T::NAME, config));
        if let Some(path) = &wave {
            unit = unit.with_waveform(Rtl::traceable(params)?, path);
        }
        let (stimulus, out) = (S::new(params, seed), T::Out::default());
        Ok(Bench { params, config, seed, unit, stimulus, out, watch, wave })
    }

    /// Resets the module; checks and coverage begin anew.
    pub fn reset(&mut self) {
        self.unit.reset();
        self.stimulus = S::new(self.params, self.seed);
        self.out = T::Out::default();
    }

    /// Inputs that the stimulus draws for the next cycle.
    pub fn random_input(&mut self) -> T::In {
        self.stimulus.next_input(&self.out)
    }

    /// One cycle.
    pub fn cycle(&mut self, input: &T::In) -> Result<(), BenchError> {
        let (module, config) = (T::NAME, || self.config.to_string());
        let before = std::mem::replace(&mut self.out, self.unit.step(input));
        if let Some(d) = self.unit.divergence() {
            return Err(BenchError::of(d, module, self.config));
        }
        if let Some(watch) = self.watch {
            watch(module, &input.values(), &self.out.values());
        }
        let checked = self.stimulus.check(input, &before, &self.out, self.unit.model());
        checked.map_err(|violation| BenchError::Invariant { module, config: config(), violation })
    }

    /// The report of `cycles` cycles that began at `start`.
    pub fn end(mut self, cycles: u64, start: Instant) -> Result<RunReport, BenchError> {
        let cycles_per_second = cycles as f64 / start.elapsed().as_secs_f64();
        if let (Some(path), Some(Err(cause))) = (&self.wave, self.unit.write_waveform()) {
            return Err(BenchError::Wave { path: path.clone(), cause });
        }
        Ok(RunReport {
            module: T::NAME,
            config: self.config.to_string(),
            cycles,
            cycles_per_second,
            coverage: self.stimulus.coverage().0,
            wave: self.wave,
        })
    }
}

/// `dir/name.fst` becomes `dir/name.module.config.fst`.
fn wave_path(wave: &Path, module: &str, config: &str) -> PathBuf {
    wave.with_extension(format!("{module}.{config}.fst"))
}
