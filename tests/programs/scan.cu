// SPDX-License-Identifier: Apache-2.0
//
// scan: the exclusive prefix sums of a long row: of each CTA's part in shared memory, of the sums of the parts, and those added again.
//
// Class: memory. SCAN of the MASK dissertation. Four elements a thread, neighbouring and coalesced; a row is read once and written
// twice.
//
// Arguments: elements.
#include "harness.cuh"

const int THREADS = 256;
const int PART = 4 * THREADS;

/// The sum of `value` over the threads before this one (Hillis and Steele), and over all.
__device__ int sum_before(int value, int *all) {
    __shared__ int sums[2][THREADS];
    int from = 0;
    sums[0][threadIdx.x] = value;
    for (int apart = 1; apart < THREADS; apart *= 2) {
        __syncthreads();
        int sum = sums[from][threadIdx.x];
        if (threadIdx.x >= apart) sum += sums[from][threadIdx.x - apart];
        from ^= 1;
        sums[from][threadIdx.x] = sum;
    }
    __syncthreads();
    *all = sums[from][THREADS - 1];
    return sums[from][threadIdx.x] - value;
}

/// Each CTA scans a part of `from` to `to`, and writes the part's sum.
__global__ void __launch_bounds__(THREADS) scan_parts(const int4 *from, int4 *to, int *sums) {
    int i = blockIdx.x * THREADS + threadIdx.x, all;
    int4 v = from[i];
    int before = sum_before(v.x + v.y + v.z + v.w, &all);
    to[i] = make_int4(before, before + v.x, before + v.x + v.y, before + v.x + v.y + v.z);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/// One CTA scans the sums of all parts in place.
__global__ void __launch_bounds__(THREADS) scan_sums(int *sums, int parts) {
    int before_all = 0;
    for (int first = 0; first < parts; first += THREADS) {
        int i = first + int(threadIdx.x), all, value = i < parts ? sums[i] : 0;
        int before = sum_before(value, &all);
        if (i < parts) sums[i] = before_all + before;
        before_all += all;
        __syncthreads();
    }
}

__global__ void __launch_bounds__(THREADS) add_sums(int4 *row, const int *sums) {
    int i = blockIdx.x * THREADS + threadIdx.x, before = sums[blockIdx.x];
    int4 v = row[i];
    row[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"elements", 1 << 20, PART, 1 << 26, PART}});
    int elements = sizes[0], parts = elements / PART;
    Lcg random(75);
    std::vector<int> row(elements), want(elements);
    for (int &value : row) value = random.below(32);

    int *from = to_device(row), *to = zeros_on_device<int>(elements), *sums = zeros_on_device<int>(parts);
    scan_parts<<<parts, THREADS>>>((const int4 *)from, (int4 *)to, sums);
    scan_sums<<<1, THREADS>>>(sums, parts);
    add_sums<<<parts, THREADS>>>((int4 *)to, sums);
    FINISH_KERNELS();
    std::vector<int> got = take_from_device(to, elements);
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(sums));

    for (int i = 1; i < elements; ++i) want[i] = want[i - 1] + row[i - 1];
    return verdict("scan", sizes, "wrong sums", mismatches(got, want), 0);
}
