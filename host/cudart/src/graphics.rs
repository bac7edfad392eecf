// SPDX-License-Identifier: Apache-2.0
//! Sharing memory with OpenGL, which there is not: every call says so and fails.

use std::ffi::c_int;

use warpsmith_protocol::CudaError;

use crate::abi::Status;
use crate::failure::Failure;
use crate::runtime::call;

/// A program that asks before it shares chooses its way without OpenGL then.
fn refused(name: &str) -> Status {
    call(name, |_| {
        let text = "the simulator has no OpenGL to share memory with; use the program's way without it";
        Err(Failure::new(CudaError::NotSupported, text))
    })
}

// The arguments, which differ, are not looked at.
macro_rules! refused {
    ($($name:ident)*) => {
        $(#[no_mangle]
        pub extern "C" fn $name() -> Status {
            refused(stringify!($name))
        })*
    };
}

refused! {
    cudaGLGetDevices cudaGLMapBufferObject cudaGLMapBufferObjectAsync cudaGLRegisterBufferObject cudaGLSetBufferObjectMapFlags
    cudaGLUnmapBufferObject cudaGLUnmapBufferObjectAsync cudaGLUnregisterBufferObject
    cudaGraphicsGLRegisterBuffer cudaGraphicsGLRegisterImage cudaGraphicsMapResources cudaGraphicsResourceGetMappedPointer
    cudaGraphicsResourceSetMapFlags cudaGraphicsSubResourceGetMappedArray cudaGraphicsUnmapResources
    cudaGraphicsUnregisterResource
}

/// Chooses the device as `cudaSetDevice` does; the sharing itself fails.
#[no_mangle]
pub extern "C" fn cudaGLSetGLDevice(device: c_int) -> Status {
    call("cudaGLSetGLDevice", |_| crate::device::check(device))
}
