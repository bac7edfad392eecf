// SPDX-License-Identifier: Apache-2.0
// Vectors of one to four elements, and dim3. Sizes and alignments are those of the CUDA ABI: a vector of two or four
// elements is aligned to its own size, 16 bytes at most.
#pragma once

#include <warpsmith/qualifiers.h>

#define __WARPSMITH_VECTOR__(type, name, align2, align4)                                      \
    struct name##1 {                                                                          \
        type x;                                                                               \
    };                                                                                        \
    struct __align__(align2) name##2 {                                                        \
        type x, y;                                                                            \
    };                                                                                        \
    struct name##3 {                                                                          \
        type x, y, z;                                                                         \
    };                                                                                        \
    struct __align__(align4) name##4 {                                                        \
        type x, y, z, w;                                                                      \
    };                                                                                        \
    typedef struct name##1 name##1;                                                           \
    typedef struct name##2 name##2;                                                           \
    typedef struct name##3 name##3;                                                           \
    typedef struct name##4 name##4;                                                           \
    __WARPSMITH_BOTH__ name##1 make_##name##1(type x) {                                       \
        name##1 v = {x};                                                                      \
        return v;                                                                             \
    }                                                                                         \
    __WARPSMITH_BOTH__ name##2 make_##name##2(type x, type y) {                               \
        name##2 v = {x, y};                                                                   \
        return v;                                                                             \
    }                                                                                         \
    __WARPSMITH_BOTH__ name##3 make_##name##3(type x, type y, type z) {                       \
        name##3 v = {x, y, z};                                                                \
        return v;                                                                             \
    }                                                                                         \
    __WARPSMITH_BOTH__ name##4 make_##name##4(type x, type y, type z, type w) {               \
        name##4 v = {x, y, z, w};                                                             \
        return v;                                                                             \
    }

__WARPSMITH_VECTOR__(signed char, char, 2, 4)
__WARPSMITH_VECTOR__(unsigned char, uchar, 2, 4)
__WARPSMITH_VECTOR__(short, short, 4, 8)
__WARPSMITH_VECTOR__(unsigned short, ushort, 4, 8)
__WARPSMITH_VECTOR__(int, int, 8, 16)
__WARPSMITH_VECTOR__(unsigned int, uint, 8, 16)
__WARPSMITH_VECTOR__(long, long, 16, 16)
__WARPSMITH_VECTOR__(unsigned long, ulong, 16, 16)
__WARPSMITH_VECTOR__(long long, longlong, 16, 16)
__WARPSMITH_VECTOR__(unsigned long long, ulonglong, 16, 16)
__WARPSMITH_VECTOR__(float, float, 8, 16)
__WARPSMITH_VECTOR__(double, double, 16, 16)
#undef __WARPSMITH_VECTOR__

// Extents of a grid or a CTA.
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ __WARPSMITH_CONSTEXPR__ dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ __WARPSMITH_CONSTEXPR__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ __WARPSMITH_CONSTEXPR__ operator uint3() const { return __WARPSMITH_VALUE__(uint3, x, y, z); }
#endif
};
typedef struct dim3 dim3;
