// SPDX-License-Identifier: Apache-2.0
//! Where an attachment takes the modules of its unit from: the model, the RTL, or both in lockstep.

use anyhow::Result;
#[cfg(feature = "rtl")]
use warpsmith_cosim::{ModelAndRtl, Rtl, Top};
use warpsmith_gpu::socket::Health;

/// Makes modules of one kind.
pub struct Source<'a, U> {
    make: Box<dyn Fn(u32) -> Result<U> + 'a>,
    health: Health<U>,
}

impl<'a, U> Source<'a, U> {
    /// Reference models.
    pub fn model(make: impl Fn() -> U + 'a) -> Source<'a, U> {
        Source { make: Box::new(move |_| Ok(make())), health: |_| None }
    }

    /// Module number `number` of its kind, and what reads the failure that it holds.
    ///
    /// # Errors
    /// The RTL of these parameters is not compiled in.
    pub fn of(&self, number: u32) -> Result<(U, Health<U>)> {
        Ok(((self.make)(number)?, self.health))
    }
}

/// The RTL of a module.
#[cfg(feature = "rtl")]
pub fn rtl<T: Top>(params: &T::Params) -> Source<'_, Rtl<T>> {
    let make = move |_| Rtl::<T>::new(params).map_err(super::not_compiled);
    Source { make: Box::new(make), health: |_| None }
}

/// Model and RTL of a module. A divergence writes a waveform if these parameters are compiled with them.
#[cfg(feature = "rtl")]
pub fn lockstep<T: Top>(params: &T::Params) -> Source<'_, ModelAndRtl<T>> {
    let make = move |number| {
        let pair = ModelAndRtl::<T>::of(params).map_err(super::not_compiled)?;
        Ok(match Rtl::traceable(params) {
            Ok(twin) => pair.with_waveform(twin, format!("divergence-{}-{number}.fst", T::NAME).as_ref()),
            Err(_) => pair,
        })
    };
    Source { make: Box::new(make), health: |unit| unit.divergence().map(ToString::to_string) }
}
