// SPDX-License-Identifier: Apache-2.0
// Loads and stores that name a cache operator. __ldg reads data that no thread writes while the kernel runs.
#pragma once

#include <warpsmith/vector_types.h>

// An ordinary load: the modelled SM has one path to global memory, and the compiler may still fold it as it likes.
template <class T> __WARPSMITH_DEVICE__ T __ldg(const T *address) { return *address; }

// name##_word moves a word of 8 to 64 bits, or four of 32, through registers of type `held`; name##_value moves a value as the
// largest of these words that it is made of.
#define __WARPSMITH_LOAD_WORD__(name, op, type, ptx, held, reg)                                   \
    __WARPSMITH_DEVICE__ void name##_word(type *to, const type *from) {                           \
        held word;                                                                                \
        asm volatile(op "." ptx " %0, [%1];" : "=" reg(word) : "l"(from) : "memory");             \
        *to = (type)word;                                                                         \
    }
#define __WARPSMITH_STORE_WORD__(name, op, type, ptx, held, reg)                                  \
    __WARPSMITH_DEVICE__ void name##_word(type *to, const type *from) {                           \
        asm volatile(op "." ptx " [%0], %1;" : : "l"(to), reg((held)*from) : "memory");           \
    }
#define __WARPSMITH_WORDS__(word, name, op)                                                       \
    word(name, op, unsigned char, "u8", unsigned short, "h")                                      \
    word(name, op, unsigned short, "u16", unsigned short, "h")                                    \
    word(name, op, unsigned int, "u32", unsigned int, "r")                                        \
    word(name, op, unsigned long long, "u64", unsigned long long, "l")                            \
    template <class W, class T> __WARPSMITH_DEVICE__ void name##_words(T *to, const T *from) {    \
        for (unsigned int i = 0; i < sizeof(T) / sizeof(W); ++i)                                  \
            name##_word((W *)to + i, (const W *)from + i);                                        \
    }                                                                                             \
    template <class T> __WARPSMITH_DEVICE__ void name##_value(T *to, const T *from) {             \
        if (sizeof(T) == 16 && __alignof__(T) == 16) name##_words<uint4>(to, from);                   \
        else if (sizeof(T) % 8 == 0 && __alignof__(T) % 8 == 0) name##_words<unsigned long long>(to, from); \
        else if (sizeof(T) % 4 == 0 && __alignof__(T) % 4 == 0) name##_words<unsigned int>(to, from); \
        else if (sizeof(T) % 2 == 0 && __alignof__(T) % 2 == 0) name##_words<unsigned short>(to, from); \
        else name##_words<unsigned char>(to, from);                                               \
    }
#define __WARPSMITH_LOAD__(name, op)                                                              \
    __WARPSMITH_DEVICE__ void name##_word(uint4 *to, const uint4 *from) {                         \
        asm volatile(op ".v4.u32 {%0, %1, %2, %3}, [%4];"                                         \
                     : "=r"(to->x), "=r"(to->y), "=r"(to->z), "=r"(to->w)                         \
                     : "l"(from)                                                                  \
                     : "memory");                                                                 \
    }                                                                                             \
    __WARPSMITH_WORDS__(__WARPSMITH_LOAD_WORD__, name, op)                                        \
    template <class T> __WARPSMITH_DEVICE__ T name(const T *address) {                            \
        T value;                                                                                  \
        name##_value(&value, address);                                                            \
        return value;                                                                             \
    }
#define __WARPSMITH_STORE__(name, op)                                                             \
    __WARPSMITH_DEVICE__ void name##_word(uint4 *to, const uint4 *from) {                         \
        asm volatile(op ".v4.u32 [%0], {%1, %2, %3, %4};"                                         \
                     :                                                                            \
                     : "l"(to), "r"(from->x), "r"(from->y), "r"(from->z), "r"(from->w)            \
                     : "memory");                                                                 \
    }                                                                                             \
    __WARPSMITH_WORDS__(__WARPSMITH_STORE_WORD__, name, op)                                       \
    template <class T> __WARPSMITH_DEVICE__ void name(T *address, T value) { name##_value(address, &value); }

__WARPSMITH_LOAD__(__ldca, "ld.global.ca")
__WARPSMITH_LOAD__(__ldcg, "ld.global.cg")
__WARPSMITH_LOAD__(__ldcs, "ld.global.cs")
__WARPSMITH_LOAD__(__ldcv, "ld.global.cv")
__WARPSMITH_LOAD__(__ldlu, "ld.global.lu")
__WARPSMITH_STORE__(__stwb, "st.global.wb")
__WARPSMITH_STORE__(__stcg, "st.global.cg")
__WARPSMITH_STORE__(__stcs, "st.global.cs")
__WARPSMITH_STORE__(__stwt, "st.global.wt")
#undef __WARPSMITH_STORE__
#undef __WARPSMITH_LOAD__
#undef __WARPSMITH_WORDS__
#undef __WARPSMITH_STORE_WORD__
#undef __WARPSMITH_LOAD_WORD__
