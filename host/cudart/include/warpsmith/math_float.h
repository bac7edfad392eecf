// SPDX-License-Identifier: Apache-2.0
// Single-precision functions. Accuracies are the largest errors found, in units of the last place (ulp).
#pragma once

#include <warpsmith/qualifiers.h>

// 2 ulp on hardware, as the instruction.
__WARPSMITH_DEVICE__ float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
__WARPSMITH_DEVICE__ float rsqrt(float x) { return rsqrtf(x); }
