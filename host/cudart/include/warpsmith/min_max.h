// SPDX-License-Identifier: Apache-2.0
// min and max for pairs of arithmetic types, on both sides as CUDA has them. Where the types differ, the result is what the
// usual arithmetic conversions give.
#pragma once

#include <warpsmith/qualifiers.h>

#define __WARPSMITH_MIN_MAX__(result, left, right)                                                    \
    __WARPSMITH_BOTH__ result min(left a, right b) { return (result)a < (result)b ? (result)a : (result)b; } \
    __WARPSMITH_BOTH__ result max(left a, right b) { return (result)a > (result)b ? (result)a : (result)b; }
#define __WARPSMITH_MIN_MAX_MIXED__(result, left, right) \
    __WARPSMITH_MIN_MAX__(result, left, right)           \
    __WARPSMITH_MIN_MAX__(result, right, left)

__WARPSMITH_MIN_MAX__(int, int, int)
__WARPSMITH_MIN_MAX__(unsigned int, unsigned int, unsigned int)
__WARPSMITH_MIN_MAX__(long, long, long)
__WARPSMITH_MIN_MAX__(unsigned long, unsigned long, unsigned long)
__WARPSMITH_MIN_MAX__(long long, long long, long long)
__WARPSMITH_MIN_MAX__(unsigned long long, unsigned long long, unsigned long long)
__WARPSMITH_MIN_MAX_MIXED__(unsigned int, int, unsigned int)
__WARPSMITH_MIN_MAX_MIXED__(unsigned long, long, unsigned long)
__WARPSMITH_MIN_MAX_MIXED__(unsigned long long, long long, unsigned long long)
#undef __WARPSMITH_MIN_MAX__

// The same by name.
#define __WARPSMITH_NAMED_MIN_MAX__(prefix, type)                                  \
    __WARPSMITH_BOTH__ type prefix##min(type a, type b) { return min(a, b); }      \
    __WARPSMITH_BOTH__ type prefix##max(type a, type b) { return max(a, b); }
__WARPSMITH_NAMED_MIN_MAX__(u, unsigned int)
__WARPSMITH_NAMED_MIN_MAX__(ll, long long)
__WARPSMITH_NAMED_MIN_MAX__(ull, unsigned long long)
#undef __WARPSMITH_NAMED_MIN_MAX__

// A number that is not a NaN wins over one that is.
#define __WARPSMITH_FLOAT_MIN_MAX__(result, left, right, fmin, fmax)                  \
    __WARPSMITH_BOTH__ result min(left a, right b) { return __builtin_##fmin(a, b); } \
    __WARPSMITH_BOTH__ result max(left a, right b) { return __builtin_##fmax(a, b); }

__WARPSMITH_FLOAT_MIN_MAX__(float, float, float, fminf, fmaxf)
__WARPSMITH_FLOAT_MIN_MAX__(double, double, double, fmin, fmax)
__WARPSMITH_FLOAT_MIN_MAX__(double, float, double, fmin, fmax)
__WARPSMITH_FLOAT_MIN_MAX__(double, double, float, fmin, fmax)
#undef __WARPSMITH_FLOAT_MIN_MAX__
#undef __WARPSMITH_MIN_MAX_MIXED__
