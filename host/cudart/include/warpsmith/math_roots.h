// SPDX-License-Identifier: Apache-2.0
// Cube roots and lengths in double precision.
#pragma once

#include <warpsmith/math_bits.h>
#include <warpsmith/math_coefficients.h>

__WARPSMITH_DEVICE__ double cbrt(double x) {
    double a = __builtin_fabs(x);
    if (x == 0.0 || !(a < __builtin_inf())) return x;
    // a = 8^third m, 1 <= m < 8.
    int exponent = ilogb(a);
    int third = (exponent >= 0 ? exponent : exponent - 2) / 3;
    double m = ldexp(a, -3 * third);
    // Newton's method doubles the digits of the polynomial; the last step's residue is exact but for its rounding.
    double root = __WARPSMITH_CBRT__(m);
    for (int step = 0; step < 3; ++step) root -= (root - m / (root * root)) / 3.0;
    double square = root * root, square_low = __builtin_fma(root, root, -square);
    double residue = __builtin_fma(square, root, -m) + square_low * root;
    root -= residue / (3.0 * square);
    return __builtin_copysign(ldexp(root, third), x);
}
__WARPSMITH_DEVICE__ double rcbrt(double x) { return 1.0 / cbrt(x); }

__WARPSMITH_DEVICE__ double hypot(double x, double y) {
    double a = __builtin_fmax(__builtin_fabs(x), __builtin_fabs(y));
    double b = __builtin_fmin(__builtin_fabs(x), __builtin_fabs(y));
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inf();
    if (x != x || y != y) return x + y;
    if (a == 0.0) return 0.0;
    // Scaled to 1 <= a < 2, so that no square overflows or vanishes.
    int exponent = ilogb(a);
    a = ldexp(a, -exponent);
    b = ldexp(b, -exponent);
    double square = a * a, lost = __builtin_fma(a, a, -square);
    return ldexp(__builtin_sqrt(square + __builtin_fma(b, b, lost)), exponent);
}
