// SPDX-License-Identifier: Apache-2.0
// Type, conversions and arithmetic of bfloat16, for both sides.
#pragma once

#include <warpsmith/half_types.h>

struct __nv_bfloat16_raw {
    unsigned short x;
};

// The bfloat16 nearest to x, ties to even.
__WARPSMITH_BOTH__ unsigned short __warpsmith_bfloat16_bits(float x) {
    unsigned int bits = __builtin_bit_cast(unsigned int, x);
    if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff; // NaN, CUDA's canonical one
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
__WARPSMITH_BOTH__ float __warpsmith_bfloat16_value(unsigned short bits) {
    return __builtin_bit_cast(float, (unsigned int)bits << 16);
}

struct __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    __host__ __device__ __nv_bfloat16(float x) : __x(__warpsmith_bfloat16_bits(x)) {}
    __host__ __device__ __nv_bfloat16(double x) : __x(__warpsmith_bfloat16_bits(__warpsmith_to_odd(x))) {}
    __host__ __device__ __nv_bfloat16(int x) : __nv_bfloat16((double)x) {}
    __host__ __device__ __nv_bfloat16(unsigned int x) : __nv_bfloat16((double)x) {}
    __host__ __device__ operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
    __host__ __device__ operator float() const { return __warpsmith_bfloat16_value(__x); }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {}
};
typedef __nv_bfloat162 nv_bfloat162;

__WARPSMITH_BOTH__ __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
__WARPSMITH_BOTH__ __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
__WARPSMITH_BOTH__ __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
__WARPSMITH_BOTH__ __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
__WARPSMITH_BOTH__ float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
__WARPSMITH_BOTH__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16(__nv_bfloat16_raw{bits}); }
__WARPSMITH_BOTH__ __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16((unsigned short)bits); }
__WARPSMITH_BOTH__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
__WARPSMITH_BOTH__ short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.__x; }

__WARPSMITH_BOTH__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__WARPSMITH_BOTH__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
__WARPSMITH_BOTH__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return __nv_bfloat162(x, x); }
__WARPSMITH_BOTH__ __nv_bfloat162 __float2bfloat162_rn(float x) { return __nv_bfloat162(x, x); }
__WARPSMITH_BOTH__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return __nv_bfloat162(x, y); }
__WARPSMITH_BOTH__ __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(v.x, v.y); }
__WARPSMITH_BOTH__ float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(v.x, v.y); }
__WARPSMITH_BOTH__ float __low2float(__nv_bfloat162 v) { return v.x; }
__WARPSMITH_BOTH__ float __high2float(__nv_bfloat162 v) { return v.y; }
__WARPSMITH_BOTH__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
__WARPSMITH_BOTH__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }

// A sum, difference, product or quotient of two that is rounded to 24 bits first is still rounded right.
#define __WARPSMITH_BFLOAT16_OP__(name, pairs, op)                                                                           \
    __WARPSMITH_BOTH__ __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a op(float) b); }  \
    __WARPSMITH_BOTH__ __nv_bfloat162 pairs(__nv_bfloat162 a, __nv_bfloat162 b) {                                            \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));                                                               \
    }                                                                                                                        \
    __WARPSMITH_DEVICE__ __nv_bfloat16 operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return name(a, b); }    \
    __WARPSMITH_BOTH__ __nv_bfloat162 operator op(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return pairs(a, b); }  \
    __WARPSMITH_BOTH__ __nv_bfloat16 &operator op##=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = name(a, b); }    \
    __WARPSMITH_BOTH__ __nv_bfloat162 &operator op##=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = pairs(a, b); }
__WARPSMITH_BFLOAT16_OP__(__hadd, __hadd2, +)
__WARPSMITH_BFLOAT16_OP__(__hsub, __hsub2, -)
__WARPSMITH_BFLOAT16_OP__(__hmul, __hmul2, *)
__WARPSMITH_BFLOAT16_OP__(__hdiv, __h2div, /)
#undef __WARPSMITH_BFLOAT16_OP__

// The product is exact in single precision; the sum is rounded to odd by way of double precision, then to the result.
__WARPSMITH_BOTH__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    double product = (double)(float)a * (double)(float)b, addend = (double)(float)c, sum = product + addend;
    // What the sum in double precision has lost, exactly; an odd last bit keeps that it was lost.
    double part = sum - product, lost = (product - (sum - part)) + (addend - part);
    if (lost != 0.0 && lost - lost == 0.0) {
        long long bits = __builtin_bit_cast(long long, sum);
        if (!(bits & 1)) bits += (lost > 0.0) == (sum > 0.0) ? 1 : -1;
        sum = __builtin_bit_cast(double, bits);
    }
    return __nv_bfloat16(sum);
}
__WARPSMITH_BOTH__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__WARPSMITH_BOTH__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
__WARPSMITH_BOTH__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x & 0x7fff); }
__WARPSMITH_BOTH__ bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }
__WARPSMITH_BOTH__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__builtin_fminf(a, b)); }
__WARPSMITH_BOTH__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__builtin_fmaxf(a, b)); }

#define __WARPSMITH_BFLOAT16_COMPARE__(name, op)                                                                             \
    __WARPSMITH_BOTH__ bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op(float) b; }                          \
    __WARPSMITH_DEVICE__ bool operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a op(float) b; }
__WARPSMITH_BFLOAT16_COMPARE__(__heq, ==)
__WARPSMITH_BFLOAT16_COMPARE__(__hneu, !=)
__WARPSMITH_BFLOAT16_COMPARE__(__hlt, <)
__WARPSMITH_BFLOAT16_COMPARE__(__hle, <=)
__WARPSMITH_BFLOAT16_COMPARE__(__hgt, >)
__WARPSMITH_BFLOAT16_COMPARE__(__hge, >=)
#undef __WARPSMITH_BFLOAT16_COMPARE__
