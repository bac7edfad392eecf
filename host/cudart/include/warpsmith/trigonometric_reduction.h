// SPDX-License-Identifier: Apache-2.0
// Angles taken to about -pi/4 .. pi/4: x = quadrant * pi/2 + rest. Only the low two bits of the quadrant matter. An
// infinite angle, or one that is not a number, leaves a rest that is not a number.
#pragma once

#include <warpsmith/math_coefficients.h>
#include <warpsmith/qualifiers.h>

// Any finite |x| >= 2^-10: its 53 bits are multiplied with those bits of 2/pi that reach the result (M. Payne and
// R. Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18, 1983). The rest is high + low.
static __inline__ __attribute__((device, noinline)) int __warpsmith_reduce_large(double x, double *high, double *low) {
    // 2/pi with 64 zeros in front, so that small exponents need no case of their own.
    static const __device__ unsigned long long two_over_pi[] = {0, __WARPSMITH_TWO_OVER_PI_WORDS__};
    unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
    unsigned long long mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075; // |x| = mantissa * 2^exponent

    // The bits of 2/pi from 2^(1-exponent) on: higher ones make multiples of four quadrants, 192 are enough.
    int start = exponent - 2 + 64, word = start >> 6, shift = start & 63;
    unsigned long long a[3];
    for (int i = 0; i < 3; ++i) {
        unsigned __int128 pair = (unsigned __int128)two_over_pi[word + i] << 64 | two_over_pi[word + i + 1];
        a[i] = (unsigned long long)(pair << shift >> 64);
    }
    // The product modulo 2^192: two bits of quadrant, then the fraction of a quadrant.
    unsigned __int128 p2 = (unsigned __int128)mantissa * a[2];
    unsigned __int128 p1 = (unsigned __int128)mantissa * a[1] + (p2 >> 64);
    unsigned long long p0 = mantissa * a[0] + (unsigned long long)(p1 >> 64);
    unsigned __int128 fraction = (unsigned __int128)(p0 << 2 | (unsigned long long)p1 >> 62) << 64 |
                                 ((unsigned long long)p1 << 2 | (unsigned long long)p2 >> 62);
    int quadrant = (int)(p0 >> 62);

    // To the nearest quadrant, then to floating point: 53 bits and 64 bits behind the leading one.
    bool negative = p0 >> 61 & 1;
    if (negative) {
        fraction = -fraction;
        ++quadrant;
    }
    unsigned long long top = (unsigned long long)(fraction >> 64);
    int zeros = top ? __builtin_clzll(top) : 64 + __builtin_clzll((unsigned long long)fraction | 1);
    fraction <<= zeros;
    double unit = __builtin_bit_cast(double, (unsigned long long)(1023 - 53 - zeros) << 52);
    double f = (double)(unsigned long long)(fraction >> 75) * unit;
    double g = (double)(unsigned long long)(fraction >> 11) * (unit * 0x1p-64);
    if (negative != (x < 0)) {
        f = -f;
        g = -g;
    }
    *high = f * __WARPSMITH_HALF_PI_0__;
    double product = __builtin_fma(f, __WARPSMITH_HALF_PI_0__, -*high);
    *low = __builtin_fma(f, __WARPSMITH_HALF_PI_1__, __builtin_fma(g, __WARPSMITH_HALF_PI_0__, product));
    return x < 0 ? -quadrant : quadrant;
}

__WARPSMITH_DEVICE__ int __warpsmith_reducef(float x, float *rest) {
    // Up to here x - quadrant * pi/2 is exact in its first step, and three floats of pi/2 are enough for the others.
    if (__builtin_fabsf(x) < 65536.0f) {
        float quadrant = __builtin_rintf(x * __WARPSMITH_TWO_OVER_PIF_0__);
        float r = __builtin_fmaf(-quadrant, __WARPSMITH_HALF_PIF_0__, x);
        r = __builtin_fmaf(-quadrant, __WARPSMITH_HALF_PIF_1__, r);
        *rest = __builtin_fmaf(-quadrant, __WARPSMITH_HALF_PIF_2__, r);
        return (int)quadrant;
    }
    *rest = x - x;
    if (*rest != 0.0f) return 0; // infinite or not a number
    double high, low;
    int quadrant = __warpsmith_reduce_large(x, &high, &low);
    *rest = (float)high;
    return quadrant;
}

// The rest is *rest + *tail.
__WARPSMITH_DEVICE__ int __warpsmith_reduce(double x, double *rest, double *tail) {
    if (__builtin_fabs(x) < 1048576.0) {
        double quadrant = __builtin_rint(x * __WARPSMITH_TWO_OVER_PI_0__);
        double exact = __builtin_fma(-quadrant, __WARPSMITH_HALF_PI_0__, x);
        double less = quadrant * __WARPSMITH_HALF_PI_1__;
        double lost = __builtin_fma(quadrant, __WARPSMITH_HALF_PI_1__, -less);
        double r = exact - less;
        // The error of that subtraction, whichever operand is larger.
        double back = exact - r;
        double error = (exact - (r + back)) + (back - less);
        double t = error - __builtin_fma(quadrant, __WARPSMITH_HALF_PI_2__, lost);
        *rest = r + t;
        *tail = (r - *rest) + t;
        return (int)quadrant;
    }
    *tail = 0.0;
    *rest = x - x;
    if (*rest != 0.0) return 0; // infinite or not a number
    return __warpsmith_reduce_large(x, rest, tail);
}
