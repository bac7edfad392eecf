// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: the threads of a grid, a CTA, a part of a warp, or those that are together at a point of the program.
#pragma once

#include <cuda_runtime.h>

#ifdef __CUDA__

namespace cooperative_groups {

__WARPSMITH_DEVICE__ unsigned int __thread_number() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__WARPSMITH_DEVICE__ unsigned int __threads_of_cta() { return blockDim.x * blockDim.y * blockDim.z; }
__WARPSMITH_DEVICE__ unsigned int __lane() { return __nvvm_read_ptx_sreg_laneid(); }

// A group whose kind is known at run time only.
class thread_group {
public:
    __device__ unsigned int size() const { return threads; }
    __device__ unsigned int num_threads() const { return threads; }
    __device__ unsigned int thread_rank() const { return rank; }
    __device__ bool is_valid() const { return threads != 0; }
    __device__ void sync() const {
        if (lanes != 0) __syncwarp(lanes);
        else __syncthreads();
    }

protected:
    // `lanes` names the lanes of the warp that are in the group; 0 stands for the whole CTA.
    __device__ thread_group(unsigned int threads, unsigned int rank, unsigned int lanes)
        : threads(threads), rank(rank), lanes(lanes) {}
    unsigned int threads, rank, lanes;

    friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
};

// The CTA.
class thread_block : public thread_group {
public:
    __device__ static void sync() { __syncthreads(); }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ static dim3 dim_threads() { return group_dim(); }

private:
    __device__ thread_block() : thread_group(__threads_of_cta(), __thread_number(), 0) {}
    friend __device__ thread_block this_thread_block();
};
inline __device__ thread_block this_thread_block() { return thread_block(); }

// Threads of one warp; their ranks follow their lane numbers.
class coalesced_group : public thread_group {
public:
    __device__ coalesced_group(unsigned int lanes)
        : thread_group(__popc(lanes), __popc(lanes & ((1u << __lane()) - 1)), lanes) {}
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
    // Bit n speaks for the thread of rank n.
    __device__ unsigned int ballot(int predicate) const {
        unsigned int votes = __ballot_sync(lanes, predicate), packed = 0, n = 0;
        for (unsigned int rest = lanes; rest != 0; rest &= rest - 1) packed |= (votes >> (__ffs(rest) - 1) & 1) << n++;
        return packed;
    }
    template <class T> __device__ T shfl(const T &value, unsigned int from) const {
        unsigned int lane = lane_of(from), together = lanes;
        return __warpsmith_by_words(value, [=](unsigned int word) { return __shfl_sync(together, word, lane); });
    }
    template <class T> __device__ T shfl_up(const T &value, unsigned int delta) const {
        return shfl(value, rank < delta ? rank : rank - delta);
    }
    template <class T> __device__ T shfl_down(const T &value, unsigned int delta) const {
        return shfl(value, rank + delta < threads ? rank + delta : rank);
    }

private:
    // The lane of the thread of a rank.
    __device__ unsigned int lane_of(unsigned int wanted) const {
        unsigned int rest = lanes;
        for (unsigned int n = 0; n < wanted; ++n) rest &= rest - 1;
        return __ffs(rest) - 1;
    }
};
inline __device__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// `Size` threads of a warp, a power of two, one after the other.
template <unsigned int Size, class Parent = void> class thread_block_tile : public thread_group {
    static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
    __device__ thread_block_tile() : thread_group(Size, __lane() % Size, 0) {
        lanes = (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << __lane() / Size * Size;
    }
    template <class Other> __device__ thread_block_tile(const thread_block_tile<Size, Other> &) : thread_block_tile() {}
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ static constexpr unsigned int size() { return Size; }
    __device__ static constexpr unsigned int num_threads() { return Size; }
    __device__ static unsigned int thread_rank() { return __lane() % Size; }
    __device__ unsigned int meta_group_rank() const { return __thread_number() / Size; }
    __device__ unsigned int meta_group_size() const { return (__threads_of_cta() + Size - 1) / Size; }
    __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
    __device__ unsigned int ballot(int predicate) const {
        return __ballot_sync(lanes, predicate) >> (__lane() - rank);
    }
    template <class T> __device__ T shfl(const T &value, int from) const {
        unsigned int together = lanes;
        return __warpsmith_by_words(value, [=](unsigned int word) { return __shfl_sync(together, word, from, Size); });
    }
    template <class T> __device__ T shfl_up(const T &value, unsigned int delta) const {
        unsigned int together = lanes;
        return __warpsmith_by_words(value, [=](unsigned int word) { return __shfl_up_sync(together, word, delta, Size); });
    }
    template <class T> __device__ T shfl_down(const T &value, unsigned int delta) const {
        unsigned int together = lanes;
        return __warpsmith_by_words(value, [=](unsigned int word) { return __shfl_down_sync(together, word, delta, Size); });
    }
    template <class T> __device__ T shfl_xor(const T &value, unsigned int mask) const {
        unsigned int together = lanes;
        return __warpsmith_by_words(value, [=](unsigned int word) { return __shfl_xor_sync(together, word, mask, Size); });
    }
};

template <unsigned int Size, class Group> __device__ thread_block_tile<Size, Group> tiled_partition(const Group &) {
    return thread_block_tile<Size, Group>();
}
inline __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    unsigned int rank = parent.rank % size, first = __lane() - rank;
    unsigned int lanes = (size >= 32 ? 0xffffffffu : (1u << size) - 1) << first;
    return thread_group(size, rank, parent.lanes != 0 ? parent.lanes & lanes : lanes);
}
// The threads of the group for which the predicate has the same value.
template <class Group> __device__ coalesced_group binary_partition(const Group &, bool predicate) {
    unsigned int together = __activemask(), yes = __ballot_sync(together, predicate);
    return coalesced_group(predicate ? yes : together & ~yes);
}

// CTAs of the grid that have arrived at its barrier; the top bit changes when all have.
static __device__ unsigned int __grid_arrivals;

// The grid. Its barrier needs every CTA resident: cudaLaunchCooperativeKernel checks that.
class grid_group {
public:
    __device__ static unsigned long long size() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __threads_of_cta();
    }
    __device__ static unsigned long long num_threads() { return size(); }
    __device__ static unsigned long long thread_rank() {
        return (unsigned long long)block_rank() * __threads_of_cta() + __thread_number();
    }
    __device__ static unsigned int block_rank() {
        return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned int num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
    __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ static bool is_valid() { return true; }
    __device__ static void sync() {
        __syncthreads();
        if (__thread_number() == 0) {
            const unsigned int top = 0x80000000u;
            // All contributions together are the top bit.
            unsigned int mine = block_rank() == 0 ? top - (num_blocks() - 1) : 1;
            __threadfence();
            unsigned int before = atomicAdd(&__grid_arrivals, mine);
            while (((*(volatile unsigned int *)&__grid_arrivals ^ before) & top) == 0) {}
            __threadfence();
        }
        __syncthreads();
    }
};
inline __device__ grid_group this_grid() { return grid_group(); }

template <class Group> __device__ void sync(const Group &group) { group.sync(); }
template <class Group> __device__ unsigned int thread_rank(const Group &group) { return group.thread_rank(); }
template <class Group> __device__ unsigned int group_size(const Group &group) { return group.size(); }

} // namespace cooperative_groups

#endif
