// SPDX-License-Identifier: Apache-2.0
// Declares the device's mathematical functions before the C++ library is seen, in the global namespace and in std. Otherwise
// clang would take the library's own constexpr overloads for device functions, and they call what no device has.
#pragma once

#include <warpsmith/qualifiers.h>

#define __WARPSMITH_FLOAT1__(name)             \
    __WARPSMITH_DEVICE__ float name##f(float); \
    __WARPSMITH_DEVICE__ float name(float);
#define __WARPSMITH_FLOAT2__(name)                    \
    __WARPSMITH_DEVICE__ float name##f(float, float); \
    __WARPSMITH_DEVICE__ float name(float, float);
#define __WARPSMITH_BOTH1__(name) \
    __WARPSMITH_FLOAT1__(name)    \
    __WARPSMITH_DEVICE__ double name(double);
#define __WARPSMITH_BOTH2__(name) \
    __WARPSMITH_FLOAT2__(name)    \
    __WARPSMITH_DEVICE__ double name(double, double);
#include <warpsmith/math_list.h>

__WARPSMITH_DEVICE__ float fmaf(float, float, float);
__WARPSMITH_DEVICE__ float fma(float, float, float);
__WARPSMITH_DEVICE__ double fma(double, double, double);
__WARPSMITH_DEVICE__ int abs(int);
__WARPSMITH_DEVICE__ long abs(long);
__WARPSMITH_DEVICE__ long long abs(long long);
__WARPSMITH_DEVICE__ float abs(float);
__WARPSMITH_DEVICE__ double abs(double);

namespace std {
#define __WARPSMITH_FLOAT1__(name) \
    using ::name##f;               \
    using ::name;
#define __WARPSMITH_FLOAT2__ __WARPSMITH_FLOAT1__
#define __WARPSMITH_BOTH1__ __WARPSMITH_FLOAT1__
#define __WARPSMITH_BOTH2__ __WARPSMITH_FLOAT1__
#include <warpsmith/math_list.h>
using ::abs;
using ::fma;
using ::fmaf;
} // namespace std
