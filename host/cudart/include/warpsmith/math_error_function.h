// SPDX-License-Identifier: Apache-2.0
// The error function and its complement in double precision.
#pragma once

#include <warpsmith/math_double.h>

// erfc(a) for 1/2 <= a < 28: exp(-a^2) times a polynomial over 1 + 2 a.
__WARPSMITH_DEVICE__ double __warpsmith_erfc_tail(double a) {
    double t = (a - 4.0) / (a + 4.0);
    double square = a * a, lost = __builtin_fma(a, a, -square);
    return __warpsmith_exp_sum(-square, -lost) * (__WARPSMITH_ERFCX__(t) / __builtin_fma(2.0, a, 1.0));
}
__WARPSMITH_DEVICE__ double erf(double x) {
    double a = __builtin_fabs(x), s = x * x;
    if (x != x) return x;
    if (a < 0.75) return __builtin_fma(x, __WARPSMITH_ERF__(s), x * __WARPSMITH_TWO_OVER_ROOT_PI_0__);
    return __builtin_copysign(a > 6.0 ? 1.0 : 1.0 - __warpsmith_erfc_tail(a), x);
}
__WARPSMITH_DEVICE__ double erfc(double x) {
    if (x != x) return x;
    if (x < 0.5) return 1.0 - erf(x);
    return x < 28.0 ? __warpsmith_erfc_tail(x) : 0.0;
}
