// SPDX-License-Identifier: Apache-2.0
// Reduction over the threads of a tile or of a coalesced group.
#pragma once

#include <cooperative_groups.h>

#ifdef __CUDA__

namespace cooperative_groups {

#define __WARPSMITH_REDUCTION__(name, expression)                                          \
    template <class T = void> struct name {                                                \
        __device__ T operator()(T a, T b) const { return expression; }                     \
    };                                                                                     \
    template <> struct name<void> {                                                        \
        template <class T> __device__ T operator()(T a, T b) const { return expression; }  \
    };
__WARPSMITH_REDUCTION__(plus, a + b)
__WARPSMITH_REDUCTION__(less, b < a ? b : a)
__WARPSMITH_REDUCTION__(greater, a < b ? b : a)
__WARPSMITH_REDUCTION__(bit_and, a &b)
__WARPSMITH_REDUCTION__(bit_or, a | b)
__WARPSMITH_REDUCTION__(bit_xor, a ^ b)
#undef __WARPSMITH_REDUCTION__

// Every thread gets the result.
template <unsigned int Size, class Parent, class T, class F>
__device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, F combine) {
    for (unsigned int step = Size / 2; step > 0; step /= 2) value = combine(value, tile.shfl_xor(value, step));
    return value;
}
template <class T, class F> __device__ T reduce(const coalesced_group &group, T value, F combine) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank) result = combine(result, group.shfl(value, rank));
    return result;
}

} // namespace cooperative_groups

#endif
