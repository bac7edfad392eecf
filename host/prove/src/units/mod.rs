// SPDX-License-Identifier: Apache-2.0
//! What is proved of each unit: one file a unit, with its invariants and with the models that its RTL equals, of which it says
//! which port is which signal of the model.

use crate::error::Error;

mod dram_timing;
pub(crate) mod registers;

macro_rules! files {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub(crate) mod $unit;)*
    };
}
warpsmith_units::units!(files);

/// That a configuration has no more of something than a model keeps.
fn fits(checker: &'static str, what: &str, value: u32, most: usize) -> Result<(), Error> {
    if value as usize <= most {
        return Ok(());
    }
    let what = format!("the model is for at most {most} {what}, the configuration has {value}");
    Err(Error::Checker { checker, what })
}
