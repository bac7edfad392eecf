// SPDX-License-Identifier: Apache-2.0
// Barriers and fences.
//
// The compiler takes it that an intrinsic does not touch variables whose address is never taken, and would move accesses
// to such shared variables across a barrier. So an empty statement that may touch all memory stands on both sides.
#pragma once

#include <time.h>
#include <warpsmith/qualifiers.h>

#define __WARPSMITH_ALL_MEMORY__ asm volatile("" ::: "memory")
#define __WARPSMITH_BARRIER__(name, builtin)                            \
    __WARPSMITH_DEVICE__ void name() {                                  \
        __WARPSMITH_ALL_MEMORY__;                                       \
        builtin();                                                      \
        __WARPSMITH_ALL_MEMORY__;                                       \
    }
#define __WARPSMITH_COUNTING_BARRIER__(name, builtin)                   \
    __WARPSMITH_DEVICE__ int name(int predicate) {                      \
        __WARPSMITH_ALL_MEMORY__;                                       \
        int result = builtin(predicate);                                \
        __WARPSMITH_ALL_MEMORY__;                                       \
        return result;                                                  \
    }

// The compiler has an intrinsic of this name.
__WARPSMITH_BARRIER__(__warpsmith_syncthreads, __syncthreads)
#define __syncthreads __warpsmith_syncthreads
__WARPSMITH_COUNTING_BARRIER__(__syncthreads_count, __nvvm_bar0_popc)
__WARPSMITH_COUNTING_BARRIER__(__syncthreads_and, __nvvm_bar0_and)
__WARPSMITH_COUNTING_BARRIER__(__syncthreads_or, __nvvm_bar0_or)

__WARPSMITH_BARRIER__(__threadfence_block, __nvvm_membar_cta)
__WARPSMITH_BARRIER__(__threadfence, __nvvm_membar_gl)
__WARPSMITH_BARRIER__(__threadfence_system, __nvvm_membar_sys)

__WARPSMITH_DEVICE__ void __syncwarp(unsigned int mask = 0xffffffffu) {
    __WARPSMITH_ALL_MEMORY__;
    __nvvm_bar_warp_sync(mask);
    __WARPSMITH_ALL_MEMORY__;
}

#undef __WARPSMITH_COUNTING_BARRIER__
#undef __WARPSMITH_BARRIER__
#undef __WARPSMITH_ALL_MEMORY__

// SM clock cycles; clock() has the lower half. Neither moves across other volatile code or memory accesses.
__WARPSMITH_DEVICE__ clock_t clock() {
    int cycles;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles) : : "memory");
    return cycles;
}
__WARPSMITH_DEVICE__ long long clock64() {
    long long cycles;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles) : : "memory");
    return cycles;
}

// A hint that a thread can wait. It takes an issue slot and no time: the other warps are chosen anyway when they are ready.
__WARPSMITH_DEVICE__ void __nanosleep(unsigned int nanoseconds) { asm volatile("nanosleep.u32 %0;" : : "r"(nanoseconds)); }

// Ends the run with an error that names kernel and thread.
__WARPSMITH_DEVICE__ void __trap() { asm volatile("trap;"); }
