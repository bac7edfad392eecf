// SPDX-License-Identifier: Apache-2.0
// Exact functions that take numbers apart or count in units of the last place.
#pragma once

#include <warpsmith/math_exact.h>

// x * 2^n, rounded once.
__WARPSMITH_DEVICE__ double ldexp(double x, int n) {
    // One factor is not enough for every n. Where the first product rounds, the second is zero whatever it rounded to.
    for (int step = 0; step < 2 && n > 1023; ++step, n -= 1023) x *= 0x1p1023;
    for (int step = 0; step < 2 && n < -1022; ++step, n += 969) x *= 0x1p-969;
    int last = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
    return x * __builtin_bit_cast(double, (long long)(last + 1023) << 52);
}
__WARPSMITH_DEVICE__ float ldexpf(float x, int n) {
    int last = n > 400 ? 400 : n < -400 ? -400 : n;
    return (float)((double)x * __builtin_bit_cast(double, (long long)(last + 1023) << 52));
}

// The exponent e of 2^e <= |x| < 2^(e+1); the smallest int for zero and what is not a number, the largest for infinity.
__WARPSMITH_DEVICE__ int ilogb(double x) {
    if (x == 0.0 || x != x) return -2147483647 - 1;
    long long bits = __builtin_bit_cast(long long, x) & 0x7fffffffffffffffll;
    int exponent = (int)(bits >> 52);
    if (exponent == 2047) return 2147483647;
    return exponent ? exponent - 1023 : -1011 - __builtin_clzll((unsigned long long)bits);
}
__WARPSMITH_DEVICE__ int ilogbf(float x) { return ilogb((double)x); }

__WARPSMITH_DEVICE__ double logb(double x) {
    if (x == 0.0) return -__builtin_inf();
    return __builtin_fabs(x) < __builtin_inf() ? (double)ilogb(x) : x * x;
}
__WARPSMITH_DEVICE__ float logbf(float x) { return (float)logb((double)x); }

// x = result * 2^*exponent, 1/2 <= |result| < 1.
__WARPSMITH_DEVICE__ double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0.0 || !(__builtin_fabs(x) < __builtin_inf())) return x;
    *exponent = ilogb(x) + 1;
    return ldexp(x, -*exponent);
}
__WARPSMITH_DEVICE__ float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }

__WARPSMITH_DEVICE__ double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(__builtin_fabs(x) < __builtin_inf() ? x - *whole : x == x ? 0.0 : x, x);
}
__WARPSMITH_DEVICE__ float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(__builtin_fabsf(x) < __builtin_inff() ? x - *whole : x == x ? 0.0f : x, x);
}

// Remainder of the division towards zero. Each difference is that of two numbers within a factor of two, hence exact.
__WARPSMITH_DEVICE__ double fmod(double x, double y) {
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (!(a < __builtin_inf()) || !(b > 0.0)) return __builtin_nan("");
    if (a < b) return x;
    double multiple = ldexp(b, ilogb(a) - ilogb(b));
    for (; multiple >= b; multiple *= 0.5) {
        if (a >= multiple) a -= multiple;
    }
    return __builtin_copysign(a, x);
}
__WARPSMITH_DEVICE__ float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

// Remainder of the division to the nearest, halves to even: a is below 2 b, and b - a is exact where it decides.
__WARPSMITH_DEVICE__ double remainder(double x, double y) {
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (!(a < __builtin_inf()) || !(b > 0.0)) return __builtin_nan("");
    if (2.0 * b < __builtin_inf()) a = fmod(a, 2.0 * b);
    if (a > b - a) {
        a -= b;
        if (a >= b - a) a -= b;
    }
    return __builtin_signbit(x) ? -a : a;
}
__WARPSMITH_DEVICE__ float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }

__WARPSMITH_DEVICE__ double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
__WARPSMITH_DEVICE__ float fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }

// The neighbour of x on the way to y: one more or less in the bits.
#define __WARPSMITH_NEXT__(name, fp, word, smallest)                          \
    __WARPSMITH_DEVICE__ fp name(fp x, fp y) {                                \
        if (x != x || y != y) return x + y;                                   \
        if (x == y) return y;                                                 \
        if (x == 0) return y > 0 ? smallest : -smallest;                      \
        word bits = __builtin_bit_cast(word, x);                              \
        return __builtin_bit_cast(fp, (x < y) == (x > 0) ? bits + 1 : bits - 1); \
    }
__WARPSMITH_NEXT__(nextafter, double, long long, 0x1p-1074)
__WARPSMITH_NEXT__(nextafterf, float, int, 0x1p-149f)
#undef __WARPSMITH_NEXT__

// To whole numbers.
#define __WARPSMITH_WHOLE__(name, type, round)                                   \
    __WARPSMITH_DEVICE__ type name(double x) { return (type)round(x); }          \
    __WARPSMITH_DEVICE__ type name##f(float x) { return (type)round##f(x); }
__WARPSMITH_WHOLE__(lround, long, round)
__WARPSMITH_WHOLE__(llround, long long, round)
__WARPSMITH_WHOLE__(lrint, long, rint)
__WARPSMITH_WHOLE__(llrint, long long, rint)
#undef __WARPSMITH_WHOLE__
