// SPDX-License-Identifier: Apache-2.0
//! The error codes of the CUDA runtime API that the simulator can return.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($variant:ident = $code:literal, $name:literal, $text:literal;)*) => {
        /// Values of `cudaError_t`, with the numbers of CUDA 10.1 and later.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[repr(i32)]
        pub enum CudaError {
            $(#[doc = $text] $variant = $code,)*
        }

        impl CudaError {
            /// Every code, in ascending order.
            pub const ALL: &'static [CudaError] = &[$(CudaError::$variant),*];

            /// The name of the enumerator in C, with a terminating zero for C callers.
            pub const fn name_with_nul(self) -> &'static str {
                match self { $(CudaError::$variant => concat!($name, "\0"),)* }
            }

            /// A description, with a terminating zero for C callers.
            pub const fn text_with_nul(self) -> &'static str {
                match self { $(CudaError::$variant => concat!($text, "\0"),)* }
            }
        }
    };
}

codes! {
    Success = 0, "cudaSuccess", "no error";
    InvalidValue = 1, "cudaErrorInvalidValue", "invalid argument";
    MemoryAllocation = 2, "cudaErrorMemoryAllocation", "out of memory";
    InvalidConfiguration = 9, "cudaErrorInvalidConfiguration", "invalid configuration argument";
    InvalidPitchValue = 12, "cudaErrorInvalidPitchValue", "invalid pitch argument";
    InvalidSymbol = 13, "cudaErrorInvalidSymbol", "invalid device symbol";
    InvalidDevicePointer = 17, "cudaErrorInvalidDevicePointer", "invalid device pointer";
    InvalidMemcpyDirection = 21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy";
    MissingConfiguration = 52, "cudaErrorMissingConfiguration", "launch without a configuration";
    InvalidDeviceFunction = 98, "cudaErrorInvalidDeviceFunction", "invalid device function";
    InvalidDevice = 101, "cudaErrorInvalidDevice", "invalid device ordinal";
    InvalidResourceHandle = 400, "cudaErrorInvalidResourceHandle", "invalid resource handle";
    NotReady = 600, "cudaErrorNotReady", "device not ready";
    LaunchOutOfResources = 701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch";
    NotSupported = 801, "cudaErrorNotSupported", "operation not supported";
}

impl CudaError {
    /// The value of `cudaError_t`.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The code with this value, if there is one.
    pub fn from_code(code: i32) -> Option<CudaError> {
        Self::ALL.iter().copied().find(|e| e.code() == code)
    }

    /// The name of the enumerator in C.
    pub fn name(self) -> &'static str {
        self.name_with_nul().trim_end_matches('\0')
    }
}
