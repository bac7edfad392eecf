// SPDX-License-Identifier: Apache-2.0
//
// matrixmul: C = A B in single precision, all stored by rows; a CTA computes a tile of 16 x 16 results, a thread
// one, from tiles of A and B in shared memory.
//
// Class: unsaturated. The matrix product of the CTA-aware prefetching paper: A of 160 x 80 and B of 80 x 80, 50 CTAs
// of which each multiplies five pairs of tiles, so each load runs five times. A warp loads two rows of a tile,
// 320 B apart. Tiles are used again by other CTAs, which may be on other SMs. Four CTAs of 8 warps.
// MM of the paper on ILP in GPUs: 256 x 256 results from a depth of 256, 14 registers a thread.
//
// Arguments: rows columns depth ctas (at a time on an SM; 0: as many as fit with 14 registers a thread).
#include "harness.cuh"

const int TILE = 16;
const int REGISTERS = 14;

template <int REGISTERS> __global__ void __launch_bounds__(TILE *TILE) multiply(const float *a, const float *b, float *c, int columns, int depth) {
    take_registers<REGISTERS>();
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    a += row * depth + threadIdx.x;
    b += threadIdx.y * columns + column;
    float sum = 0;
    for (int done = 0; done < depth; done += TILE, a += TILE, b += TILE * columns) {
        a_tile[threadIdx.y][threadIdx.x] = *a;
        b_tile[threadIdx.y][threadIdx.x] = *b;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[row * columns + column] = sum;
}

static std::vector<double> multiply_on_cpu(const std::vector<float> &a, const std::vector<float> &b, int rows,
                                           int columns, int depth) {
    std::vector<double> c(size_t(rows) * columns);
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < depth; ++k) {
            double left = a[size_t(i) * depth + k];
            for (int j = 0; j < columns; ++j) c[size_t(i) * columns + j] += left * b[size_t(k) * columns + j];
        }
    }
    return c;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"rows", 160, TILE, 4096, TILE},
                     {"columns", 80, TILE, 4096, TILE},
                     {"depth", 80, TILE, 4096, TILE},
                     {"ctas", 4, 0, 8, 1}});
    int rows = sizes[0], columns = sizes[1], depth = sizes[2], ctas = sizes[3];
    Lcg random(21);
    std::vector<float> a = random_floats(random, size_t(rows) * depth, -1, 1),
                       b = random_floats(random, size_t(depth) * columns, -1, 1);

    float *device_a = to_device(a), *device_b = to_device(b),
          *device_c = zeros_on_device<float>(size_t(rows) * columns);
    auto kernel = ctas ? multiply<0> : multiply<REGISTERS>;
    size_t room = ctas ? room_for(kernel, ctas) : 0;
    kernel<<<dim3(columns / TILE, rows / TILE), dim3(TILE, TILE), room>>>(device_a, device_b, device_c, columns, depth);
    FINISH_KERNELS();
    std::vector<float> c = take_from_device(device_c, size_t(rows) * columns);
    CUDA_CHECK(cudaFree(device_a));
    CUDA_CHECK(cudaFree(device_b));

    // Each sum passes `depth` additions of terms below 1: depth * 2^-24 covers the rounding of the sum of random signs.
    return verdict("matrixmul", sizes, "largest error",
                   max_error(c, multiply_on_cpu(a, b, rows, columns, depth), depth), 1.2e-7);
}
