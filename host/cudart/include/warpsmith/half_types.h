// SPDX-License-Identifier: Apache-2.0
// The types of half precision, and conversions that both sides have. A value is kept as its bits: sign, 5 bits of exponent, 10 of
// fraction.
#pragma once

#include <warpsmith/vector_types.h>

struct __half_raw {
    unsigned short x;
};
struct __align__(4) __half2_raw {
    unsigned short x, y;
};

// The half nearest to x, ties to even.
__WARPSMITH_BOTH__ unsigned short __warpsmith_half_bits(float x) {
    unsigned int bits = __builtin_bit_cast(unsigned int, x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return 0x7fff;            // NaN, CUDA's canonical one
    if (magnitude >= 0x47800000) return sign | 0x7c00;    // 65536 and above
    if (magnitude < 0x38800000) {                         // below 2^-14: multiples of 2^-24
        float tiny = __builtin_bit_cast(float, magnitude) + 0.5f; // 0.5f has a last place of 2^-24
        return sign | (__builtin_bit_cast(unsigned int, tiny) - 0x3f000000);
    }
    return sign | ((magnitude + 0xfff + (magnitude >> 13 & 1) - 0x38000000) >> 13);
}
__WARPSMITH_BOTH__ float __warpsmith_half_value(unsigned short half) {
    unsigned int sign = (unsigned int)(half & 0x8000) << 16, magnitude = half & 0x7fff;
    if (magnitude >= 0x7c00) return __builtin_bit_cast(float, sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
    float value = magnitude < 0x400 ? magnitude * (1.0f / 16777216.0f) : __builtin_bit_cast(float, (magnitude << 13) + 0x38000000);
    return sign ? -value : value;
}

struct __half {
    unsigned short __x;

    __half() = default;
    __host__ __device__ __half(const __half_raw &raw) : __x(raw.x) {}
    __host__ __device__ __half(float x) : __x(__warpsmith_half_bits(x)) {}
    __host__ __device__ __half(double x);
    __host__ __device__ __half(int x) : __half((double)x) {}
    __host__ __device__ __half(unsigned int x) : __half((double)x) {}
    __host__ __device__ __half(long long x) : __half((double)x) {}
    __host__ __device__ __half(unsigned long long x) : __half((double)x) {}
    __host__ __device__ __half(short x) : __half((float)x) {}
    __host__ __device__ __half(unsigned short x) : __half((float)x) {}
    __host__ __device__ operator __half_raw() const { return __half_raw{__x}; }
    __host__ __device__ operator float() const { return __warpsmith_half_value(__x); }
};
typedef __half half;

// Rounding a double to a float first would round twice: a float that is not exact gets its last bit set ("to odd"), which is far
// below a half's last place.
__WARPSMITH_BOTH__ float __warpsmith_to_odd(double x) {
    float near = (float)x;
    if (!(near - near == 0.0f) || (double)near == x) return near;
    unsigned int bits = __builtin_bit_cast(unsigned int, near);
    bool beyond = __builtin_fabs((double)near) > __builtin_fabs(x);
    return __builtin_bit_cast(float, (beyond ? bits - 1 : bits) | 1);
}
inline __host__ __device__ __half::__half(double x) : __x(__warpsmith_half_bits(__warpsmith_to_odd(x))) {}

struct __align__(4) __half2 {
    __half x, y;

    __half2() = default;
    __host__ __device__ __half2(__half x, __half y) : x(x), y(y) {}
    __host__ __device__ __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
};
typedef __half2 half2;

__WARPSMITH_BOTH__ __half __float2half(float x) { return __half(x); }
__WARPSMITH_BOTH__ __half __float2half_rn(float x) { return __half(x); }
__WARPSMITH_BOTH__ __half __double2half(double x) { return __half(x); }
__WARPSMITH_BOTH__ float __half2float(__half x) { return (float)x; }
__WARPSMITH_BOTH__ __half __ushort_as_half(unsigned short bits) { return __half(__half_raw{bits}); }
__WARPSMITH_BOTH__ __half __short_as_half(short bits) { return __half(__half_raw{(unsigned short)bits}); }
__WARPSMITH_BOTH__ unsigned short __half_as_ushort(__half x) { return x.__x; }
__WARPSMITH_BOTH__ short __half_as_short(__half x) { return (short)x.__x; }

__WARPSMITH_BOTH__ __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__WARPSMITH_BOTH__ __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__WARPSMITH_BOTH__ __half2 __half2half2(__half x) { return __half2(x, x); }
__WARPSMITH_BOTH__ __half2 __float2half2_rn(float x) { return __half2(x, x); }
__WARPSMITH_BOTH__ __half2 __floats2half2_rn(float x, float y) { return __half2(x, y); }
__WARPSMITH_BOTH__ __half2 __float22half2_rn(float2 v) { return __half2(v.x, v.y); }
__WARPSMITH_BOTH__ float2 __half22float2(__half2 v) { return make_float2(v.x, v.y); }
__WARPSMITH_BOTH__ float __low2float(__half2 v) { return v.x; }
__WARPSMITH_BOTH__ float __high2float(__half2 v) { return v.y; }
__WARPSMITH_BOTH__ __half __low2half(__half2 v) { return v.x; }
__WARPSMITH_BOTH__ __half __high2half(__half2 v) { return v.y; }
__WARPSMITH_BOTH__ __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
__WARPSMITH_BOTH__ __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
__WARPSMITH_BOTH__ __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }
__WARPSMITH_BOTH__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__WARPSMITH_BOTH__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
