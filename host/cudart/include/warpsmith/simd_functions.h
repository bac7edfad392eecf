// SPDX-License-Identifier: Apache-2.0
// Functions on two halfwords or four bytes packed in a word.
#pragma once

#include <warpsmith/qualifiers.h>

__WARPSMITH_DEVICE__ int __warpsmith_clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// name(a, b): `expression` of the parts x and y, of `bits` bits and type `part`, put together again.
#define __WARPSMITH_PACKED__(name, bits, part, expression)                             \
    __WARPSMITH_DEVICE__ unsigned int name(unsigned int a, unsigned int b) {           \
        unsigned int result = 0;                                                       \
        for (int at = 0; at < 32; at += bits) {                                        \
            int x = (part)(a >> at), y = (part)(b >> at);                              \
            result |= ((unsigned int)(expression) & ((1u << bits) - 1)) << at;         \
        }                                                                              \
        return result;                                                                 \
    }

// Signed and unsigned forms for halfwords (suffix 2) and bytes (suffix 4); forms without a sign.
#define __WARPSMITH_PACKED_BOTH__(name, expression)                                                  \
    __WARPSMITH_PACKED__(__v##name##s2, 16, short, expression)                                       \
    __WARPSMITH_PACKED__(__v##name##s4, 8, signed char, expression)                                  \
    __WARPSMITH_PACKED__(__v##name##u2, 16, unsigned short, expression)                              \
    __WARPSMITH_PACKED__(__v##name##u4, 8, unsigned char, expression)
#define __WARPSMITH_PACKED_ANY__(name, expression)                    \
    __WARPSMITH_PACKED__(__v##name##2, 16, unsigned short, expression) \
    __WARPSMITH_PACKED__(__v##name##4, 8, unsigned char, expression)
// A comparison gives all ones or zero (__vcmp), or one or zero (__vset).
#define __WARPSMITH_PACKED_COMPARE__(name, compare)     \
    __WARPSMITH_PACKED_BOTH__(cmp##name, -(x compare y)) \
    __WARPSMITH_PACKED_BOTH__(set##name, x compare y)

__WARPSMITH_PACKED_ANY__(add, x + y)
__WARPSMITH_PACKED_ANY__(sub, x - y)
__WARPSMITH_PACKED_ANY__(cmpeq, -(x == y))
__WARPSMITH_PACKED_ANY__(cmpne, -(x != y))
__WARPSMITH_PACKED_ANY__(seteq, x == y)
__WARPSMITH_PACKED_ANY__(setne, x != y)
__WARPSMITH_PACKED_COMPARE__(ge, >=)
__WARPSMITH_PACKED_COMPARE__(gt, >)
__WARPSMITH_PACKED_COMPARE__(le, <=)
__WARPSMITH_PACKED_COMPARE__(lt, <)
__WARPSMITH_PACKED_BOTH__(max, x > y ? x : y)
__WARPSMITH_PACKED_BOTH__(min, x < y ? x : y)
__WARPSMITH_PACKED_BOTH__(absdiff, x > y ? x - y : y - x)
__WARPSMITH_PACKED__(__vaddss2, 16, short, __warpsmith_clamp(x + y, -32768, 32767))
__WARPSMITH_PACKED__(__vaddss4, 8, signed char, __warpsmith_clamp(x + y, -128, 127))
__WARPSMITH_PACKED__(__vaddus2, 16, unsigned short, __warpsmith_clamp(x + y, 0, 65535))
__WARPSMITH_PACKED__(__vaddus4, 8, unsigned char, __warpsmith_clamp(x + y, 0, 255))
__WARPSMITH_PACKED__(__vsubss2, 16, short, __warpsmith_clamp(x - y, -32768, 32767))
__WARPSMITH_PACKED__(__vsubss4, 8, signed char, __warpsmith_clamp(x - y, -128, 127))
__WARPSMITH_PACKED__(__vsubus2, 16, unsigned short, __warpsmith_clamp(x - y, 0, 65535))
__WARPSMITH_PACKED__(__vsubus4, 8, unsigned char, __warpsmith_clamp(x - y, 0, 255))
__WARPSMITH_PACKED__(__vavgs2, 16, short, (x + y + (x + y >= 0)) >> 1)
__WARPSMITH_PACKED__(__vavgs4, 8, signed char, (x + y + (x + y >= 0)) >> 1)
__WARPSMITH_PACKED__(__vavgu2, 16, unsigned short, (x + y + 1) >> 1)
__WARPSMITH_PACKED__(__vavgu4, 8, unsigned char, (x + y + 1) >> 1)
__WARPSMITH_PACKED__(__vhaddu2, 16, unsigned short, (x + y) >> 1)
__WARPSMITH_PACKED__(__vhaddu4, 8, unsigned char, (x + y) >> 1)
#undef __WARPSMITH_PACKED_COMPARE__
#undef __WARPSMITH_PACKED_ANY__
#undef __WARPSMITH_PACKED_BOTH__
#undef __WARPSMITH_PACKED__

// Sums of the absolute differences of the parts.
#define __WARPSMITH_PACKED_SAD__(name, bits, part)                                 \
    __WARPSMITH_DEVICE__ unsigned int name(unsigned int a, unsigned int b) {       \
        unsigned int sum = 0;                                                      \
        for (int at = 0; at < 32; at += bits) {                                    \
            int x = (part)(a >> at), y = (part)(b >> at);                          \
            sum += x > y ? x - y : y - x;                                          \
        }                                                                          \
        return sum;                                                                \
    }
__WARPSMITH_PACKED_SAD__(__vsads2, 16, short)
__WARPSMITH_PACKED_SAD__(__vsads4, 8, signed char)
__WARPSMITH_PACKED_SAD__(__vsadu2, 16, unsigned short)
__WARPSMITH_PACKED_SAD__(__vsadu4, 8, unsigned char)
#undef __WARPSMITH_PACKED_SAD__

// Negation and absolute value, also saturated.
#define __WARPSMITH_PACKED_UNARY__(name, expression2, expression4)                                   \
    __WARPSMITH_DEVICE__ unsigned int __v##name##2(unsigned int a) { return expression2; }           \
    __WARPSMITH_DEVICE__ unsigned int __v##name##4(unsigned int a) { return expression4; }
__WARPSMITH_PACKED_UNARY__(neg, __vsub2(0, a), __vsub4(0, a))
__WARPSMITH_PACKED_UNARY__(negss, __vsubss2(0, a), __vsubss4(0, a))
__WARPSMITH_PACKED_UNARY__(abs, __vmaxs2(a, __vneg2(a)), __vmaxs4(a, __vneg4(a)))
__WARPSMITH_PACKED_UNARY__(absss, __vmaxs2(a, __vnegss2(a)), __vmaxs4(a, __vnegss4(a)))
#undef __WARPSMITH_PACKED_UNARY__
