// SPDX-License-Identifier: Apache-2.0
// Votes and shuffles within a warp; the barrier of a warp is in synchronization.h. The forms with a mask name the lanes that take part; the old forms mean all.
#pragma once

#include <warpsmith/qualifiers.h>

__WARPSMITH_DEVICE__ int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
__WARPSMITH_DEVICE__ int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
__WARPSMITH_DEVICE__ unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return __nvvm_vote_ballot_sync(mask, predicate);
}

__WARPSMITH_DEVICE__ int __all(int predicate) { return __nvvm_vote_all(predicate); }
__WARPSMITH_DEVICE__ int __any(int predicate) { return __nvvm_vote_any(predicate); }
__WARPSMITH_DEVICE__ unsigned int __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }

__WARPSMITH_DEVICE__ unsigned int __activemask() {
    unsigned int mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

// The clamp operand of shfl: lanes per section in bits 8..12, as a mask; the last lane of a section below, which is 0
// for shuffles that look upwards in lane numbers only.
#define __WARPSMITH_SECTION__(width) ((32 - (width)) << 8)

#define __WARPSMITH_SHUFFLE_32__(name, builtin, last, type, kind)                                                  \
    __WARPSMITH_DEVICE__ type name##_sync(unsigned int mask, type value, int lane, int width = 32) {               \
        return (type)__nvvm_shfl_sync_##builtin##_##kind(mask, value, lane, __WARPSMITH_SECTION__(width) | (last)); \
    }                                                                                                              \
    __WARPSMITH_DEVICE__ type name(type value, int lane, int width = 32) {                                         \
        return (type)__nvvm_shfl_##builtin##_##kind(value, lane, __WARPSMITH_SECTION__(width) | (last));           \
    }

// A 64-bit value is moved as two words.
#define __WARPSMITH_SHUFFLE_64__(name, type)                                                                \
    __WARPSMITH_DEVICE__ type name##_sync(unsigned int mask, type value, int lane, int width = 32) {        \
        unsigned long long bits = __builtin_bit_cast(unsigned long long, value);                            \
        unsigned int low = name##_sync(mask, (unsigned int)bits, lane, width);                              \
        unsigned int high = name##_sync(mask, (unsigned int)(bits >> 32), lane, width);                     \
        return __builtin_bit_cast(type, (unsigned long long)high << 32 | low);                              \
    }                                                                                                       \
    __WARPSMITH_DEVICE__ type name(type value, int lane, int width = 32) {                                  \
        unsigned long long bits = __builtin_bit_cast(unsigned long long, value);                            \
        unsigned int low = name((unsigned int)bits, lane, width);                                           \
        unsigned int high = name((unsigned int)(bits >> 32), lane, width);                                  \
        return __builtin_bit_cast(type, (unsigned long long)high << 32 | low);                              \
    }

#define __WARPSMITH_SHUFFLE__(name, builtin, last)                            \
    __WARPSMITH_SHUFFLE_32__(name, builtin, last, int, i32)                   \
    __WARPSMITH_SHUFFLE_32__(name, builtin, last, unsigned int, i32)          \
    __WARPSMITH_SHUFFLE_32__(name, builtin, last, float, f32)                 \
    __WARPSMITH_SHUFFLE_64__(name, long)                                      \
    __WARPSMITH_SHUFFLE_64__(name, unsigned long)                             \
    __WARPSMITH_SHUFFLE_64__(name, long long)                                 \
    __WARPSMITH_SHUFFLE_64__(name, unsigned long long)                        \
    __WARPSMITH_SHUFFLE_64__(name, double)

__WARPSMITH_SHUFFLE__(__shfl, idx, 31)
__WARPSMITH_SHUFFLE__(__shfl_up, up, 0)
__WARPSMITH_SHUFFLE__(__shfl_down, down, 31)
__WARPSMITH_SHUFFLE__(__shfl_xor, bfly, 31)

#undef __WARPSMITH_SHUFFLE__
#undef __WARPSMITH_SHUFFLE_64__
#undef __WARPSMITH_SHUFFLE_32__
#undef __WARPSMITH_SECTION__

// The lanes of the mask that have the same value as this one; and all of them or none.
#define __WARPSMITH_MATCH__(type, ptx, reg)                                                                     \
    __WARPSMITH_DEVICE__ unsigned int __match_any_sync(unsigned int mask, type value) {                         \
        unsigned int lanes;                                                                                     \
        asm volatile("match.any.sync." ptx " %0, %1, %2;" : "=r"(lanes) : reg(value), "r"(mask));               \
        return lanes;                                                                                           \
    }                                                                                                           \
    __WARPSMITH_DEVICE__ unsigned int __match_all_sync(unsigned int mask, type value, int *all) {               \
        unsigned int lanes;                                                                                     \
        asm volatile("{\n .reg .pred p;\n match.all.sync." ptx " %0|p, %2, %3;\n selp.b32 %1, 1, 0, p;\n}"     \
                     : "=r"(lanes), "=r"(*all)                                                                  \
                     : reg(value), "r"(mask));                                                                  \
        return lanes;                                                                                           \
    }
__WARPSMITH_MATCH__(int, "b32", "r")
__WARPSMITH_MATCH__(unsigned int, "b32", "r")
__WARPSMITH_MATCH__(float, "b32", "f")
__WARPSMITH_MATCH__(long, "b64", "l")
__WARPSMITH_MATCH__(unsigned long, "b64", "l")
__WARPSMITH_MATCH__(long long, "b64", "l")
__WARPSMITH_MATCH__(unsigned long long, "b64", "l")
__WARPSMITH_MATCH__(double, "b64", "d")
#undef __WARPSMITH_MATCH__

// Moves a value of any type that can be copied byte by byte, a word at a time: `shuffle` moves one word.
template <class T, class F> __WARPSMITH_DEVICE__ T __warpsmith_by_words(const T &value, F shuffle) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
    for (unsigned int i = 0; i < sizeof(words) / 4; ++i) words[i] = shuffle(words[i]);
    T moved;
    __builtin_memcpy(&moved, words, sizeof(T));
    return moved;
}
