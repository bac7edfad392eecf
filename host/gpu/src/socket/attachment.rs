// SPDX-License-Identifier: Apache-2.0
//! What every socket asks of what sits in it.

use serde::de::DeserializeOwned;
use serde::Serialize;
use thiserror::Error;

use crate::saved::Saved;
use crate::stats::UnitStats;

/// What can sit in a socket, whichever it is. State that can be serialised has it.
pub trait Attachment: Saved + Send {
    /// Whether it is still sound; asked every few thousand cycles and at the end of each kernel.
    ///
    /// # Errors
    /// What has failed.
    fn check(&self) -> Result<(), UnitError> {
        Ok(())
    }

    /// Adds what it has counted of itself since the GPU was made.
    fn count(&self, _to: &mut UnitStats) {}
}

impl<T: Serialize + DeserializeOwned + Send> Attachment for T {}

/// An attached unit failed: the two sides of a lockstep differ, or the RTL could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnitError(pub String);
