// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. __syncthreads itself is known to the compiler.
#pragma once

#include <warpsmith/qualifiers.h>

__WARPSMITH_DEVICE__ int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
__WARPSMITH_DEVICE__ int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
__WARPSMITH_DEVICE__ int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }

__WARPSMITH_DEVICE__ void __threadfence_block() { __nvvm_membar_cta(); }
__WARPSMITH_DEVICE__ void __threadfence() { __nvvm_membar_gl(); }
__WARPSMITH_DEVICE__ void __threadfence_system() { __nvvm_membar_sys(); }

// SM clock cycles.
__WARPSMITH_DEVICE__ long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
