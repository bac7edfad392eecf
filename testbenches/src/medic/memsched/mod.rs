// SPDX-License-Identifier: Apache-2.0
//! Benches of `medic_memsched`.

mod controller;
mod directed;
mod random;

pub use controller::Driver;
pub use directed::DIRECTED;
