// SPDX-License-Identifier: Apache-2.0
// Double-precision functions that have no instruction. tests/math.rs measures their accuracy; the largest errors found
// are kept there.
#pragma once

#include <warpsmith/math_coefficients.h>
#include <warpsmith/math_exact.h>
#include <warpsmith/trigonometric_reduction.h>

// x * 2^n for |n| < 2000: two factors, so that only the second product may round or overflow.
__WARPSMITH_DEVICE__ double __warpsmith_scale(double x, int n) {
    int half = n >> 1;
    double first = __builtin_bit_cast(double, (long long)(half + 1023) << 52);
    double second = __builtin_bit_cast(double, (long long)(n - half + 1023) << 52);
    return x * first * second;
}

// exp(high + low) for |high| < 800 and a low part that does not matter but to the last places.
__WARPSMITH_DEVICE__ double __warpsmith_exp_sum(double high, double low) {
    double whole = __builtin_rint(high * __WARPSMITH_LOG2E_0__);
    double exact = __builtin_fma(-whole, __WARPSMITH_LN2_0__, high);
    double r = __builtin_fma(-whole, __WARPSMITH_LN2_1__, exact) + low;
    double small = __builtin_fma(r * r, __WARPSMITH_EXPM1__(r), r);
    return __warpsmith_scale(1.0 + small, (int)whole);
}

__WARPSMITH_DEVICE__ double exp(double x) {
    if (x != x) return x;
    return __warpsmith_exp_sum(__builtin_fmin(__builtin_fmax(x, -780.0), 780.0), 0.0);
}

__WARPSMITH_DEVICE__ double exp2(double x) {
    if (x != x) return x;
    double bounded = __builtin_fmin(__builtin_fmax(x, -1100.0), 1100.0);
    double whole = __builtin_rint(bounded), part = bounded - whole;
    double r = part * __WARPSMITH_LN2_FULL_0__;
    double low = __builtin_fma(part, __WARPSMITH_LN2_FULL_0__, -r) + part * __WARPSMITH_LN2_FULL_1__;
    double small = __builtin_fma(r * r, __WARPSMITH_EXPM1__(r), low) + r;
    return __warpsmith_scale(1.0 + small, (int)whole);
}

// x = 2^exponent (1 + rest), sqrt(1/2) <= 1 + rest < sqrt(2); x is positive and finite.
__WARPSMITH_DEVICE__ double __warpsmith_split(double x, double *rest) {
    const long long root = 0x3fe6a09e667f3bcdll; // sqrt(1/2)
    double shift = 0.0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        shift = -54.0;
    }
    long long bits = __builtin_bit_cast(long long, x);
    long long exponent = (bits - root) >> 52;
    *rest = __builtin_bit_cast(double, bits - (exponent << 52)) - 1.0;
    return (double)(int)exponent + shift;
}

// Logarithms of what is not positive and finite.
__WARPSMITH_DEVICE__ double __warpsmith_log_special(double x) {
    if (x == 0.0) return -__builtin_inf();
    return x > 0.0 || x != x ? x + x : __builtin_nan("");
}
__WARPSMITH_DEVICE__ bool __warpsmith_log_is_special(double x) { return !(x > 0.0 && x < __builtin_inf()); }

// f - ln(1 + f), by ln(1 + f) = 2 atanh(s), s = f / (2 + f), and 2 s = f - f^2/2 + s f^2/2.
__WARPSMITH_DEVICE__ double __warpsmith_log_tail(double f) {
    double s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
    double series = z * __builtin_fma(z, __WARPSMITH_ATANH__(z), __WARPSMITH_TWO_THIRDS_0__);
    return half_square - s * (half_square + series);
}

__WARPSMITH_DEVICE__ double log(double x) {
    if (__warpsmith_log_is_special(x)) return __warpsmith_log_special(x);
    double f, e = __warpsmith_split(x, &f);
    double low = __builtin_fma(e, __WARPSMITH_LN2_1__, -__warpsmith_log_tail(f));
    return __builtin_fma(e, __WARPSMITH_LN2_0__, low + f);
}

// ln(x) as the sum of two numbers, good to about 2^-64; x is positive and finite.
__WARPSMITH_DEVICE__ double __warpsmith_log_sum(double x, double *low) {
    double f, e = __warpsmith_split(x, &f);
    // s = f / (2 + f) with what rounding takes from the sum and from the quotient.
    double sum = 2.0 + f, sum_low = f - (sum - 2.0);
    double s = f / sum;
    double s_low = (__builtin_fma(-s, sum, f) - s * sum_low) / sum;
    // 2/3 s^3, likewise.
    double z = s * s, z_low = __builtin_fma(s, s, -z) + 2.0 * s * s_low;
    double cube = z * s, cube_low = __builtin_fma(z, s, -cube) + z * s_low + z_low * s;
    double third = cube * __WARPSMITH_TWO_THIRDS_0__;
    double third_low = __builtin_fma(cube, __WARPSMITH_TWO_THIRDS_0__, -third) +
                       __builtin_fma(cube, __WARPSMITH_TWO_THIRDS_1__, cube_low * __WARPSMITH_TWO_THIRDS_0__);
    double rest = cube * z * __WARPSMITH_ATANH__(z) + third_low + 2.0 * s_low;
    // e ln 2 + 2 s + 2/3 s^3 + rest, largest first; each sum keeps its error.
    double whole = e * __WARPSMITH_LN2_0__; // exact: the constant has 41 bits
    double a = 2.0 * s + third, a_low = (2.0 * s - a) + third;
    double b = whole + a;
    double b_low = e == 0.0 ? 0.0 : (whole - b) + a;
    *low = b_low + (a_low + __builtin_fma(e, __WARPSMITH_LN2_1__, rest));
    return b;
}

