// SPDX-License-Identifier: Apache-2.0
//! What is proved of each unit: one file a unit, with its invariants and with the models that its RTL equals, of which it says
//! which port is which signal of the model.

mod dram_timing;

macro_rules! files {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub(crate) mod $unit;)*
    };
}
warpsmith_units::units!(files);
