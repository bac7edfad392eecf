// SPDX-License-Identifier: Apache-2.0
// The gamma function and its logarithm in double precision.
#pragma once

#include <warpsmith/math_inverse.h>

// ln(gamma(x)) for x >= 12 as the sum of two numbers: (x - 1/2) ln(x) - x + ln(2 pi) / 2 and Stirling's series.
__WARPSMITH_DEVICE__ double __warpsmith_gamma_exponent(double x, double *low) {
    double rest, high = __warpsmith_log_sum(x, &rest), factor = x - 0.5;
    double product = __builtin_fma(factor, high, 0.0); // not to be fused with the sums below
    rest = __builtin_fma(factor, rest, __builtin_fma(factor, high, -product));
    // ln(x) > 2, so each sum's first number is the larger one.
    double a = product - x, a_low = (product - a) - x;
    double b = a + __WARPSMITH_HALF_LN_2PI_0__, b_low = (a - b) + __WARPSMITH_HALF_LN_2PI_0__;
    double y = 1.0 / x;
    *low = __builtin_fma(y, __WARPSMITH_STIRLING__(y * y), rest + a_low + b_low + __WARPSMITH_HALF_LN_2PI_1__);
    return b;
}

// What rounding took from the sum of a and b.
__WARPSMITH_DEVICE__ double __warpsmith_lost(double sum, double a, double b) {
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

__WARPSMITH_DEVICE__ double tgamma(double x) {
    double a = __builtin_fabs(x);
    if (x != x || x == __builtin_inf()) return x;
    if (a < 1e-17) return 1.0 / x;
    double whole = __builtin_floor(x);
    if (x < 0.0 && whole == x) return __builtin_nan("");
    if (a > 190.0) {
        bool even = __builtin_floor(whole * 0.5) * 2.0 == whole;
        return x > 0.0 ? __builtin_inf() : even ? 0.0 : -0.0;
    }
    // gamma(a) = gamma(end) / (a (a + 1) ... (end - 1)), each factor and the product with what rounding takes from them.
    double product = 1.0, lost = 0.0, end = a, end_lost = 0.0;
    for (double k = 1.0; end < 12.0; k += 1.0) {
        double next = product * end;
        lost = __builtin_fma(lost, end, __builtin_fma(product, end, -next) + product * end_lost);
        product = next;
        end = a + k;
        end_lost = __warpsmith_lost(end, a, k);
    }
    double low, high = __warpsmith_gamma_exponent(end, &low);
    low = __builtin_fma(end_lost, log(end), low);
    double correction = lost / product;
    if (x > 0.0) {
        double gamma = __warpsmith_exp_sum(high, low) / product;
        return gamma < __builtin_inf() ? __builtin_fma(-gamma, correction, gamma) : gamma;
    }
    // gamma(-a) = -pi / (a sin(pi a) gamma(a))
    double factor = -(2.0 * __WARPSMITH_HALF_PI_0__) * product / (a * sinpi(a));
    // By its root, which has all its bits where the result may be below the normal numbers.
    double root = __warpsmith_exp_sum(-0.5 * high, -0.5 * low);
    return __builtin_fma(factor, correction, factor) * root * root;
}

// ln(gamma(x)) for x > 0.
__WARPSMITH_DEVICE__ double __warpsmith_lgamma_positive(double x) {
    if (x < 0.6) return __builtin_fma(x, __WARPSMITH_LGAMMA1__(x), -log(x));
    if (x < 1.4) {
        double t = x - 1.0;
        return t * __WARPSMITH_LGAMMA1__(t);
    }
    if (x < 12.0) {
        double product = 1.0;
        while (x > 3.0) {
            x -= 1.0;
            product *= x;
        }
        double t = x - 2.0;
        return __builtin_fma(t, __WARPSMITH_LGAMMA2__(t), log(product));
    }
    if (x > 1e17) return x * (log(x) - 1.0);
    double low, high = __warpsmith_gamma_exponent(x, &low);
    return high + low;
}

__WARPSMITH_DEVICE__ double lgamma(double x) {
    double a = __builtin_fabs(x);
    if (x != x) return x;
    if (a < 1e-17) return -log(a);
    if (x > 0.0) return __warpsmith_lgamma_positive(x);
    if (__builtin_trunc(x) == x) return __builtin_inf();
    return log(2.0 * __WARPSMITH_HALF_PI_0__ / (a * __builtin_fabs(sinpi(a)))) - __warpsmith_lgamma_positive(a);
}
