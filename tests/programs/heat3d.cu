// SPDX-License-Identifier: Apache-2.0
//
// heat3d: a step of heat in a box with fixed borders, a 7-point stencil; a thread has two columns of cells and marches
// through all planes, a CTA keeps its part of a plane in shared memory.
//
// Class: memory. The stencil of the CTA-aware prefetching paper: planes of 512 x 512 cells in 8 x 128 CTAs of 32 x 4 threads. Each
// plane costs two loads of cells and, for the warps at the tile's edges, loads of what the neighbours have; the rows of a
// tile stride by 2048 B. Eight CTAs of 4 warps. The paper's box has 64 planes; an eighth of them shows the same.
//
// Arguments: nx ny nz steps.
#include "harness.cuh"

const int BLOCK_X = 32, BLOCK_Y = 4; // threads
const int WIDTH = 2 * BLOCK_X;       // of a tile: two cells a thread
const float CENTRE = 0.4f, SIDE = 0.1f;

__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y, 8)
    step(const float *in, float *out, int nx, int ny, int nz) {
    __shared__ float tile[BLOCK_Y + 2][WIDTH + 2];
    int row = threadIdx.y + 1, x = blockIdx.x * WIDTH + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
    int plane = nx * ny, i = y * nx + x;
    bool moves = y > 0 && y < ny - 1;
    // The row outside the tile that the first and the last warp fetch, and the column that their first and last threads do.
    int edge = threadIdx.y == 0 && y > 0 ? -1 : threadIdx.y == BLOCK_Y - 1 && y < ny - 1 ? 1 : 0;
    int side = threadIdx.x == 0 && x > 0 ? -1 : threadIdx.x == BLOCK_X - 1 && x + BLOCK_X < nx - 1 ? 1 : 0;

    float below[2] = {in[i], in[i + BLOCK_X]}, here[2] = {in[i + plane], in[i + plane + BLOCK_X]};
    out[i] = below[0];
    out[i + BLOCK_X] = below[1];
#pragma unroll 1
    for (int z = 1; z < nz - 1; ++z) {
        i += plane;
        float above[2] = {in[i + plane], in[i + plane + BLOCK_X]};
#pragma unroll
        for (int c = 0; c < 2; ++c) tile[row][threadIdx.x + 1 + c * BLOCK_X] = here[c];
        if (edge) {
#pragma unroll
            for (int c = 0; c < 2; ++c)
                tile[row + edge][threadIdx.x + 1 + c * BLOCK_X] = in[i + edge * nx + c * BLOCK_X];
        }
        if (side) tile[row][side < 0 ? 0 : WIDTH + 1] = in[side < 0 ? i - 1 : i + BLOCK_X + 1];
        __syncthreads();
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            int column = threadIdx.x + 1 + c * BLOCK_X, cell = x + c * BLOCK_X;
            float sides = tile[row][column - 1] + tile[row][column + 1] + tile[row - 1][column] +
                          tile[row + 1][column] + below[c] + above[c];
            out[i + c * BLOCK_X] = moves && cell > 0 && cell < nx - 1 ? CENTRE * here[c] + SIDE * sides : here[c];
            below[c] = here[c];
            here[c] = above[c];
        }
        __syncthreads();
    }
    out[i + plane] = here[0];
    out[i + plane + BLOCK_X] = here[1];
}

static std::vector<double> step_on_cpu(const std::vector<double> &in, int nx, int ny, int nz) {
    std::vector<double> out = in;
    for (int z = 1; z < nz - 1; ++z) {
        for (int y = 1; y < ny - 1; ++y) {
            for (int x = 1; x < nx - 1; ++x) {
                size_t i = (size_t(z) * ny + y) * nx + x, plane = size_t(nx) * ny;
                double sides = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane];
                out[i] = CENTRE * in[i] + SIDE * sides;
            }
        }
    }
    return out;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"nx", 512, WIDTH, 1024, WIDTH},
                     {"ny", 512, BLOCK_Y, 1024, BLOCK_Y},
                     {"nz", 8, 3, 512, 1},
                     {"steps", 1, 1, 64, 1}});
    int nx = sizes[0], ny = sizes[1], nz = sizes[2], steps = sizes[3];
    size_t cells = size_t(nx) * ny * nz;
    if (cells > (1u << 26)) sizes.refuse("the box has more than 2^26 cells");

    Lcg random(27);
    std::vector<float> box = random_floats(random, cells, 0, 1);
    float *from = to_device(box), *to = zeros_on_device<float>(cells);
    for (int i = 0; i < steps; ++i) {
        step<<<dim3(nx / WIDTH, ny / BLOCK_Y), dim3(BLOCK_X, BLOCK_Y)>>>(from, to, nx, ny, nz);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<float> got = take_from_device(from, cells);
    CUDA_CHECK(cudaFree(to));

    std::vector<double> want(box.begin(), box.end());
    for (int i = 0; i < steps; ++i) want = step_on_cpu(want, nx, ny, nz);
    // Sums of seven values below 1 with weights that add up to 1: eight roundings a step.
    return verdict("heat3d", sizes, "largest error a step", max_error(got, want, steps), 8 * std::pow(2, -24));
}
