// SPDX-License-Identifier: Apache-2.0
// Integer functions of CUDA.
#pragma once

#include <warpsmith/qualifiers.h>

__WARPSMITH_DEVICE__ int __popc(unsigned int x) { return __builtin_popcount(x); }
__WARPSMITH_DEVICE__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__WARPSMITH_DEVICE__ unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__WARPSMITH_DEVICE__ unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

// Leading zeros; the width for 0, which C leaves undefined for its builtin.
__WARPSMITH_DEVICE__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned int)x); }
__WARPSMITH_DEVICE__ int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }

// Position of the lowest set bit, from 1; 0 for 0.
__WARPSMITH_DEVICE__ int __ffs(int x) { return x == 0 ? 0 : 32 - __clz(x & -x); }
__WARPSMITH_DEVICE__ int __ffsll(long long x) { return x == 0 ? 0 : 64 - __clzll(x & -x); }

// High halves of products.
__WARPSMITH_DEVICE__ int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
__WARPSMITH_DEVICE__ unsigned int __umulhi(unsigned int a, unsigned int b) {
    return (unsigned int)((unsigned long long)a * b >> 32);
}
__WARPSMITH_DEVICE__ long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
__WARPSMITH_DEVICE__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

// Products of the low 24 bits, of which the low 32 bits count.
__WARPSMITH_DEVICE__ int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
__WARPSMITH_DEVICE__ unsigned int __umul24(unsigned int a, unsigned int b) { return __nvvm_mul24_ui(a, b); }

// |a - b| + c.
__WARPSMITH_DEVICE__ unsigned int __sad(int a, int b, unsigned int c) {
    return (a > b ? (unsigned int)a - (unsigned int)b : (unsigned int)b - (unsigned int)a) + c;
}
__WARPSMITH_DEVICE__ unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
    return (a > b ? a - b : b - a) + c;
}

// Averages, rounded towards minus infinity and upwards.
__WARPSMITH_DEVICE__ int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
__WARPSMITH_DEVICE__ int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
__WARPSMITH_DEVICE__ unsigned int __uhadd(unsigned int a, unsigned int b) {
    return (unsigned int)(((unsigned long long)a + b) >> 1);
}
__WARPSMITH_DEVICE__ unsigned int __urhadd(unsigned int a, unsigned int b) {
    return (unsigned int)(((unsigned long long)a + b + 1) >> 1);
}

// Picks four of the eight bytes of y:x; each nibble of the selector names one, its low three bits count.
__WARPSMITH_DEVICE__ unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    unsigned int result;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selector & 0x7777u));
    return result;
}

// The 64 bits high:low, shifted; the shift wraps at 32.
__WARPSMITH_DEVICE__ unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
__WARPSMITH_DEVICE__ unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
// The same with a shift of 32 at most.
__WARPSMITH_DEVICE__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__WARPSMITH_DEVICE__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
