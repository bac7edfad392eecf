// SPDX-License-Identifier: Apache-2.0
//! Taking the state out of a unit and putting it back.

use serde::{de::DeserializeOwned, Serialize};
use thiserror::Error;

/// A unit whose whole state can be taken out and put into a unit of the same kind and parameters, which then goes
/// on as the first one would.
pub trait Snapshot {
    /// Everything that the unit remembers from cycle to cycle.
    type State: Serialize + DeserializeOwned;

    /// A copy of the state; the unit goes on as if nothing had been taken.
    fn snapshot(&self) -> Self::State;

    /// Goes on from a state that [`Snapshot::snapshot`] gave.
    ///
    /// # Errors
    /// The state is not one of such a unit; this one is unchanged.
    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState>;
}

/// The state is another unit's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the state does not fit {unit}: {what}")]
pub struct ForeignState {
    /// The module that was to take it.
    pub unit: &'static str,
    /// Why it does not fit.
    pub what: String,
}
