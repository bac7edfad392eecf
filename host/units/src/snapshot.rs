// SPDX-License-Identifier: Apache-2.0
//! Taking the state out of a unit and putting it back.

use serde::{de::DeserializeOwned, Serialize};
use thiserror::Error;

/// A unit whose whole state can be taken out and put into a unit of the same kind and parameters, which then goes
/// on as the first one would.
pub trait Snapshot {
    type State: Serialize + DeserializeOwned;

    fn snapshot(&self) -> Self::State;

    /// # Errors
    /// The state is not one of such a unit; this one is unchanged.
    fn restore(&mut self, state: Self::State) -> Result<(), ForeignState>;
}

/// The state is another unit's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the state does not fit {unit}: {what}")]
pub struct ForeignState {
    pub unit: &'static str,
    pub what: String,
}
