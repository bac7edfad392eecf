// SPDX-License-Identifier: Apache-2.0
//
// reduce: the sum of every row of a matrix by a tree in shared memory; a small grid walks over the rows.
//
// Class: unsaturated, inclined to memory. Two CTAs of 8 warps a multiprocessor of fifteen: each thread has one
// load of 16 B in flight, then half of the threads drop out at every level of the tree, with a barrier
// between. Neither the issue slots nor DRAM are full.
//
// Arguments: rows columns blocks.
#include "harness.cuh"

const int THREADS = 256;

__global__ void sum_rows(const float *matrix, float *sums, int rows, int columns) {
    __shared__ float partial[THREADS];
    int thread = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float sum = 0;
#pragma unroll 1
        for (int column = thread * 4; column < columns; column += THREADS * 4) {
            float4 quad = *(const float4 *)(matrix + row * columns + column);
            sum += (quad.x + quad.y) + (quad.z + quad.w);
        }
        partial[thread] = sum;
        __syncthreads();
        for (int half = THREADS / 2; half > 0; half /= 2) {
            if (thread < half) partial[thread] = sum += partial[thread + half];
            __syncthreads();
        }
        if (thread == 0) sums[row] = partial[0];
        __syncthreads();
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"rows", 3840, 1, 8192, 1}, {"columns", 2048, 4, 8192, 4}, {"blocks", 30, 1, 4096, 1}});
    int rows = sizes[0], columns = sizes[1];
    Lcg random(11);
    std::vector<float> matrix = random_floats(random, size_t(rows) * columns, 0, 1);

    float *device_matrix = to_device(matrix), *sums = zeros_on_device<float>(rows);
    sum_rows<<<sizes[2], THREADS>>>(device_matrix, sums, rows, columns);
    FINISH_KERNELS();
    std::vector<float> got = take_from_device(sums, rows);
    CUDA_CHECK(cudaFree(device_matrix));

    std::vector<double> want(rows);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) want[row] += matrix[size_t(row) * columns + column];
    }
    // All terms are positive and each passes at most 2 + 8 + 8 additions: relative error below 18 * 2^-24 of a
    // sum below `columns`.
    return verdict("reduce", sizes, "largest error a column", max_error(got, want, columns), 1.1e-6);
}
