// SPDX-License-Identifier: Apache-2.0
//! One module under test: model and RTL in lockstep, with what drives and checks it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use warpsmith_cosim::{ModelAndRtl, Rtl};
use warpsmith_units::{Monitor, Ports, Stimulus, Unit};

use crate::coverage::{Coverage, Covered, Cycle};
use crate::plan::{Plan, Watch};
use crate::report::{BenchError, RunReport};

/// A module after reset.
pub struct Bench<'a, T: Covered> {
    params: &'a T::Params,
    config: &'a str,
    seed: u64,
    unit: ModelAndRtl<T>,
    stimulus: T::Environment,
    checker: T::Checker,
    /// Of what happened since the latest reset.
    memory: T::Memory,
    coverage: Coverage,
    out: T::Out,
    watch: Option<&'a Watch<'a>>,
    wave: Option<PathBuf>,
}

impl<'a, T: Covered> Bench<'a, T> {
    pub fn start(plan: &Plan<'a, T::Params>) -> Result<Self, BenchError> {
        let &Plan { params, config, seed, watch, .. } = plan;
        let mut unit = plan.unit::<T>()?;
        let wave = plan.wave.map(|w| wave_path(w, T::NAME, config));
        if let Some(path) = &wave {
            check_place(path)?;
            unit = unit.with_waveform(Rtl::traceable(params)?, path);
        }
        Ok(Bench {
            params,
            config,
            seed,
            unit,
            stimulus: T::Environment::new(params, seed),
            checker: T::Checker::new(params),
            memory: T::Memory::default(),
            coverage: Coverage::new(&T::events(params)),
            out: T::at_reset(params, &T::In::default()),
            watch,
            wave,
        })
    }

    /// Resets the module; checks and coverage begin anew.
    pub fn reset(&mut self) {
        self.unit.reset();
        self.begin(self.seed);
        self.coverage = Coverage::new(&T::events(self.params));
        self.out = T::at_reset(self.params, &T::In::default());
    }

    /// Stimulus and checks begin anew.
    fn begin(&mut self, seed: u64) {
        self.stimulus = T::Environment::new(self.params, seed);
        self.checker = T::Checker::new(self.params);
        self.memory = T::Memory::default();
    }

    /// Resets the module in the middle of a random run, under inputs that the stimulus draws. It is compared with the
    /// specification's reset state; checks begin anew, and the stimulus with another seed.
    pub fn random_reset(&mut self, seed: u64) -> Result<(), BenchError> {
        let input = self.random_input();
        self.out = T::at_reset(self.params, &input);
        self.unit.reset_under(&input, &self.out);
        self.begin(seed);
        self.check_divergence()
    }

    fn check_divergence(&self) -> Result<(), BenchError> {
        self.unit.divergence().map_or(Ok(()), |d| Err(BenchError::of(d, T::NAME, self.config)))
    }

    /// Inputs that the stimulus draws for the next cycle.
    pub fn random_input(&mut self) -> T::In {
        self.stimulus.next_input(&self.out)
    }

    /// One cycle.
    pub fn cycle(&mut self, input: &T::In) -> Result<(), BenchError> {
        let (module, config) = (T::NAME, || self.config.to_string());
        let before = std::mem::replace(&mut self.out, self.unit.step(input));
        self.check_divergence()?;
        if let Some(watch) = self.watch {
            watch(module, &input.values(), &self.out.values());
        }
        T::remember(&mut self.memory, &self.checker, input);
        let (out, model) = (&self.out, self.unit.model());
        self.checker.check(input, out, model).map_err(|e| BenchError::Invariant {
            module,
            config: config(),
            violation: e.to_string(),
        })?;
        let (params, checker) = (self.params, &self.checker);
        let cycle = Cycle { params, input, before: &before, out, model, checker };
        T::note(&cycle, &mut self.memory, &mut self.coverage);
        Ok(())
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
            coverage: self.coverage.0,
            wave: self.wave,
        })
    }
}

/// Whether a waveform can be written there: Verilator writes through links, and into devices.
fn check_place(path: &Path) -> Result<(), BenchError> {
    match path.symlink_metadata() {
        Ok(there) if !there.is_file() => {
            let cause = "it is there and not an ordinary file; name another".to_string();
            Err(BenchError::Wave { path: path.to_path_buf(), cause })
        }
        _ => Ok(()),
    }
}

/// `dir/name.fst` becomes `dir/name.module.config.fst`.
fn wave_path(wave: &Path, module: &str, config: &str) -> PathBuf {
    wave.with_extension(format!("{module}.{config}.fst"))
}
