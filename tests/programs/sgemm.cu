// SPDX-License-Identifier: Apache-2.0
//
// sgemm: C = A B in single precision, A stored by columns, B and C by rows; a CTA of 4 warps computes 64 x 64
// results through shared memory, a thread 8 x 4.
//
// Class: compute. Thirty-two multiply-adds stand against three 16 B shared loads, which keep shared memory
// busy for 12 cycles where the multiply-adds take 16; the next tiles are on their way while the tiles at hand
// are multiplied. Four CTAs by registers (64 a thread); the default grid is one whole wave of them.
//
// Arguments: rows columns depth.
#include "harness.cuh"

const int TILE = 64, TILE_DEPTH = 8;    // a CTA's results, and what it holds of the depth
const int ROWS = 8, COLUMNS = 4;        // a thread's results
const int QUADS = TILE / 4;             // float4 of a line of a tile
const int THREADS = TILE_DEPTH * QUADS; // one float4 of each tile a thread
static_assert(THREADS == (TILE / ROWS) * (TILE / COLUMNS), "the threads fetch and compute whole tiles");

/// Four floats by one access; they stay in registers, which a float4 that is copied as a whole does not.
__device__ void load_quad(float *to, const float *from) {
    float4 quad = *(const float4 *)from;
    to[0] = quad.x, to[1] = quad.y, to[2] = quad.z, to[3] = quad.w;
}

__device__ void store_quad(float *to, const float *from) {
    *(float4 *)to = make_float4(from[0], from[1], from[2], from[3]);
}

__global__ void __launch_bounds__(THREADS, 4)
    multiply(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    __shared__ __align__(16) float a_tile[TILE_DEPTH][TILE], b_tile[TILE_DEPTH][TILE];
    int line = threadIdx.x / QUADS, quad = threadIdx.x % QUADS; // of the tiles, and of the results
    a += line * rows + blockIdx.y * TILE + quad * 4;
    b += line * columns + blockIdx.x * TILE + quad * 4;

    float sum[ROWS][COLUMNS] = {}, a_next[4], b_next[4];
    load_quad(a_next, a);
    load_quad(b_next, b);
    for (int left = depth; left > 0; left -= TILE_DEPTH) {
        store_quad(&a_tile[line][quad * 4], a_next);
        store_quad(&b_tile[line][quad * 4], b_next);
        __syncthreads();
        if (left > TILE_DEPTH) { // under way while the tiles at hand are multiplied
            load_quad(a_next, a += TILE_DEPTH * rows);
            load_quad(b_next, b += TILE_DEPTH * columns);
        }
#pragma unroll
        for (int i = 0; i < TILE_DEPTH; ++i) {
            float l[ROWS], r[COLUMNS];
            load_quad(l, &a_tile[i][line * ROWS]);
            load_quad(l + 4, &a_tile[i][line * ROWS + 4]);
            load_quad(r, &b_tile[i][quad * COLUMNS]);
#pragma unroll
            for (int row = 0; row < ROWS; ++row) {
#pragma unroll
                for (int column = 0; column < COLUMNS; ++column) sum[row][column] += l[row] * r[column];
            }
        }
        __syncthreads();
    }
    c += (blockIdx.y * TILE + line * ROWS) * columns + blockIdx.x * TILE + quad * COLUMNS;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) store_quad(c + row * columns, sum[row]);
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
                    {{"rows", 960, TILE, 4096, TILE},
                     {"columns", 256, TILE, 4096, TILE},
                     {"depth", 1024, TILE_DEPTH, 4096, TILE_DEPTH}});
    int rows = sizes[0], columns = sizes[1], depth = sizes[2];
    Lcg random(8);
    std::vector<float> a = random_floats(random, size_t(rows) * depth, -1, 1),
                       b = random_floats(random, size_t(depth) * columns, -1, 1);

    float *device_a = to_device(a), *device_b = to_device(b),
          *device_c = zeros_on_device<float>(size_t(rows) * columns);
    multiply<<<dim3(columns / TILE, rows / TILE), THREADS>>>(device_a, device_b, device_c, rows,
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
