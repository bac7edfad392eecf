// SPDX-License-Identifier: Apache-2.0
// Lengths of vectors, their reciprocals, and the normal distribution.
#pragma once

#include <warpsmith/math_double.h>
#include <warpsmith/math_error_function.h>
#include <warpsmith/math_roots.h>

// The sum of the squares of a vector over 4^exponent, in two parts, as if it were exact. The largest magnitude decides about the
// scale, so that no square overflows or vanishes; it is neither 0 nor infinite.
struct __warpsmith_squares__ {
    double high, low;
    int exponent;
};
__WARPSMITH_DEVICE__ __warpsmith_squares__ __warpsmith_squares(double a, double b, double c, double d, double most) {
    int exponent = ilogb(most);
    double parts[4] = {ldexp(a, -exponent), ldexp(b, -exponent), ldexp(c, -exponent), ldexp(d, -exponent)};
    double high = 0.0, low = 0.0;
    for (int i = 0; i < 4; ++i) {
        double square = parts[i] * parts[i], sum = high + square, part = sum - high;
        low += (high - (sum - part)) + (square - part) + fma(parts[i], parts[i], -square);
        high = sum;
    }
    return {high, low, exponent};
}

// An infinity wins over a NaN.
__WARPSMITH_DEVICE__ double norm4d(double a, double b, double c, double d) {
    a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
    const double inf = __builtin_inf();
    if (a == inf || b == inf || c == inf || d == inf) return inf;
    double most = fmax(fmax(a, b), fmax(c, d));
    if (most == 0.0 || a + b + c + d != a + b + c + d) return a + b + c + d;
    __warpsmith_squares__ sum = __warpsmith_squares(a, b, c, d, most);
    return ldexp(sqrt(sum.high + sum.low), sum.exponent);
}
__WARPSMITH_DEVICE__ double norm3d(double a, double b, double c) { return norm4d(a, b, c, 0.0); }

// Not the reciprocal of the length, which may overflow and would be rounded twice: one step of Newton's method on the sum.
__WARPSMITH_DEVICE__ double rnorm4d(double a, double b, double c, double d) {
    a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
    const double inf = __builtin_inf();
    if (a == inf || b == inf || c == inf || d == inf) return 0.0;
    double most = fmax(fmax(a, b), fmax(c, d));
    if (a + b + c + d != a + b + c + d) return a + b + c + d;
    if (most == 0.0) return inf;
    __warpsmith_squares__ sum = __warpsmith_squares(a, b, c, d, most);
    double guess = 1.0 / sqrt(sum.high);
    double square = guess * guess, rest = fma(guess, guess, -square);
    double error = fma(-sum.high, square, 1.0) - fma(sum.high, rest, sum.low * square);
    return ldexp(fma(guess * 0.5, error, guess), -sum.exponent);
}
__WARPSMITH_DEVICE__ double rnorm3d(double a, double b, double c) { return rnorm4d(a, b, c, 0.0); }
__WARPSMITH_DEVICE__ double rhypot(double a, double b) { return rnorm4d(a, b, 0.0, 0.0); }

// In double precision the squares of floats are exact.
__WARPSMITH_DEVICE__ float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
__WARPSMITH_DEVICE__ float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
__WARPSMITH_DEVICE__ float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
__WARPSMITH_DEVICE__ float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
__WARPSMITH_DEVICE__ float rhypotf(float a, float b) { return (float)rhypot(a, b); }

// The probability that a normally distributed number is less than x.
__WARPSMITH_DEVICE__ double normcdf(double x) {
    // -x / sqrt(2) in two parts; erfc changes so fast in the lower tail that the second one counts, by its derivative.
    const double root_high = 0x1.6a09e667f3bcdp-1, root_low = -0x1.bdd3413b26456p-55;
    if (!(x > -39.0)) return x != x ? x : 0.0;
    double high = x * -root_high;
    double low = fma(x, -root_high, -high) - x * root_low;
    double slope = -0x1.20dd750429b6dp+0 * exp(-high * high);
    return 0.5 * (x < 0.0 ? fma(slope, low, erfc(high)) : erfc(high));
}
__WARPSMITH_DEVICE__ float normcdff(float x) { return (float)normcdf((double)x); }
