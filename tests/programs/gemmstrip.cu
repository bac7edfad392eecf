// SPDX-License-Identifier: Apache-2.0
//
// gemmstrip: C = A B^T in single precision, all stored by columns; a CTA computes a strip of 128 x 16 results, a thread a
// row of it, with 8 x 16 values of B in shared memory.
//
// Class: compute. sgemm of the CTA-aware prefetching paper: 528 CTAs of 128 threads that compute 1024 x 1056 results. Two loads in
// a loop: a thread's value of A, a line a warp, for 16 multiply-adds, and a tile of B for the whole CTA. A is used again by 66
// CTAs, B by 8. Eight CTAs of 4 warps. The depth is not the paper's, which it does not say.
//
// Arguments: rows columns depth.
#include "harness.cuh"

const int ROWS = 128, COLUMNS = 16, DEPTH = 8; // a CTA's results, and what it holds of the depth
static_assert(ROWS == COLUMNS * DEPTH, "each thread fetches one value of B");

__global__ void __launch_bounds__(ROWS, 8)
    multiply(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    __shared__ __align__(16) float tile[DEPTH][COLUMNS];
    int row = blockIdx.x * ROWS + threadIdx.x, column = blockIdx.y * COLUMNS;
    int line = threadIdx.x / COLUMNS, place = threadIdx.x % COLUMNS;
    a += row;
    b += line * columns + column + place;
    float sum[COLUMNS] = {};
#pragma unroll 1
    for (int done = 0; done < depth; done += DEPTH, b += DEPTH * columns) {
        tile[line][place] = *b;
        __syncthreads();
#pragma unroll 1
        for (int k = 0; k < DEPTH; ++k, a += rows) {
            float left = *a;
#pragma unroll
            for (int i = 0; i < COLUMNS; ++i) sum[i] += left * tile[k][i];
        }
        __syncthreads();
    }
    c += column * rows + row;
#pragma unroll
    for (int i = 0; i < COLUMNS; ++i, c += rows) *c = sum[i];
}

static std::vector<double> multiply_on_cpu(const std::vector<float> &a, const std::vector<float> &b, int rows,
                                           int columns, int depth) {
    std::vector<double> c(size_t(rows) * columns);
    for (int k = 0; k < depth; ++k) {
        for (int j = 0; j < columns; ++j) {
            double right = b[size_t(k) * columns + j];
            for (int i = 0; i < rows; ++i) c[size_t(j) * rows + i] += a[size_t(k) * rows + i] * right;
        }
    }
    return c;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"rows", 1024, ROWS, 4096, ROWS},
                     {"columns", 1056, COLUMNS, 4096, COLUMNS},
                     {"depth", 32, DEPTH, 4096, DEPTH}});
    int rows = sizes[0], columns = sizes[1], depth = sizes[2];
    Lcg random(26);
    std::vector<float> a = random_floats(random, size_t(rows) * depth, -1, 1),
                       b = random_floats(random, size_t(depth) * columns, -1, 1);

    float *device_a = to_device(a), *device_b = to_device(b),
          *device_c = zeros_on_device<float>(size_t(rows) * columns);
    multiply<<<dim3(rows / ROWS, columns / COLUMNS), ROWS>>>(device_a, device_b, device_c, rows, columns, depth);
    FINISH_KERNELS();
    std::vector<float> c = take_from_device(device_c, size_t(rows) * columns);
    CUDA_CHECK(cudaFree(device_a));
    CUDA_CHECK(cudaFree(device_b));

    // Each sum passes `depth` additions of terms below 1: depth * 2^-24 covers the rounding of the sum of random signs.
    return verdict("gemmstrip", sizes, "largest error",
                   max_error(c, multiply_on_cpu(a, b, rows, columns, depth), depth), 1.2e-7);
}
