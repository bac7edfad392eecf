// SPDX-License-Identifier: Apache-2.0
//
// stencil3d: Jacobi steps of a 7-point stencil on a box with fixed borders; a thread marches a column of 16
// cells upwards.
//
// Class: memory. The three cells of the column stay in registers and the four neighbours mostly hit in L1, so
// a cell costs about 8 B of DRAM traffic plus the halo for a dozen instructions. Eight CTAs of 4 warps.
//
// Arguments: nx ny nz steps.
#include "harness.cuh"

const int BLOCK_X = 32, BLOCK_Y = 4; // threads
const int MARCH = 16;                // cells
const float CENTRE = 0.4f, SIDE = 0.1f;

__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y, 8)
    relax(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y,
        z = blockIdx.z * MARCH;
    int plane = nx * ny, i = z * plane + y * nx + x;
    bool edge = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
    int end = z + MARCH;
    float below = z > 0 ? in[i - plane] : 0.0f, here = in[i];
    for (; z < end; ++z, i += plane) {
        float above = z < nz - 1 ? in[i + plane] : 0.0f;
        float next = here;
        if (!edge && z > 0 && z < nz - 1) {
            next = CENTRE * here + SIDE * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above);
        }
        out[i] = next;
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
                    {{"nx", 128, BLOCK_X, 1024, BLOCK_X},
                     {"ny", 128, BLOCK_Y, 1024, BLOCK_Y},
                     {"nz", 64, MARCH, 512, MARCH},
                     {"steps", 3, 1, 64, 1}});
    int nx = sizes[0], ny = sizes[1], nz = sizes[2], steps = sizes[3];
    size_t cells = size_t(nx) * ny * nz;
    if (cells > (1u << 26)) sizes.refuse("the box has more than 2^26 cells");

    Lcg random(7);
    std::vector<float> want = random_floats(random, cells, 0, 1);
    float *from = to_device(want), *to = zeros_on_device<float>(cells);
    for (int i = 0; i < steps; ++i) {
        relax<<<dim3(nx / BLOCK_X, ny / BLOCK_Y, nz / MARCH), dim3(BLOCK_X, BLOCK_Y)>>>(from, to, nx, ny, nz);
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
