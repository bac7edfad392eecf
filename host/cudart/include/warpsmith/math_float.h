// SPDX-License-Identifier: Apache-2.0
// Single-precision functions that have no instruction. tests/math.rs measures their accuracy; the largest errors found are
// kept there. Double precision serves only where an intermediate result
// needs the range or the bits: powf, hypotf, the reduction of large angles; and for the rare functions at the end.
#pragma once

#include <warpsmith/math_coefficients.h>
#include <warpsmith/math_double.h>
#include <warpsmith/math_error_function.h>
#include <warpsmith/math_gamma.h>
#include <warpsmith/math_exact.h>
#include <warpsmith/math_hyperbolic.h>
#include <warpsmith/math_inverse.h>
#include <warpsmith/math_roots.h>
#include <warpsmith/trigonometric_reduction.h>

// x * 2^n for |n| < 250: two factors, so that only the second product may round or overflow.
__WARPSMITH_DEVICE__ float __warpsmith_scalef(float x, int n) {
    int half = n >> 1;
    float first = __builtin_bit_cast(float, (half + 127) << 23);
    float second = __builtin_bit_cast(float, (n - half + 127) << 23);
    return x * first * second;
}

// b^x for log2(b) = high + low, times 2^shift. The SFU makes the power of two of what is behind the point.
__WARPSMITH_DEVICE__ float __warpsmith_powerf(float x, float high, float low, int shift) {
    if (x != x) return x;
    // Beyond these the result is infinite or zero, whatever the shift; up to there n is a small integer.
    float bounded = __builtin_fmaxf(__builtin_fminf(x, 160.0f / high), -160.0f / high);
    float whole = __builtin_rintf(bounded * high);
    float rest = __builtin_fmaf(bounded, low, __builtin_fmaf(bounded, high, -whole));
    return __warpsmith_scalef(__nvvm_ex2_approx_f(rest), (int)whole + shift);
}

__WARPSMITH_DEVICE__ float expf(float x) {
    return __warpsmith_powerf(x, __WARPSMITH_LOG2EF_0__, __WARPSMITH_LOG2EF_1__, 0);
}
__WARPSMITH_DEVICE__ float exp10f(float x) {
    return __warpsmith_powerf(x, __WARPSMITH_LOG2_10F_0__, __WARPSMITH_LOG2_10F_1__, 0);
}
__WARPSMITH_DEVICE__ float exp2f(float x) { return __warpsmith_powerf(x, 1.0f, 0.0f, 0); }

__WARPSMITH_DEVICE__ float expm1f(float x) {
    if (x != x) return x;
    if (x > 89.0f) return __builtin_inff();
    if (x < -20.0f) return -1.0f;
    float whole = __builtin_rintf(x * __WARPSMITH_LOG2EF_0__);
    float rest = __builtin_fmaf(-whole, __WARPSMITH_LN2F_1__, __builtin_fmaf(-whole, __WARPSMITH_LN2F_0__, x));
    float small = __builtin_fmaf(rest * rest, __WARPSMITH_EXPM1F__(rest), rest);
    if (whole == 0.0f) return small == 0.0f ? x : small;
    // 2^n (1 + small) - 1, halved so that 2^n is finite for n = 128.
    float power = __warpsmith_scalef(0.5f, (int)whole);
    return 2.0f * __builtin_fmaf(small, power, power - 0.5f);
}

// x = 2^exponent (1 + rest), sqrt(1/2) <= 1 + rest < sqrt(2); x is positive and finite.
__WARPSMITH_DEVICE__ float __warpsmith_splitf(float x, float *rest) {
    const int root = 0x3f3504f3; // sqrt(1/2)
    float shift = 0.0f;
    if (x < 0x1p-126f) {
        x *= 0x1p24f;
        shift = -24.0f;
    }
    int bits = __builtin_bit_cast(int, x);
    int exponent = (bits - root) >> 23;
    *rest = __builtin_bit_cast(float, bits - (exponent << 23)) - 1.0f;
    return (float)exponent + shift;
}

// Logarithms of what is not positive and finite.
__WARPSMITH_DEVICE__ float __warpsmith_log_specialf(float x) {
    if (x == 0.0f) return -__builtin_inff();
    return x > 0.0f || x != x ? x + x : __builtin_nanf("");
}
__WARPSMITH_DEVICE__ bool __warpsmith_log_is_specialf(float x) { return !(x > 0.0f && x < __builtin_inff()); }

// ln(1 + f) - f.
__WARPSMITH_DEVICE__ float __warpsmith_log_tailf(float f) {
    return f * f * __builtin_fmaf(f, __WARPSMITH_LOG1PF__(f), -0.5f);
}

