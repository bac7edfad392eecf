// SPDX-License-Identifier: Apache-2.0
// The mathematical functions of the device: their definitions, and the overloads for float that C++ has beside the
// names with the suffix f.
#pragma once

// isnan and its like in the global namespace; they are compiler builtins on either side.
#include <math.h>

#include <warpsmith/math_bits.h>
#include <warpsmith/math_double.h>
#include <warpsmith/math_exact.h>

#ifdef __USE_FAST_MATH__
#include <warpsmith/math_fast.h>
#else
#include <warpsmith/math_float.h>
#endif

#include <warpsmith/math_norms.h>

#define __WARPSMITH_BOTH1__(name) \
    __WARPSMITH_DEVICE__ float name(float x) { return name##f(x); }
#define __WARPSMITH_BOTH2__(name) \
    __WARPSMITH_DEVICE__ float name(float x, float y) { return name##f(x, y); }
#include <warpsmith/math_list.h>

__WARPSMITH_DEVICE__ float fma(float x, float y, float z) { return fmaf(x, y, z); }
__WARPSMITH_DEVICE__ float abs(float x) { return fabsf(x); }
__WARPSMITH_DEVICE__ double abs(double x) { return fabs(x); }
__WARPSMITH_DEVICE__ float ldexp(float x, int n) { return ldexpf(x, n); }
__WARPSMITH_DEVICE__ float scalbnf(float x, int n) { return ldexpf(x, n); }
__WARPSMITH_DEVICE__ float scalbn(float x, int n) { return ldexpf(x, n); }
__WARPSMITH_DEVICE__ double scalbn(double x, int n) { return ldexp(x, n); }
__WARPSMITH_DEVICE__ float frexp(float x, int *exponent) { return frexpf(x, exponent); }
__WARPSMITH_DEVICE__ float modf(float x, float *whole) { return modff(x, whole); }
__WARPSMITH_DEVICE__ int ilogb(float x) { return ilogbf(x); }
__WARPSMITH_DEVICE__ long lround(float x) { return lroundf(x); }
__WARPSMITH_DEVICE__ long long llround(float x) { return llroundf(x); }
__WARPSMITH_DEVICE__ long lrint(float x) { return lrintf(x); }
__WARPSMITH_DEVICE__ long long llrint(float x) { return llrintf(x); }
__WARPSMITH_DEVICE__ void sincospi(double x, double *sine, double *cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
__WARPSMITH_DEVICE__ void sincospif(float x, float *sine, float *cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
__WARPSMITH_DEVICE__ void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }

// Every NaN of CUDA is the same: the text that C would make its bits of does not count.
__WARPSMITH_DEVICE__ float nanf(const char *) { return __builtin_nanf(""); }
__WARPSMITH_DEVICE__ double nan(const char *) { return __builtin_nan(""); }

// What C++11 has in its library for both sides.
#if __cplusplus < 201103L
#define __WARPSMITH_CLASS__(name, builtin)                                     \
    __WARPSMITH_DEVICE__ int name(float x) { return builtin(x); }              \
    __WARPSMITH_DEVICE__ int name(double x) { return builtin(x); }
__WARPSMITH_CLASS__(isnan, __builtin_isnan)
__WARPSMITH_CLASS__(isinf, __builtin_isinf)
__WARPSMITH_CLASS__(isfinite, __builtin_isfinite)
__WARPSMITH_CLASS__(signbit, __builtin_signbit)
#undef __WARPSMITH_CLASS__
#endif

// A whole exponent does not make a float a double.
__WARPSMITH_DEVICE__ float pow(float x, int y) { return powf(x, (float)y); }
__WARPSMITH_DEVICE__ double pow(double x, int y) { return pow(x, (double)y); }
__WARPSMITH_DEVICE__ double pow(float x, double y) { return pow((double)x, y); }
__WARPSMITH_DEVICE__ double pow(double x, float y) { return pow(x, (double)y); }
