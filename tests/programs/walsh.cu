// SPDX-License-Identifier: Apache-2.0
//
// walsh: the fast Walsh transform of a long row of integers, in place: sums and differences of elements that stand 2^p apart, for
// every p; the last ten passes in shared memory.
//
// Class: memory. FWT of the MASK dissertation. In a pass every element is read and written once, coalesced, in two places half of a
// block apart.
//
// Arguments: log2 of the elements.
#include "harness.cuh"

const int THREADS = 256;
const int SHARED = 1024; // elements that a CTA transforms in shared memory

/// The i-th pair of the elements that stand so far apart.
__device__ void butterfly(int *row, int i, int apart) {
    int at = 2 * (i & ~(apart - 1)) + (i & (apart - 1));
    int a = row[at], b = row[at + apart];
    row[at] = a + b;
    row[at + apart] = a - b;
}

__global__ void __launch_bounds__(THREADS) pass(int *row, int pairs, int apart) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < pairs) butterfly(row, i, apart);
}

__global__ void __launch_bounds__(THREADS) last_passes(int *row) {
    __shared__ int part[SHARED];
    int *own = row + size_t(blockIdx.x) * SHARED;
    for (int i = threadIdx.x; i < SHARED; i += THREADS) part[i] = own[i];
    for (int apart = SHARED / 2; apart > 0; apart /= 2) {
        __syncthreads();
        for (int i = threadIdx.x; i < SHARED / 2; i += THREADS) butterfly(part, i, apart);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < SHARED; i += THREADS) own[i] = part[i];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"log2 of the elements", 19, 10, 26, 1}});
    int elements = 1 << sizes[0];
    Lcg random(73);
    std::vector<int> row(elements);
    for (int &value : row) value = random.below(32) - 16; // the sum of all stays below 2^31

    int *device_row = to_device(row);
    for (int apart = elements / 2; apart >= SHARED; apart /= 2)
        pass<<<blocks_for(elements / 2, THREADS), THREADS>>>(device_row, elements / 2, apart);
    last_passes<<<elements / SHARED, THREADS>>>(device_row);
    FINISH_KERNELS();
    std::vector<int> got = take_from_device(device_row, elements);

    // The order of the passes does not matter.
    for (int apart = 1; apart < elements; apart *= 2) {
        for (int i = 0; i < elements; ++i) {
            if (i & apart) continue;
            int a = row[i], b = row[i + apart];
            row[i] = a + b;
            row[i + apart] = a - b;
        }
    }
    return verdict("walsh", sizes, "wrong elements", mismatches(got, row), 0);
}
