// SPDX-License-Identifier: Apache-2.0
//! What a process keeps of the device: its arrays, the host memory that both sides see, and the settings. Nothing here calls the
//! simulator.

mod array;
mod mapping;
mod settings;

pub use array::{
    texel_format, Array, MAX_1D_LAYERED, MAX_2D, MAX_2D_LAYERED, MAX_3D, MAX_CUBEMAP, MAX_LINEAR,
    MAX_PITCHED, MAX_WIDTH_1D,
};
pub use mapping::{Mapping, Mappings, Origin};
pub use settings::{limit, Settings};
