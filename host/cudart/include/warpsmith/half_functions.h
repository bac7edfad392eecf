// SPDX-License-Identifier: Apache-2.0
// Arithmetic and comparisons of half precision on both sides, its functions on the device. A function of f16x2 works on both parts.
#pragma once

#include <warpsmith/half_types.h>
#include <warpsmith/math_functions.h>
#include <warpsmith/warp_functions.h>

__WARPSMITH_BOTH__ unsigned int __warpsmith_pair(__half2 v) { return __builtin_bit_cast(unsigned int, v); }
__WARPSMITH_BOTH__ __half2 __warpsmith_halves(unsigned int bits) { return __builtin_bit_cast(__half2, bits); }

// name and name##2: one instruction of two operands on the device, for halves and for pairs. On the host the same by way of
// single precision: a sum, a difference or a product of halves that is rounded to 24 bits first is still rounded right.
#ifdef __CUDA_ARCH__
#define __WARPSMITH_HALF_OP__(name, op, expression)                                                         \
    __WARPSMITH_BOTH__ __half name(__half a, __half b) {                                                    \
        unsigned short r;                                                                                   \
        asm(op ".f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));                                      \
        return __ushort_as_half(r);                                                                         \
    }                                                                                                       \
    __WARPSMITH_BOTH__ __half2 name##2(__half2 a, __half2 b) {                                              \
        unsigned int r;                                                                                     \
        asm(op ".f16x2 %0, %1, %2;" : "=r"(r) : "r"(__warpsmith_pair(a)), "r"(__warpsmith_pair(b)));        \
        return __warpsmith_halves(r);                                                                       \
    }
#else
__WARPSMITH_BOTH__ float __warpsmith_saturated(float x) { return x > 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }
#define __WARPSMITH_HALF_OP__(name, op, expression)                                                         \
    __WARPSMITH_BOTH__ __half name(__half h, __half k) {                                                    \
        float a = h, b = k;                                                                                 \
        return __half(expression);                                                                          \
    }                                                                                                       \
    __WARPSMITH_BOTH__ __half2 name##2(__half2 a, __half2 b) { return __half2(name(a.x, b.x), name(a.y, b.y)); }
#endif
__WARPSMITH_HALF_OP__(__hadd, "add.rn", a + b)
__WARPSMITH_HALF_OP__(__hsub, "sub.rn", a - b)
__WARPSMITH_HALF_OP__(__hmul, "mul.rn", a * b)
__WARPSMITH_HALF_OP__(__hadd_sat, "add.rn.sat", __warpsmith_saturated(a + b))
__WARPSMITH_HALF_OP__(__hsub_sat, "sub.rn.sat", __warpsmith_saturated(a - b))
__WARPSMITH_HALF_OP__(__hmul_sat, "mul.rn.sat", __warpsmith_saturated(a * b))
#undef __WARPSMITH_HALF_OP__

#ifdef __CUDA_ARCH__
__WARPSMITH_BOTH__ __half __hfma(__half a, __half b, __half c) {
    unsigned short r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __ushort_as_half(r);
}
__WARPSMITH_BOTH__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    unsigned int r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;"
        : "=r"(r)
        : "r"(__warpsmith_pair(a)), "r"(__warpsmith_pair(b)), "r"(__warpsmith_pair(c)));
    return __warpsmith_halves(r);
}
#else
// The product is exact in double precision; no bit that its sum with c loses decides how the half is rounded.
__WARPSMITH_BOTH__ __half __hfma(__half a, __half b, __half c) { return __half((double)a * (double)b + (double)c); }
__WARPSMITH_BOTH__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
#endif

// name, name##2: by way of single precision, whose result is rounded once more; name is exact enough that this is harmless for
// division and square root (2 * 11 + 2 bits suffice).
#define __WARPSMITH_HALF_BY_FLOAT__(name, suffix, expression)                                     \
    __WARPSMITH_DEVICE__ __half name(__half h) {                                                  \
        float x = h;                                                                              \
        return __half(expression);                                                                \
    }                                                                                             \
    __WARPSMITH_DEVICE__ __half2 suffix(__half2 v) { return __half2(name(v.x), name(v.y)); }
