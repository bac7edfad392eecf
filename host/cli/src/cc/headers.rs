// SPDX-License-Identifier: Apache-2.0
//! Our CUDA headers, compiled into the command so that it needs no folder of its own.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

macro_rules! headers {
    ($($name:literal)*) => {
        /// Path below the include folder, and text.
        const HEADERS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../cudart/include/", $name)))),*];
    };
}

headers! {
    "bits/shared_ptr_base.h"
    "builtin_types.h"
    "channel_descriptor.h"
    "common_functions.h"
    "cooperative_groups.h"
    "cooperative_groups/reduce.h"
    "crt/device_functions.h"
    "crt/host_defines.h"
    "crt/math_functions.h"
    "cuComplex.h"
    "cuda.h"
    "cuda_bf16.h"
    "cuda_device_runtime_api.h"
    "cuda_fp16.h"
    "cuda_fp16.hpp"
    "cuda_gl_interop.h"
    "cuda_profiler_api.h"
    "cuda_runtime.h"
    "cuda_runtime_api.h"
    "cuda_texture_types.h"
    "cutil.h"
    "cutil_inline.h"
    "cutil_math.h"
    "device_atomic_functions.h"
    "device_double_functions.h"
    "device_functions.h"
    "device_launch_parameters.h"
    "driver_types.h"
    "helper_cuda.h"
    "helper_functions.h"
    "helper_image.h"
    "helper_math.h"
    "helper_string.h"
    "helper_timer.h"
    "host_defines.h"
    "math_constants.h"
    "math_functions.h"
    "nvToolsExt.h"
    "omp.h"
    "sm_20_atomic_functions.h"
    "sm_30_intrinsics.h"
    "sm_32_atomic_functions.h"
    "sm_32_intrinsics.h"
    "sm_35_atomic_functions.h"
    "sm_35_intrinsics.h"
    "surface_types.h"
    "texture_fetch_functions.h"
    "texture_indirect_functions.h"
    "texture_types.h"
    "vector_functions.h"
    "vector_types.h"
    "warpsmith/allocation.h"
    "warpsmith/api.h"
    "warpsmith/api_templates.h"
    "warpsmith/api_types.h"
    "warpsmith/atomics.h"
    "warpsmith/bfloat16.h"
    "warpsmith/builtin_variables.h"
    "warpsmith/conversions.h"
    "warpsmith/driver_api.h"
    "warpsmith/float_functions.h"
    "warpsmith/half_functions.h"
    "warpsmith/half_types.h"
    "warpsmith/integer_functions.h"
    "warpsmith/loads.h"
    "warpsmith/math_bits.h"
    "warpsmith/math_coefficients.h"
    "warpsmith/math_declarations.h"
    "warpsmith/math_double.h"
    "warpsmith/math_error_function.h"
    "warpsmith/math_exact.h"
    "warpsmith/math_fast.h"
    "warpsmith/math_float.h"
    "warpsmith/math_functions.h"
    "warpsmith/math_gamma.h"
    "warpsmith/math_hyperbolic.h"
    "warpsmith/math_inverse.h"
    "warpsmith/math_list.h"
    "warpsmith/math_norms.h"
    "warpsmith/math_roots.h"
    "warpsmith/memory_functions.h"
    "warpsmith/min_max.h"
    "warpsmith/output.h"
    "warpsmith/qualifiers.h"
    "warpsmith/simd_functions.h"
    "warpsmith/surfaces.h"
    "warpsmith/synchronization.h"
    "warpsmith/texture_api.h"
    "warpsmith/texture_types.h"
    "warpsmith/textures.h"
    "warpsmith/trigonometric_reduction.h"
    "warpsmith/vector_types.h"
    "warpsmith/warp_functions.h"
}

/// Writes all headers below `folder`.
///
/// # Errors
/// The folder cannot be written.
pub fn write(folder: &Path) -> Result<()> {
    // The folders first: where a signal has removed them no header makes them again.
    let folders: BTreeSet<&Path> = HEADERS.iter().filter_map(|(name, _)| Path::new(name).parent()).collect();
    for path in folders.into_iter().map(|name| folder.join(name)) {
        fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
    }
    for (name, text) in HEADERS {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_header_in_the_source_tree_is_compiled_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cudart/include");
        let mut found = Vec::new();
        for folder in ["", "bits", "cooperative_groups", "crt", "warpsmith"].map(|name| root.join(name)) {
            for entry in fs::read_dir(folder).expect("the include folder") {
                let path = entry.expect("readable").path();
                if path.is_file() {
                    let name = path.strip_prefix(&root).expect("below the root");
                    found.push(name.to_str().expect("ASCII").to_string());
                }
            }
        }
        found.sort_unstable();
        assert_eq!(found, HEADERS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }
}
