// SPDX-License-Identifier: Apache-2.0
// Lengths of vectors, their reciprocals, and the normal distribution.
#pragma once

#include <warpsmith/math_double.h>
#include <warpsmith/math_error_function.h>
#include <warpsmith/math_roots.h>

// The largest magnitude decides about the scale, so that no square overflows or vanishes. An infinity wins over a NaN.
__WARPSMITH_DEVICE__ double norm4d(double a, double b, double c, double d) {
    a = fabs(a), b = fabs(b), c = fabs(c), d = fabs(d);
    const double inf = __builtin_inf();
    if (a == inf || b == inf || c == inf || d == inf) return inf;
    double most = fmax(fmax(a, b), fmax(c, d));
    if (most == 0.0) return a + b + c + d;
    int exponent = ilogb(most);
    a = ldexp(a, -exponent), b = ldexp(b, -exponent), c = ldexp(c, -exponent), d = ldexp(d, -exponent);
    return ldexp(sqrt(fma(a, a, fma(b, b, fma(c, c, d * d)))), exponent);
}
__WARPSMITH_DEVICE__ double norm3d(double a, double b, double c) { return norm4d(a, b, c, 0.0); }
__WARPSMITH_DEVICE__ double rnorm4d(double a, double b, double c, double d) { return 1.0 / norm4d(a, b, c, d); }
__WARPSMITH_DEVICE__ double rnorm3d(double a, double b, double c) { return 1.0 / norm3d(a, b, c); }
__WARPSMITH_DEVICE__ double rhypot(double a, double b) { return 1.0 / hypot(a, b); }

// In double precision the squares of floats are exact.
__WARPSMITH_DEVICE__ float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
__WARPSMITH_DEVICE__ float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
__WARPSMITH_DEVICE__ float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
__WARPSMITH_DEVICE__ float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
__WARPSMITH_DEVICE__ float rhypotf(float a, float b) { return (float)rhypot(a, b); }

// The probability that a normally distributed number is less than x.
__WARPSMITH_DEVICE__ double normcdf(double x) { return 0.5 * erfc(x * -0x1.6a09e667f3bcdp-1); }
__WARPSMITH_DEVICE__ float normcdff(float x) { return (float)normcdf((double)x); }