__WARPSMITH_HALF_BY_FLOAT__(hsqrt, h2sqrt, sqrtf(x))
__WARPSMITH_HALF_BY_FLOAT__(hrsqrt, h2rsqrt, rsqrtf(x))
__WARPSMITH_HALF_BY_FLOAT__(hrcp, h2rcp, 1.0f / x)
__WARPSMITH_HALF_BY_FLOAT__(hexp, h2exp, expf(x))
__WARPSMITH_HALF_BY_FLOAT__(hexp2, h2exp2, exp2f(x))
__WARPSMITH_HALF_BY_FLOAT__(hexp10, h2exp10, exp10f(x))
__WARPSMITH_HALF_BY_FLOAT__(hlog, h2log, logf(x))
__WARPSMITH_HALF_BY_FLOAT__(hlog2, h2log2, log2f(x))
__WARPSMITH_HALF_BY_FLOAT__(hlog10, h2log10, log10f(x))
__WARPSMITH_HALF_BY_FLOAT__(hsin, h2sin, sinf(x))
__WARPSMITH_HALF_BY_FLOAT__(hcos, h2cos, cosf(x))
__WARPSMITH_HALF_BY_FLOAT__(hfloor, h2floor, floorf(x))
__WARPSMITH_HALF_BY_FLOAT__(hceil, h2ceil, ceilf(x))
__WARPSMITH_HALF_BY_FLOAT__(htrunc, h2trunc, truncf(x))
__WARPSMITH_HALF_BY_FLOAT__(hrint, h2rint, rintf(x))
#undef __WARPSMITH_HALF_BY_FLOAT__

__WARPSMITH_BOTH__ __half __hneg(__half a) { return __ushort_as_half(a.__x ^ 0x8000); }
__WARPSMITH_BOTH__ __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
__WARPSMITH_BOTH__ __half __habs(__half a) { return __ushort_as_half(a.__x & 0x7fff); }
__WARPSMITH_BOTH__ __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
__WARPSMITH_BOTH__ __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__WARPSMITH_BOTH__ __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
__WARPSMITH_BOTH__ bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
__WARPSMITH_BOTH__ int __hisinf(__half a) { return a.__x == 0x7c00 ? 1 : a.__x == 0xfc00 ? -1 : 0; }
__WARPSMITH_BOTH__ __half __hmin(__half a, __half b) { return __half(fminf(a, b)); }
__WARPSMITH_BOTH__ __half __hmax(__half a, __half b) { return __half(fmaxf(a, b)); }
__WARPSMITH_BOTH__ __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__WARPSMITH_BOTH__ __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }

// Comparisons: false where an operand is a NaN, or, in the forms with u, true. For pairs: one or zero for each part (name##2),
// and whether both are true (__hb...).
#define __WARPSMITH_HALF_COMPARE__(name, compare)                                                             \
    __WARPSMITH_BOTH__ bool __h##name(__half a, __half b) { return (float)a compare (float)b; }             \
    __WARPSMITH_BOTH__ bool __h##name##u(__half a, __half b) {                                              \
        return __hisnan(a) || __hisnan(b) || (float)a compare (float)b;                                       \
    }                                                                                                         \
    __WARPSMITH_BOTH__ __half2 __h##name##2(__half2 a, __half2 b) {                                         \
        return __half2(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f);                 \
    }                                                                                                         \
    __WARPSMITH_BOTH__ bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
__WARPSMITH_HALF_COMPARE__(eq, ==)
__WARPSMITH_HALF_COMPARE__(lt, <)
__WARPSMITH_HALF_COMPARE__(le, <=)
__WARPSMITH_HALF_COMPARE__(gt, >)
__WARPSMITH_HALF_COMPARE__(ge, >=)
#undef __WARPSMITH_HALF_COMPARE__
__WARPSMITH_BOTH__ bool __hne(__half a, __half b) { return !__hisnan(a) && !__hisnan(b) && (float)a != (float)b; }
__WARPSMITH_BOTH__ bool __hneu(__half a, __half b) { return (float)a != (float)b; }

// To integers: nearest even, towards zero, down, up; and back, rounded once.
#define __WARPSMITH_HALF_INTEGER__(name, type, from)                                              \
    __WARPSMITH_DEVICE__ type __half2##name##_rn(__half x) { return from##_rn((float)x); }        \
    __WARPSMITH_DEVICE__ type __half2##name##_rz(__half x) { return from##_rz((float)x); }        \
    __WARPSMITH_DEVICE__ type __half2##name##_rd(__half x) { return from##_rd((float)x); }        \
    __WARPSMITH_DEVICE__ type __half2##name##_ru(__half x) { return from##_ru((float)x); }        \
    __WARPSMITH_DEVICE__ __half __##name##2half_rn(type x) { return __half(x); }