__WARPSMITH_DEVICE__ float logf(float x) {
    if (__warpsmith_log_is_specialf(x)) return __warpsmith_log_specialf(x);
    float f, e = __warpsmith_splitf(x, &f);
    float low = __builtin_fmaf(e, __WARPSMITH_LN2F_1__, __warpsmith_log_tailf(f));
    return __builtin_fmaf(e, __WARPSMITH_LN2F_0__, low + f);
}
__WARPSMITH_DEVICE__ float log2f(float x) {
    if (__warpsmith_log_is_specialf(x)) return __warpsmith_log_specialf(x);
    float f, e = __warpsmith_splitf(x, &f);
    float low = __builtin_fmaf(f, __WARPSMITH_LOG2EF_1__, __warpsmith_log_tailf(f) * __WARPSMITH_LOG2EF_0__);
    return e + __builtin_fmaf(f, __WARPSMITH_LOG2EF_0__, low);
}
__WARPSMITH_DEVICE__ float log10f(float x) {
    if (__warpsmith_log_is_specialf(x)) return __warpsmith_log_specialf(x);
    float f, e = __warpsmith_splitf(x, &f);
    float low = __builtin_fmaf(f, __WARPSMITH_LOG10EF_1__, __warpsmith_log_tailf(f) * __WARPSMITH_LOG10EF_0__);
    low = __builtin_fmaf(e, __WARPSMITH_LOG10_2F_1__, low);
    return __builtin_fmaf(e, __WARPSMITH_LOG10_2F_0__, __builtin_fmaf(f, __WARPSMITH_LOG10EF_0__, low));
}
__WARPSMITH_DEVICE__ float log1pf(float x) {
    if (x > -0.25f && x < 0.375f) {
        float small = x + __warpsmith_log_tailf(x);
        return small == 0.0f ? x : small;
    }
    float u = 1.0f + x;
    if (__warpsmith_log_is_specialf(u)) return __warpsmith_log_specialf(u);
    // What rounding took from 1 + x, relative to it.
    float lost = (x < 1.0f ? x - (u - 1.0f) : 1.0f - (u - x)) / u;
    float f, e = __warpsmith_splitf(u, &f);
    float low = __builtin_fmaf(e, __WARPSMITH_LN2F_1__, __warpsmith_log_tailf(f) + lost);
    return __builtin_fmaf(e, __WARPSMITH_LN2F_0__, low + f);
}

__WARPSMITH_DEVICE__ float powf(float x, float y) { return (float)pow((double)x, (double)y); }

__WARPSMITH_DEVICE__ float sinhf(float x) {
    float a = __builtin_fabsf(x), result;
    if (a < 1.0f) {
        float u = expm1f(a);
        result = 0.5f * (u + u / (u + 1.0f));
    } else {
        float half = __warpsmith_powerf(a, __WARPSMITH_LOG2EF_0__, __WARPSMITH_LOG2EF_1__, -1);
        result = half - 0.25f / half;
    }
    return __builtin_copysignf(result, x);
}
__WARPSMITH_DEVICE__ float coshf(float x) {
    float half = __warpsmith_powerf(__builtin_fabsf(x), __WARPSMITH_LOG2EF_0__, __WARPSMITH_LOG2EF_1__, -1);
    return half + 0.25f / half;
}
__WARPSMITH_DEVICE__ float tanhf(float x) {
    float a = __builtin_fabsf(x), s = x * x;
    if (a < 0.6f) return __builtin_fmaf(x * s, __WARPSMITH_TANHF__(s), x);
    float u = expm1f(2.0f * __builtin_fminf(a, 10.0f));
    return x != x ? x : __builtin_copysignf(1.0f - 2.0f / (u + 2.0f), x);
}

// Sine and cosine of an angle of at most pi / 4, given by its square for the latter.
__WARPSMITH_DEVICE__ float __warpsmith_sin_smallf(float r, float s) {
    return __builtin_fmaf(r * s, __WARPSMITH_SINF__(s), r);
}
__WARPSMITH_DEVICE__ float __warpsmith_cos_smallf(float s) {
    return __builtin_fmaf(s * s, __WARPSMITH_COSF__(s), __builtin_fmaf(s, -0.5f, 1.0f));
}

__WARPSMITH_DEVICE__ void sincosf(float x, float *sine, float *cosine) {
    float r;
    int quadrant = __warpsmith_reducef(x, &r);
    float s = r * r, a = __warpsmith_sin_smallf(r, s), b = __warpsmith_cos_smallf(s);
    bool swap = quadrant & 1;
    float p = swap ? b : a, q = swap ? a : b;
    *sine = quadrant & 2 ? -p : p;
    *cosine = (quadrant + 1) & 2 ? -q : q;
}
__WARPSMITH_DEVICE__ float sinf(float x) {
    if (x == 0.0f) return x;
    float r;
    int quadrant = __warpsmith_reducef(x, &r);
    float result = quadrant & 1 ? __warpsmith_cos_smallf(r * r) : __warpsmith_sin_smallf(r, r * r);
    return quadrant & 2 ? -result : result;
}
__WARPSMITH_DEVICE__ float cosf(float x) {
    float r;
    int quadrant = __warpsmith_reducef(x, &r);
    float result = quadrant & 1 ? __warpsmith_sin_smallf(r, r * r) : __warpsmith_cos_smallf(r * r);
    return (quadrant + 1) & 2 ? -result : result;
}
__WARPSMITH_DEVICE__ float tanf(float x) {
    if (x == 0.0f) return x;
    float r;
    int quadrant = __warpsmith_reducef(x, &r);
    float s = r * r, a = __warpsmith_sin_smallf(r, s), b = __warpsmith_cos_smallf(s);
    return quadrant & 1 ? -b / a : a / b;
}

