// SPDX-License-Identifier: Apache-2.0
//
// balancedscan: the exclusive prefix sums of many rows of 1024 numbers, a CTA a row: sums up a balanced tree in shared memory, then
// down again.
//
// Class: unsaturated. Scan of the paper on ILP in GPUs: 256 CTAs of 128 threads, 20 registers a thread; 4 kB of shared memory leave four
// at a time. Half of the levels of the tree have work for less than a warp, and each begins with a barrier.
//
// Arguments: rows.
#include "harness.cuh"

const int THREADS = 128, LENGTH = 1024, REGISTERS = 20;

/// Where a number of the row lies: those that are a power of two apart are in different banks.
__device__ int place(int i) { return i ^ (i >> 5); }

__global__ void __launch_bounds__(THREADS) scan(const int *from, int *to) {
    take_registers<REGISTERS>();
    __shared__ int sums[LENGTH];
    int t = threadIdx.x, first = blockIdx.x * LENGTH;
#pragma unroll 1
    for (int i = t; i < LENGTH; i += THREADS) sums[place(i)] = from[first + i];
    // Pair `i` of a level ends at the number `apart * (2 * i + 2) - 1`, its left half `apart` before that.
    int apart = 1;
#pragma unroll 1
    for (int pairs = LENGTH / 2; pairs > 0; pairs /= 2, apart *= 2) {
        __syncthreads();
#pragma unroll 1
        for (int i = t; i < pairs; i += THREADS) {
            int right = apart * (2 * i + 2) - 1;
            sums[place(right)] += sums[place(right - apart)];
        }
    }
    if (t == 0) sums[place(LENGTH - 1)] = 0;
#pragma unroll 1
    for (int pairs = 1; pairs < LENGTH; pairs *= 2) {
        apart /= 2;
        __syncthreads();
#pragma unroll 1
        for (int i = t; i < pairs; i += THREADS) {
            int right = place(apart * (2 * i + 2) - 1), left = place(apart * (2 * i + 1) - 1);
            int of_left = sums[left], before = sums[right];
            sums[left] = before;
            sums[right] = before + of_left;
        }
    }
    __syncthreads();
#pragma unroll 1
    for (int i = t; i < LENGTH; i += THREADS) to[first + i] = sums[place(i)];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"rows", 256, 1, 65535, 1}});
    size_t rows = size_t(sizes[0]), numbers = rows * LENGTH;
    Lcg random(82);
    std::vector<int> row(numbers), want(numbers);
    for (int &value : row) value = random.below(1 << 16) - (1 << 15);

    int *from = to_device(row), *to = zeros_on_device<int>(numbers);
    scan<<<int(rows), THREADS>>>(from, to);
    FINISH_KERNELS();
    std::vector<int> got = take_from_device(to, numbers);
    CUDA_CHECK(cudaFree(from));

    for (size_t i = 0; i < numbers; ++i) want[i] = i % LENGTH ? want[i - 1] + row[i - 1] : 0;
    return verdict("balancedscan", sizes, "wrong sums", mismatches(got, want), 0);
}
