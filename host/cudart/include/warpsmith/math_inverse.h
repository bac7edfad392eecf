// SPDX-License-Identifier: Apache-2.0
// Inverse trigonometric functions, and those of multiples of pi, in double precision.
#pragma once

#include <warpsmith/math_double.h>

// Arc tangent of 0 <= a <= 1.
__WARPSMITH_DEVICE__ double __warpsmith_atan_unit(double a) {
    double s = a * a;
    return __builtin_fma(a * s, __WARPSMITH_ATAN__(s), a);
}
__WARPSMITH_DEVICE__ double atan(double x) {
    double a = __builtin_fabs(x);
    double inner = __warpsmith_atan_unit(a > 1.0 ? 1.0 / a : a);
    double result = a > 1.0 ? __WARPSMITH_HALF_PI_0__ - (inner - __WARPSMITH_HALF_PI_1__) : inner;
    return x != x ? x : __builtin_copysign(result, x);
}
__WARPSMITH_DEVICE__ double atan2(double y, double x) {
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (x != x || y != y) return x + y;
    double high = __builtin_fmax(a, b), low = __builtin_fmin(a, b);
    double ratio = high == 0.0 ? 0.0 : low == high ? 1.0 : low / high;
    double angle = __warpsmith_atan_unit(ratio);
    if (b > a) angle = __WARPSMITH_HALF_PI_0__ - (angle - __WARPSMITH_HALF_PI_1__);
    if (__builtin_signbit(x)) angle = 2.0 * __WARPSMITH_HALF_PI_0__ - (angle - 2.0 * __WARPSMITH_HALF_PI_1__);
    return __builtin_copysign(angle, y);
}

// Arc sine of |a| <= 9/16.
__WARPSMITH_DEVICE__ double __warpsmith_asin_small(double a) {
    double s = a * a;
    return __builtin_fma(a * s, __WARPSMITH_ASIN__(s), a);
}
__WARPSMITH_DEVICE__ double asin(double x) {
    double a = __builtin_fabs(x);
    if (a <= 0.5625) return __warpsmith_asin_small(x);
    // pi/2 - 2 asin(sqrt((1-a)/2)); beyond 1 the root is not a number.
    double inner = 2.0 * __warpsmith_asin_small(__builtin_sqrt(__builtin_fma(a, -0.5, 0.5)));
    return __builtin_copysign(__WARPSMITH_HALF_PI_0__ - (inner - __WARPSMITH_HALF_PI_1__), x);
}
__WARPSMITH_DEVICE__ double acos(double x) {
    double a = __builtin_fabs(x);
    if (a <= 0.5625) return __WARPSMITH_HALF_PI_0__ - (__warpsmith_asin_small(x) - __WARPSMITH_HALF_PI_1__);
    double inner = 2.0 * __warpsmith_asin_small(__builtin_sqrt(__builtin_fma(a, -0.5, 0.5)));
    return x > 0.0 ? inner : 2.0 * __WARPSMITH_HALF_PI_0__ - (inner - 2.0 * __WARPSMITH_HALF_PI_1__);
}

// x pi = quadrant pi/2 + rest + tail; the quadrant modulo 4.
__WARPSMITH_DEVICE__ int __warpsmith_reduce_pi(double x, double *rest, double *tail) {
    double turn = x - 2.0 * __builtin_rint(0.5 * x); // exact, within one turn's half
    double quadrant = __builtin_rint(2.0 * turn);
    double part = 2.0 * turn - quadrant;
    *rest = part * __WARPSMITH_HALF_PI_0__;
    *tail = __builtin_fma(part, __WARPSMITH_HALF_PI_0__, -*rest) + part * __WARPSMITH_HALF_PI_1__;
    return (int)quadrant;
}
__WARPSMITH_DEVICE__ double sinpi(double x) {
    if (x == __builtin_trunc(x)) return __builtin_copysign(0.0, x);
    double r, t;
    int quadrant = __warpsmith_reduce_pi(x, &r, &t);
    double result = quadrant & 1 ? __warpsmith_cos_small(r, t) : __warpsmith_sin_small(r, t);
    return quadrant & 2 ? -result : result;
}
__WARPSMITH_DEVICE__ double cospi(double x) {
    double r, t;
    int quadrant = __warpsmith_reduce_pi(x, &r, &t);
    if (quadrant & 1 && r == 0.0) return 0.0;
    double result = quadrant & 1 ? __warpsmith_sin_small(r, t) : __warpsmith_cos_small(r, t);
    return (quadrant + 1) & 2 ? -result : result;
}
