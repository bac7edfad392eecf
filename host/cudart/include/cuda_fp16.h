// SPDX-License-Identifier: Apache-2.0
// Half precision: __half (half) and pairs of it, __half2 (half2). On the device arithmetic is PTX's of type f16 and f16x2; on
// the host it gives the same. Files that are not CUDA have the conversions only.
#pragma once

#include <cuda_runtime.h>
#include <warpsmith/half_types.h>
#ifdef __CUDA__
#include <warpsmith/half_functions.h>
#endif