__WARPSMITH_DEVICE__ double log2(double x) {
    if (__warpsmith_log_is_special(x)) return __warpsmith_log_special(x);
    double f, e = __warpsmith_split(x, &f), low;
    double high = __warpsmith_log_sum(1.0 + f, &low);
    double product = high * __WARPSMITH_LOG2E_0__;
    double error = __builtin_fma(high, __WARPSMITH_LOG2E_0__, -product);
    error += __builtin_fma(high, __WARPSMITH_LOG2E_1__, low * __WARPSMITH_LOG2E_0__);
    return e + product + error;
}

__WARPSMITH_DEVICE__ double log10(double x) {
    if (__warpsmith_log_is_special(x)) return __warpsmith_log_special(x);
    double low, high = __warpsmith_log_sum(x, &low);
    double product = high * __WARPSMITH_LOG10E_0__;
    double error = __builtin_fma(high, __WARPSMITH_LOG10E_0__, -product);
    return product + (error + __builtin_fma(high, __WARPSMITH_LOG10E_1__, low * __WARPSMITH_LOG10E_0__));
}

// |x|^y for finite positive |x| and finite y.
__WARPSMITH_DEVICE__ double __warpsmith_pow_positive(double x, double y) {
    double low, high = __warpsmith_log_sum(x, &low);
    double product = y * high;
    if (!(__builtin_fabs(product) < 780.0)) return product > 0.0 ? __builtin_inf() : 0.0;
    return __warpsmith_exp_sum(product, __builtin_fma(y, low, __builtin_fma(y, high, -product)));
}

// Special cases as in C (IEC 60559).
__WARPSMITH_DEVICE__ double pow(double x, double y) {
    if (x == 1.0 || y == 0.0) return 1.0;
    if (x != x || y != y) return x + y;
    double a = __builtin_fabs(x);
    bool integer = __builtin_trunc(y) == y;
    bool odd = integer && __builtin_fabs(y) < 0x1p53 && __builtin_trunc(y * 0.5) != y * 0.5;
    double result;
    if (__builtin_isinf(y)) {
        result = a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? __builtin_inf() : 0.0;
        return result;
    }
    if (a == 0.0 || __builtin_isinf(a)) {
        result = (a == 0.0) == (y > 0.0) ? 0.0 : __builtin_inf();
    } else {
        if (x < 0.0 && !integer) return __builtin_nan("");
        result = __warpsmith_pow_positive(a, y);
    }
    return odd && __builtin_signbit(x) ? -result : result;
}

// Sine and cosine of r + t, |r| at most about pi / 4, t much smaller.
__WARPSMITH_DEVICE__ double __warpsmith_sin_small(double r, double t) {
    double s = r * r;
    return r + __builtin_fma(r * s, __WARPSMITH_SIN__(s), t * __builtin_fma(s, -0.5, 1.0));
}
__WARPSMITH_DEVICE__ double __warpsmith_cos_small(double r, double t) {
    double s = r * r, half = 0.5 * s, lead = 1.0 - half;
    // What rounding takes from 1 - s/2 comes back with the small terms.
    double lost = (1.0 - lead) - half;
    return lead + (lost + __builtin_fma(s * s, __WARPSMITH_COS__(s), -r * t));
}

__WARPSMITH_DEVICE__ void sincos(double x, double *sine, double *cosine) {
    double r, t;
    int quadrant = __warpsmith_reduce(x, &r, &t);
    double a = __warpsmith_sin_small(r, t), b = __warpsmith_cos_small(r, t);
    bool swap = quadrant & 1;
    double p = swap ? b : a, q = swap ? a : b;
    *sine = quadrant & 2 ? -p : p;
    *cosine = (quadrant + 1) & 2 ? -q : q;
}
__WARPSMITH_DEVICE__ double sin(double x) {
    if (x == 0.0) return x;
    double r, t;
    int quadrant = __warpsmith_reduce(x, &r, &t);
    double result = quadrant & 1 ? __warpsmith_cos_small(r, t) : __warpsmith_sin_small(r, t);
    return quadrant & 2 ? -result : result;
}
__WARPSMITH_DEVICE__ double cos(double x) {
    double r, t;
    int quadrant = __warpsmith_reduce(x, &r, &t);
    double result = quadrant & 1 ? __warpsmith_sin_small(r, t) : __warpsmith_cos_small(r, t);
    return (quadrant + 1) & 2 ? -result : result;
}
__WARPSMITH_DEVICE__ double tan(double x) {
    if (x == 0.0) return x;
    double sine, cosine;
    sincos(x, &sine, &cosine);
    return sine / cosine;
}

__WARPSMITH_DEVICE__ double rsqrt(double x) {
    double y = 1.0 / __builtin_sqrt(x);
    if (!(x > 0.0 && x < __builtin_inf())) return y;
    // One step of Newton's method; 1 - x y^2 with the error of x y.
    double product = x * y, lost = __builtin_fma(x, y, -product);
    double rest = __builtin_fma(-product, y, 1.0) - lost * y;
    return __builtin_fma(0.5 * y, rest, y);
}
