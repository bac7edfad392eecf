// SPDX-License-Identifier: Apache-2.0
// The functions of math_float.h where -use_fast_math asks for the approximations of the special function unit.
#pragma once

#include <warpsmith/float_functions.h>

#define sinf __warpsmith_accurate_sinf
#define cosf __warpsmith_accurate_cosf
#define tanf __warpsmith_accurate_tanf
#define sincosf __warpsmith_accurate_sincosf
#define logf __warpsmith_accurate_logf
#define log2f __warpsmith_accurate_log2f
#define log10f __warpsmith_accurate_log10f
#define expf __warpsmith_accurate_expf
#define exp10f __warpsmith_accurate_exp10f
#define powf __warpsmith_accurate_powf
#include <warpsmith/math_float.h>
#undef sinf
#undef cosf
#undef tanf
#undef sincosf
#undef logf
#undef log2f
#undef log10f
#undef expf
#undef exp10f
#undef powf

__WARPSMITH_DEVICE__ float sinf(float x) { return __sinf(x); }
__WARPSMITH_DEVICE__ float cosf(float x) { return __cosf(x); }
__WARPSMITH_DEVICE__ float tanf(float x) { return __tanf(x); }
__WARPSMITH_DEVICE__ void sincosf(float x, float *sine, float *cosine) { __sincosf(x, sine, cosine); }
__WARPSMITH_DEVICE__ float logf(float x) { return __logf(x); }
__WARPSMITH_DEVICE__ float log2f(float x) { return __log2f(x); }
__WARPSMITH_DEVICE__ float log10f(float x) { return __log10f(x); }
__WARPSMITH_DEVICE__ float expf(float x) { return __expf(x); }
__WARPSMITH_DEVICE__ float exp10f(float x) { return __exp10f(x); }
__WARPSMITH_DEVICE__ float powf(float x, float y) { return __powf(x, y); }