__WARPSMITH_HALF_INTEGER__(int, int, __float2int)
__WARPSMITH_HALF_INTEGER__(uint, unsigned int, __float2uint)
#undef __WARPSMITH_HALF_INTEGER__

// Operators. On the host those of halves by themselves are the operators of float, to which they convert.
#define __WARPSMITH_HALF_OPERATOR__(op, name, name2)                                                       \
    __WARPSMITH_DEVICE__ __half operator op(const __half &a, const __half &b) { return name(a, b); }       \
    __WARPSMITH_BOTH__ __half2 operator op(const __half2 &a, const __half2 &b) { return name2(a, b); }   \
    __WARPSMITH_BOTH__ __half &operator op##=(__half &a, const __half &b) { return a = name(a, b); }     \
    __WARPSMITH_BOTH__ __half2 &operator op##=(__half2 &a, const __half2 &b) { return a = name2(a, b); }
__WARPSMITH_HALF_OPERATOR__(+, __hadd, __hadd2)
__WARPSMITH_HALF_OPERATOR__(-, __hsub, __hsub2)
__WARPSMITH_HALF_OPERATOR__(*, __hmul, __hmul2)
__WARPSMITH_HALF_OPERATOR__(/, __hdiv, __h2div)
#undef __WARPSMITH_HALF_OPERATOR__
#define __WARPSMITH_HALF_RELATION__(op, name) \
    __WARPSMITH_DEVICE__ bool operator op(const __half &a, const __half &b) { return name(a, b); }
__WARPSMITH_HALF_RELATION__(==, __heq)
__WARPSMITH_HALF_RELATION__(!=, __hneu)
__WARPSMITH_HALF_RELATION__(<, __hlt)
__WARPSMITH_HALF_RELATION__(<=, __hle)
__WARPSMITH_HALF_RELATION__(>, __hgt)
__WARPSMITH_HALF_RELATION__(>=, __hge)
#undef __WARPSMITH_HALF_RELATION__
__WARPSMITH_DEVICE__ __half operator-(const __half &a) { return __hneg(a); }
__WARPSMITH_BOTH__ __half2 operator-(const __half2 &a) { return __hneg2(a); }

__WARPSMITH_DEVICE__ __half __ldg(const __half *address) { return *address; }
__WARPSMITH_DEVICE__ __half2 __ldg(const __half2 *address) { return *address; }

// Shuffles move the word that holds the value.
#define __WARPSMITH_HALF_SHUFFLE__(name)                                                                       \
    __WARPSMITH_DEVICE__ __half2 name##_sync(unsigned int mask, __half2 v, int at, int width = 32) {          \
        return __warpsmith_halves(name##_sync(mask, __warpsmith_pair(v), at, width));                          \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ __half name##_sync(unsigned int mask, __half v, int at, int width = 32) {            \
        return __ushort_as_half((unsigned short)name##_sync(mask, (unsigned int)v.__x, at, width));            \
    }
__WARPSMITH_HALF_SHUFFLE__(__shfl)
__WARPSMITH_HALF_SHUFFLE__(__shfl_up)
__WARPSMITH_HALF_SHUFFLE__(__shfl_down)
__WARPSMITH_HALF_SHUFFLE__(__shfl_xor)
#undef __WARPSMITH_HALF_SHUFFLE__

// Pairs and halves in memory, added by compare-and-swap; both give the old value.
__WARPSMITH_DEVICE__ __half2 atomicAdd(__half2 *address, __half2 value) {
    unsigned int *word = (unsigned int *)address, seen = *(volatile unsigned int *)word, expected;
    do {
        expected = seen;
        seen = atomicCAS(word, expected, __warpsmith_pair(__hadd2(__warpsmith_halves(expected), value)));
    } while (seen != expected);
    return __warpsmith_halves(seen);
}
__WARPSMITH_DEVICE__ __half atomicAdd(__half *address, __half value) {
    bool high = (unsigned long long)address & 2;
    unsigned int *word = (unsigned int *)((unsigned long long)address & ~3ull);
    unsigned int seen = *(volatile unsigned int *)word, expected;
    do {
        expected = seen;
        __half2 pair = __warpsmith_halves(expected);
        if (high) pair.y = __hadd(pair.y, value);
        else pair.x = __hadd(pair.x, value);
        seen = atomicCAS(word, expected, __warpsmith_pair(pair));
    } while (seen != expected);
    return high ? __warpsmith_halves(seen).y : __warpsmith_halves(seen).x;
}
