// SPDX-License-Identifier: Apache-2.0
//! Calls that fail as on a real device, and conditions that end the run.

use thiserror::Error;
use warpsmith_protocol::{demangled, CudaError, VERSION};
use warpsmith_ptx::{MemoryError, PtxError};

use crate::error::RunError;
use crate::launch::ResourceError;

/// A call that a real device refuses too; the program gets the code and goes on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text} ({})", .code.name())]
pub struct ApiError {
    /// What the call returns to the program.
    pub code: CudaError,
    /// Why, in words for the user.
    pub text: String,
}

impl ApiError {
    pub(super) fn new(code: CudaError, text: impl Into<String>) -> Self {
        ApiError { code, text: text.into() }
    }
}

impl From<MemoryError> for ApiError {
    fn from(error: MemoryError) -> Self {
        let code = match error {
            MemoryError::OutOfMemory { .. } | MemoryError::Reserve { .. } => CudaError::MemoryAllocation,
            MemoryError::NotAllocated { .. } | MemoryError::OutOfBounds { .. } => CudaError::InvalidValue,
        };
        let mut text = error.to_string();
        if let MemoryError::OutOfBounds { nearest: Some(nearest), .. } = &error {
            text += &format!("; nearest is {nearest}");
        }
        ApiError { code, text }
    }
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum DeviceError {
    #[error(
        "the program was linked with version {program} of the runtime's protocol, this is version {VERSION}: \
         build the program again with `warpsmith cc`"
    )]
    Version { program: u32 },
    #[error("the program's PTX is not text: byte {at} is not UTF-8")]
    NotText { at: usize },
    #[error("the program's PTX cannot be read: {0}")]
    Ptx(#[from] PtxError),
    #[error(
        "variable `{name}` is declared in this source file but defined in another one: separate compilation of \
         device code is not supported, define it in the file that uses it"
    )]
    ExternVariable { name: String },
    #[error("variable `{name}` of {size} bytes cannot be placed: {error}")]
    Variable { name: String, size: u64, error: MemoryError },
    #[error("kernel `{}` cannot be executed: {reason}", demangled(.kernel))]
    Refused { kernel: String, reason: String },
    /// A kernel did not complete.
    #[error("{0}")]
    Run(RunError),
}

/// Splits a failed launch into what the program is told and what ends the run. The latter includes a kernel with
/// an instruction that cannot be executed: a real device would run it.
pub(super) fn launch_failure(error: RunError) -> Result<ApiError, DeviceError> {
    match error {
        RunError::Resource(ResourceError::Refused { kernel, reason }) => {
            Err(DeviceError::Refused { kernel, reason })
        }
        RunError::Resource(error) => Ok(refusal(&error)),
        other => Err(DeviceError::Run(other)),
    }
}

/// The code with which a launch is refused.
pub(super) fn refusal(error: &ResourceError) -> ApiError {
    let code = match error {
        ResourceError::NoSuchKernel { .. } | ResourceError::Refused { .. } => {
            CudaError::InvalidDeviceFunction
        }
        ResourceError::Empty { .. } => CudaError::InvalidConfiguration,
        ResourceError::TooMuch { per: "SM", .. } => CudaError::LaunchOutOfResources,
        ResourceError::TooMuch { .. } => CudaError::InvalidConfiguration,
        ResourceError::Parameters { .. } => CudaError::InvalidValue,
    };
    ApiError::new(code, error.to_string())
}
