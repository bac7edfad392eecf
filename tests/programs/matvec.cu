// SPDX-License-Identifier: Apache-2.0
//
// matvec: a matrix times a vector, a CTA a row: its threads add up products that lie a CTA's width apart, and then each other's sums by a
// tree in shared memory.
//
// Class: memory. MV of the paper on ILP in GPUs: 512 CTAs of 256 threads, 8 registers a thread, 1 kB of shared memory. The matrix is
// used once, the vector in every row.
//
// Arguments: rows columns.
#include "harness.cuh"

const int THREADS = 256, REGISTERS = 8;

__global__ void __launch_bounds__(THREADS) multiply(const float *matrix, const float *vector, float *product, int columns) {
    take_registers<REGISTERS>();
    __shared__ float partial[THREADS];
    const float *row = matrix + size_t(blockIdx.x) * columns;
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += THREADS) sum += row[i] * vector[i];
    partial[threadIdx.x] = sum;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0) product[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"rows", 512, 1, 65535, 1}, {"columns", 6144, 1, 1 << 16, 1}});
    int rows = sizes[0], columns = sizes[1];
    Lcg random(85);
    std::vector<float> matrix = random_floats(random, size_t(rows) * columns, 0, 1), vector = random_floats(random, columns, 0, 1);

    float *device_matrix = to_device(matrix), *device_vector = to_device(vector), *device_product = zeros_on_device<float>(rows);
    multiply<<<rows, THREADS>>>(device_matrix, device_vector, device_product, columns);
    FINISH_KERNELS();
    std::vector<float> product = take_from_device(device_product, rows);
    CUDA_CHECK(cudaFree(device_matrix));
    CUDA_CHECK(cudaFree(device_vector));

    std::vector<double> want(rows);
    for (int row = 0; row < rows; ++row) {
        for (int i = 0; i < columns; ++i) want[row] += double(matrix[size_t(row) * columns + i]) * vector[i];
    }
    // A sum passes columns / 256 and 8 more additions, each with an error of at most 2^-24 of a result below `columns`.
    double roundings = std::ceil(double(columns) / THREADS) + 9;
    return verdict("matvec", sizes, "largest error a number", max_error(product, want, columns), std::ldexp(roundings, -24));
}
