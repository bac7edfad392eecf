// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim and warpSize. A read of a member is a read of the special register; there is
// nothing to store to, copy or take the address of.
#pragma once

#include <warpsmith/vector_types.h>

#define __WARPSMITH_MEMBER__(name, read)                           \
    __declspec(property(get = get_##name)) unsigned int name;      \
    static __inline__ __attribute__((always_inline, device)) unsigned int get_##name() { return read(); }

#define __WARPSMITH_VARIABLE__(tag, name, reg, vector, make)                        \
    struct tag {                                                                    \
        __WARPSMITH_MEMBER__(x, __nvvm_read_ptx_sreg_##reg##_x)                     \
        __WARPSMITH_MEMBER__(y, __nvvm_read_ptx_sreg_##reg##_y)                     \
        __WARPSMITH_MEMBER__(z, __nvvm_read_ptx_sreg_##reg##_z)                     \
        __device__ operator vector() const { return make(get_x(), get_y(), get_z()); } \
        tag(const tag &) = delete;                                                  \
        tag &operator=(const tag &) = delete;                                       \
        tag *operator&() const = delete;                                            \
    };                                                                              \
    extern const __device__ __attribute__((weak)) tag name;

__WARPSMITH_VARIABLE__(__warpsmith_threadIdx, threadIdx, tid, uint3, make_uint3)
__WARPSMITH_VARIABLE__(__warpsmith_blockIdx, blockIdx, ctaid, uint3, make_uint3)
__WARPSMITH_VARIABLE__(__warpsmith_blockDim, blockDim, ntid, dim3, dim3)
__WARPSMITH_VARIABLE__(__warpsmith_gridDim, gridDim, nctaid, dim3, dim3)

#undef __WARPSMITH_VARIABLE__
#undef __WARPSMITH_MEMBER__

__device__ const int warpSize = 32;
