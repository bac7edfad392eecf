// SPDX-License-Identifier: Apache-2.0
// Functions with an exact or correctly rounded result. Most are one instruction.
#pragma once

#include <warpsmith/qualifiers.h>

#define __WARPSMITH_EXACT1__(name)                                                 \
    __WARPSMITH_DEVICE__ float name##f(float x) { return __builtin_##name##f(x); } \
    __WARPSMITH_DEVICE__ double name(double x) { return __builtin_##name(x); }
#define __WARPSMITH_EXACT2__(name)                                                             \
    __WARPSMITH_DEVICE__ float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
    __WARPSMITH_DEVICE__ double name(double x, double y) { return __builtin_##name(x, y); }

__WARPSMITH_EXACT1__(sqrt)
__WARPSMITH_EXACT1__(fabs)
__WARPSMITH_EXACT1__(floor)
__WARPSMITH_EXACT1__(ceil)
__WARPSMITH_EXACT1__(trunc)
__WARPSMITH_EXACT1__(rint)
__WARPSMITH_EXACT1__(nearbyint)
__WARPSMITH_EXACT2__(fmin)
__WARPSMITH_EXACT2__(fmax)
__WARPSMITH_EXACT2__(copysign)
#undef __WARPSMITH_EXACT1__
#undef __WARPSMITH_EXACT2__

__WARPSMITH_DEVICE__ float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__WARPSMITH_DEVICE__ double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

// Halves away from zero: what is cut off is exact, hence so is the comparison.
__WARPSMITH_DEVICE__ float roundf(float x) {
    float whole = __builtin_truncf(x);
    float away = __builtin_fabsf(x - whole) >= 0.5f ? whole + __builtin_copysignf(1.0f, x) : whole;
    return __builtin_copysignf(away, x);
}
__WARPSMITH_DEVICE__ double round(double x) {
    double whole = __builtin_trunc(x);
    double away = __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1.0, x) : whole;
    return __builtin_copysign(away, x);
}

__WARPSMITH_DEVICE__ int abs(int x) { return x < 0 ? (int)(0u - (unsigned int)x) : x; }
__WARPSMITH_DEVICE__ long abs(long x) { return x < 0 ? (long)(0ul - (unsigned long)x) : x; }
__WARPSMITH_DEVICE__ long long abs(long long x) { return x < 0 ? (long long)(0ull - (unsigned long long)x) : x; }
__WARPSMITH_DEVICE__ long labs(long x) { return abs(x); }
__WARPSMITH_DEVICE__ long long llabs(long long x) { return abs(x); }
