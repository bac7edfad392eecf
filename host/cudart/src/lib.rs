// SPDX-License-Identifier: Apache-2.0
//! The CUDA runtime API, as a library with C linkage that CUDA programs are linked with.
//!
//! The program is a child of the simulator and talks to it through a socket whose descriptor it inherits. All device
//! state (memory, modules, streams, events) is the simulator's; here are only what the compiler registers, the
//! translation of host pointers, and each thread's last error. What CUDA's reference says of a function holds
//! here unless its documentation says otherwise; everything asynchronous is complete when the call returns.
//!
//! # Safety
//! The functions are called by C and C++ programs. As in CUDA, pointers must be valid for the size that goes with them; null
//! pointers to results give `cudaErrorInvalidValue`.
#![allow(clippy::missing_safety_doc)] // said above, once

mod abi;
mod array;
mod connection;
mod copy;
mod device;
mod driver;
mod event;
mod failure;
mod function;
mod graphics;
mod host_memory;
mod launch;
mod link;
mod mapping;
mod memory;
mod peer;
mod registration;
mod runtime;
mod settings;
mod state;
mod status;
mod stream;
mod symbol;
mod texture;
mod volume;
