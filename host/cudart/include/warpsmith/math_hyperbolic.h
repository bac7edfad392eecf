// SPDX-License-Identifier: Apache-2.0
// Exponentials and logarithms near one, powers of ten, and hyperbolic functions, in double precision.
#pragma once

#include <warpsmith/math_double.h>

__WARPSMITH_DEVICE__ double expm1(double x) {
    if (x != x) return x;
    if (x > 710.0) return __builtin_inf();
    if (x < -40.0) return -1.0;
    double whole = __builtin_rint(x * __WARPSMITH_LOG2E_0__);
    double exact = __builtin_fma(-whole, __WARPSMITH_LN2_0__, x);
    double less = whole * __WARPSMITH_LN2_1__;
    double r = exact - less;
    double low = ((exact - r) - less) - __builtin_fma(whole, __WARPSMITH_LN2_1__, -less);
    double tail = __builtin_fma(r * r, __WARPSMITH_EXPM1__(r), low);
    if (whole == 0.0) return r + tail == 0.0 ? x : r + tail;
    // 2^n (1 + r + tail) - 1, halved so that 2^n is finite for n = 1024; the sum of the large parts keeps its error.
    double power = __warpsmith_scale(0.5, (int)whole), base = power - 0.5, part = r * power;
    double sum = base + part;
    bool base_leads = __builtin_fabs(base) >= __builtin_fabs(part);
    double lost = base_leads ? (base - sum) + part : (part - sum) + base;
    lost += power < 0.5 ? -0.5 - (base - power) : power - (base + 0.5);
    return 2.0 * (sum + __builtin_fma(tail, power, lost));
}

__WARPSMITH_DEVICE__ double log1p(double x) {
    if (x > -0.25 && x < 0.375) {
        double small = x - __warpsmith_log_tail(x);
        return small == 0.0 ? x : small;
    }
    double u = 1.0 + x;
    if (__warpsmith_log_is_special(u)) return __warpsmith_log_special(u);
    // What rounding took from 1 + x, relative to it.
    double lost = (x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x)) / u;
    double f, e = __warpsmith_split(u, &f);
    double low = __builtin_fma(e, __WARPSMITH_LN2_1__, lost - __warpsmith_log_tail(f));
    return __builtin_fma(e, __WARPSMITH_LN2_0__, low + f);
}

__WARPSMITH_DEVICE__ double exp10(double x) {
    if (x != x) return x;
    double bounded = __builtin_fmin(__builtin_fmax(x, -330.0), 330.0);
    double high = bounded * __WARPSMITH_LN10_0__;
    double low = __builtin_fma(bounded, __WARPSMITH_LN10_0__, -high) + bounded * __WARPSMITH_LN10_1__;
    return __warpsmith_exp_sum(high, low);
}

// exp(a) / 2 for a >= 0, finite wherever that is.
__WARPSMITH_DEVICE__ double __warpsmith_half_exp(double a) {
    double bounded = __builtin_fmin(a, 780.0), high = bounded - __WARPSMITH_LN2_FULL_0__;
    // What rounding took from the difference, whichever operand is larger.
    double back = bounded - high;
    double lost = (bounded - (high + back)) + (back - __WARPSMITH_LN2_FULL_0__);
    return __warpsmith_exp_sum(high, lost - __WARPSMITH_LN2_FULL_1__);
}
__WARPSMITH_DEVICE__ double sinh(double x) {
    double a = __builtin_fabs(x), s = x * x;
    if (a < 1.0) return __builtin_fma(x * s, __WARPSMITH_SINH__(s), x);
    double half = __warpsmith_half_exp(a);
    return x != x ? x : __builtin_copysign(half - 0.25 / half, x);
}
__WARPSMITH_DEVICE__ double cosh(double x) {
    double half = __warpsmith_half_exp(__builtin_fabs(x));
    return x != x ? x : half + 0.25 / half;
}
__WARPSMITH_DEVICE__ double tanh(double x) {
    double a = __builtin_fabs(x), s = x * x;
    if (a < 0.6) return __builtin_fma(x * s, __WARPSMITH_TANH__(s), x);
    double u = expm1(2.0 * __builtin_fmin(a, 22.0));
    return x != x ? x : __builtin_copysign(1.0 - 2.0 / (u + 2.0), x);
}

__WARPSMITH_DEVICE__ double asinh(double x) {
    double a = __builtin_fabs(x), result;
    if (a > 0x1p28) {
        result = log(a) + __WARPSMITH_LN2_FULL_0__;
    } else {
        double square = a * a;
        result = log1p(a + square / (1.0 + __builtin_sqrt(1.0 + square)));
    }
    return x != x ? x : __builtin_copysign(result, x);
}
__WARPSMITH_DEVICE__ double acosh(double x) {
    if (x > 0x1p28) return log(x) + __WARPSMITH_LN2_FULL_0__;
    if (x < 1.0) return __builtin_nan("");
    double t = x - 1.0;
    return log1p(t + __builtin_sqrt(__builtin_fma(t, t, 2.0 * t)));
}
__WARPSMITH_DEVICE__ double atanh(double x) {
    double a = __builtin_fabs(x);
    return __builtin_copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}
