// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. __syncthreads itself is known to the compiler.
#pragma once

#include <time.h>
#include <warpsmith/qualifiers.h>

__WARPSMITH_DEVICE__ int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__WARPSMITH_DEVICE__ int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__WARPSMITH_DEVICE__ int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }

__WARPSMITH_DEVICE__ void __threadfence_block() { __nvvm_membar_cta(); }
__WARPSMITH_DEVICE__ void __threadfence() { __nvvm_membar_gl(); }
__WARPSMITH_DEVICE__ void __threadfence_system() { __nvvm_membar_sys(); }

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
