// SPDX-License-Identifier: Apache-2.0
//
// stencil3d: Jacobi steps of a 7-point stencil on a box with fixed borders; a thread marches a column of 4 x 16
// cells upwards.
//
// Class: memory. The cells of the column stay in registers, all loads of a plane are under way together and
// the neighbours mostly hit in L1, so a cell costs about 8 B of DRAM traffic plus the halo for a dozen
// instructions. A plane of the default size is not a multiple of 6 x 256 B, the stripe over all channels, so
// neighbouring planes do not meet in one channel. Three CTAs of 8 warps by registers.
//
// Arguments: nx ny nz steps.
#include "harness.cuh"

const int BLOCK_X = 32, BLOCK_Y = 8; // threads
const int QUAD = 4;                  // cells of a thread, along x
const int MARCH = 16;                // planes
const float CENTRE = 0.4f, SIDE = 0.1f;

/// Four neighbouring cells.
struct Cells {
    float v[QUAD];
};

/// The cells from `i` on; outside the box, where only border cells ask, those at its nearest end.
__device__ Cells fetch(const float *in, int i, int last) {
    float4 quad = *(const float4 *)(in + min(max(i, 0), last));
    return {quad.x, quad.y, quad.z, quad.w};
}

__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y)
    relax(const float *in, float *out, int nx, int ny, int nz) {
    int x = (blockIdx.x * BLOCK_X + threadIdx.x) * QUAD, y = blockIdx.y * BLOCK_Y + threadIdx.y,
        z = blockIdx.z * MARCH;
    int plane = nx * ny, last = plane * nz - QUAD, i = z * plane + y * nx + x;
    bool row_moves = y > 0 && y < ny - 1;
    Cells below = fetch(in, i - plane, last), here = fetch(in, i, last);
#pragma unroll 1
    for (int end = z + MARCH; z < end; ++z, i += plane) {
        Cells above = fetch(in, i + plane, last), north = fetch(in, i + nx, last),
              south = fetch(in, i - nx, last);
        float west = in[max(i - 1, 0)], east = in[min(i + QUAD, last)];
        bool moves = row_moves && z > 0 && z < nz - 1;
        float next[QUAD];
#pragma unroll
        for (int c = 0; c < QUAD; ++c) {
            float sides = (c > 0 ? here.v[c - 1] : west) + (c < QUAD - 1 ? here.v[c + 1] : east) +
                          south.v[c] + north.v[c] + below.v[c] + above.v[c];
            bool border = (c == 0 && x == 0) || (c == QUAD - 1 && x == nx - QUAD);
            next[c] = moves && !border ? CENTRE * here.v[c] + SIDE * sides : here.v[c];
        }
        *(float4 *)(out + i) = make_float4(next[0], next[1], next[2], next[3]);
        below = here;
        here = above;
    }
}

static std::vector<float> relax_on_cpu(const std::vector<float> &in, int nx, int ny, int nz) {
    std::vector<float> out = in;
    for (int z = 1; z < nz - 1; ++z) {
        for (int y = 1; y < ny - 1; ++y) {
            for (int x = 1; x < nx - 1; ++x) {
                const float *c = &in[(size_t(z) * ny + y) * nx + x];
                float sides = c[-1] + c[1] + c[-nx] + c[nx] + c[-nx * ny] + c[nx * ny];
                out[c - &in[0]] = CENTRE * *c + SIDE * sides;
            }
        }
    }
    return out;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv,
                    {{"nx", 128, BLOCK_X * QUAD, 1024, BLOCK_X * QUAD},
                     {"ny", 232, BLOCK_Y, 1024, BLOCK_Y},
                     {"nz", 96, MARCH, 512, MARCH},
                     {"steps", 2, 1, 64, 1}});
    int nx = sizes[0], ny = sizes[1], nz = sizes[2], steps = sizes[3];
    size_t cells = size_t(nx) * ny * nz;
    if (cells > (1u << 26)) sizes.refuse("the box has more than 2^26 cells");

    Lcg random(7);
    std::vector<float> want = random_floats(random, cells, 0, 1);
    float *from = to_device(want), *to = zeros_on_device<float>(cells);
    for (int i = 0; i < steps; ++i) {
        relax<<<dim3(nx / (BLOCK_X * QUAD), ny / BLOCK_Y, nz / MARCH), dim3(BLOCK_X, BLOCK_Y)>>>(from, to, nx, ny, nz);
        FINISH_KERNELS();
        std::swap(from, to);
    }
    std::vector<float> got = take_from_device(from, cells);
    CUDA_CHECK(cudaFree(to));

    for (int i = 0; i < steps; ++i) want = relax_on_cpu(want, nx, ny, nz);
    // Sums of seven values below 1 with weights that add up to 1: eight roundings a step.
    return verdict("stencil3d", sizes, "largest error a step", max_error(got, want, steps),
                   8 * std::pow(2, -24));
}
