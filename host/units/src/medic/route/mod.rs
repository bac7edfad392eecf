// SPDX-License-Identifier: Apache-2.0

mod ports;

pub use ports::{In, Out};
