// SPDX-License-Identifier: Apache-2.0
//! One file a command: its arguments and what it does.

pub mod bench_machine;
pub mod bench_unit;
pub mod cache;
mod changes;
pub mod claims;
pub mod compare;
pub mod completions;
pub mod cuda_home;
pub mod doctor;
pub mod emit;
pub mod list;
pub mod man;
pub mod mutate;
pub mod prove;
pub mod record;
pub mod report;
pub mod run;
pub mod setup;
pub mod sweep;
pub mod synth;
