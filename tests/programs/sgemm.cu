// SPDX-License-Identifier: Apache-2.0
//
// sgemm: C = A B in single precision, A stored by columns, B and C by rows; a CTA of 4 warps computes 32 x 64
// results through shared memory, a thread 4 x 4.
//
// Class: compute. Sixteen multiply-adds stand against two 16 B shared loads, and three 16 B global loads a
// thread feed sixteen such steps. Four to six CTAs by registers (40 to 60 a thread), 6 kB of shared memory
// each.
//
// Arguments: rows columns depth.
#include "harness.cuh"

const int TILE_ROWS = 32, TILE_COLUMNS = 64, TILE_DEPTH = 16;
const int THREADS = 128; // 8 x 16 threads with 4 x 4 results each

__global__ void __launch_bounds__(THREADS, 6)
    multiply(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    __shared__ float4 a_tile[TILE_DEPTH][TILE_ROWS / 4];
    __shared__ float4 b_tile[TILE_DEPTH][TILE_COLUMNS / 4];
    int thread = threadIdx.x;
    int row_group = thread / 16, column_group = thread % 16; // of the results
    int a_depth = thread / 8, a_group = thread % 8; // of the part of the tiles that the thread fetches
    int b_depth = thread / 16, b_group = thread % 16;
    const float *a_source = a + a_depth * rows + blockIdx.y * TILE_ROWS + a_group * 4;
    const float *b_source = b + b_depth * columns + blockIdx.x * TILE_COLUMNS + b_group * 4;

    float sum[4][4] = {};
    for (int k = 0; k < depth; k += TILE_DEPTH) {
        a_tile[a_depth][a_group] = *(const float4 *)a_source;
        b_tile[b_depth][b_group] = *(const float4 *)b_source;
        b_tile[b_depth + 8][b_group] = *(const float4 *)(b_source + 8 * columns);
        a_source += TILE_DEPTH * rows;
        b_source += TILE_DEPTH * columns;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE_DEPTH; ++i) {
            float4 left = a_tile[i][row_group], right = b_tile[i][column_group];
            float l[4] = {left.x, left.y, left.z, left.w}, r[4] = {right.x, right.y, right.z, right.w};
#pragma unroll
            for (int row = 0; row < 4; ++row) {
#pragma unroll
                for (int column = 0; column < 4; ++column) sum[row][column] += l[row] * r[column];
            }
        }
        __syncthreads();
    }
    float *result =
        c + (blockIdx.y * TILE_ROWS + row_group * 4) * columns + blockIdx.x * TILE_COLUMNS + column_group * 4;
#pragma unroll
    for (int row = 0; row < 4; ++row) {
        *(float4 *)(result + row * columns) = make_float4(sum[row][0], sum[row][1], sum[row][2], sum[row][3]);
    }
}

static std::vector<double> multiply_on_cpu(const std::vector<float> &a, const std::vector<float> &b, int rows,
                                           int columns, int depth) {
    std::vector<double> c(size_t(rows) * columns);
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < depth; ++k) {
            double left = a[size_t(k) * rows + i];
            for (int j = 0; j < columns; ++j) c[size_t(i) * columns + j] += left * b[size_t(k) * columns + j];
        }
    }
    return c;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"rows", 960, TILE_ROWS, 4096, TILE_ROWS},
                     {"columns", 384, TILE_COLUMNS, 4096, TILE_COLUMNS},
                     {"depth", 256, TILE_DEPTH, 4096, TILE_DEPTH}});
    int rows = sizes[0], columns = sizes[1], depth = sizes[2];
    Lcg random(8);
    std::vector<float> a = random_floats(random, size_t(rows) * depth, -1, 1),
                       b = random_floats(random, size_t(depth) * columns, -1, 1);

    float *device_a = to_device(a), *device_b = to_device(b),
          *device_c = zeros_on_device<float>(size_t(rows) * columns);
    multiply<<<dim3(columns / TILE_COLUMNS, rows / TILE_ROWS), THREADS>>>(device_a, device_b, device_c, rows,
                                                                          columns, depth);
    FINISH_KERNELS();
    std::vector<float> c = take_from_device(device_c, size_t(rows) * columns);
    CUDA_CHECK(cudaFree(device_a));
    CUDA_CHECK(cudaFree(device_b));

    // Sums of random signs grow like sqrt(depth) and so does their rounding error; depth * 2^-24 covers the
    // worst of them.
    return verdict("sgemm", sizes, "largest error",
                   max_error(c, multiply_on_cpu(a, b, rows, columns, depth), depth), 1.2e-7);
}