// Arc tangent of 0 <= a <= 1.
__WARPSMITH_DEVICE__ float __warpsmith_atan_unitf(float a) {
    float s = a * a;
    return __builtin_fmaf(a * s, __WARPSMITH_ATANF__(s), a);
}
__WARPSMITH_DEVICE__ float atanf(float x) {
    float a = __builtin_fabsf(x);
    float inner = __warpsmith_atan_unitf(a > 1.0f ? 1.0f / a : a);
    float result = a > 1.0f ? __WARPSMITH_HALF_PIF_0__ - (inner - __WARPSMITH_HALF_PIF_1__) : inner;
    return x != x ? x : __builtin_copysignf(result, x);
}
__WARPSMITH_DEVICE__ float atan2f(float y, float x) {
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    if (x != x || y != y) return x + y;
    float high = __builtin_fmaxf(a, b), low = __builtin_fminf(a, b);
    float ratio = high == 0.0f ? 0.0f : low == high ? 1.0f : low / high;
    float angle = __warpsmith_atan_unitf(ratio);
    if (b > a) angle = __WARPSMITH_HALF_PIF_0__ - (angle - __WARPSMITH_HALF_PIF_1__);
    if (__builtin_signbit(x)) angle = 2.0f * __WARPSMITH_HALF_PIF_0__ - (angle - 2.0f * __WARPSMITH_HALF_PIF_1__);
    return __builtin_copysignf(angle, y);
}

// Arc sine of |a| <= 9/16.
__WARPSMITH_DEVICE__ float __warpsmith_asin_smallf(float a) {
    float s = a * a;
    return __builtin_fmaf(a * s, __WARPSMITH_ASINF__(s), a);
}
__WARPSMITH_DEVICE__ float asinf(float x) {
    float a = __builtin_fabsf(x);
    if (a <= 0.5625f) return __warpsmith_asin_smallf(x);
    // pi/2 - 2 asin(sqrt((1-a)/2)); beyond 1 the root is not a number.
    float inner = 2.0f * __warpsmith_asin_smallf(__builtin_sqrtf(__builtin_fmaf(a, -0.5f, 0.5f)));
    return __builtin_copysignf(__WARPSMITH_HALF_PIF_0__ - (inner - __WARPSMITH_HALF_PIF_1__), x);
}
__WARPSMITH_DEVICE__ float acosf(float x) {
    float a = __builtin_fabsf(x);
    if (a <= 0.5625f) {
        return __WARPSMITH_HALF_PIF_0__ - (__warpsmith_asin_smallf(x) - __WARPSMITH_HALF_PIF_1__);
    }
    float inner = 2.0f * __warpsmith_asin_smallf(__builtin_sqrtf(__builtin_fmaf(a, -0.5f, 0.5f)));
    return x > 0.0f ? inner : 2.0f * __WARPSMITH_HALF_PIF_0__ - (inner - 2.0f * __WARPSMITH_HALF_PIF_1__);
}

__WARPSMITH_DEVICE__ float hypotf(float x, float y) {
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    return (float)__builtin_sqrt(__builtin_fma((double)x, (double)x, (double)y * (double)y));
}

// The rare ones: the double-precision result, rounded again.
#define __WARPSMITH_BY_DOUBLE__(name) \
    __WARPSMITH_DEVICE__ float name##f(float x) { return (float)name((double)x); }
__WARPSMITH_BY_DOUBLE__(asinh)
__WARPSMITH_BY_DOUBLE__(acosh)
__WARPSMITH_BY_DOUBLE__(atanh)
__WARPSMITH_BY_DOUBLE__(sinpi)
__WARPSMITH_BY_DOUBLE__(cospi)
__WARPSMITH_BY_DOUBLE__(erf)
__WARPSMITH_BY_DOUBLE__(erfc)
__WARPSMITH_BY_DOUBLE__(cbrt)
__WARPSMITH_BY_DOUBLE__(rcbrt)
__WARPSMITH_BY_DOUBLE__(lgamma)
__WARPSMITH_BY_DOUBLE__(tgamma)
#undef __WARPSMITH_BY_DOUBLE__

// 2 ulp on hardware, as the instruction.
__WARPSMITH_DEVICE__ float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
