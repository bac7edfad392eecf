// SPDX-License-Identifier: Apache-2.0
// The mathematical functions of the device: their definitions, and the overloads for float that C++ has beside the
// names with the suffix f.
#pragma once

#include <warpsmith/math_double.h>
#include <warpsmith/math_exact.h>
#include <warpsmith/math_float.h>

#define __WARPSMITH_FLOAT1__(name) \
    __WARPSMITH_DEVICE__ float name(float x) { return name##f(x); }
#define __WARPSMITH_FLOAT2__(name) \
    __WARPSMITH_DEVICE__ float name(float x, float y) { return name##f(x, y); }
#define __WARPSMITH_BOTH1__ __WARPSMITH_FLOAT1__
#define __WARPSMITH_BOTH2__ __WARPSMITH_FLOAT2__
#include <warpsmith/math_list.h>

__WARPSMITH_DEVICE__ float fma(float x, float y, float z) { return fmaf(x, y, z); }
__WARPSMITH_DEVICE__ float abs(float x) { return fabsf(x); }
__WARPSMITH_DEVICE__ double abs(double x) { return fabs(x); }
__WARPSMITH_DEVICE__ void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }

// A whole exponent does not make a float a double.
__WARPSMITH_DEVICE__ float pow(float x, int y) { return powf(x, (float)y); }
__WARPSMITH_DEVICE__ double pow(double x, int y) { return pow(x, (double)y); }
__WARPSMITH_DEVICE__ double pow(float x, double y) { return pow((double)x, y); }
__WARPSMITH_DEVICE__ double pow(double x, float y) { return pow(x, (double)y); }
