// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: CTA, tiles, coalesced threads, and the grid with its barrier.
#include "check.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// By a group whose size is known at run time only.
__device__ int sum_in_group(cg::thread_group group, int *scratch, int value) {
    int rank = group.thread_rank();
    for (int step = group.size() / 2; step > 0; step /= 2) {
        scratch[rank] = value;
        group.sync();
        if (rank < step) value += scratch[rank + step];
        group.sync();
    }
    return value;
}

__global__ void blocks(int *out) {
    __shared__ int scratch[128];
    cg::thread_block block = cg::this_thread_block();
    int whole = sum_in_group(block, scratch, block.thread_rank());
    cg::thread_group eight = cg::tiled_partition(block, 8);
    int part = sum_in_group(eight, scratch + block.thread_rank() / 8 * 8, 1);
    if (block.thread_rank() == 0) {
        out[0] = whole;
        out[1] = part;
        out[2] = block.size() + eight.size();
    }
    auto tile = cg::tiled_partition<16>(block);
    int sum = tile.thread_rank();
    for (int step = tile.size() / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
    int reduced = cg::reduce(tile, (int)tile.thread_rank(), cg::plus<int>());
    int most = cg::reduce(tile, (int)tile.thread_rank() ^ 5, cg::greater<int>());
    unsigned int votes = tile.ballot(tile.thread_rank() % 4 == 1);
    if (block.thread_rank() == 48) {
        out[3] = sum;
        out[4] = reduced + 1000 * most;
        out[5] = votes;
        out[6] = tile.meta_group_rank();
    }
    if (block.thread_rank() % 3 == 0) {
        cg::coalesced_group together = cg::coalesced_threads();
        if (together.thread_rank() == 0) atomicAdd(&out[7], together.size());
        int from_last = together.shfl((int)block.thread_rank(), together.size() - 1);
        if (block.thread_rank() == 0) out[8] = from_last;
    }
}

// Values of other types than numbers move between threads, too.
struct Parcel {
    unsigned char bytes[7];
};
__global__ void parcels(int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int rank = tile.thread_rank();
    uint4 four = make_uint4(rank, 2 * rank, 3 * rank, 4 * rank);
    uint4 other = tile.shfl_xor(four, 1);
    double half = tile.shfl_down(rank + 0.5, 2);
    Parcel parcel = {};
    parcel.bytes[6] = (unsigned char)rank;
    auto together = cg::coalesced_threads();
    Parcel last = together.shfl(parcel, together.size() - 1);
    if (rank == 4) {
        out[0] = other.x + other.y + other.z + other.w;
        out[1] = int(half * 2);
        out[2] = last.bytes[6];
    }
}

// Neighbours over the whole grid: each step reads what other CTAs wrote in the step before.
__global__ void rotate(int *data, int *next, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int step = 0; step < steps; ++step) {
        next[i] = data[(i + 1) % n];
        grid.sync();
        int *swap = data;
        data = next;
        next = swap;
    }
}

int main() {
    int *out;
    CHECK(cudaMallocManaged(&out, 16 * sizeof(int)) == cudaSuccess);
    blocks<<<1, dim3(16, 8)>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out[0] == 127 * 64 && out[1] == 8 && out[2] == 136);
    CHECK(out[3] == 120 && out[4] == 15120 && out[5] == 0x2222 && out[6] == 3);
    CHECK(out[7] == 43 && out[8] == 30);

    parcels<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 50 && out[1] == 13 && out[2] == 31);

    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.cooperativeLaunch);
    int n = 128 * properties.multiProcessorCount, steps = 3;
    int *data, *next;
    CHECK(cudaMallocManaged(&data, n * sizeof(int)) == cudaSuccess);
    CHECK(cudaMallocManaged(&next, n * sizeof(int)) == cudaSuccess);
    for (int repeat = 0; repeat < 2; ++repeat) {
        for (int i = 0; i < n; ++i) data[i] = i;
        void *arguments[] = {&data, &next, &n, &steps};
        CHECK(cudaLaunchCooperativeKernel((void *)rotate, dim3(n / 128), dim3(128), arguments, 0, 0) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        bool right = true;
        for (int i = 0; i < n; ++i) right = right && next[i] == (i + 3) % n;
        CHECK(right);
    }
    void *arguments[] = {&data, &next, &n, &steps};
    CHECK(cudaLaunchCooperativeKernel((void *)rotate, dim3(100000), dim3(128), arguments, 0, 0) == cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();
    return verdict();
}
